"""The package retrograd as a user calls it. Run by tests/cli/python.sh."""

import gc
import importlib.util
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
import types
import unittest

import numpy as np

import retrograd as rg

TOP = pathlib.Path(__file__).resolve().parents[2]
TEXT = """
@i function norm(out!::Fixed, x::Vector{Fixed})
    @routine begin
        s ← 0.0
        for i = 1:length(x)
            s += x[i]^2
        end
    end
    out! += sqrt(s)
    ~@routine
end
@i function form(y!::Fixed, A::Matrix{Fixed}, u::Vector{Fixed}, v::Vector{Fixed})
    for j = 1:size(A, 2)
        for i = 1:size(A, 1)
            @routine begin
                t ← 0.0
                t += u[i] * A[i, j]
            end
            y! += t * sin(v[j])
            ~@routine
        end
    end
end
@i function count(n!::Int, b!::Bool, x::Fixed, k::Int)
    n! += k
    b! ⊻= true
    @safe println("k is ", k)
end
@i function turn(z!::Complex{Fixed}, w::Complex{Fixed})
    z! += w
end
@i function long(y!::Fixed, n::Int)
    for i = 1:n
        y! += 0.5
        y! -= 0.5
    end
end
"""


def example(name):
    spec = importlib.util.spec_from_file_location(name, TOP / "python/examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = rg.loads(TEXT, name="text.rg")

    def test_call_and_inverse(self):
        out = self.program.norm(x=[2, 3, 6])
        self.assertEqual(out["out!"], 7.0)
        self.assertEqual(out.out_, 7.0)
        back = self.program["norm"].inverse(**{"out!": out["out!"]}, x=out["x"])
        self.assertEqual(back["out!"], 0.0)
        self.assertEqual(self.program.norm(1, [2, 3, 6])["out!"], 8.0)

    def test_engines_asked(self):
        text = "@i function f(y!{0}, x{0})\n    y! += x * x\nend\n"
        for kind, engine in (("::Float64", "float"), ("::Fixed", "fast"), ("::Int", "fast")):
            with self.subTest(kind):
                self.assertEqual(rg.loads(text.format(kind)).machine["engine"], engine)
                self.assertEqual(rg.loads(text.format(kind), engine="fast").machine["engine"], "fast")
        self.assertEqual(rg.loads(text.format("::Float64")).f(x=195000.5)["y!"], 195000.5**2)
        opened = rg.loads(text.format(""))
        self.assertEqual(opened.f.settle(0.5, 1.5).program.machine["engine"], "float")
        self.assertEqual(opened.f.settle(1, 2).program.machine["engine"], "fast")

    def test_arguments_stay(self):
        x = np.array([2.0, 3.0, 6.0])
        self.program.norm.gradient("out!", x=x)
        np.testing.assert_array_equal(x, [2, 3, 6])

    def test_whole_numbers(self):
        out = self.program.count(k=-(2**62), n_=1)
        self.assertEqual(out["n!"], 1 - 2**62)
        self.assertIs(out["b!"], True)
        self.assertEqual(out.output, "k is -4611686018427387904\n")
        for wrong in (1.5, float("nan")):
            with self.assertRaises(rg.UsageError):
                self.program.count(k=wrong)
        for large in (2**63, 2**70, np.uint64(2**63), 2.0**63, np.longdouble(2)**63, -1e300):
            with self.subTest(large), self.assertRaises(rg.UsageError):
                self.program.count(k=large)
        self.assertEqual(self.program.count(k=np.uint64(2**62), n_=-1)["n!"], 2**62 - 1)
        self.assertEqual(self.program.count(k=-2.0**63)["n!"], -2**63)

    def test_complex(self):
        self.assertEqual(self.program.turn(w=1 - 2j)["z!"], 1 - 2j)

    def test_layouts(self):
        rng = np.random.default_rng(3)
        a, u, v = rng.uniform(-1, 1, (3, 4)), rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 4)
        wanted = u @ a @ np.sin(v)
        wide = np.zeros((6, 8))
        wide[::2, ::2] = a
        for same in (a, np.asfortranarray(a), wide[::2, ::2], a.tolist(), a.astype(np.longdouble)):
            self.assertAlmostEqual(self.program.form(A=same, u=u, v=v)["y!"], wanted, delta=1e-11)

    def test_what_is_no_number(self):
        """A complex number loses no part, text is not read, and None is not NaN."""
        for value in (np.array([1 + 2j, 3]), ["1", "2"], [None, 1.0], None, [[1.0], [1.0, 2.0]]):
            with self.assertRaises(rg.UsageError) as caught:
                self.program.norm(x=value)
            self.assertEqual(caught.exception.code, "R0908")

    def test_threads_wait(self):
        results = []

        def work():
            for _ in range(10):
                results.append(self.program.norm(x=[2, 3, 6])["out!"])

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 40)
        self.assertEqual(len(set(results)), 1)

    def test_derivatives(self):
        """Against closed forms in double precision."""
        rng = np.random.default_rng(4)
        a, u, v = rng.uniform(-1, 1, (3, 2)), rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 2)
        form = self.program.form
        value, grad = form.value_and_grad("y!", A=a, u=u, v=v)
        self.assertAlmostEqual(value, u @ a @ np.sin(v), delta=1e-11)
        np.testing.assert_allclose(grad["A"], np.outer(u, np.sin(v)), atol=1e-10)
        np.testing.assert_allclose(grad["u"], a @ np.sin(v), atol=1e-10)
        np.testing.assert_allclose(grad["v"], (u @ a) * np.cos(v), atol=1e-10)
        tangent = form.jvp({"v": [1, 0]}, A=a, u=u, v=v).tangent["y!"]
        self.assertAlmostEqual(tangent, (u @ a)[0] * np.cos(v[0]), delta=1e-10)
        product = form.hvp("y!", {"v": [1, 0]}, A=a, u=u, v=v)
        np.testing.assert_allclose(product["v"], [-(u @ a)[0] * np.sin(v[0]), 0], atol=1e-9)
        np.testing.assert_allclose(product["u"], a[:, 0] * np.cos(v[0]), atol=1e-9)

    def test_matrices(self):
        x = np.array([2.0, 3.0, 6.0])
        jacobian = self.program.norm.jacobian(x=x)
        self.assertEqual(jacobian.rows, ["out!", "x[1]", "x[2]", "x[3]"])
        np.testing.assert_allclose(jacobian[0], [1, *(x / 7)], atol=1e-10)
        hessian = self.program.norm.hessian("out!", x=x)
        np.testing.assert_allclose(hessian[1:, 1:], np.eye(3) / 7 - np.outer(x, x) / 343, atol=1e-10)

    def test_report(self):
        out = self.program.norm.gradient("out!", x=[2, 3, 6])
        report = out.report()
        self.assertIs(report["restored"], True)
        self.assertGreater(report["counters"]["cycles"], 0)
        energy = out.energy("7nm")
        self.assertAlmostEqual(sum(energy["parts"]["conventional"].values()) / energy["conventional_J"], 1)
        self.assertIn("7nm", rg.technologies())
        html = out._repr_html_()
        for part in ("out!", "gradient", "restored: yes", "Landauer", "ledger"):
            self.assertIn(part, html)


