# Dictionaries whose keys stand in the text: entries come, go, are read and exchanged, also in another routine.
@i function add_y!(d!, y)
    d!["y"] ← y
end

@i function turn!(d!, x!::T) where {T}
    d!["x"]::∅ ↔ x!
    d!["y"] ↔ x!::∅
end

@i function entries(out!::Int, y::Int)
    d ← Dict("x" => 34)
    add_y!(d, y)
    out! += 100 * d["x"] + d["y"] + length(d)
    if (d["y"] > 3, ~)
        d["x"] += d["y"]
    end
    out! += d["x"]
    if (d["y"] > 3, ~)
        d["x"] -= d["y"]
    end
    (~add_y!)(d, y)
    d → Dict("x" => 34)
end

@i function turned(x!::Fixed, y!::Fixed)
    d ← Dict{String, Float64}()
    d["y"] ← 2.5
    y! += d["y"] * x!
    turn!(d, x!)
    y! += d["x"]^2
    (~turn!)(d, x!)
    d["y"] → 2.5
    d → Dict{String, Float64}()
end

@i function carries(z!::Fixed, x::Fixed)
    d ← Dict(1 => 0.0, -2 => 1.0)
    d[3] ← x^2
    d[1] += d[3] * 2
    z! += d[1] * d[-2] + length(d)
    d[1] ↔ d[3]
    z! += d[1]
    d[1] ↔ d[3]
    d[1] -= d[3] * 2
    d[3] → x^2
end

@i function has(n!::Int, d::Dict{Int, Int})
    if (haskey(d, 7), ~)
        n! += d[7]
    else
        n! -= 1
    end
end

@i function asked(n!::Int)
    d ← Dict(7 => 5)
    has(n!, d)
    d[7] → 5
    has(n!, d)
    d[7] ← 5
end

@i function missing_key(y!::Int)
    d ← Dict("a" => 1)
    y! += d["b"]
    d → Dict("a" => 1)
end

@i function added_twice(y!::Int)
    d ← Dict("a" => 1)
    d["a"] ← 2
    d → Dict("a" => 2)
end

@i function other_keys(y!::Int)
    d ← Dict("a" => 1, "b" => 2)
    d → Dict("a" => 1)
end

#! run entries --set y=3
#! value out! 3439
#! run entries --set y=4
#! value out! 3444
#! check entries --set y=4
#! run turned --set x!=3 --grad y!
#! value y! 16.5
#! gradient x! 8.5
#! restored true
#! run carries --set x=3 --grad z!
#! value z! 30
#! gradient x 18
#! restored true
#! check carries --set x=1.5
#! run asked
#! value n! 4
#! run missing_key
#! status 1
#! trap R0815
#! run added_twice
#! status 1
#! trap R0815
#! run other_keys
#! status 1
#! trap R0814
