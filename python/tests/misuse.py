#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the package with random arguments, most of them wrong, from four threads.

    build/wheel-test/bin/python -X faulthandler python/tests/misuse.py [--seconds 60] [--seed 1]

Every call must return or raise an exception, and the models must still be right at the end. Memory must
not grow by more than 64 MB after the first tenth of the time. Prints the exceptions by class.
scripts/misuse.sh does it under sanitizers. --write DIR makes packages of the models instead, and
--packages DIR misuses these with rlx_runtime, which has no compiler.
"""
import argparse
import array
import collections
import operator
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

import ml_dtypes
import numpy as np

rlx: Any = None  # rlx or rlx_runtime, see main()

DTYPES = [np.float32, np.float64, np.int64, np.int8, np.bool_, np.complex64, np.float16, ml_dtypes.bfloat16,
          ml_dtypes.int4, np.uint16, ">f4", "O", "U3", "S2", "M8[s]", [("a", "f4"), ("b", "i8")]]


class FailingDlpack:
    def __dlpack__(self, **options):
        raise RuntimeError("no")

    def __dlpack_device__(self):
        return (1, 0)


class WrongInterface:
    __array_interface__ = 3
    dtype = np.dtype(np.float32)
    flags = None
    shape = (1,)


class FailingArray:
    def __array__(self, *args, **options):
        raise ValueError("no")


def value(choose: random.Random):
    shape = tuple(choose.randrange(4) for _ in range(choose.randrange(4)))
    numbers = np.zeros(shape, choose.choice(DTYPES))
    others = [
        lambda: numbers, lambda: numbers[..., ::-1] if numbers.ndim else numbers, lambda: numbers.T, FailingDlpack,
        WrongInterface, FailingArray, lambda: None, lambda: "x\ud800", lambda: [[1], [2, 3]],
        lambda: array.array("f", [1.0] * 3), lambda: memoryview(b"abcdef")[::2],
        lambda: np.zeros((1,) * 32, np.float32), lambda: np.broadcast_to(np.float32(1), (2, 3)), lambda: {"a": 1},
        object, lambda: np.ma.masked_array(np.ones((2, 3), np.float32)),
    ]
    if choose.random() < 0.4:
        return np.ones((choose.choice([2, 2, 2, 3, 0]), 3), np.float32)
    return choose.choice(others)()


def close_while_running(model, choose):
    clone = model.clone()
    thread = threading.Thread(target=clone.close)
    thread.start()
    try:
        clone(value(choose), value(choose))
    finally:
        thread.join()


def argument(values, choose: random.Random):
    """An argument of a graph's method, which may fit."""
    return choose.choice([
        lambda: choose.choice(values), lambda: choose.choice(values), lambda: value(choose),
        lambda: [choose.choice(values) for _ in range(choose.randrange(4))],
        lambda: choose.choice([0, 1, -1, 2, 3, 2**40, -2**63, 2**80, 0.5, float("nan"), True, 1j]),
        lambda: tuple(choose.choice([0, 1, 2, -1, 0.5, choose.choice(values).shape]) for _ in range(choose.randrange(4))),
        lambda: choose.choice(["none", "constant", "bshd", "eq", "float32", "no", ""]),
        lambda: (lambda *arguments: choose.choice([arguments, choose.choice(values), None, 3])),
    ])()


def build_graph(model, choose):
    """A graph of a few right calls and many wrong ones, which is printed at the end, or compiled."""
    g = rlx.Graph()
    types = ["float32", "float32", "int64", "bool", "bfloat16"]
    values = [g.input(f"x{i}", choose.choice(types), choose.choice([(2, 3), ("n", 3), (), (4,)])) for i in range(4)]
    names = [name for name in dir(g) if not name.startswith("_")]
    for _ in range(20):
        try:
            if choose.random() < 0.5:
                method = getattr(g, choose.choice(names))
                count = choose.randrange(5)
                made = method(*(argument(values, choose) for _ in range(count)))
            else:
                operation = getattr(operator, choose.choice(OPERATORS))
                made = operation(choose.choice(values), argument(values, choose))
            values += [each for each in (made if isinstance(made, tuple) else (made,)) if isinstance(each, rlx.Value)]
        except (rlx.InternalError, MemoryError):
            raise
        except Exception:
            pass
    g.output("y", choose.choice(values))
    (str if choose.random() < 0.9 else lambda graph: graph.compile(cache=False))(g)


OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "lt", "eq", "getitem"]


