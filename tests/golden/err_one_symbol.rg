area(r, kind) = kind === :circle ? 3.0 * r : r
