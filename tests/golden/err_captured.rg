over(x) = x > limit
@i function main(y!::Fixed, x::Fixed)
    limit ← 0.5
    if (over(x), ~)
        y! += 1
    end
    limit → 0.5
end
