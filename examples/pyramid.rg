# Griewank and Walther's pyramid (Evaluating Derivatives, section 3.5; an example of NiLang): a triangle of cos(right) sin(left).
@i function pyramid!(y!::T, v!::AbstractMatrix{T}, x::AbstractVector{T}) where T
    @safe @assert size(v!,2) == size(v!,1) == length(x)
    @invcheckoff @inbounds for j=1:length(x)
        v![1,j] += x[j]
    end
    @invcheckoff @inbounds for i=1:size(v!,1)-1
        for j=1:size(v!,2)-i
            @routine begin
                @zeros T c s
                c += cos(v![i,j+1])
                s += sin(v![i,j])
            end
            v![i+1,j] += c * s
            ~@routine
        end
    end
    y! += v![end,1]
end

#! run --set y!=0.0 --set v!=[[0.0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]] --set x=[0.1,0.2,0.3,0.4,0.5] --grad y!
#! tolerance 1e-11
#! value y! 0.09263379725716961
#! gradient x [0.91475918266803176,-0.06400309233341502,0.00489194423722703,-0.00032148856421382,0.00001247282863056]
#! restored true
#! check --set y!=0.0 --set v!=[[0.0,0,0],[0,0,0],[0,0,0]] --set x=[0.9,-0.2,1.3]
#! run --set y!=0.0 --set v!=[[0.0,0],[0,0]] --set x=[0.1,0.2,0.3]
#! status 1
#! trap R0815