class Structs(unittest.TestCase):
    def test_ways_to_give_one(self):
        program = rg.loads("struct Spring\n    k::Fixed\n    rest::Fixed\nend\n"
                           "@i function f(e!::Fixed, s::Spring, x::Fixed)\n    e! += s.k * (x - s.rest)\nend\n")
        for spring in ({"k": 2.0, "rest": 0.5}, (2.0, 0.5), types.SimpleNamespace(k=2.0, rest=0.5)):
            value, grad = program.f.value_and_grad("e!", s=spring, x=3.0)
            self.assertEqual((value, grad["s.k"], grad["s.rest"]), (5.0, 2.5, -2.0))
        for wrong in ((2.0,), 2.0, {"k": 1.0, "rset": 2.0}, None):
            with self.assertRaises(rg.UsageError):
                program.f(s=wrong, x=3.0)


class OpenTypes(unittest.TestCase):
    TEXT = """
@i function axpy(y!, a, x)
    for i = 1:length(x)
        y![i] += a * x[i]
    end
end
@i function wave(y!, x)
    y! += sin(x[1]) * x[2]
end
"""

    def setUp(self):
        self.program = rg.loads(self.TEXT, name="open.rg")

    def test_types_are_those_of_the_call(self):
        self.assertEqual(list(self.program), ["axpy", "wave"])
        axpy = self.program.axpy
        out = axpy([1, 2], 3, [10, 20])
        np.testing.assert_array_equal(out["y!"], [31, 62])
        self.assertEqual(out["y!"].dtype, np.int64)
        np.testing.assert_array_equal(axpy(y_=[1.0, 2.0], a=0.5, x=[10.0, 20.0])["y!"], [6, 12])
        np.testing.assert_array_equal(axpy.inverse([6.0, 12.0], 0.5, [10.0, 20.0])["y!"], [1, 2])
        self.assertIs(axpy.settle([1, 2], 3, [10, 20]), axpy.settle([3, 4], 5, [6, 7]))
        self.assertIsNot(axpy.settle([1, 2], 3, [10, 20]), axpy.settle([1.0, 2], 3, [10, 20]))

    def test_gradients(self):
        """Against central differences of double precision."""
        x, step = np.array([0.7, -1.2]), 1e-5
        value, grad = self.program.wave.value_and_grad("y!", 0.0, x)
        self.assertAlmostEqual(value, np.sin(x[0]) * x[1], delta=1e-11)
        for i in range(2):
            d = np.zeros(2)
            d[i] = step
            f = lambda v: np.sin(v[0]) * v[1]
            self.assertAlmostEqual(grad["x"][i], (f(x + d) - f(x - d)) / (2 * step), delta=1e-9)
        self.assertAlmostEqual(self.program.wave.jvp({"x": [0, 1]}, 0.0, x).tangent["y!"], np.sin(x[0]), delta=1e-10)

    def test_errors(self):
        with self.assertRaises(rg.CompileError) as caught:
            self.program.wave(x=[1, 2], y_=0)
        self.assertIn("'x' has no type", str(caught.exception))
        with self.assertRaises(TypeError):
            self.program.wave(1.0, [1.0], 2)
        for wrong in ("abc", None, [[1.0], [2.0, 3.0]], object()):
            with self.assertRaises(rg.UsageError):
                self.program.wave(1.0, wrong)
        with self.assertRaises(AttributeError):
            self.program.nothing
        with self.assertRaises(rg.CompileError):    # open, and wrong elsewhere too
            rg.loads(self.TEXT + "@i function f(y!::Fixed)\n    y! += z\nend\n")

    def test_beside_routines_with_types(self):
        program = rg.loads(self.TEXT + "@i function f(y!::Fixed)\n    y! += 1.0\nend\n")
        self.assertEqual(program.f()["y!"], 1.0)
        self.assertEqual(program.wave(1.0, [0.0, 2.0])["y!"], 1.0)


