#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""End-to-end tests: real models through rlx-run against ONNX Runtime.

Every model is compiled once and runs inputs of several sizes in one process. Prints a line a test
and at the end "N passed, M failed". Arguments: which tests to run (default: all). Needs the
environment of scripts/install-deps.sh and the models of scripts/fetch-models.sh.
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnxruntime
except ImportError as error:
    sys.exit(f"run.py: error: {error}: run scripts/install-deps.sh, then use .venv/bin/python")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
import models
import random_models as random_graphs
from models import Graph

RLX_RUN = os.environ.get("RLX_RUN", os.path.join(ROOT, "build", "release", "bin", "rlx-run"))
OCR = os.environ.get("RLX_OCR", os.path.join(ROOT, "build", "release", "bin", "ocr"))
MODELS = os.environ.get("RLX_MODELS", os.path.join(ROOT, "models"))
EXAMPLE = os.path.join(ROOT, "examples", "ocr")
results = []


def record(name, ok, detail):
    results.append(ok)
    print(f"{'PASS' if ok else 'FAIL'} {name}: {detail}", flush=True)


def file_name(name):
    """As rlx-run makes file names of tensor names."""
    text = "".join(c if c.isascii() and (c.isalnum() or c in ".-_") else "_" for c in name)
    return "_" + text if not text or text[0] == "." else text


def run_cases(model, cases, *options):
    """Runs all cases with one compilation; returns {case: {output: array}}."""
    with tempfile.TemporaryDirectory() as folder:
        command = [RLX_RUN, model, "--no-cache", "--output-dir=" + folder + "/out", *options]
        for case, inputs in cases.items():
            os.makedirs(f"{folder}/{case}")
            for name, value in inputs.items():
                np.save(f"{folder}/{case}/{file_name(name)}.npy", value)
            command.append(f"--case={folder}/{case}")
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")
        if done.stdout.count("compiled in") != 1:
            raise RuntimeError("expected one compilation:\n" + done.stdout)
        return {case: {f[:-4]: np.load(f"{folder}/out/{case}/{f}")
                       for f in os.listdir(f"{folder}/out/{case}")} for case in cases}


def compare(name, model, cases, max_abs, cosine=0.99999, as_written=False, flags=()):
    """One test a case: cosine similarity and largest difference of every output. The peer runs the
    model op by op if `as_written`. `flags` are for rlx-run."""
    options = onnxruntime.SessionOptions()
    # On processors without VNNI the peer would let sums of u8 by s8 saturate.
    options.add_session_config_entry("session.x64quantprecision", "1")
    if as_written:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    try:
        got = run_cases(model, cases, *flags)
    except (RuntimeError, OSError) as error:
        for case in cases:
            record(f"{name}/{case}", False, str(error).split("\n")[0])
        return
    for case, inputs in cases.items():
        expected = session.run(None, inputs)
        worst_abs, worst_cosine, problem = 0.0, 1.0, ""
        for output, value in zip(session.get_outputs(), expected):
            mine = got[case].get(file_name(output.name))
            if mine is None or mine.shape != value.shape or mine.dtype != value.dtype:
                problem = (f"output {output.name}: expected {value.dtype}{list(value.shape)}, got "
                           + (f"{mine.dtype}{list(mine.shape)}" if mine is not None else "nothing"))
                break
            a, b = mine.astype(np.float64).ravel(), value.astype(np.float64).ravel()
            worst_abs = max(worst_abs, float(np.abs(a - b).max(initial=0)))
            norm = np.linalg.norm(a) * np.linalg.norm(b)
            worst_cosine = min(worst_cosine, float(a @ b / norm) if norm else float(a.size == 0))
            if not np.isfinite(a).all():
                problem = f"output {output.name} has values that are not finite"
        ok = not problem and worst_abs <= max_abs and worst_cosine >= cosine
        record(f"{name}/{case}", ok,
               problem or f"max abs {worst_abs:.2e}, cosine {worst_cosine:.8f}")


