@i function main(y!::Fixed, x::Fixed)
    d ← Dict()
    y! += x
end
