# An argument that a call changes stands there once.
function f!(a, b)
    a[1] = 2b[1]
    return nothing
end
function twice_an_argument(x)
    u = [x, 1.0]
    f!(u, u)
    return u[1]
end