class Dimensions(unittest.TestCase):
    TEXT = """
@i function waves(y!::Fixed, T::Array{Fixed,3}, w::Vector{Fixed})
    for k = 1:size(T, 3)
        for j = 1:size(T, 2)
            for i = 1:size(T, 1)
                @routine begin
                    a ← 0.0
                    a += T[i, j, k] * w[k]
                end
                y! += sin(a)
                ~@routine
            end
        end
    end
end
@i function put(T!::Array{Fixed,4}, n!::Array{Int,3}, x::Fixed)
    T![2, 1, 3, 1] += x * x
    n![1, 2, 2] += 5
end
"""

    def setUp(self):
        self.program = rg.loads(self.TEXT)
        rng = np.random.default_rng(7)
        self.t, self.w = rng.uniform(-1, 1, (2, 3, 4)), rng.uniform(-1, 1, 4)

    def test_gradients(self):
        t, w = self.t, self.w
        for same in (t, np.asfortranarray(t), t.tolist()):
            value, grad = self.program.waves.value_and_grad("y!", T=same, w=w)
            self.assertAlmostEqual(value, np.sin(t * w).sum(), delta=1e-11)
            np.testing.assert_allclose(grad["T"], np.cos(t * w) * w, atol=1e-10)
            np.testing.assert_allclose(grad["w"], (np.cos(t * w) * t).sum((0, 1)), atol=1e-10)
        d = np.zeros_like(t)
        d[1, 2, 3] = 1
        tangent = self.program.waves.jvp({"T": d}, T=t, w=w).tangent["y!"]
        self.assertAlmostEqual(tangent, np.cos(t * w)[1, 2, 3] * w[3], delta=1e-10)

    def test_elements(self):
        a, n = np.zeros((2, 2, 3, 2)), np.zeros((1, 2, 2), dtype=int)
        out = self.program.put(a, n, 3.0)
        self.assertEqual(np.argwhere(out["T!"]).tolist(), [[1, 0, 2, 0]])
        self.assertEqual(np.argwhere(out["n!"]).tolist(), [[0, 1, 1]])
        value, grad = self.program.put.value_and_grad("T![2,1,3,1]", a, n, 3.0)
        self.assertEqual((value, grad["x"]), (9.0, 6.0))
        self.assertEqual(self.program.put.grad("T![1,1,3,1]", a, n, 3.0)["x"], 0.0)
        for wrong in ("T![3,1,1,1]", "T![1,1]", "T!", "T![0,1,1,1]"):
            with self.assertRaises(rg.UsageError):
                self.program.put.gradient(wrong, a, n, 3.0)
        with self.assertRaises(rg.UsageError):
            self.program.put(np.zeros((2, 2)), n, 3.0)

    def test_sessions(self):
        session = self.program.waves.debug(T=self.t, w=self.w)
        np.testing.assert_allclose(session["T"], self.t, atol=1e-12)


