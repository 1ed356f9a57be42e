@i function main(y!::Fixed)
    p ← (a=1.0, b=2.0)
end
