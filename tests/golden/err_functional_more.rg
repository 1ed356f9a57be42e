# More mistakes in functional definitions.
@i function routine(y!::Fixed)
    y! += 1
end
@fn calls(x) = routine(x)
@fn result(x)::Vector{Fixed} = x
@fn wide(A::Matrix{Fixed}) = map(row -> map(x -> [x, x], row), A)
@fn remainder(x) = x % 2
const TABLE = [1.0, 2.0]
@fn table_size() = TABLE * 2