class Copies(unittest.TestCase):
    def setUp(self):
        self.program = rg.loads(TEXT)
        self.arrays = {"A": np.eye(3), "u": np.array([1.0, 2, 3]), "v": np.array([0.5, 1, 2])}

    def test_dispatcher(self):
        counters = self.program.form.gradient("y!", **self.arrays).counters
        part = counters["dispatcher"]
        for direction in "forward", "backward":
            for name, count in part[direction].items():
                self.assertLessEqual(count, counters[direction][name])
        self.assertEqual(sum(part["forward"].values()) + sum(part["backward"].values()), part["instructions"])
        self.assertGreater(part["memory_reads"], 0)
        self.assertLess(part["cycles"], counters["cycles"])

    def test_want(self):
        form = self.program.form
        some, everything = (form.gradient("y!", want=w, **self.arrays) for w in (["u"], None))
        self.assertEqual(list(some.gradient), ["u"])
        self.assertLess(some.counters["bits_copied_out"], everything.counters["bits_copied_out"])
        np.testing.assert_array_equal(some.gradient["u"], everything.gradient["u"])
        self.assertNotIn("y!", form(want=[], **self.arrays).values)
        self.assertEqual(list(self.program.count(k=2, want="n_").values)[:1], ["n!"])
        self.assertNotIn("b!", self.program.count(k=2, want="n_").values)
        with self.assertRaises(rg.UsageError):
            form(want="q", **self.arrays)

    def test_tile(self):
        program = rg.loads("@i function fit(s!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})\n"
                           "    for i = 1:length(x)\n        s! += w[1] * x[i]^2\n    end\nend\n"
                           "@i function last(y!::Fixed, x::Vector{Fixed})\n    y! += x[length(x)]\nend\n")
        x, w = np.linspace(-1, 1, 7), [0.3]
        whole, tiles = (program.fit.gradient("s!", x=x, w=w, hold=True, tile=t) for t in (None, ("x", 3)))
        self.assertEqual(whole["s!"], tiles["s!"])
        for name in ("x", "w"):
            np.testing.assert_array_equal(whole.gradient[name], tiles.gradient[name])
        self.assertTrue(tiles.restored)
        self.assertEqual(program.fit(x=x, w=w, hold=True)["s!"], whole["s!"])
        self.assertEqual(program.fit.grad("s!", x=x, w=w, tile=("x", 1))["w"][0], whole.gradient["w"][0])
        for wrong in (("x", 0), ("x", -1), ("x", 1.5), ("x", True), ("x", 2**70)):
            with self.assertRaises(rg.UsageError):
                program.fit(x=x, w=w, tile=wrong)
        with self.assertRaisesRegex(rg.UsageError, "R0950"):
            program.last(x=x, tile=("x", 2))

    def test_hold(self):
        form = self.program.form
        first = form.gradient("y!", hold=True, **self.arrays)
        second = form.gradient("y!", hold=True, v=self.arrays["v"] / 2)
        self.assertLess(second.counters["words_copied_in"], first.counters["words_copied_in"] / 2)
        np.testing.assert_allclose(second.gradient["u"], np.sin(self.arrays["v"] / 2), atol=1e-10)
        self.assertEqual(form(**self.arrays)["y!"], first["y!"])    # another job comes between
        self.assertEqual(form(hold=True, v=self.arrays["v"])["y!"], first["y!"])
        with self.assertRaisesRegex(rg.UsageError, "R0932"):
            first.energy("7nm")
        u = form.jvp({"u": [1, 0, 0]}, hold=True).tangent["y!"]
        both = form.jvp({"v": [0, 0, 0]}, hold=True).tangent["y!"]
        self.assertNotEqual(u, 0.0)
        self.assertEqual(both, 0.0)


