#! run g! --set v!=[1,2]
@i function g!(v!::Vector{Fixed})
    COPYPUSH!(v!, 1.0)
end
