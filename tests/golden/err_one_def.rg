def f(y, x):
    y += x
