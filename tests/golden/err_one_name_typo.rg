@i function f(y!::Fixed, xval::Fixed)
    y! += xvla * 2
end
