#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs 24 models for a long time: memory stays flat, runs allocate nothing, results repeat.

Makes a package of each model and runs it with soak-runs, which lists the checks. Prints a line per
model and at the end "N passed, M failed". The full form takes some minutes on one core:

    python3 benchmarks/soak.py --runs=10000
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INPUTS = os.path.join(ROOT, "test", "lit", "tools", "rlx-run", "Inputs")


def model(inputs, params, outputs, body):
    """The text of a model. A tensor is "name: type", and names of its sizes behind that:
    "x: ?x4xf32 n"; those of an output follow from its type."""
    def argument(text, kind):
        name, rest = text.split(": ")
        shape, *dims = rest.split()
        rank = len(re.findall(r"(?:\d+|\?)x", shape))
        names = (dims + [""] * rank)[:rank] if dims else []
        said = ", rlx.dims = [" + ", ".join(f'"{n.strip("_")}"' for n in names) + "]" if dims else ""
        return f'%{name}: tensor<{shape}> {{rlx.kind = "{kind}", rlx.name = "{name}"{said}}}'

    arguments = ",\n    ".join([argument(t, "input") for t in inputs]
                               + [argument(t, "param") for t in params])
    results = ", ".join(f'tensor<{t.split(": ")[1]}> {{rlx.name = "{t.split(": ")[0]}"}}'
                        for t in outputs)
    return f"func.func @main({arguments})\n    -> ({results}) {{\n{body}}}\n"


MLP = model(["x: ?x20xf32 n"], ["u: 20x48xf32", "b: 48xf32", "v: 48x20xf32", "w: 20x7xf32"],
            ["y: ?x7xf32"], """
  %0 = rlx.matmul %x, %u : (tensor<?x20xf32>, tensor<20x48xf32>) -> tensor<?x48xf32>
  %1 = rlx.add %0, %b : (tensor<?x48xf32>, tensor<48xf32>) -> tensor<?x48xf32>
  %2 = rlx.gelu %1 : (tensor<?x48xf32>) -> tensor<?x48xf32>
  %3 = rlx.matmul %2, %v : (tensor<?x48xf32>, tensor<48x20xf32>) -> tensor<?x20xf32>
  %4 = rlx.add %3, %x : (tensor<?x20xf32>, tensor<?x20xf32>) -> tensor<?x20xf32>
  %5 = rlx.matmul %4, %w : (tensor<?x20xf32>, tensor<20x7xf32>) -> tensor<?x7xf32>
  return %5 : tensor<?x7xf32>
""")
ATTENTION = model(["q: ?x2x?x4xf32 b _ s", "k: ?x2x?x4xf32 b _ s", "v: ?x2x?x4xf32 b _ s"], [],
                  ["y: ?x2x?x4xf32"], """
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>) -> tensor<?x2x?x4xf32>
  return %0 : tensor<?x2x?x4xf32>
""")
BLOCK = model(["x: ?x?x16xf32 b s"], ["g: 16xf32", "h: 16xf32", "w: 16x16xf32"],
              ["y: ?x?x16xf32"], """
  %0 = rlx.layer_norm %x gamma %g beta %h axis = -1 eps = 1.0e-5
      : (tensor<?x?x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x?x16xf32>
  %1 = rlx.matmul %0, %w : (tensor<?x?x16xf32>, tensor<16x16xf32>) -> tensor<?x?x16xf32>
  %2 = rlx.softmax %1 axis = 2 : (tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %3 = rlx.add %2, %x : (tensor<?x?x16xf32>, tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  return %3 : tensor<?x?x16xf32>
""")
SWIGLU = model(["x: ?x16xf32 n"], ["g: 16xf32", "h: 16xf32", "w: 16x32xf32"], ["y: ?x16xf32"], """
  %0 = rlx.rms_norm %x gamma %g beta %h axis = 1 eps = 1.0e-5
      : (tensor<?x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %1 = rlx.matmul %0, %w : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  %2 = rlx.fused_swiglu %1 : (tensor<?x32xf32>) -> tensor<?x16xf32>
  return %2 : tensor<?x16xf32>
""")
CNN = model(["x: ?x3x16x16xf32 n"], ["w: 8x3x3x3xf32", "b: 8x1x1xf32"], ["y: ?x8x8x8xf32"], """
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1]
      : (tensor<?x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<?x8x16x16xf32>
  %1 = rlx.add %0, %b : (tensor<?x8x16x16xf32>, tensor<8x1x1xf32>) -> tensor<?x8x16x16xf32>
  %2 = rlx.relu %1 : (tensor<?x8x16x16xf32>) -> tensor<?x8x16x16xf32>
  %3 = rlx.pool max %2 kernel = [2, 2] strides = [2, 2]
      : (tensor<?x8x16x16xf32>) -> tensor<?x8x8x8xf32>
  return %3 : tensor<?x8x8x8xf32>
""")
WHILE = model(["x: ?xf32 n"], [], ["y: ?xf32", "turns: i64"], """
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:2 = rlx.while %zero, %x : (tensor<i64>, tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>) cond {
  ^bb0(%n: tensor<i64>, %y: tensor<?xf32>):
    %limit = rlx.constant dense<7> : tensor<i64>
    %more = rlx.compare lt %n, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%n: tensor<i64>, %y: tensor<?xf32>):
    %one = rlx.constant dense<1> : tensor<i64>
    %1 = rlx.add %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.tanh %y : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1, %2 : tensor<i64>, tensor<?xf32>
  }
  return %0#1, %0#0 : tensor<?xf32>, tensor<i64>
""")
QUANTISED = model(["x: ?x16xf32 n", "w: 16x8xi8"], [], ["y: ?x8xi8", "q: ?x16xi8"], """
  %s = rlx.constant dense<0.0078125> : tensor<f32>
  %0 = rlx.quantize %x scale %s to i8 : (tensor<?x16xf32>, tensor<f32>) -> tensor<?x16xi8>
  %1 = rlx.q_matmul %0, %w multiplier %s to i8
      : (tensor<?x16xi8>, tensor<16x8xi8>, tensor<f32>) -> tensor<?x8xi8>
  return %1, %0 : tensor<?x8xi8>, tensor<?x16xi8>
""")
BLOCKS = model(["x: ?x32xf32 n"], ["w: 8x34xui8"], ["y: ?x8xf32"], """
  %0 = rlx.dequant_matmul %x, %w scheme = q8_0
      : (tensor<?x32xf32>, tensor<8x34xui8>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
""")
FOURIER = model(["x: ?x16xf32 n"], [], ["re: ?x9xf32", "im: ?x9xf32"], """
  %0, %1 = rlx.rfft %x axis = -1 : (tensor<?x16xf32>) -> (tensor<?x9xf32>, tensor<?x9xf32>)
  return %0, %1 : tensor<?x9xf32>, tensor<?x9xf32>
""")
SORTING = model(["x: ?x?xf32 n m"], [], ["y: ?x?xf32", "t: ?x2xf32", "i: ?x2xi64"], """
  %0 = rlx.cumsum %x axis = 1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1:2 = rlx.top_k %x k = 2 axis = 1 : (tensor<?x?xf32>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  return %0, %1#0, %1#1 : tensor<?x?xf32>, tensor<?x2xf32>, tensor<?x2xi64>
""")
EMBEDDING = model(["ids: ?x?xi64 b s"], ["table: 50x8xf32"], ["y: ?x?x8xf32", "sum: ?x8xf32"], """
  %0 = rlx.gather %table, %ids axis = 0
      : (tensor<50x8xf32>, tensor<?x?xi64>) -> tensor<?x?x8xf32>
  %1 = rlx.reduce_sum %0 axes = [1] : (tensor<?x?x8xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<?x?x8xf32>, tensor<?x8xf32>
""")
MIXED = model(["x: ?x6xbf16 n", "y: ?x6xf64 n", "p: ?xi1 n"], [], ["z: ?x6xf64", "c: ?x12xbf16"], """
  %0 = rlx.cast %x to f64 : (tensor<?x6xbf16>) -> tensor<?x6xf64>
  %1 = rlx.mul %0, %y : (tensor<?x6xf64>, tensor<?x6xf64>) -> tensor<?x6xf64>
  %2 = rlx.concat %x, %x axis = 1 : (tensor<?x6xbf16>, tensor<?x6xbf16>) -> tensor<?x12xbf16>
  return %1, %2 : tensor<?x6xf64>, tensor<?x12xbf16>
""")
RECURRENCE = model(["x: ?x8xf32 n", "state: ?x8xf32 n"], ["w: 8x8xf32"], ["next: ?x8xf32"], """
  %0 = rlx.matmul %state, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %1 = rlx.add %0, %x : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = rlx.tanh %1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
""")

