"""K-DSL: from the text of an invariant to a compiled rule."""
