# Fibonacci numbers, recursively and reversibly (NiLang, listing 11).
@i function rrfib(out!::Int, n::Int)
    @invcheckoff if (n >= 1, ~)
        counter ← 0
        counter += n
        while (counter > 1, counter != n)
            rrfib(out!, counter-1)
            counter -= 2
        end
        counter -= n % 2
        counter → 0
    end
    out! += 1
end

#! run --set n=0
#! value out! 1
#! value n 0
#! run --set n=1
#! value out! 1
#! value n 1
#! run --set n=2
#! value out! 2
#! value n 2
#! run --set n=5
#! value out! 8
#! value n 5
#! run --set n=10
#! value out! 89
#! value n 10
#! run --set n=10 --set out!=89 --backward
#! value out! 0
