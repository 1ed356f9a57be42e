using NiLang, NiLang.AD

@i @inline function imul(out!, x, anc!)
  anc! += out! * x
  out! -= anc! / x
  SWAP(out!, anc!)
end

@i function ifactorial(out!, n)
  anc ← zero(out!)
  out! += identity(1)
  for i=1:n
    imul(out!, i, anc)
  end
  anc → zero(out!)
end

@i function ibesselj(out!::Float64, v::Int, z::Float64; atol=1e-8)
  @routine begin
    k ← 0
    fact_nu ← zero(z)
    halfz ← zero(z)
    halfz_power_nu ← zero(z)
    halfz_power_2 ← zero(z)
    out_anc ← zero(z)
    anc1 ← zero(z)
    anc2 ← zero(z)
    anc3 ← zero(z)
    anc4 ← zero(z)
    anc5 ← zero(z)
    halfz += z / 2
    halfz_power_nu += halfz ^ v
    halfz_power_2 += halfz ^ 2
    ifactorial(fact_nu, v)

    anc1 += halfz_power_nu / fact_nu
    out_anc += identity(anc1)
    while (abs(unwrap(anc1)) > atol && abs(
      unwrap(anc4)) < atol, k!=0)
      k += identity(1)
      @routine begin
        anc5 += identity(k)
        anc5 += identity(v)
        anc2 -= k * anc5
        anc3 += halfz_power_2 / anc2
      end
      imul(anc1, anc3, anc4)
      out_anc += identity(anc1)
      ~@routine
    end
  end
  out! += out_anc
  ~@routine
end
