# Functions whose derivatives the program gives: in statements, conditions and functions, both ways,
# of one and of several values, in each other's derivatives, and to the second order.
sine(x) = sin(x)
NiLang.AD.primitive_grad(::typeof(sine), x::T) where T<:Real = cosine(x)
cosine(x) = cos(x)
primitive_grad(::typeof(cosine), x::Real) = -sine(x)

# a power that knows its own value: f' = k f
growth(x) = exp(0.5x)
@fn primitive_grad(::typeof(growth), x) = growth(x) / 2

# straight through a staircase
stairs(x) = floor(4x) / 4
primitive_grad(::typeof(stairs), x) = 1.0

slanted(x, y) = x^2 * y + sin(y)
primitive_grad(::typeof(slanted), x, y) = (2x * y, let c = cosine(y) in x^2 + c)

both(x) = stairs(sine(x)) + growth(x)

@i function waves!(y!::Fixed, x::Fixed, k::Fixed)
    y! += sine(k * x) * x
    y! -= cosine(x) / 2
end

@i function steps!(y!::Fixed, x::Fixed)
    if (stairs(x) > 0.5, ~)
        y! += 3 * stairs(x)
    end
    y! += both(x)
end

@i function plane!(y!::Fixed, x::Fixed, w::Fixed)
    y! += slanted(x, w) * slanted(w, 0.5)
end

@i function applied!(y!, f, v)
    for i = 1:length(v)
        y! += f(v[i])
    end
end

@i function layer!(y!::Fixed, z!::Vector{Fixed}, v::Vector{Fixed})
    applied!(y!, growth, v)
    z! .+= sine.(v)
    (~applied!)(y!, sine, v)
end

@fn total(v::Vector{Fixed}) = sum(map(growth, v)) * sine(sum(v))

# Only the bits: nothing goes back to x.
@i function bits!(y!::Fixed, x::Fixed)
    @routine begin
        b ← 0.0
        b ⊻= stop_gradient(x^2)
    end
    y! += b * x
    ~@routine
end

#! run waves! --set x=0.5 --set k=2 --grad y!
#! value y! -0.018055788541238127
#! gradient x 1.6214860599781378
#! gradient k 0.13507557646703494
#! restored true
#! run waves! --set x=0.5 --set k=2 --backward
#! value y! 0.018055788541238127
#! run waves! --set x=0.5 --set k=2 --hessian y!
#! hessian y!,x,k [[0,0,0],[0,0.9170585348019524,0.11956681346419151],[0,0.11956681346419151,-0.10518387310098706]]
#! check waves! --set x=0.5 --set k=2
#! run steps! --set x=0.8 --grad y!
#! value y! 4.24182469764127
#! gradient y! 1
#! gradient x 4.4426190581678
#! restored true
#! run steps! --set x=0.3 --tangent x=1
#! value y! 1.411834242728283
#! tangent y! 1.5362536104897475
#! run plane! --set x=0.75 --set w=1.5 --grad y! -O0
#! value y! 2.954140479334499
#! gradient x 3.609957461859457
#! gradient w 3.7778494182560043
#! run plane! --set x=0.75 --set w=1.5 --hessian y!
#! hessian y!,x,w [[0,0,0],[0,4.813276615812609,5.781638307906304],[0,5.781638307906304,2.140550160469961]]
#! check plane! --set x=0.75 --set w=1.5
#! run layer! --set y!=0 --set z!=[0,0] --set v=[0.25,-0.5] --grad y!
#! value y! 2.1439708154879114
#! value z! [0.24740395925452294,-0.479425538604203]
#! gradient v [-0.4023381951772316,-0.4881821703546703]
#! restored true
#! run total --set v=[0.25,0.5] --grad out!
#! value out! 1.6476393993403078
#! gradient v [2.1548181678674916,2.2062399610668146]
#! restored true
#! check total --set v=[0.25,0.5]
#! run bits! --set x=3 --grad y!
#! value y! 27
#! gradient x 9
#! restored true
#! run bits! --set x=3 --tangent x=1
#! tangent y! 9
