# Quotients of complex numbers within quotients: their parts get ancillas, where they are needed only.
@i function fraction!(y!::Complex{Fixed}, z::Complex{Fixed})
    y! += 1 / (1 + 1 / (1 + 1 / z))
end

@i function powers!(y!::Complex{Fixed}, z::Complex{Fixed}, w::Complex{Fixed})
    y! += (z + w)^-4 + tan(z * w) / tan(z + w)
end

"Where w is 0 its quotient is not computed."
@i function chosen!(y!::Complex{Fixed}, n!::Int, z::Complex{Fixed}, w::Complex{Fixed})
    y! += w == 0 ? z : z / (w / (1 + 1 / w))
    if (w != 0 && abs(1 / (1 + z / w)) < 1, ~)
        n! += 1
    end
end

#! run fraction! --set y!=0 --set z=1+2im --grad y!.re
#! value y! {"re":0.56,"im":-0.08}
#! restored true
#! check fraction! --set y!=0 --set z=1+2im
#! check powers! --set y!=0.5+1im --set z=1+0.5im --set w=0.5-0.25im
#! run chosen! --set y!=1im --set n!=0 --set z=1+2im --set w=0
#! value y! {"re":1,"im":3}
#! value n! 0
#! run chosen! --set y!=0 --set n!=0 --set z=2im --set w=1im
#! value y! {"re":2,"im":-2}
#! value n! 1
#! check chosen! --set y!=0 --set n!=0 --set z=1+2im --set w=0.5-1im
