"""One file per K-DSL kind: how its targets are found."""