class Errors(unittest.TestCase):
    def test_compile(self):
        with self.assertRaises(rg.CompileError) as caught:
            rg.loads("@i function f(y!::Fixed)\n    y! += z\nend\n", name="mine.rg")
        error = caught.exception
        self.assertEqual((error.code, error.file, error.line, error.column), ("R0301", "mine.rg", 2, 11))
        self.assertIn("    y! += z\n              ^", str(error))

    def test_trap(self):
        program = rg.loads("@i function f(y!::Fixed, x::Fixed)\n    a ← 0.0\n    a += x\n    a → 0.0\nend\n")
        with self.assertRaises(rg.Trap) as caught:
            program.f(x=1)
        self.assertEqual(caught.exception.trap["cause"], "DIRTY")
        self.assertIn("    a → 0.0\n      |     ^", str(caught.exception))
        self.assertEqual(program.f(x=0)["y!"], 0.0)

    def test_numbers_are_called_what_they_are(self):
        text = "@i function f(y!::Float64, x::Float64)\n    y! += x\nend\n"
        wide, narrow = rg.loads(text), rg.loads(text, engine="fast")
        self.assertIn("Float of 256 bits", repr(wide))
        self.assertIn("y!::Float", repr(wide.f))
        self.assertEqual((wide.machine["float"], narrow.machine["float"]), (256, 0))
        self.assertIn("Q20.43", repr(narrow))
        self.assertIn("y!::Fixed", repr(narrow.f))

    def test_float(self):
        norm = rg.loads(TEXT, engine="float").norm
        value, gradient = norm.value_and_grad("out!", x=[3e15, 4e15])
        self.assertEqual(value, 5e15)
        np.testing.assert_allclose(gradient["x"], [0.6, 0.8], rtol=1e-15)
        self.assertEqual(norm.inverse(out_=5e15, x=[3e15, 4e15])["out!"], 0)
        for wrong in (float("nan"), float("inf")):
            with self.assertRaises(rg.UsageError) as caught:
                norm(x=[wrong])
            self.assertEqual(caught.exception.code, "R0910")
        with self.assertRaises(rg.Trap) as caught:
            norm(x=[1e39])
        self.assertEqual(caught.exception.code, "R0810")

    def test_wrong_use(self):
        norm = rg.loads(TEXT).norm
        for wrong, code in ((lambda: norm(x=[1e9]), "R0910"), (lambda: norm(q=1), "R0907"),
                            (lambda: norm(x=3), "R0909"), (lambda: norm(), "R0909"),
                            (lambda: norm(x=[float("nan")]), "R0910"),
                            (lambda: norm.gradient("q", x=[1]), "R0907"),
                            (lambda: norm.gradient("x[9]", x=[1]), "")):
            with self.assertRaises(rg.UsageError) as caught:
                wrong()
            self.assertTrue(caught.exception.code.startswith(code))
        with self.assertRaises(TypeError):
            norm(0, [1], 2)
        with self.assertRaises(TypeError):
            norm(0, [1], x=[2])
        with self.assertRaises(rg.MachineError):
            rg.loads(TEXT, engine="vast")
        with self.assertRaises(AttributeError):
            rg.loads(TEXT).nothing
        for no_text in (None, b"text", 3):
            with self.assertRaises(TypeError):
                rg.loads(no_text)
        with self.assertRaises(TypeError):
            norm.jvp([1.0], x=[1])
        with self.assertRaises(ValueError):
            norm.debug(x=[1]).step("sideways")

    def test_inverse_text(self):
        """Twice inverted a program is itself; a display has both, and a reason where there is none."""
        program = rg.loads("@i function f(y!::Fixed, x::Fixed)\n    y! += x < 1.0 ? x : 1.0\nend\n")
        inverse = rg.loads(program.inverse_text)
        self.assertEqual(inverse.f(y_=0.5, x=0.5)["y!"], 0.0)
        self.assertEqual(inverse.inverse_text, program.text)
        self.assertIn("y! += x &lt; 1.0", program._repr_html_())
        self.assertIn("y! -= x &lt; 1.0", program._repr_html_())
        erases = rg.loads("@i function f(x::Fixed)\n    t ← x * x\n    @erase t\nend\n")
        with self.assertRaises(rg.UsageError) as caught:
            erases.inverse_text
        self.assertEqual(caught.exception.code, "R0930")
        self.assertIn("R0930", erases._repr_html_())

    def test_limit(self):
        program = rg.loads(TEXT)
        program.limit_cycles(1000)
        with self.assertRaises(rg.MachineError) as caught:
            program.long(n=10**6)
        self.assertEqual(caught.exception.code, "R0922")

    def test_interrupt(self):
        program = rg.loads(TEXT)
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            program.long(n=10**9)
        self.assertEqual(program.long(n=3)["y!"], 0.0)

    def test_other_threads_run(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        rg.loads(TEXT).long(n=3 * 10**6)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 20)

    def test_memory(self):
        """Many machines and jobs, one after the other: what is freed is freed."""
        def size():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096
        norm = rg.loads(TEXT).norm
        for _ in range(20):
            norm.gradient("out!", x=[1, 2])
        gc.collect()
        before = size()
        for _ in range(300):
            norm.gradient("out!", x=[1, 2])
        for _ in range(5):
            rg.loads(TEXT)
        gc.collect()
        self.assertLess(size() - before, 8 << 20)


