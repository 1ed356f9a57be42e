@i function main(日本!::Int, y!::Fixed)
	日本! += 2 * 日本!	
    y! = 3
    return
    y! += foo(
    y! += 2
    if y! > 0
       y! += 1
    for i in [1,2,3]
       y! += 1
    end
    end
end
@i function f2(y)
   y += 1
   while y > 0
     y -= 1
   end
@i function f3(y!::Int)
  y! ++= 1
end
