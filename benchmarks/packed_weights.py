#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures matmuls with packed weights against the matmul with f32 weights, and prints a table.

    python3 benchmarks/packed_weights.py [--rows 1 8] [--size 4096] [--experts 0] [--seconds 2] [SCHEME…]

Per scheme and number of rows M: the median time of a run of x[M, K] times weights of K = N = size on
one thread, the bytes that a run moves, and their quotient. The bytes are those of the buffers that
the kernels of a run take, as the compiled program names them (`--emit=mlir --stop-after=kernels`),
so unpacked weights in memory would show there. With --experts=E, row i is multiplied with the weights of
expert 7 i mod E of E (rlx.dequant_grouped_matmul).
"""
import argparse
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RLX_RUN = os.environ.get("RLX_RUN", os.path.join(ROOT, "build", "release", "bin", "rlx-run"))

# Elements and bytes of a block.
BLOCKS = {
    "q4_0": (32, 18), "q4_1": (32, 20), "q5_0": (32, 22), "q5_1": (32, 24), "q8_0": (32, 34),
    "q2_k": (256, 84), "q3_k": (256, 110), "q4_k": (256, 144), "q5_k": (256, 176),
    "q6_k": (256, 210), "q8_k": (256, 292), "iq4_nl": (32, 18), "iq4_xs": (256, 136), "mxfp4": (32, 17),
    "nvfp4": (64, 36), "tq1_0": (256, 54), "tq2_0": (256, 66), "iq1_s": (256, 50), "iq1_m": (256, 56),
    "iq2_xxs": (256, 66), "iq2_xs": (256, 74), "iq2_s": (256, 82), "iq3_xxs": (256, 98), "iq3_s": (256, 110),
}
ELEMENT_BYTES = {"f32": 4, "i32": 4, "ui8": 1, "i8": 1}
MEMREF = re.compile(r"memref<((?:\d+x)*)(\w+)>")


def operands(scheme, size):
    """The matmul without its left operand: types of the params, and the op."""
    if scheme == "f32":
        return [f"tensor<{size}x{size}xf32>"], "rlx.matmul %x, %p0"
    if scheme in BLOCKS:
        elements, count = BLOCKS[scheme]
        return ([f"tensor<{size}x{size // elements * count}xui8>"],
                f"rlx.dequant_matmul %x, %p0 scheme = {scheme}")
    if scheme == "int4":
        return ([f"tensor<{size * size // 2}xui8>", f"tensor<{size // 32}x{size}xf32>",
                 f"tensor<{size // 32}x{size}xui8>"],
                "rlx.dequant_matmul_scaled %x, %p0 scale %p1 zero_point %p2 format = int4 "
                "block_size = 32")
    if scheme == "int8":
        return ([f"tensor<{size}x{size}xi8>", f"tensor<{size // 32}x{size}xf32>"],
                "rlx.dequant_matmul_scaled %x, %p0 scale %p1 format = int8 block_size = 32")
    if scheme == "fp8_e4m3":
        return ([f"tensor<{size}x{size}xui8>", f"tensor<{size}xf32>"],
                "rlx.dequant_matmul_scaled %x, %p0 scale %p1 format = fp8_e4m3")
    sys.exit(f"packed_weights.py: error: there is no scheme '{scheme}'")


def experts_model(scheme, rows, size, experts):
    if scheme not in BLOCKS:
        sys.exit(f"packed_weights.py: error: there are no experts of scheme '{scheme}'")
    elements, count = BLOCKS[scheme]
    x, ids = f"tensor<{rows}x{size}xf32>", f"tensor<{rows}xi32>"
    w = f"tensor<{experts}x{size}x{size // elements * count}xui8>"
    return (f'func.func @main(%x: {x} {{rlx.kind = "input", rlx.name = "x"}}, '
            f'%i: {ids} {{rlx.kind = "input", rlx.name = "i"}}, '
            f'%w: {w} {{rlx.kind = "param", rlx.name = "w"}}) -> ({x} {{rlx.name = "y"}}) {{\n'
            f'  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = {scheme} : ({x}, {w}, {ids}) -> {x}\n'
            f'  return %0 : {x}\n}}\n')


def write_experts(path, rows, experts):
    """The expert of each row, as a file of NumPy."""
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({rows},), }}".ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{rows}i", *(7 * i % experts for i in range(rows))))


def model(scheme, rows, size, experts):
    if experts:
        return experts_model(scheme, rows, size, experts)
    params, op = operands(scheme, size)
    x = f"tensor<{rows}x{size}xf32>"
    arguments = [f'%x: {x} {{rlx.kind = "input", rlx.name = "x"}}']
    arguments += [f'%p{i}: {type} {{rlx.kind = "param", rlx.name = "p{i}"}}'
                  for i, type in enumerate(params)]
    return (f'func.func @main({", ".join(arguments)}) -> ({x} {{rlx.name = "y"}}) {{\n'
            f'  %0 = {op} : ({", ".join([x] + params)}) -> {x}\n'
            f'  return %0 : {x}\n}}\n')


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"packed_weights.py: error: {' '.join(command[:2])}: {done.stderr.strip()}")
    return done.stdout


def moved_bytes(path):
    """Of the buffers that the dispatches of a run take."""
    text = run([RLX_RUN, path, "--emit=mlir", "--stop-after=kernels"])
    text = text[text.index("lir.run {"):text.index("module @kernels")]
    total = 0
    for line in text.splitlines():
        if "lir.dispatch" in line:
            for sizes, element in MEMREF.findall(line):
                total += math.prod(map(int, sizes.split("x")[:-1])) * ELEMENT_BYTES[element]
    return total


def measure(scheme, rows, size, experts, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path, result = os.path.join(folder, "model.mlir"), os.path.join(folder, "result.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(model(scheme, rows, size, experts))
        inputs = ["--input=x=random"]
        if experts:
            write_experts(os.path.join(folder, "experts.npy"), rows, experts)
            inputs.append(f"--input=i={folder}/experts.npy")
        run([RLX_RUN, path, "--threads=1", f"--bench={seconds}", f"--json={result}", "--params=random"]
            + inputs)
        with open(result, encoding="utf-8") as file:
            numbers = json.load(file)
        return numbers["cases"][0]["median_ms"], moved_bytes(path), numbers["peak_rss_bytes"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("schemes", nargs="*", default=["f32", "q4_0", "q4_k", "q6_k", "q8_0"],
                        metavar="SCHEME", help="f32, int4, int8, fp8_e4m3, " + ", ".join(BLOCKS))
    parser.add_argument("--rows", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--experts", type=int, default=0, metavar="E")
    parser.add_argument("--seconds", type=float, default=2)
    arguments = parser.parse_args()
    if arguments.size % 256 != 0:
        parser.error("--size has to be a multiple of 256, the largest block")
    print(f"{'scheme':10} {'rows':>5} {'ms':>8} {'MB a run':>9} {'GB/s':>6} {'peak MB':>8}")
    for rows in arguments.rows:
        for scheme in arguments.schemes:
            ms, moved, peak = measure(scheme, rows, arguments.size, arguments.experts,
                                      arguments.seconds)
            print(f"{scheme:10} {rows:5} {ms:8.3f} {moved / 1e6:9.1f} {moved / ms / 1e6:6.1f} "
                  f"{peak / 1e6:8.0f}", flush=True)


if __name__ == "__main__":
    main()