def repeats(name, model, cases):
    """One test: whatever the number of threads, every bit of every output is the same."""
    try:
        first = run_cases(model, cases, "--threads=1")
        for threads in (1, 2, 3):
            again = run_cases(model, cases, f"--threads={threads}")
            for case, outputs in first.items():
                for output, value in outputs.items():
                    if value.tobytes() != again[case][output].tobytes():
                        record(f"{name}/repeats", False,
                               f"{case}: output {output} differs with {threads} threads")
                        return
    except (RuntimeError, OSError) as error:
        record(f"{name}/repeats", False, str(error).split("\n")[0])
        return
    record(f"{name}/repeats", True, "to the bit, with 1, 1, 2 and 3 threads")


# Token ids of BERT's uncased vocabulary, [CLS] … [SEP]; five sentences of different length.
SENTENCES = {
    "len5": [101, 7592, 2088, 999, 102],  # hello world !
    "len7": [101, 1996, 4937, 2938, 2091, 1012, 102],  # the cat sat down .
    "len12": [101, 2023, 2003, 1037, 6251, 2055, 3698, 4083, 1998, 2784, 4083, 102],
    "len23": [101] + list(range(2000, 2021)) + [102],
    "len128": [101] + [1000 + 37 * i % 20000 for i in range(126)] + [102],
}


def minilm():
    model = f"{MODELS}/minilm/model.onnx"
    names = [i.name for i in onnxruntime.InferenceSession(model).get_inputs()]

    def inputs(rows):
        length = max(map(len, rows))
        ids = np.array([row + [0] * (length - len(row)) for row in rows], np.int64)
        mask = np.array([[1] * len(row) + [0] * (length - len(row)) for row in rows], np.int64)
        return {name: ids if "ids" in name and "type" not in name
                else mask if "mask" in name else np.zeros_like(ids) for name in names}

    cases = {name: inputs([ids]) for name, ids in SENTENCES.items()}
    cases["batch3"] = inputs([SENTENCES[name] for name in ("len5", "len12", "len7")])
    compare("minilm", model, cases, 1e-4)
    # Elements of embeddings are below 1. 16-bit matmuls have 11 and 8 bits of precision.
    compare("minilm-f16", model, cases, 5e-3, 0.9999, flags=["--precision=f16"])
    compare("minilm-bf16", model, cases, 4e-2, 0.999, flags=["--precision=bf16"])
    repeats("minilm", model, {name: cases[name] for name in ("len23", "batch3")})


def ocr():
    model = f"{MODELS}/ocr/rec.onnx"
    random = np.random.default_rng(1)
    cases = {f"width{w}": {"x": random.uniform(-1, 1, (1, 3, 48, w)).astype(np.float32)}
             for w in (100, 320, 641)}
    compare("ocr", model, cases, 1e-4)
    compare("ocr-f16", model, cases, 3e-2, 0.999, flags=["--precision=f16"])
    repeats("ocr", model, cases)