class Parts(unittest.TestCase):
    """Structs, tuples and complex numbers: their parts, in arguments and derivatives."""

    @classmethod
    def setUpClass(cls):
        cls.program = rg.loads("""
struct Point
    x::Fixed
    y::Fixed
    n::Int
end
@i function area(s!::Fixed, p::Point)
    s! += p.x * p.y
end
@i function square(z!::Complex{Fixed}, w::Complex{Fixed})
    z! += w * w
end
@i function first(s!::Fixed, v::Vector{Complex{Fixed}})
    s! += abs2(v[1])
end
""")

    def test_a_missing_field_is_refused(self):
        area = self.program.area
        with self.assertRaises(rg.UsageError) as caught:
            area(p={"x": 2, "n": 0})
        self.assertEqual(caught.exception.code, "R0914")
        self.assertIn("`y`", str(caught.exception))
        self.assertEqual(area(p={"x": 2, "y": 3, "n": 0})["s!"], 6)

    def test_values_of_parts(self):
        square = self.program.square
        value, gradient = square.value_and_grad("z!.re", w=1 + 2j)
        self.assertEqual((value, gradient["w"]), (-3, 2 - 4j))
        self.assertEqual(square.value_and_grad("z_.im", w=1 + 2j)[0], 4)
        self.assertEqual(self.program.first.value_and_grad("v[2].im", v=[1, 2 + 7j])[0], 7)
        with self.assertRaises(rg.UsageError) as caught:
            square.value_and_grad("z!", w=1j)
        self.assertEqual(caught.exception.code, "R0913")
        self.assertIn("z!.re", str(caught.exception))

    def test_directions_of_parts(self):
        square, area = self.program.square, self.program.area
        self.assertEqual(square.jvp({"w": 1j}, w=1 + 2j).tangent["z!"], -4 + 2j)
        self.assertEqual(square.hvp("z!.re", {"w": 1j}, w=1 + 2j)["w"], -2j)
        self.assertEqual(area.jvp({"p": {"x": 1, "y": 0, "n": 0}}, p=(2, 3, 1)).tangent["s!"], 3)
        with self.assertRaises(rg.UsageError):
            area.jvp({"p": {"x": 1}}, p=(2, 3, 1))
        with self.assertRaises(rg.UsageError):
            area.jvp({"s!": 1j}, p=(2, 3, 1))

    def test_engines_are_named(self):
        with self.assertRaises(rg.Error) as caught:
            rg.loads(TEXT, engine="flaot")
        self.assertIn("did you mean `float`", str(caught.exception))
        with self.assertRaises(rg.Error) as caught:
            rg.loads(TEXT, engine="quick")
        self.assertRegex(str(caught.exception), r"fast, .*float")


