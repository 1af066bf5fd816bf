"""Says of an expression of `re` whether a text exists for which it takes more than a multiple of its length.

An expression is read as an automaton of the characters it takes one after the other. It grows with the square where a
text can be read in two ways again and again: when from a place of the automaton the same characters lead back to it,
and lead to another place, and lead from that one back to itself; with 2^n, where they lead back to it in two ways. A
search begins anew at each character: that is a loop over anything before the expression. Where the expression has
matched already, nothing is tried again. What cannot be told exactly is taken for the worse: assertions of several
characters may hold, references to groups stand for any text of the group.
"""

from __future__ import annotations

import re
from collections import deque
from re import _constants as sre
from re import _parser

LONG = 64
"""From so many repetitions on a bounded loop is one without a bound."""
_COPIES = 3
_BUDGET = 100_000
_TURN = 4
_SAMPLES = "\n\r\t aZ0_-.!;\x00\x1f\x7f\x85\xa0é\u0301一\u2028١İßſK\ufeff，“"
_END, _BEGIN = -1, -2
_LOOPS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


class TooLargeError(Exception):
    """The automaton has more states than are looked at."""


class Automaton:
    """The states of an expression: links without a character, under a condition, and what each state takes."""

    def __init__(self, pattern, flags, *, search):
        tree = _parser.parse(pattern, flags)
        self.is_bytes = isinstance(pattern, bytes)
        self.links, self.takes, self.atomic, self.sets, self.groups = [], {}, {}, [], {}
        self.within, self._atoms_given = frozenset(), 0
        self.chars = {char for char in _SAMPLES if not self.is_bytes or ord(char) < 256}
        self.accept, self.dead = self.node(), self.node()
        self.first = start = self.node()
        self.anything = None
        if search:
            start = self.node()
            taken = self.node()
            self.link(self.first, taken)
            self.anything = self.taken(taken, self.set_of([(sre.NEGATE, None)], 0))
            self.link(self.anything, self.first)
            self.link(self.first, start)
        self.link(self.sequence(tree, start, tree.state.flags), self.accept)
        self.known, self.left = {}, _BUDGET
        conditions = [condition for links in self.links for condition, _ in links if condition]
        self.looks_back = any(condition[0] in ("at", "last") for condition in conditions)

    # building

    def node(self):
        self.links.append([])
        return len(self.links) - 1

    def link(self, start, end, condition=None):
        self.links[start].append((condition, end))

    def taken(self, node, chars):
        after = self.node()
        self.takes[node] = (chars, after)
        self.atomic[after] = self.within
        return after

    def set_of(self, items, flags):
        for op, value in items:
            if op in (sre.LITERAL, sre.NOT_LITERAL):
                self._sample(value)
            elif op is sre.RANGE:
                for one in (value[0], value[1], value[0] - 1, value[1] + 1, sum(value) // 2):
                    self._sample(one)
        key = (tuple((op, tuple(av) if isinstance(av, (list, tuple)) else av) for op, av in items), int(flags))
        if key not in self.sets:
            self.sets.append(key)
        return self.sets.index(key)

    def _sample(self, code):
        if 0 <= code < (256 if self.is_bytes else 0x110000):
            self.chars.add(chr(code))

    def sequence(self, tree, at, flags):
        for op, value in tree:
            at = self._item(op, value, at, flags)
        return at

    def _item(self, op, value, at, flags):  # noqa: PLR0911 -- one for each sort of item
        one = _single([(op, value)])
        if one is not None:
            start = self.node()
            self.link(at, start)
            return self.taken(start, self.set_of(one, flags))
        if op is sre.BRANCH:
            return self._branch([self._into(branch, at, flags) for branch in value[1]])
        if op is sre.SUBPATTERN:
            group, added, removed, tree = value
            if group is not None:
                self.groups[group] = (tree, (flags | added) & ~removed)
            return self.sequence(tree, at, (flags | added) & ~removed)
        if op is sre.GROUPREF:
            return self.sequence(self.groups[value][0], at, self.groups[value][1])
        if op is sre.ATOMIC_GROUP:
            return self._atomically(lambda: self.sequence(value, at, flags))
        if op is sre.POSSESSIVE_REPEAT:
            return self._atomically(lambda: self._loop(value, at, flags, possessive=True))
        if op in _LOOPS:
            return self._loop(value, at, flags)
        if op is sre.AT:
            return self._through(at, ("at", value, flags))
        assert op in (sre.ASSERT, sre.ASSERT_NOT), op
        return self._assertion(op, value, at, flags)

    def _into(self, tree, at, flags):
        start = self.node()
        self.link(at, start)
        return self.sequence(tree, start, flags)

    def _through(self, at, condition):
        after = self.node()
        self.link(at, after, condition)
        return after

    def _branch(self, ends):
        after = self.node()
        for end in ends:
            self.link(end, after)
        return after

    def _atomically(self, build):
        kept = self.within
        self._atoms_given += 1
        self.within = kept | {self._atoms_given}
        built = build()
        self.within = kept
        return built

    def _loop(self, value, at, flags, *, possessive=False):
        least, most, tree = value
        one = _single(tree) if possessive else None
        leave = ("next", self.set_of(one, flags), False) if one else None
        for _ in range(min(least, _COPIES)):
            at = self.sequence(tree, at, flags)
        after = self.node()
        if most is sre.MAXREPEAT or most >= LONG:
            body, again = self.node(), self.node()
            self.link(at, body)
            self.link(at, after, leave)
            self.link(self.sequence(tree, body, flags), again)
            self.link(again, body)
            self.link(again, after, leave)
            return after
        for _ in range(min(most - least, _COPIES)):
            self.link(at, after, leave)
            at = self._into(tree, at, flags)
        self.link(at, after)
        return after

    def _assertion(self, op, value, at, flags):
        direction, tree = value
        ahead, positive = direction > 0, op is sre.ASSERT
        one = _single(tree)
        if one is not None:
            return self._through(at, ("next" if ahead else "last", self.set_of(one, flags), positive))
        if ahead:
            self.link(self._into(tree, at, flags), self.dead)
        first = _single(tree[:1]) if ahead and positive and len(tree) else None
        return self._through(at, ("perhaps", self.set_of(first, flags) if first else None))

    # characters: one stands for all that no set of the expression tells apart

    def tell_apart(self):
        """Choose the characters to go through it with."""
        stands = {}
        for char in sorted(self.chars, key=lambda char: (not char.isalnum(), not char.isprintable(), ord(char))):
            sign = (
                *(self._has(key, char) for key in self.sets),
                _is_word(char, 0),
                _is_word(char, re.ASCII),
                char == "\n",
            )
            stands.setdefault(sign, char)
        self.atoms = list(stands.values())
        self.has = [[self._has(key, char) for char in self.atoms] for key in self.sets]

    def _has(self, key, char):
        items, flags = key
        forms = {char}
        if flags & re.IGNORECASE:
            forms |= {one for one in (char.lower(), char.upper(), char.upper().lower()) if len(one) == 1}
        negated = any(op is sre.NEGATE for op, _ in items)
        found = any(self._is(op, value, form, flags) for op, value in items for form in forms)
        if any(op is sre.NOT_LITERAL for op, _ in items):
            found = all(self._is(op, value, form, flags) for op, value in items for form in forms)
        return found != negated

    def _is(self, op, value, char, flags):
        if op is sre.ANY:
            return bool(flags & re.DOTALL) or char != "\n"
        if op in (sre.LITERAL, sre.NOT_LITERAL):
            return (ord(char) == value) == (op is sre.LITERAL)
        if op is sre.RANGE:
            return value[0] <= ord(char) <= value[1]
        if op is sre.CATEGORY:
            return self._in_category(str(value), char, flags)
        return False

    def _in_category(self, name, char, flags):
        narrow = self.is_bytes or flags & re.ASCII
        if "DIGIT" in name:
            found = char in "0123456789" if narrow else char.isdecimal()
        elif "SPACE" in name:
            found = char in " \t\n\r\f\v" if narrow else char.isspace()
        else:
            found = _is_word(char, re.ASCII if narrow else 0)
        return found != ("NOT" in name)

    # walking

    def _holds(self, condition, last, following):
        if condition is None:
            return True
        if condition[0] == "at":
            return self._at(condition[1], condition[2], last, following)
        if condition[0] == "perhaps":
            return condition[1] is None or (following >= 0 and self.has[condition[1]][following])
        atom = following if condition[0] == "next" else last
        return (atom >= 0 and self.has[condition[1]][atom]) == condition[2]

    def _at(self, what, flags, last, following):
        def ends(atom):
            return atom >= 0 and self.atoms[atom] == "\n"

        def word(atom):
            return atom >= 0 and _is_word(self.atoms[atom], re.ASCII if self.is_bytes else flags)

        if what in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            return last == _BEGIN or (what is sre.AT_BEGINNING and bool(flags & re.MULTILINE) and ends(last))
        if what in (sre.AT_END, sre.AT_END_STRING):
            return following == _END or (what is sre.AT_END and ends(following))
        return (word(last) != word(following)) == (what is sre.AT_BOUNDARY)

    def step(self, node, last, following):
        """Return the states after `following`, each with the number of ways to it (at most 2), and if it matched."""
        key = (node, last, following)
        if key not in self.known:
            self.spend(1)
            found, matched = {}, False
            todo = [(node, frozenset((node,)), True)]
            while todo:
                at, seen, sure = todo.pop()
                self.spend(1)
                matched |= sure and at == self.accept
                takes = self.takes.get(at)
                if takes and following >= 0 and self.has[takes[0]][following]:
                    found[takes[1]] = min(2, found.get(takes[1], 0) + 1)
                for condition, after in self.links[at]:
                    if after not in seen and self._holds(condition, last, following):
                        todo.append((after, seen | {after}, sure and not self._is_doubtful(condition, following)))
            self.known[key] = (found, matched)
        return self.known[key]

    def spend(self, steps):
        """Take steps off those that are left."""
        self.left -= steps
        if self.left < 0:
            raise TooLargeError

    def kept(self, atom):
        """Return what matters of the character before a state: nothing where no condition looks back."""
        return atom if self.looks_back else 0

    def _is_doubtful(self, condition, following):
        if condition is None:
            return False
        last_line = condition[0] == "at" and condition[1] is sre.AT_END and following != _END
        return condition[0] == "perhaps" or (last_line and not condition[2] & re.MULTILINE)

    def near(self, node):
        """Return the states that some character leads to, whatever the conditions."""
        seen, todo = {node}, [node]
        while todo:
            for _, after in self.links[todo.pop()]:
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        return {self.takes[one][1] for one in seen if one in self.takes}


def _single(tree):
    """Return the set of characters, where a tree takes exactly one; None for any other."""
    if len(tree) != 1:
        return None
    op, value = tree[0]
    if op is sre.IN:
        return list(value)
    return [(op, value)] if op in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY) else None


