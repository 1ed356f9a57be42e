# Mistakes in functional definitions: each line one.
const TABLE = [1.0, 2.0]
@i function routine(y!::Fixed)
    y! += 1
end
@fn undeclared(speed) = sped * 2
@fn unknown(v::Vector{Fixed}) = mapp(x -> x, v)
@fn element(v::Vector{Fixed}) = v[1]
@fn part(x, y) = (x, y)[3]
@fn sum_of_array(v::Vector{Fixed}) = v + v
@fn array_wanted(x) = map(t -> t, x)
@fn state(v::Vector{Fixed}) = foldl((s, x) -> (s, x), 0, v)
@fn ways(x) = x > 0 ? x : (x, x)
@fn condition(x) = x ? 1 : 2
@fn whole(n::Log) = n
@fn itself(x) = itself(x - 1)
@fn mutual(x) = other(x)
@fn other(x) = mutual(x)
@fn arguments(x) = atan(x, x, x)
@fn few(x) = few2(x)
@fn few2(x, y) = x + y
@fn names(v::Vector{Fixed}) = map2(x -> x, v, v)
@fn not_a_function(v::Vector{Fixed}) = map(3, v)
@fn pattern(x) = let (a, b) = x in a
@fn value(x) = exp + x
