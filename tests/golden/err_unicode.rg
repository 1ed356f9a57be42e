@i function main(日本!::Int, α::Int)
	日本! += 日本! * 日本! + α # a tab before
end