def _is_word(char, flags):
    return (char == "_" or char.isalnum()) and (not flags & re.ASCII or ord(char) < 128)


def growth(pattern, flags=0, *, search=True, full=False):
    """Return how the time grows at worst: "" with the length, else why it is more; "too large" where it cannot be told.

    `search` for an expression that is looked for anywhere, `full` for one that has to match the whole text.
    """
    made = Automaton(pattern, flags, search=search)
    near = {}
    loops = _loops(made.first, lambda node: near.setdefault(node, made.near(node)) if node not in near else near[node])
    if all(loop == {made.anything} for loop in loops):
        return ""
    made.tell_apart()
    try:
        return _judged(made, near, loops, full=full)
    except TooLargeError:
        return "too large"


def _judged(made, near, loops, *, full):
    before = _prefixes(made)
    for loop in loops:
        found = _doubled(made, loop, before, full=full)
        if found:
            return found
    for first in loops:
        reached = _reached(first, near)
        for second in loops:
            if first is not second and reached & second and not _is_cut(made, first, second):
                found = _followed(made, first, second, before, full=full)
                if found:
                    return found
    return ""


def _is_cut(made, first, second):
    """Say whether the first loop is in an atomic group that the second is not in: nothing is tried again there."""
    if made.anything in first:
        return False
    held = frozenset.intersection(*[made.atomic.get(one, frozenset()) for one in first])
    return bool(held - frozenset.union(*[made.atomic.get(one, frozenset()) for one in second]))


