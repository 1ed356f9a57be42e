# Updates of elements beside variables that hold one: a variable keeps what it has been given, and an element that is
# exchanged with one stands in it. So these are not operands in memory.

@i function kept_value(s!::Vector{Fixed}, x!::Vector{Fixed}, y::Vector{Fixed}, n::Int)
    for k = 1:n
        t ← x![k]
        x![k] += y[k]
        s![k] += t * y[k]
        x![k] -= y[k]
        t → x![k]
    end
end

@i function kept_factor(s!::Vector{Fixed}, x!::Vector{Fixed}, y::Vector{Fixed}, z::Vector{Fixed}, n::Int)
    for k = 1:n
        t ← x![k]
        x![k] += y[k] * z[k]
        s![k] += t * x![k]
        x![k] -= y[k] * z[k]
        t → x![k]
    end
end

@i function changed_and_back(s!::Vector{Fixed}, x!::Vector{Fixed}, y::Vector{Fixed}, z::Vector{Fixed}, n::Int)
    for k = 1:n
        t ← x![k]
        x![k] += t * z[k]
        s![k] += x![k] * y[k]
        x![k] -= t * z[k]
        t → x![k]
    end
end

@i function swapped_and_read(s!::Vector{Fixed}, x!::Vector{Fixed}, y::Vector{Fixed}, n::Int)
    for k = 1:n
        t ← 0.0
        SWAP(t, x![k])
        s![k] += x![k] + y[k]
        t += y[k] * y[k]
        SWAP(t, x![k])
        t → 0.0
    end
end

@i function swapped_and_used(s!::Vector{Fixed}, x!::Vector{Fixed}, y::Vector{Fixed}, n::Int)
    for k = 1:n
        t ← 0.0
        SWAP(t, x![k])
        s![k] += x![k] * y[k] + 1.0
        t += y[k] * s![k]
        SWAP(t, x![k])
        t → 0.0
    end
end

@i function swapped_and_changed(s!::Vector{Fixed}, x!::Vector{Fixed}, y::Vector{Fixed}, n::Int)
    for k = 1:n
        t ← 0.0
        SWAP(t, x![k])
        x![k] += y[k]
        t += y[k] * y[k]
        SWAP(t, x![k])
        t -= y[k]
        t → 0.0
    end
end

@i function swapped_integers(s!::Vector{Int}, x!::Vector{Int}, y::Vector{Int}, n::Int)
    for k = 1:n
        t ← 0
        SWAP(t, x![k])
        s![k] += x![k] == 0
        t += y[k] * s![k]
        SWAP(t, x![k])
        t → 0
    end
end

@i function same_element(s!::Fixed, x!::Vector{Fixed}, y::Vector{Fixed}, j::Int, n::Int)
    for k = 1:n
        t ← x![k]
        x![j] += y[k]
        s! += t * y[k]
        t → x![k]
    end
end

# Parts of a value that read other parts.

@i function index_in_part(o!::Vector{Fixed}, y!::Vector{Fixed}, p::Vector{Int}, c::Fixed, m::Int, i::Int)
    for r = 1:length(o!)
        o![r] -= i * c * y![p[m]] * c
    end
end

@i function index_by_column(o!::Matrix{Fixed}, y::Vector{Fixed}, p::Vector{Int}, c::Fixed, d::Fixed)
    for t = 1:size(o!, 2)
        for r = 1:size(o!, 1)
            o![r, t] += (c * y[p[t]]) * d
        end
    end
end

#! run kept_value --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3 --grad s![3]
#! value s! [1,4,12]
#! value x! [1,2,3]
#! gradient x! [0,0,4]
#! gradient y [0,0,3]
#! restored true
#! run kept_factor --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3 --set z=[1,1,1] --grad s![3]
#! value s! [2,8,21]
#! gradient x! [0,0,10]
#! gradient y [0,0,3]
#! gradient z [0,0,12]
#! restored true
#! run changed_and_back --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3 --set z=[1,1,1] --grad s![3]
#! value s! [2,8,24]
#! gradient x! [0,0,8]
#! gradient y [0,0,6]
#! restored true
#! run swapped_and_read --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3
#! value s! [1,2,4]
#! value x! [2,6,19]
#! run swapped_and_used --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3
#! value s! [1,1,1]
#! value x! [2,4,7]
#! run swapped_and_changed --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3
#! value s! [0,0,0]
#! value x! [2,6,19]
#! run swapped_integers --set s!=[0,0,0] --set x!=[1,2,3] --set y=[1,2,4] --set n=3
#! value s! [1,1,1]
#! value x! [2,4,7]
#! run same_element --set s!=0 --set x!=[1,2,3] --set y=[1,2,4] --set n=3 --set j=2
#! status 1
#! trap R0814
#! run index_in_part --set o!=[0,0,0,0,0,0] --set y!=[0.5,1,1,1] --set p=[1,2,3] --set c=0.5 --set m=2 --set i=2 --grad o![1]
#! value o! [-0.5,-0.5,-0.5,-0.5,-0.5,-0.5]
#! gradient y! [0,-0.5,0,0]
#! gradient c -2
#! restored true
#! run index_by_column --set o!=[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]] --set y=[0.5,1,2] --set p=[3,1,2] --set c=2 --set d=0.5 --grad o![2,1]
#! value o! [[2,0.5,1],[2,0.5,1],[2,0.5,1],[2,0.5,1],[2,0.5,1],[2,0.5,1],[2,0.5,1]]
#! gradient y [0,0,1]
#! gradient c 1
#! gradient d 4
#! restored true
