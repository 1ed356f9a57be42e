# Streams next to each other choose registers by what the ones before left; the frame saves all of them, in whatever pass they were chosen.
@fn f(x, y, v::Vector{Fixed}, w::Vector{Fixed}, A::Matrix{Fixed}) =
  foldl((n14, n15) -> (n14 + atan(atan(n14) / (1.5 + sin(((x < n14) ? n14 : n14))))), cos(foldl((n6, n7) -> (n6 + sum(w)), y, map(n5 -> y, w))), (((y - y) < y) ? foldl((n8, n9) -> n9, w, A) : map(n10 -> n10, w)))

#! run f --set x=0.25 --set y=0.75 --set v=[0.5,0.25,0.125] --set w=[0.5,0.25,0.125] --set A=[[0.125,0.25,0.375],[0.5,0.625,0.75],[0.875,1,1.125]] --grad out!
#! value out! -3.6998003710627
#! gradient y 0.240276714254
#! restored true