def _prefixes(made):
    """Return the states that are reached, each as a node and the character before it, and a text that leads there."""
    found = {(made.first, _BEGIN): ""}
    todo = deque(found)
    while todo:
        state = todo.popleft()
        for atom, char in enumerate(made.atoms):
            for node in made.step(*state, atom)[0]:
                after = (node, made.kept(atom))
                if after not in found:
                    found[after] = found[state] + char
                    todo.append(after)
    return found


def _doubled(made, loop, before, *, full):  # noqa: C901 -- one walk
    """Return how a loop can be gone through by the same text in two ways, "" when it cannot."""
    apart = {}
    for node, last in before:
        if node in loop:
            for atom in range(len(made.atoms)):
                found, matched = made.step(node, last, atom)
                inner = [one for one in found if one in loop] if full or not matched else []
                if any(found[one] > 1 for one in inner):
                    return f"2^n: {before[node, last]!r} and again {made.atoms[atom]!r}"
                apart |= {
                    (a, b, made.kept(atom)): (before[node, last], made.atoms[atom])
                    for a in inner
                    for b in inner
                    if a != b
                }
    todo = deque(apart)
    while todo:
        left, right, last = todo.popleft()
        made.spend(_TURN)
        prefix, said = apart[left, right, last]
        for atom, char in enumerate(made.atoms):
            (ones, matched), (others, also) = made.step(left, last, atom), made.step(right, last, atom)
            if matched and also and not full:
                continue
            if any(one in others for one in ones if one in loop):
                return f"2^n: {prefix!r} and again {said + char!r}"
            for a in ones:
                for b in others:
                    after = (a, b, made.kept(atom))
                    if a in loop and b in loop and after not in apart:
                        apart[after] = (prefix, said + char)
                        todo.append(after)
    return ""


