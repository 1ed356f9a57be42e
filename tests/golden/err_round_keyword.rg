@i function main(y!::Fixed, x::Fixed)
    y! += round(x, digits=2)
end