MODELS = {"mlp": MLP, "attention": ATTENTION, "block": BLOCK, "swiglu": SWIGLU, "cnn": CNN,
          "while": WHILE, "quantised": QUANTISED, "q8-blocks": BLOCKS, "fourier": FOURIER,
          "sorting": SORTING, "embedding": EMBEDDING, "mixed-types": MIXED,
          "recurrence": RECURRENCE}
# Of rlx-run's tests.
MODELS |= {name: open(os.path.join(INPUTS, name + ".mlir"), encoding="utf-8").read()
           for name in ("adds", "cancels", "complex", "conv", "dense", "grouped-matmul", "labels",
                        "matmuls", "reshape-sizes", "rnn", "two")}


def last_line(text):
    return (text.strip().splitlines() or ["it printed nothing"])[-1]


def soak(name, text, args, folder):
    """Whether it passed, and the line that says so or why not."""
    path = os.path.join(folder, name)
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([f"{args.build}/bin/rlx-run", path + ".mlir", "--emit=rlxe", "-o",
                           path + ".rlxe"], capture_output=True, text=True)
    if done.returncode == 0:
        done = subprocess.run([f"{args.build}/bin/soak-runs", path + ".rlxe", str(args.runs)],
                              capture_output=True, text=True)
    if done.returncode != 0:
        return False, f"{last_line(done.stderr)} ({done.stdout.strip()})"
    return True, done.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10000, help="of each model")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("models", nargs="*", help="which ones (default: all)")
    args = parser.parse_args()
    unknown = [name for name in args.models if name not in MODELS]
    if unknown:
        sys.exit(f"soak.py: error: there is no model '{unknown[0]}'; there are "
                 + ", ".join(MODELS))
    failed = 0
    names = args.models or list(MODELS)
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            ok, line = soak(name, MODELS[name], args, folder)
            failed += not ok
            print(f"{'PASS' if ok else 'FAIL'} {name}: {line}", flush=True)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
