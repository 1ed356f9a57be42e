@i function f(y!::Fixed)
    (a, b) ← (1.0, 2.0, 3.0)
    y! += a + b
    (a, b) → (1.0, 2.0, 3.0)
end