class Sessions(unittest.TestCase):
    WALK = """@i function walk(s!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)
        if x[i] > 0.0
            s! += sqrt(x[i])
        end
    end
end
"""

    def setUp(self):
        self.session = rg.loads(self.WALK).walk.debug(x=[9, 16])

    def test_both_sides(self):
        s = self.session
        self.assertEqual((s.where["why"], s.where["time"]), ("stepped", 0))
        s.breakpoint(line=4)
        first = s.run()
        self.assertEqual((first["why"], first["line"], first["routine"]), ("breakpoint", 4, "walk"))
        self.assertEqual(s["s!"], 0.0)
        second = s.run()
        self.assertEqual((second["line"], s["s!"]), (4, 3.0))
        np.testing.assert_array_equal(s["x"], [9, 16])
        back = s.run(back=True)
        self.assertEqual((back["line"], back["time"]), (4, first["time"]))
        self.assertEqual(s["s!"], 0.0)
        s.clear()
        self.assertEqual(s.run()["why"], "end")
        self.assertEqual(s.run(back=True)["why"], "start")
        self.assertEqual(s.go_to(first["time"])["time"], first["time"])
        self.assertEqual(s.instructions(-1)["time"], first["time"] - 1)

    def test_lines_watches_and_frames(self):
        s = self.session
        s.breakpoint(line=4)
        s.run()
        s.clear()
        s.watch("s!")
        at = s.run()
        self.assertEqual((at["why"], at["before"], at["after"]), ("changed", 0.0, 3.0))
        self.assertEqual(s.frames[0]["routine"], "walk")
        self.assertIn("x", [v["name"] for v in s.variables()])
        s.clear()
        before = s.where["line"]
        self.assertNotEqual(s.step("over")["line"], before)
        self.assertEqual(s.evaluate("s! + 1")["value"], s["s!"] + 1)

    def test_gradients(self):
        s = rg.loads(self.WALK).walk.debug_gradient("s!", x=[9, 16])
        self.assertEqual(s.run()["why"], "end")
        s.breakpoint(line=4)
        at = s.run(back=True)
        self.assertEqual((at["line"], at["gradients"]), (4, True))
        self.assertAlmostEqual(s.evaluate("grad(x[2])")["value"], 0.125)

    def test_errors(self):
        s = self.session
        with self.assertRaises(KeyError):
            s["nowhere"]
        with self.assertRaises(ValueError):
            s.breakpoint()
        with self.assertRaises(rg.Error):
            s.watch("nowhere")
            s.run()
        s.clear()
        s.breakpoint(line=4)
        s.run()
        s["s!"] = 2.5
        self.assertTrue(s.where["altered"])
        self.assertEqual(s["s!"], 2.5)

    def test_what_is_not_there_is_said_at_once(self):
        s = self.session
        for refused in (lambda: s.breakpoint(line=999), lambda: s.breakpoint(line=-1),
                        lambda: s.breakpoint(routine="wlak"), lambda: s.go_to(-1), lambda: s.go_to(1 << 64)):
            with self.assertRaises(rg.UsageError) as caught:
                refused()
            self.assertEqual(caught.exception.code, "R0944")
        self.assertEqual(s.where["time"], 0)
        self.assertEqual(s.run()["why"], "end")  # no stop is left of them
        s.run(back=True)
        s.breakpoint(line=1)  # the head: the next line with instructions stands for it
        s.breakpoint(routine="walk")

    def test_it_ends_with_the_next_run(self):
        norm = rg.loads(TEXT).norm
        s = norm.debug(x=[3, 4])
        del norm
        gc.collect()
        self.assertEqual(s.run()["why"], "end")
        s._function(x=[3, 4])
        with self.assertRaisesRegex(rg.Error, "R0932"):
            s.run()

    def test_float(self):
        f = rg.loads("@i function f(y!::Float64, x::Float64)\n    y! += 3.0\n    y! += x / 7.0\nend\n").f
        s = f.debug(x=1e-60)
        s.watch("y!")
        at = s.run()
        self.assertEqual((at["before"], at["after"]), (0.0, 3.0))
        y = s.evaluate("y!")
        self.assertEqual((y["kind"], y["bits"]), ("Float", 3 << 128))
        self.assertEqual(s.evaluate("x")["bits"] >> 255, 1)  # a double, in the lowest 64 bits
        self.assertEqual(s.run(back=True)["after"], 0.0)
        s["x"] = 0.5
        self.assertEqual(s["x"], 0.5)
        back = f.debug_gradient("y!", x=2.0)
        back.run()
        self.assertEqual(back.evaluate("grad(x)")["value"], f.gradient("y!", x=2.0).gradient["x"])

    def test_traps(self):
        s = rg.loads("@i function f(y!::Fixed, x::Fixed)\n    y! += 1.0 / x\nend\n").f.debug(x=0.0)
        self.assertEqual(s.run()["why"], "trapped")
        self.assertRegex(s.trap["message"], "DIVZERO|zero")