def ocr_example():
    """The program of examples/ocr reads its own images."""
    lines = {"line1.png": "Hello, compiler!", "line2.png": "one kernel, every size: 0123456789",
             "line3.png": "RLX"}
    done = subprocess.run([OCR, f"{MODELS}/ocr/rec.onnx", f"{MODELS}/ocr/keys.txt"]
                          + [f"{EXAMPLE}/{line}" for line in lines],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    for line, text in lines.items():
        mine = [l for l in done.stdout.splitlines() if line in l]
        ok = done.returncode == 0 and len(mine) == 1 and f'{text}"' in mine[0]
        record(f"ocr-example/{line}", ok, mine[0] if mine else done.stderr.strip()[:200])


def resnet50():
    """With random weights (scripts/random_weights.py); the logits are an output too."""
    model = f"{MODELS}/resnet50/random.onnx"
    session = onnxruntime.InferenceSession(model)
    name = session.get_inputs()[0].name
    random = np.random.default_rng(2)
    cases = {f"224-{i}": {name: random.uniform(-1, 1, (1, 3, 224, 224)).astype(np.float32)}
             for i in range(2)}
    # Two wrong results agree if neither depends on the input.
    first, second = (session.run(None, inputs)[-1] for inputs in cases.values())
    record("resnet50/reference-varies", np.std(first) > 0.5 and np.abs(first - second).max() > 0.1,
           f"logits of deviation {np.std(first):.2f}, {np.abs(first - second).max():.2f} apart")
    compare("resnet50", model, cases, 1e-4)
    repeats("resnet50", model, cases)


def write_recurrent_layer(path, op, gates, directions, given, **attributes):
    """One node with weights of its own; `given` are the optional inputs that the model takes."""
    from onnx import TensorProto
    graph, hidden, inputs = Graph(gates), 7, 5
    weights = {"B": (directions, 2 * gates * hidden), "P": (directions, 3 * hidden)}
    shapes = {"sequence_lens": ["batch"], "initial_h": [directions, "batch", hidden],
              "initial_c": [directions, "batch", hidden]}
    optional = []
    for name in ("B", "sequence_lens", "initial_h", "initial_c", "P")[:5 if op == "LSTM" else 3]:
        if name not in given:
            optional.append("")
        else:
            optional.append(graph.normal(*weights[name], inputs=2) if name in weights else name)
    y = graph.node(op, "x", graph.normal(directions, gates * hidden, inputs, inputs=2),
                   graph.normal(directions, gates * hidden, hidden, inputs=hidden), *optional,
                   outputs=3 if op == "LSTM" else 2, hidden_size=hidden, **attributes)
    kinds = {name: TensorProto.INT32 if name == "sequence_lens" else TensorProto.FLOAT
             for name in given if name in shapes}
    graph.save(path, [("x", TensorProto.FLOAT, ["length", "batch", inputs])]
               + [(name, kind, shapes[name]) for name, kind in kinds.items()],
               [(y[0], ["length", directions, "batch", hidden])]
               + [(name, [directions, "batch", hidden]) for name in y[1:]])


def recurrent():
    """Options of RNN, GRU and LSTM, and the model of several layers that is measured."""
    states = ["initial_h", "initial_c"]
    layers = {
        "lstm-both": ("LSTM", 4, 2, ["B", "sequence_lens", *states, "P"],
                      {"direction": "bidirectional"}),
        "lstm-reverse": ("LSTM", 4, 1, ["sequence_lens"], {"direction": "reverse", "clip": 0.5}),
        "lstm-coupled": ("LSTM", 4, 1, ["B", "P"], {"input_forget": 1}),
        "lstm-functions": ("LSTM", 4, 1, ["B"], {"activations": ["HardSigmoid", "Softsign", "Relu"],
                                                 "activation_alpha": [0.3],
                                                 "activation_beta": [0.4]}),
        "gru-both": ("GRU", 3, 2, ["B", "sequence_lens", "initial_h"],
                     {"direction": "bidirectional", "linear_before_reset": 1}),
        "gru-reverse": ("GRU", 3, 1, ["B"], {"direction": "reverse", "clip": 0.4}),
        "rnn-both": ("RNN", 1, 2, ["B", "initial_h"], {"direction": "bidirectional",
                                                       "activations": ["Tanh", "Relu"]}),
    }
    random = np.random.default_rng(3)
    with tempfile.TemporaryDirectory() as folder:
        for name, (op, gates, directions, given, attributes) in layers.items():
            path, cases = f"{folder}/{name}.onnx", {}
            write_recurrent_layer(path, op, gates, directions, given, **attributes)
            for length, batch in ((1, 1), (9, 3)):
                cases[f"{length}x{batch}"] = {
                    "x": random.standard_normal((length, batch, 5)).astype(np.float32),
                    **{key: random.standard_normal((directions, batch, 7)).astype(np.float32)
                       for key in given if key in states},
                    **({"sequence_lens": random.integers(1, length + 1, batch).astype(np.int32)}
                       if "sequence_lens" in given else {})}
            compare(f"recurrent/{name}", path, cases, 5e-6)
        path = f"{folder}/recurrent.onnx"
        models.write_recurrent(path)
        cases = {f"length{n}": {"x": random.integers(0, 5000, (n, 1))} for n in (1, 17, 64)}
        compare("recurrent/layers", path, cases, 1e-5)
        repeats("recurrent/layers", path, cases)


def mobilenet():
    with tempfile.TemporaryDirectory() as folder:
        models.write_mobilenet_v2(f"{folder}/mobilenet.onnx")
        cases = {"224": {"x": np.random.default_rng(4).uniform(
            -1, 1, (1, 3, 224, 224)).astype(np.float32)}}
        compare("mobilenet", f"{folder}/mobilenet.onnx", cases, 1e-3)


def write_image_net(path):
    """Convolutions of three kinds, a maximum, a residual and a mean, for images of any size."""
    from onnx import TensorProto
    graph = Graph(11)

    def conv(x, channels, outputs, kernel, group=1, **attributes):
        bias = graph.weight(graph.random.uniform(-0.1, 0.1, outputs).astype(np.float32))
        return graph.node("Conv", x, graph.normal(outputs, channels // group, kernel, kernel,
                                                  inputs=channels // group * kernel * kernel),
                          bias, pads=[kernel // 2] * 4, group=group, **attributes)

    x = graph.node("Relu", conv("x", 3, 16, 3, strides=[2, 2]))
    x = graph.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    y = graph.node("Clip", conv(x, 16, 16, 3, group=16), graph.weight(np.float32(0)),
                   graph.weight(np.float32(1)))
    x = graph.node("Add", x, conv(y, 16, 16, 1))
    x = graph.node("Concat", x, graph.node("LeakyRelu", x), axis=1)
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x))
    x = graph.node("Gemm", x, graph.normal(10, 32, inputs=32),
                   graph.weight(np.zeros(10, np.float32)), transB=1)
    graph.save(path, [("x", TensorProto.FLOAT, ["n", 3, "h", "w"])], [(x, ["n", 10])])


def write_attention_block(path, size=64, heads=4):
    """Attention and two linear layers behind it, over any number of rows."""
    from onnx import TensorProto
    graph = Graph(12)

    def linear(x, inputs, outputs):
        y = graph.node("MatMul", x, graph.normal(inputs, outputs, inputs=inputs))
        bias = graph.random.uniform(-0.1, 0.1, outputs).astype(np.float32)
        return graph.node("Add", y, graph.weight(bias))

    def split(x, perm):
        shape = graph.weight(np.array([0, 0, heads, size // heads]))
        return graph.node("Transpose", graph.node("Reshape", x, shape), perm=perm)

    q, k = split(linear("x", size, size), [0, 2, 1, 3]), split(linear("x", size, size),
                                                              [0, 2, 3, 1])
    scores = graph.node("Mul", graph.node("MatMul", q, k), graph.weight(np.float32(0.25)))
    y = graph.node("MatMul", graph.node("Softmax", scores, axis=-1),
                   split(linear("x", size, size), [0, 2, 1, 3]))
    y = graph.node("Reshape", graph.node("Transpose", y, perm=[0, 2, 1, 3]),
                   graph.weight(np.array([0, 0, size])))
    x = graph.node("Add", linear(y, size, size), "x")
    y = linear(graph.node("Relu", linear(x, size, 4 * size)), 4 * size, size)
    x = graph.node("Add", x, y)
    graph.save(path, [("x", TensorProto.FLOAT, ["n", "rows", size])], [(x, ["n", "rows", size])])


def output_step(path):
    """The step of a model's quantised output."""
    import onnx
    graph = onnx.load(path).graph
    last = next(node for node in graph.node if graph.output[0].name in node.output)
    scale = next(weight for weight in graph.initializer if weight.name == last.input[1])
    return float(onnx.numpy_helper.to_array(scale))


def quantized():
    """Models as ONNX Runtime quantises them, beside its results op by op with real numbers:
    its own fused ops are 5 off the real model with attention in ui8 (1.31.1). Integer sums may be
    one step apart from real ones."""
    from onnxruntime.quantization import QuantType
    kinds = {
        "u8i8": {"activation_type": QuantType.QUInt8, "per_channel": True},
        "u8u8": {"activation_type": QuantType.QUInt8, "weight_type": QuantType.QUInt8,
                 "extra_options": {"WeightSymmetric": False}},
        "i8i8": {"activation_type": QuantType.QInt8, "extra_options": {"ActivationSymmetric": True}},
    }
    random = np.random.default_rng(6)
    floats = lambda *shape: {"x": random.uniform(-1, 1, shape).astype(np.float32)}
    nets = {"images": (write_image_net, {"1x32x48": floats(1, 3, 32, 48),
                                         "3x21x17": floats(3, 3, 21, 17)}),
            "attention": (write_attention_block, {"1x1": floats(1, 1, 64), "2x19": floats(2, 19, 64),
                                                  "1x128": floats(1, 128, 64)})}
    with tempfile.TemporaryDirectory() as folder:
        for name, (write, cases) in nets.items():
            source, path = f"{folder}/source.onnx", f"{folder}/model.onnx"
            write(source)
            for kind, options in kinds.items():
                models.quantize_static(source, path, list(cases.values()), **options)
                # A difference of one step at an earlier op may be two here.
                compare(f"quantized/{name}-{kind}", path, cases, 2.001 * output_step(path), 0.9999,
                        as_written=True)
            repeats(f"quantized/{name}", path, cases)
            models.quantize_dynamic(source, path)
            compare(f"quantized/{name}-dynamic", path, cases, 2e-5)
        path = f"{folder}/mobilenet.onnx"
        models.write_mobilenet_v2_int8(path)
        # Differences of one step add up over 53 layers.
        compare("quantized/mobilenet", path, {"224": floats(1, 3, 224, 224)}, 0.4, 0.999)


def detection():
    """Finds where text is: a map of probabilities."""
    random = np.random.default_rng(5)
    cases = {f"{h}x{w}": {"x": random.uniform(-1, 1, (1, 3, h, w)).astype(np.float32)}
             for h, w in ((320, 320), (160, 224))}
    compare("detection", f"{MODELS}/ocr/det.onnx", cases, 1e-4)


def random_model(seed, folder):
    """One test: the outputs at all sizes that ONNX Runtime takes are those of ONNX Runtime."""
    path, graph = f"{folder}/random.onnx", Graph()
    model = random_graphs.RandomModel(graph, seed)
    model.grow(num_nodes=4 + seed % 7)
    if not model.outputs():
        return
    model.prune()
    z = ["n", "m"] if model.shares_sizes else ["p", "q"]
    graph.save(path, [("x", 1, ["n", "m"]), ("z", 1, z)],
               [(name, [None] * model.values[name].ndim) for name in model.outputs()])
    session, expected = onnxruntime.InferenceSession(path, quiet_options()), {}
    for case, inputs in model.cases().items():
        try:
            expected[case] = dict(zip(model.outputs(), session.run(None, inputs)))
        except Exception:  # sizes that do not fit the model
            pass
    got, limited, wrong = {}, [], []
    inputs = {case: model.cases()[case] for case in expected}
    try:
        got = run_cases(path, inputs) if inputs else {}
    except RuntimeError:  # one case at least; the others are judged
        for case in expected:
            try:
                got |= run_cases(path, {case: inputs[case]})
            except RuntimeError as error:
                limit = any(text in str(error) for text in random_graphs.LIMITS)
                (limited if limit else wrong).append(f"{case}: {str(error).splitlines()[0]}")
    for case in got:
        for name, value in expected[case].items():
            have = got[case][name]
            if have.shape != value.shape or not np.allclose(have, value, 1e-3, 1e-3, equal_nan=True):
                wrong.append(f"{case}: {name} differs")
    record(f"random_models/{seed}", not wrong, "; ".join(wrong) if wrong else
           f"{len(expected) - len(limited)} sizes agree" + f", {len(limited)} refused" * bool(limited))


def quiet_options():
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    return options


def random_models():
    """Random models of dynamic sizes; RLX_MODEL_SEEDS=FIRST,COUNT chooses them."""
    count = 2000 if os.environ.get("RLX_TEST_ALL") == "1" else 60
    first, count = map(int, os.environ.get("RLX_MODEL_SEEDS", f"1,{count}").split(","))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            random_model(seed, folder)


TESTS = {test.__name__: test
         for test in (minilm, ocr, ocr_example, resnet50, recurrent, mobilenet, quantized, detection, random_models)}


def main(names):
    unknown = [name for name in names if name not in TESTS]
    if unknown:
        print(f"run.py: error: there is no test '{unknown[0]}'; there are {', '.join(TESTS)}",
              file=sys.stderr)
        return 2
    for test in (TESTS[name] for name in names or TESTS):
        try:
            test()
        except Exception as error:  # a test that cannot start has failed; the others still run
            record(test.__name__, False, repr(error).split("\n")[0])
    passed = sum(results)
    print(f"{passed} passed, {len(results) - passed} failed")
    return 0 if results and passed == len(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