def names(choose):
    return choose.choice(["x", "y", "z", "y", "q", 3, ""])


def use_state(state, model, choose):
    """A few calls of a state, which other threads may use, too."""
    calls = [
        lambda: state(value(choose)), lambda: state(x=value(choose)),
        lambda: state.run({names(choose): value(choose)}, choose.choice([None, {"z": value(choose)}])),
        lambda: state[names(choose)], lambda: state.__setitem__(names(choose), value(choose)), state.reset,
        lambda: state.clone()(value(choose)), lambda: state.memory, lambda: repr(state), lambda: dict(state),
    ]
    for _ in range(choose.randrange(8)):
        try:
            choose.choice(calls)()
        except Exception as error:
            if isinstance(error, rlx.InternalError):
                raise
    if choose.random() < 0.3:
        state.close()


def make_state(model, choose):
    initial = choose.choice([{"y": value(choose)}, {"y": np.ones((2, 3), np.float32)}, {"y": 1.5},
                             {names(choose): value(choose) for _ in range(2)}, value(choose)])
    feeds = choose.choice([None, {"y": "z"}, {names(choose): names(choose)}])
    return model.state(initial, feeds=feeds, returns=choose.choice([None, None, [], ["z"], [names(choose)]]))


def share_state(model, choose):
    """A state that all threads use at the same time, and that any of them may close."""
    if choose.random() < 0.2:
        SHARED[0] = model.state({"y": np.ones((2, 3), np.float32)}, feeds={"y": "z"})
    use_state(SHARED[0], model, choose)


def map_some(model, choose):
    """A row of runs that ends early, or that another thread takes from, too."""
    items = [{"x": value(choose), "y": value(choose)} if choose.random() < 0.3 else
             {name: np.ones((choose.randrange(3), 3), np.float32) for name in "xy"} for _ in range(choose.randrange(6))]
    results = model.map(iter(items), ahead=choose.choice([1, 2, 5, 0]))
    thread = None
    if choose.random() < 0.2:
        thread = threading.Thread(target=lambda: quiet(lambda: next(results)))
        thread.start()
    try:
        for _ in range(choose.randrange(6)):
            next(results)
    finally:
        if thread:
            thread.join()
        if choose.random() < 0.5:
            results.close()


def quiet(call):
    try:
        call()
    except Exception:  # any is right, but for a crash
        pass


SHARED = [None]

CALLS = [
    build_graph,
    lambda model, choose: use_state(make_state(model, choose), model, choose),
    share_state,
    map_some,
    lambda model, choose: model.output_shapes({names(choose): choose.choice([
        (2, 3), [2, -3], (1, "n"), (10**30, 3), value(choose), (2**62, 3)]) for _ in range(3)}),
    lambda model, choose: model(*(value(choose) for _ in range(choose.randrange(4)))),
    lambda model, choose: model(x=value(choose), y=value(choose)),
    lambda model, choose: model.run({choose.choice(["x", "y", "q", 3]): value(choose) for _ in range(3)},
                                    choose.choice([{"z": value(choose)}, value(choose)])),
    lambda model, choose: model.__setitem__("w", value(choose)),
    close_while_running,
    lambda model, choose: model.run_async({"x": value(choose)}).result(60),
]


COMPILE_CALLS = [
    lambda model, choose: rlx.compile(
        choose.choice([b"\x08\x01", choose.randbytes(20), "func.func", "\n", value(choose)]), cache=False),
    lambda model, choose: rlx.compile(conftest().binary(), cache=False, dims=choose.choice([
        {"x[0]": 2}, {"x[0]": 2, "y[0]": 3}, {names(choose): choose.choice([1, -1, 2**63, "a"])}, value(choose)])),
]

def prompt(choose):
    return choose.choice([lambda: "the cat", lambda: "the dog sat", lambda: "", lambda: [choose.randrange(60) for _ in range(9)],
                          lambda: "a" * choose.randrange(90), lambda: [-1, 2**40], lambda: value(choose), lambda: "\ud800"])()


def settings(choose):
    """Settings of an answer, of which one is wrong now and then."""
    made = {"max_tokens": choose.choice([1, 5, 20]), "seed": choose.randrange(9)}
    if choose.random() < 0.3:
        made[choose.choice(["max_tokens", "temperature", "top_k", "top_p", "stop", "logprobs", "draft_max", "timeout",
                            "grammar", "json_schema", "logit_bias", "no"])] = choose.choice(
                                [0, 1, -1, 3, 2**70, 0.5, float("nan"), "a", ["a", 1], {"type": "integer"}, {3: -1e9},
                                 'root ::= "a" | "b"', None, value(choose)])
    return made


