#!/usr/bin/env python3
"""Kernels on a GPU through Vulkan, beside PyTorch.

    benchmarks/vulkan.py pack FOLDER [--device-profile=nvidia-hopper]
    python3 FOLDER/vulkan.py run FOLDER

`pack`, where RLX is built, makes packages, and puts them, rlx-run-rt and this file into FOLDER.
`run`, on a machine with the GPU, needs nothing but these; with PyTorch there it measures that in the
same run. A kernel is timed as the difference between a model that has it LONG times in a row and
one that has it once: inputs and outputs, which come from the host and go there, cancel out. The last
line is a run of the smallest one, which is little but giving work to the device and waiting for it.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time

LONG = 65
# name: (shape of what goes around, of the weight or None, the op, element type, repetitions,
# floating-point operations or None, bytes that must move or None)
CASES = {
    "product f32 4096^3": ((4096, 4096), (4096, 4096), "matmul", "f32", 9, 2 * 4096**3, None),
    "product f16 4096^3": ((4096, 4096), (4096, 4096), "matmul", "f16", 9, 2 * 4096**3, None),
    "256x8192 by 8192^2 f16": ((256, 8192), (8192, 8192), "matmul", "f16", LONG,
                               2 * 256 * 8192**2, None),
    "product f16 by q4_0 4096^3": ((4096, 4096), (4096, 2304), "q4_0", "f16", 9, 2 * 4096**3, None),
    "product f16 by q8_0 4096^3": ((4096, 4096), (4096, 4352), "q8_0", "f16", 9, 2 * 4096**3, None),
    "product f16 by q4_k 4096^3": ((4096, 4096), (4096, 2304), "q4_k", "f16", 9, 2 * 4096**3, None),
    "row by 4096x4096 f32": ((1, 4096), (4096, 4096), "matmul", "f32", LONG, None, 4 * 4096**2),
    "row by 4096x4096 f16": ((1, 4096), (4096, 4096), "matmul", "f16", LONG, None, 2 * 4096**2),
    "softmax f32 16384x4096": ((16384, 4096), None, "softmax", "f32", LONG, None,
                               8 * 16384 * 4096),
    "rms_norm f32 16384x4096": ((16384, 4096), None, "rms_norm", "f32", LONG, None,
                                8 * 16384 * 4096),
    # Half of the products: no query sees later keys.
    "attention f16 128x2048x64": ((8, 16, 2048, 64), (8, 16, 2048, 64), "attention", "f16", 9,
                                  2 * 128 * 2048**2 * 64, None),
    "attention f16 128x2048x128": ((8, 16, 2048, 128), (8, 16, 2048, 128), "attention", "f16", 9,
                                   2 * 128 * 2048**2 * 128, None),
    "attention f32 128x2048x64": ((8, 16, 2048, 64), (8, 16, 2048, 64), "attention", "f32", 9,
                                  2 * 128 * 2048**2 * 64, None),
    "softmax f32 1x64": ((1, 64), None, "softmax", "f32", LONG, None, None),
}
BLOCKS = ("q4_0", "q8_0", "q4_k")  # weights, of which PyTorch has the numbers
OPS = {
    **{scheme: "rlx.dequant_matmul {x}, %w scheme = " + scheme + " : ({t}, {w}) -> {t}"
       for scheme in BLOCKS},
    "matmul": "rlx.matmul {x}, %w : ({t}, {w}) -> {t}",
    "attention": "rlx.attention {x}, %w, %w layout = bhsd mask = causal : ({t}, {w}, {w}) -> {t}",
    "softmax": "rlx.softmax {x} axis = -1 : ({t}) -> {t}",
    "rms_norm": "rlx.rms_norm {x} axis = -1 eps = 1.0e-5 : ({t}) -> {t}",
}


def tensor(shape, dtype):
    return f"tensor<{'x'.join(map(str, shape))}x{dtype}>"


def model(shape, weight, op, dtype, times):
    t = tensor(shape, dtype)
    w = tensor(weight, "ui8" if op in BLOCKS else dtype) if weight else ""
    arguments = f'%x: {t} {{rlx.name = "x", rlx.kind = "input"}}'
    if weight:
        arguments += f', %w: {w} {{rlx.name = "w", rlx.kind = "input"}}'
    lines = [f'func.func @chain({arguments}) -> ({t} {{rlx.name = "y"}}) {{']
    value = "%x"
    for i in range(times):
        lines.append(f"  %{i} = " + OPS[op].format(x=value, t=t, w=w))
        value = f"%{i}"
    return "\n".join(lines + [f"  return {value} : {t}", "}", ""])


def package(name, times):
    return re.sub(r"[^a-z0-9]+", "-", name) + f".{times}.rlxe"


def pack(folder, profile):
    binaries = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build",
                            "release", "bin")
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, "model.mlir")
    for name, (shape, weight, op, dtype, most, *_) in CASES.items():
        for times in (1, most):
            with open(source, "w") as file:
                file.write(model(shape, weight, op, dtype, times))
            subprocess.run([os.path.join(binaries, "rlx-run"), source, "--emit=rlxe", "-o",
                            os.path.join(folder, package(name, times)),
                            f"--device-profile={profile}"], check=True)
    os.remove(source)
    shutil.copy(os.path.join(binaries, "rlx-run-rt"), folder)
    shutil.copy(os.path.abspath(__file__), os.path.join(folder, "vulkan.py"))


def seconds_of_run(folder, name, times, weight):
    command = [os.path.join(folder, "rlx-run-rt"), os.path.join(folder, package(name, times)),
               "--device=vulkan", "--input=x=0.5", "--bench=1.5"]
    output = subprocess.run(command + (["--input=w=0.25"] if weight else []), check=True,
                            capture_output=True, text=True).stdout
    return float(re.search(r"run [\d.]+ ms median, ([\d.]+) ms min", output)[1]) / 1e3


def seconds_of_torch(torch, shape, weight, op, dtype):
    dtype = {"f32": torch.float32, "f16": torch.float16}[dtype]
    x = torch.rand(shape, device="cuda", dtype=dtype)
    if op in BLOCKS:
        op, weight = "matmul", (shape[1], weight[0])
    w = torch.rand(weight, device="cuda", dtype=dtype) if weight else None
    functional = torch.nn.functional
    call = {"matmul": lambda: x @ w, "softmax": lambda: torch.softmax(x, -1),
            "attention": lambda: functional.scaled_dot_product_attention(x, w, w, is_causal=True),
            "rms_norm": lambda: functional.rms_norm(x, x.shape[-1:], eps=1e-5)}[op]
    end = time.monotonic() + 0.5  # the clocks of a card that does nothing are low
    while time.monotonic() < end:
        call()
        torch.cuda.synchronize()
    best = float("inf")
    for _ in range(5):
        begin = time.monotonic()
        for _ in range(50):
            call()
        torch.cuda.synchronize()
        best = min(best, (time.monotonic() - begin) / 50)
    return best


def run(folder):
    try:
        import torch
        torch.backends.cuda.matmul.allow_tf32 = False
    except ImportError:
        torch = None
        print("no PyTorch here: RLX alone")
    print(f"{'kernel':27} {'us':>9} {'rate':>12} {'PyTorch us':>11} {'ratio':>6}")
    for name, (shape, weight, op, dtype, most, operations, moved) in CASES.items():
        once, often = (seconds_of_run(folder, name, times, weight) for times in (1, most))
        own = (often - once) / (most - 1)
        rate = (f"{operations / own / 1e12:.1f} Tflop/s" if operations else
                f"{moved / own / 1e9:.0f} GB/s" if moved else "")
        peer = seconds_of_torch(torch, shape, weight, op, dtype) if torch else None
        print(f"{name:27} {own * 1e6:9.1f} {rate:>12} "
              + (f"{peer * 1e6:11.1f} {peer / own:6.2f}" if peer else ""), flush=True)
    print(f"{'a run of the last one':27} {once * 1e6:9.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["pack", "run"])
    parser.add_argument("folder")
    parser.add_argument("--device-profile", default="nvidia-hopper")
    arguments = parser.parse_args()
    if arguments.what == "pack":
        pack(arguments.folder, arguments.device_profile)
    else:
        run(arguments.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
