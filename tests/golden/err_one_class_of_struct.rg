abstract type Shape end
struct Box <: Shap
    w::Fixed
end
@i function f(y!::Fixed, b::Box)
    y! += b.w
end