def submit(lm, choose):
    """Some requests, of which other threads run steps; some are cancelled, or forgotten."""
    requests = [lm.submit(prompt(choose), on_text=choose.choice([None, len, lambda piece: piece.no]), **settings(choose))
                for _ in range(choose.randrange(4))]
    for request in requests:
        choose.choice([request.cancel, request.result, request.result, request.done, lambda: None])()


def stream_some(lm, choose):
    for _, _piece in zip(range(choose.randrange(4)), lm.stream(prompt(choose), **settings(choose))):
        pass


LM_CALLS = [
    submit, submit, stream_some,
    lambda lm, choose: lm.generate(prompt(choose), **settings(choose)),
    lambda lm, choose: lm.generate_all([prompt(choose) for _ in range(choose.randrange(4))], **settings(choose)),
    lambda lm, choose: lm.score(prompt(choose), first=choose.choice([1, 2, 0, -1, 99])),
    lambda lm, choose: lm.embed(prompt(choose), pooling=choose.choice([None, "mean", "last", "no"])),
    lambda lm, choose: lm.decode(lm.encode(prompt(choose), control=choose.choice([True, False]))),
    lambda lm, choose: lm.decode(prompt(choose)),
    lambda lm, choose: lm.render([{"role": "user", "content": prompt(choose)}]),
]
LANGUAGE_MODEL = [None]


def use_lm(model, choose):
    """One language model for all threads."""
    choose.choice(LM_CALLS)(LANGUAGE_MODEL[0], choose)


def open_lm():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.gguf")
        tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test", "lit", "tools")
        subprocess.run([sys.executable, os.path.join(tests, "rlx-translate", "Inputs", "write_llama.py"), path,
                        "tokenizer.chat_template={{ messages[0]['content'] }}a"], check=True,
                       env={key: text for key, text in os.environ.items() if key != "LD_PRELOAD"})
        return rlx.LM(path, context=64, cache=False)


FORMS = [("add", "f32", "?x3"), ("mul", "i64", "?"), ("add", "bf16", "2x?")]


def conftest():
    import conftest  # which imports rlx
    return conftest


def models_of(options):
    """The models, compiled or from packages."""
    global rlx
    if options.packages:
        import rlx_runtime
        rlx = rlx_runtime
        return [rlx.load(os.path.join(options.packages, f"{op}.{dtype}.rlxe")) for op, dtype, _ in FORMS]
    import rlx as compiler
    rlx = compiler
    LANGUAGE_MODEL[0] = open_lm()
    CALLS.extend([*COMPILE_CALLS, use_lm, use_lm])
    return [rlx.compile(conftest().binary(*form)) for form in FORMS]


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-growth", type=float, default=64, help="of memory after the first tenth, in MB")
    parser.add_argument("--write", metavar="DIR")
    parser.add_argument("--packages", metavar="DIR")
    options = parser.parse_args()
    models = models_of(options)
    if options.write:
        for model, (op, dtype, _) in zip(models, FORMS):
            model.save(os.path.join(options.write, f"{op}.{dtype}.rlxe"))
        return 0
    SHARED[0] = models[0].state({"y": 1 * np.ones((2, 3), np.float32)}, feeds={"y": "z"})
    end, seen = time.time() + options.seconds, collections.Counter()

    def work(seed):
        choose = random.Random(seed)
        while time.time() < end:
            try:
                choose.choice(CALLS)(choose.choice(models), choose)
                seen["no exception"] += 1
            except Exception as error:  # any is right, but for a crash
                seen[type(error).__name__] += 1

    threads = [threading.Thread(target=work, args=(options.seed * 10 + i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(options.seconds / 10)
    before = resident()
    for thread in threads:
        thread.join()
    growth = resident() - before
    x = np.ones((2, 3), np.float32)
    np.testing.assert_array_equal(models[0](x, x), 2 * x)
    if LANGUAGE_MODEL[0]:
        answers = [LANGUAGE_MODEL[0].generate("the cat", max_tokens=9, temperature=0).text for _ in range(2)]
        assert answers[0] == answers[1], answers
    print(f"{sum(seen.values())} calls, memory grew by {growth / 1e6:.1f} MB: {dict(seen)}")
    return 1 if growth > options.most_growth * 1e6 or seen["InternalError"] else 0


if __name__ == "__main__":
    sys.exit(main())
