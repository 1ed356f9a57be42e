@i function main(y!::Fixed)
    s ← "hello"
end
