"""Context GC: the old part of an agent's session made small, in the shape that it came in.

    document = framing.parsed(text, "session.jsonl")       # raises `TrajectoryError` with line and column
    shape = shapes.shape_of(document)                       # plain turns, Claude Code, OpenAI, Anthropic
    found = collecting.collect(document, shape, Wanted(), shelf)
    found.text                                              # the trajectory, of the same kind

A `shelf` keeps what is folded and gives it back by its node; see `parts.Shelf`.

Four tiers, each a file in `tiers`: the hot window stays byte for byte; long tool outputs become a diagram and a node;
earlier copies of a dump or a file give way to the latest; the oldest turns become a digest. `framing` knows how items
lie in a text, a shape in `shapes` what an item says, `facts` what of it a digest has to name. Whatever was put in the
place of something begins with a mark (`marks`), by which it is known again: collecting twice is collecting once.
"""
