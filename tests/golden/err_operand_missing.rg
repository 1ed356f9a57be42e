@i function f(y!, x)
  y! += x *
end
