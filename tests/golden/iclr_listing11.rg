@i function rrfib(out!, n)
  @invcheckoff if (n >= 1, ~)
    counter ← 0
    counter += n
    while (counter > 1, counter!=n)
      rrfib(out!, counter-1)
      counter -= 2
    end
    counter -= n % 2
    counter → 0
  end
  out! += 1
end

@i function main(out!::Int, n::Int)
    rrfib(out!, n)
end
