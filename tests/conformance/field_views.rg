# Views that name a field: as values, in conditions and loops, beside the other parts of their variable, and through other views.
struct State{T}
    pos::Tuple{T,T}
    mom::Complex{T}
    steps::Int
end

@fieldview momentum(s::State) = s.mom
@fieldview px(s::State) = s.mom.re
@fieldview py(s::State) = s.mom.im
@fieldview count(s::State) = s.steps

@i function step!(s!::State, h)
    s!.pos.:1 += h * px(s!)
    s!.pos.:2 += h * (s! |> py)
    px(s!) -= h * s!.pos.:1
    py(s!) -= h * sin(s!.pos.:2)
end

@i function evolve(e!::Fixed, s!::State{Fixed}, h::Fixed)
    @routine for k = 1:count(s!)
        step!(s!, h)
    end
    if (px(s!) < 0, ~)
        e! += abs2(s! |> momentum) / 2 + s!.pos.:1 ^ 2 / 2
    end
    real(momentum(s!)) += 1
    e! += sqrt(abs(px(s!)))
    real(momentum(s!)) -= 1
    ~@routine
end

#! run evolve --set 's!={"pos":[1,0.5],"mom":"0.25-0.5im","steps":5}' --set h=0.125 --grad e!
#! value e! 1.57963597633465
#! gradient h -2.3727185428044
#! restored true
#! check evolve --set 's!={"pos":[1,0.5],"mom":"0.25-0.5im","steps":5}' --set h=0.125
