# if with else, elseif and nesting; conditions repeated or stated.
@i function f(y!::Fixed, s!::Int, x::Fixed, n::Int)
    if (x > 1, ~)
        y! += x * 2
    elseif (x > 0 && n == 3, ~)
        y! += exp(x)
        s! += 1
    elseif (x > 0 || n > 100, ~)
        y! -= x
    else
        if (n % 2 == 0, ~)
            y! += 1
        else
            y! += n
        end
        s! ⊻= 5
    end
    if (!(n < 2), ~)
        s! += n
    end
end

#! run --set x=1.5 --set n=1 --grad y!
#! value y! 3
#! gradient x 2
#! value s! 0
#! restored true
#! run --set x=0.5 --set n=3 --grad y!
#! value y! 1.64872127070013
#! gradient x 1.64872127070013
#! value s! 4
#! run --set x=0.5 --set n=2 --grad y!
#! value y! -0.5
#! gradient x -1
#! run --set x=-0.5 --set n=2
#! value y! 1
#! value s! 7
#! run --set x=-0.5 --set n=1
#! value y! 1
#! value s! 5
