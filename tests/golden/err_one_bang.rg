# The name without its '!'.
@i function f(y!::Fixed, x::Fixed)
    y! += x
    @safe println("$y")
end
