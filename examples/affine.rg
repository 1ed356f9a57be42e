# In-place affine transformation (NiLang, listing 13).
@i function i_affine!(y!::AbstractVector{Fixed}, W::AbstractMatrix{Fixed}, b::AbstractVector{Fixed}, x::AbstractVector{Fixed})
    @safe @assert size(W) == (length(y!), length(x)) && length(b) == length(y!)
    @invcheckoff for j=1:size(W, 2)
        for i=1:size(W, 1)
            @inbounds y![i] += W[i,j]*x[j]
        end
    end
    @invcheckoff for i=1:size(W, 1)
        @inbounds y![i] += b[i]
    end
end
