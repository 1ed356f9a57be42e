# Losses of small models, as a person would write them down.

@fn mean(v::Vector{Fixed}) = sum(v) / length(v)
@fn variance(v::Vector{Fixed}) = let m = mean(v) in mean(map(x -> (x - m)^2, v))

#! run variance --set v=[1,2,4,9] --grad out!
#! value out! 9.5
#! gradient v [-1.5,-1,0,2.5]
#! restored true

# Least squares: a line through points, which are an array of pairs.
@fn line_loss(slope, offset, points::Vector{Tuple{Fixed,Fixed}}) =
    mean(map(p -> let (x, y) = p in (slope * x + offset - y)^2, points))

#! run line_loss --set slope=2 --set offset=0.5 --set points_1=[0,1,2] --set points_2=[1,2,6] --grad out!
#! value out! 0.91666666666666663
#! gradient slope -1.6666666666666667
#! gradient offset -1
#! gradient points_1 [-0.66666666666666663,0.66666666666666663,-2]
#! restored true

# Logistic regression; softplus takes the way that does not overflow.
@fn softplus(z) = z > 0 ? z + log1p(exp(-z)) : log1p(exp(z))
@fn logistic_loss(w::Vector{Fixed}, X::Matrix{Fixed}, y::Vector{Fixed}) =
    sum(map2((row, label) -> let z = dot(w, row) in softplus(z) - label * z, X, y))

#! run logistic_loss --set w=[0.5,-1] --set X=[[1,0.5],[2,3],[-1,0.25]] --set y=[1,0,1] --grad out!
#! value out! 1.9569461977178175
#! gradient w [0.41758454321962807,-0.06218590872749563]
#! gradient y [0,2,0.75]
#! restored true
