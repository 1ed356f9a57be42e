@dualtype Foo Bar
@i function main(x!::Fixed)
    x! += 1
end
