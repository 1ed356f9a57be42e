@i function f(y!::Int) {
    y! += 1;
}