def _followed(made, first, second, before, *, full):
    """Return how a text that goes round one loop can leave it at each turn for another, which goes round as well."""
    for one in first:
        for other in second:
            for atom in range(len(made.atoms) if made.looks_back else 1):
                if (one, atom) in before and (other, atom) in before:
                    said = _turn(made, (first, second), (one, other), atom, full=full)
                    if said:
                        return f"n^2: {before[other, atom]!r} and again {said!r}"
    return ""


def _turn(made, loops, places, atom, *, full):
    one, other = places
    start, goal = (one, one, other, atom), (one, other, other, atom)
    said = {start: ""}
    todo = deque((start,))
    while todo:
        state = todo.popleft()
        left, middle, right, last = state
        made.spend(_TURN)
        for following, char in enumerate(made.atoms):
            rights, matched = made.step(right, last, following)
            if matched and not full:
                continue
            rights = [node for node in rights if node in loops[1]]
            lefts = [node for node in made.step(left, last, following)[0] if node in loops[0]] if rights else ()
            for middle_after in made.step(middle, last, following)[0] if lefts else ():
                for after in [(a, middle_after, c, made.kept(following)) for a in lefts for c in rights]:
                    if after == goal:
                        return said[state] + char
                    if after not in said:
                        said[after] = said[state] + char
                        todo.append(after)

    return ""


def _loops(first, near):  # noqa: C901 -- one walk there and one back
    """Return the sets of states that lead to each other."""
    seen, order = {first}, []
    todo = [(first, iter(near(first)))]
    while todo:
        node, after = todo[-1]
        following = next((one for one in after if one not in seen), None)
        if following is None:
            order.append(node)
            todo.pop()
        else:
            seen.add(following)
            todo.append((following, iter(near(following))))
    back = {}
    for node in order:
        for one in near(node):
            back.setdefault(one, []).append(node)
    found, given = [], set()
    for node in reversed(order):
        if node not in given:
            loop, left = {node}, [node]
            while left:
                for one in back.get(left.pop(), ()):
                    if one not in given and one not in loop:
                        loop.add(one)
                        left.append(one)
            given |= loop
            if len(loop) > 1 or node in near(node):
                found.append(loop)
    return found


def _reached(nodes, near):
    seen, todo = set(nodes), list(nodes)
    while todo:
        for one in near[todo.pop()]:
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return seen
