# '<-' inside an expression is '<' before a minus; at the left of a statement it allocates.
@i function f(y!::Int, x::Int)
    if x<-3
        y! += zz
    end
    y! += (x<-3+x ? 1 : ww)
    x<-3
end
