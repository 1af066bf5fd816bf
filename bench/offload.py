"""How much of real logs is left when they are offloaded, whether what matters is, and what a gigabyte costs.

    python bench/offload.py            the logs of cargo, pytest, tsc and gcc, each by the tool that is installed here
    python bench/offload.py --size 1G  a gigabyte of three kinds, streamed through a pipe

The projects are made with mistakes of many kinds, built by the real tools, and what the diagram says is compared with
what the same tool says for machines (`--message-format=json`, `--junitxml`, `-fdiagnostics-format=json`, `--pretty
false`): the number of errors, and the first twenty kinds with their places. The targets are a reduction of 97 % and a
peak below 100 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

from corpus import ENV

from adrguard.memory.traces.book import skeleton
from adrguard.usecases.memory.logs.offload_log import Offloaded, offload_text

SHOWN = 20
LEAST_REDUCTION = 97.0
MOST_MB = 100
Kinds = list[tuple[str, str]]
"""Kind and place of the first error of each kind, in the order of the log."""

RUST = """let s=String::new(); let t=s; println!("{}",s);
let x: i32 = "a";
let y = undefined_name;
let n = 5; n = 6; let _ = n;
let q = 1u32 + 1u64;
use_of(1,2);
let s = S{ f: 1, g: 2 };
let s = S{ };
S{f:1}.nothing();
let r; { let z = 5; r = &z; } println!("{}", r);
let mut v = vec![1]; let f=&v[0]; v.push(2); println!("{}", f);
let s = String::from("a"); let r = &s; let t = *r;
match Some(1) { Some(_) => {} }
let x = 5i32; x.field;
let _c: fn() = |a: i32| a;
break;
let _ = 1 as String;
needs::<String>(1);
let x: u8 = 5; x();
std::nothing::here();
let v: [i32; 2] = [1, 2, 3];
let _: &'static str = &String::new();""".splitlines()
TYPESCRIPT = """const a#: number = "x";
missing#();
const o# = { a: 1 }; o#.b;
function f#(x: string) {} f#(1, 2);
class C# implements I { }
return 1;
function g#(): number { }
const k# = 1; k# = 2;
new (class { private p = 1 })().p;
await 1;
let d# = 1; let d# = 2;
const s#: Promise = 1 as any;
(1 as string);
if (1 === "a") { }
const z# = { a: 1, a: 2 };
abstract class B# { abstract m(): void } new B#();
super.x;
import x# from "no-such-module";
for (const q of 5) { }
"a" * 2;
enum E# { A } E#.Zed;
const t#: [number] = [1, 2];
function h#(a?: number, b: number) {}""".splitlines()
C = """int a = "x"; char *b = 1;
missing#();
return undefined_#;
struct s v; v.f = 1;
int *p = 1.5;
x y z;
const int k = 1; k = 2;
strange_t t;
int arr[2]; arr.f = 1;
f(1, 2);
goto nowhere;
break;
*5 = 1;
5 = 6;
case 1: ;
int d; int d;
return (struct q){1};
void v2;
int q[-1];
return sizeof(struct unknown);
f();
continue;""".splitlines()
PYTHON = """assert total([1, 2]) == #
raise KeyError("order-#")
int("x#")
[][#]
None.attribute
1 / 0
raise RuntimeError("worker # died")
open("/nonexistent/#.txt")
"a" + 1
import no_such_module_#
assert "a" in "bcd"
assert {"a": 1, "b": #} == {"a": 1, "b": 0}
raise TimeoutError("no answer after # s")
undefined_name
assert False, "order # was lost"
next(iter([]))
raise PermissionError(13, "denied", "f#")
"é".encode("ascii")
b"\\xff".decode()
raise NotImplementedError
raise ConnectionResetError("peer # went away")
raise LookupError("no such order: #")""".splitlines()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(*argv: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(argv, cwd=cwd, env=ENV, capture_output=True, text=True, check=False)


def cargo(root: Path) -> tuple[str, int, Kinds]:
    head = "#![allow(dead_code)]\npub struct S { pub f: i32 }\nfn use_of(_a: i32) {}\nfn needs<T: Copy>(_t: T) {}\n\n"
    write(root / "Cargo.toml", '[package]\nname="shop"\nversion="0.1.0"\nedition="2021"\n')
    for number in range(154):
        body = RUST[number % len(RUST)]
        write(root / f"src/part_{number:03}.rs", f"{head}pub fn run_{number}() {{\n    {body}\n}}\n")
    mods = "".join(f"mod part_{number:03};\n" for number in range(154))
    write(root / "src/main.rs", mods + "fn main() {}\n")
    log = run("cargo", "build", "--offline", cwd=root)
    said = run("cargo", "build", "--offline", "--message-format=json", cwd=root).stdout
    kinds: Kinds = []
    errors = 0
    for line in said.splitlines():
        message = json.loads(line).get("message") or {}
        if not isinstance(message, dict) or message.get("level") != "error" or not message["spans"]:
            continue
        errors += 1
        span = next(one for one in message["spans"] if one["is_primary"])
        code = (message["code"] or {}).get("code") or skeleton(message["message"])
        add(kinds, code, f"{span['file_name']}:{span['line_start']}")
    return log.stdout + log.stderr, errors, kinds


def tsc(root: Path) -> tuple[str, int, Kinds]:
    for file in range(24):
        lines = [TYPESCRIPT[(file * 14 + line) % len(TYPESCRIPT)].replace("#", str(line)) for line in range(14)]
        write(
            root / f"src/part_{file}.ts", "interface I { m(): void }\nexport const x = 1;\n" + "\n".join(lines) + "\n"
        )
    options = {"strict": True, "noEmit": True, "module": "commonjs", "target": "ES2017"}
    write(root / "tsconfig.json", json.dumps({"compilerOptions": options, "include": ["src"]}))
    program = os.environ.get("ADRGUARD_TSC") or shutil.which("tsc") or ""
    log = run(program, "--pretty", "--project", ".", cwd=root).stdout
    kinds: Kinds = []
    errors = 0
    for line in run(program, "--pretty", "false", "--project", ".", cwd=root).stdout.splitlines():
        found = re.match(r"(.+)\((\d+),\d+\): error (TS\d+): ", line)
        if found:
            errors += 1
            add(kinds, found[3], f"{found[1]}:{found[2]}")
    return log, errors, kinds


def gcc(root: Path) -> tuple[str, int, Kinds]:
    for file in range(22):
        text = "#include <stdio.h>\nstatic int f(int a) { return a; }\n"
        for number in range(file * 12, file * 12 + 12):
            text += f"int fn_{number}(void) {{\n    {C[number % len(C)].replace('#', str(number))}\n    return 0;\n}}\n"
        write(root / f"src/part_{file:02}.c", text)
    write(
        root / "Makefile",
        "OBJS=$(patsubst %.c,%.o,$(sort $(wildcard src/*.c)))\nall: $(OBJS)\n%.o: %.c\n\tgcc -Wall -Wextra -c $< -o $@\n",
    )
    log = subprocess.run(
        ["make", "-k"], cwd=root, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    kinds: Kinds = []
    errors = 0
    for path in sorted((root / "src").glob("*.c")):
        name = path.relative_to(root).as_posix()
        said = run("gcc", "-Wall", "-Wextra", "-fdiagnostics-format=json", "-c", name, "-o", os.devnull, cwd=root)
        for one in json.loads(said.stderr.splitlines()[0]):
            if one["kind"] in ("error", "fatal error"):
                errors += 1
                caret = one["locations"][0]["caret"]
                add(kinds, skeleton(one["message"]), f"{caret['file']}:{caret['line']}")
    return log.stdout, errors, kinds


def pytest(root: Path) -> tuple[str, int, Kinds]:
    for file in range(4):
        text = (
            "from shop import total\n\n\ndef do(order, work):\n    checked = dict(order)\n    return work(checked)\n\n"
        )
        for number in range(file * 16, file * 16 + 16):
            body = PYTHON[number % len(PYTHON)].replace("#", str(number))
            text += f"\ndef test_case_{number}():\n    order = {{'id': {number}}}\n\n    def work(order):\n        {body}\n\n"
            text += "    do(order, work)\n\n"
        write(root / f"tests/test_part_{file}.py", text)
    write(root / "shop.py", "def total(items):\n    return sum(items)\n")
    write(root / "conftest.py", "")
    log = run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--junitxml=out.xml", cwd=root).stdout
    kinds: Kinds = []
    errors = 0
    for case in ET.parse(root / "out.xml").iter("testcase"):
        for failure in case.findall("failure"):
            errors += 1
            # The last line of a traceback says where, and what was raised.
            place = re.findall(r"(?m)^(tests/\S+\.py:\d+): (\w+)$", failure.text or "")[-1]
            words = (failure.get("message") or "").splitlines()[0]
            kind = (
                place[1]
                if place[1] != "AssertionError"
                else f"{place[1]} {skeleton(words.removeprefix('AssertionError: '))}"
            )
            add(kinds, kind, place[0])
    return log, errors, kinds


def add(kinds: Kinds, kind: str, place: str) -> None:
    if kind not in [known for known, _ in kinds]:
        kinds.append((kind, place))


LOGS: dict[str, tuple[Callable[[Path], tuple[str, int, Kinds]], str]] = {
    "cargo": (cargo, "cargo"),
    "pytest": (pytest, sys.executable),
    "tsc": (tsc, os.environ.get("ADRGUARD_TSC") or "tsc"),
    "gcc": (gcc, "gcc"),
}


def judge(name: str, errors: int, kinds: Kinds, done: Offloaded) -> bool:
    assert done.trace is not None
    told = [line for line in done.text.splitlines() if line.startswith(" ") and not line.startswith("  ")]
    shown = [place for _, place in kinds[:SHOWN] if any(f" {place} " in f"{line} " for line in told)]
    rest = sum(int(number) for number in re.findall(r"\((\d+) errors?\)", done.text))
    in_all = rest + sum(
        int((re.search(r"\u00d7(\d+)$", line) or [0, 1])[1]) for line in told if "more kind" not in line
    )
    good = (
        done.reduction >= LEAST_REDUCTION
        and len(shown) == min(len(kinds), SHOWN)
        and done.trace.errors == errors == in_all
    )
    print(
        f"{name:<8} {done.trace.lines:>6} lines  {done.tokens_before:>7} -> {done.tokens_after:>5} tokens  "
        f"{done.reduction:5.1f} %   errors {done.trace.errors} of {errors}, counted {in_all}   "
        f"kinds {len(kinds)}, of the first {SHOWN} shown with their places {len(shown)}   {'' if good else 'MISSED'}"
    )
    return good


def logs(keep: str) -> bool:
    good = True
    for name, (make, program) in LOGS.items():
        if not shutil.which(program):
            print(f"{name:<8} left out: {program} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "project"
            root.mkdir()
            log, errors, kinds = make(root)
            if keep:
                write(Path(keep) / f"{name}.log", log)
            store = Path(folder) / "store"
            subprocess.run(["git", "init", "-q", str(store)], check=True)
            good = judge(name, errors, kinds, offload_text(str(store), log)) and good
    return good


FORMS = {
    "an application's log": b"2026-01-01 12:00:%02d INFO  request %d served in 12 ms: GET /api/users/55 src/main.rs:12\n",
    "every line an error": b"2026-01-01 12:00:%02d ERROR request %d failed: no route to host db-3 src/main.rs:12\n",
    "one line": b"%02d%d abcdef ",
}
FEED = (
    "import sys\nform, size = sys.argv[1].encode(), int(sys.argv[2])\n"
    "part = b''.join(form % (number % 60, number) for number in range(8000))\n"
    "while size > 0:\n    sys.stdout.buffer.write(part[:size])\n    size -= len(part)\n"
)


def gigabyte(size: int) -> bool:
    good = True
    for name, form in FORMS.items():
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "-q", folder], check=True)
            feed = subprocess.Popen(
                [sys.executable, "-c", FEED, form.decode(), str(size)], stdout=subprocess.PIPE, env=ENV
            )
            began = time.perf_counter()
            child = subprocess.Popen(
                [sys.executable, "-m", "adrguard", "offload"],
                cwd=folder,
                stdin=feed.stdout,
                stdout=subprocess.PIPE,
                env=ENV,
            )
            assert child.stdout is not None
            child.stdout.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            took = time.perf_counter() - began
            feed.wait()
            peak = usage.ru_maxrss / 1024
            good = good and child.returncode == 0 and peak < MOST_MB
            print(
                f"{name:<22} {size / 1e6:8.0f} MB in {took:6.1f} s = {size / 1e6 / took:6.1f} MB/s   peak {peak:5.1f} MB"
            )
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="", help="bytes to stream instead: 1G, 200M")
    parser.add_argument("--keep", default="", help="a folder to keep the logs in")
    given = parser.parse_args()
    factor = {"G": 10**9, "M": 10**6}.get(given.size[-1:], 1)
    fine = gigabyte(int(given.size.rstrip("GM")) * factor) if given.size else logs(given.keep)
    print("as wanted" if fine else "MISSED")
    sys.exit(0 if fine else 1)