class Files(unittest.TestCase):
    def test_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "norm.rg"
            path.write_text("using Sums\n@i function f(out!::Fixed, x::Vector{Fixed})\n    i_norm(out!, x)\nend\n")
            self.assertEqual(rg.load(path).f(x=[3, 4])["out!"], 5.0)
        with self.assertRaises(rg.Error):
            rg.load("/nowhere/norm.rg")


class Neighbours(unittest.TestCase):
    def test_scipy(self):
        try:
            module = example("minimise")
        except ImportError:
            self.skipTest("no scipy")
        from scipy.optimize import check_grad, minimize
        found = minimize(module.objective, np.array([-1.2, 1.0]), jac=True, method="BFGS")
        np.testing.assert_allclose(found.x, [1, 1], atol=1e-4)
        self.assertLess(check_grad(lambda x: module.objective(x)[0], lambda x: module.objective(x)[1],
                                   np.array([-1.2, 1.0])), 1e-3)

    def test_torch(self):
        try:
            module = example("torch_layer")
        except ImportError:
            self.skipTest("no torch")
        import torch
        x = torch.tensor([2.0, 3.0, 6.0], dtype=torch.float64, requires_grad=True)
        (2 * module.Norm.apply(x)).backward()
        np.testing.assert_allclose(x.grad.numpy(), 2 * x.detach().numpy() / 7, atol=1e-10)

    def test_magic(self):
        from retrograd.magic import compile_cell

        class Shell:
            names = {}

            def push(self, names):
                self.names.update(names)

        shell = Shell()
        compile_cell(shell, "mine", TEXT)
        self.assertEqual(shell.names["norm"](x=[3, 4])["out!"], 5.0)
        self.assertIn("norm", shell.names["mine"])
        with self.assertRaises(rg.CompileError):
            compile_cell(shell, "", "no program")
        for line in ("f --set x=1", "-h", "a b", "--engine"):
            with self.subTest(line), self.assertRaises(rg.Error):
                compile_cell(shell, line, TEXT)

    def test_ipython(self):
        try:
            from IPython.core.interactiveshell import InteractiveShell
        except ImportError:
            self.skipTest("no IPython")
        shell = InteractiveShell.instance()
        shell.run_line_magic("load_ext", "retrograd")
        shell.run_cell_magic("retrograd", "", TEXT)
        self.assertEqual(shell.user_ns["norm"](x=[3, 4])["out!"], 5.0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
