#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A part of the conformance suite on an emulated AArch64 processor.

rlx-check compiles every function for that processor here, QEMU runs it with the runtime that
`scripts/build.sh aarch64` has built, and the results are compared with the reference's. Then
packages for several processors: which variant an emulated one takes. Prints a line a test and at
the end "N passed, M failed". With RLX_TEST_ALL=1 there are more files. Arguments: files of the
suite to run instead, by name ("matmul_packed").
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JOBS = int(os.environ.get("JOBS", os.cpu_count()))
CONFORMANCE = os.path.join(ROOT, "test", "lit", "conformance")
CHECK = os.path.join(ROOT, "build", "release", "bin", "rlx-check")
RUN = os.path.join(ROOT, "build", "release", "bin", "rlx-run")
RUNTIME = os.path.join(ROOT, "build", "aarch64", "bin", "rlx-run-rt")
EMULATOR = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]

# Kernels with fast paths: one file of each kind. RLX_TEST_ALL=1 runs all of them, and one or two files
# of each family of ops that has none.
NATIVE = """attention_decode depthwise_conv depthwise_conv_integer matmul_packed_f16""".split()
NATIVE_LONG = """attention conv_integer_packed conv_packed conv_packed_bf16 conv_packed_f16
dequant_matmul dequant_matmul_packed matmul_integer_packed matmul_packed matmul_packed_bf16
pool""".split()
FEW = """cast concat conv_transpose cumsum div gather gelu layer_norm quantize
reduce_sum scan softmax top_k""".split()
COMMON = """activation_backward batch_norm cast ceil complex_arithmetic concat constant conv_integer
conv_transpose cumsum dense_solve dequantize_blocks_gguf div dot_general elementwise_region exp fft
fake_quantize floor fmod fused_matmul_bias_act fused_swiglu gated_delta_net gather gather_nd
gaussian_splat_rasterize gelu group_norm grouped_matmul if is_nan layer_norm log_softmax
matmul_integer max min mod pad pow quantize reduce_max reduce_mean reduce_sum resize rms_norm rope
round sample scan scatter_add selective_scan shift_right sin slice softmax softmax_cross_entropy
tanh top_k transpose where while""".split()
# Files whose results differ on a processor with f16 arithmetic.
HALVES = """attention cast conv_packed_bf16 conv_packed_f16 div exp layer_norm matmul_packed_bf16
matmul_packed_f16 pow reduce_sum softmax tanh""".split()
ALL = os.environ.get("RLX_TEST_ALL") == "1"
CHIPS = [("aarch64", NATIVE + (NATIVE_LONG + COMMON if ALL else FEW)), ("neoverse-n1", HALVES if ALL else HALVES[:3])]


# Processors of a package, the one that QEMU emulates (its best one: ""), and the message about the
# package: the chosen variant, or the reason why there is none.
PACKAGES = [
    ("x86-64,aarch64,neoverse-n1", "", "variant for cpu neoverse-n1, the one that runs"),
    ("x86-64,aarch64,neoverse-n1", "cortex-a57", "variant for cpu aarch64, the one that runs"),
    ("x86-64", "", "can run none of the package's variants"),
    ("x86-64-v3", "", "the one for x86-64-v3 needs what it lacks, x86_64,"),
    ("neoverse-n1", "cortex-a57", "the one for neoverse-n1 needs what it lacks, lse,"),
]
MODEL = os.path.join(ROOT, "test", "lit", "tools", "rlx-run", "Inputs", "dense.mlir")


def package(folder, cpus, emulated, wanted):
    """Whether an emulated processor reports as `wanted` on a package, and runs it if it can."""
    path = os.path.join(folder, cpus + ".rlxe")
    made = subprocess.run([RUN, MODEL, "--emit=rlxe", "-o", path, "--cpu=" + cpus,
                           "--params=random"], capture_output=True, text=True)
    emulator = EMULATOR + (["-cpu", emulated] if emulated else [])
    said = made.stderr
    for option in ("--info", "--input=x=1"):
        done = subprocess.run([*emulator, RUNTIME, path, option], capture_output=True, text=True)
        said += done.stdout + done.stderr
    fine = wanted in said and ("error:" in said) == ("variant for" not in wanted)
    print(("PASS" if fine else "FAIL") + f" package {cpus} on {emulated or 'the best'}")
    if not fine:
        print(said)
    return fine


def run(chip, name):
    """Runs a file; returns its lines, whether it is fine as a whole, and its errors."""
    runner = " ".join([*EMULATOR, RUNTIME])
    command = [CHECK, f"--cpu={chip}", "--lane=cpu", f"--run-with={runner}", "-v",
               "--expected-failures=" + os.path.join(CONFORMANCE, "expected_failures.txt"),
               os.path.join(CONFORMANCE, name + ".mlir")]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = re.findall(r"^(PASS|XFAIL|FAIL) (.*)$", done.stdout, re.M)
    return lines, done.returncode == 0, done.stderr


def main(names):
    for program in (CHECK, RUN, RUNTIME):
        if not os.path.exists(program):
            sys.exit(f"run.py: error: there is no {program}: run scripts/build.sh")
    work = [(chip, name) for chip, files in CHIPS for name in (names or files)]
    passed = failed = 0
    with ThreadPoolExecutor(JOBS) as pool:
        for (chip, name), (lines, fine, errors) in zip(work, pool.map(lambda w: run(*w), work)):
            bad = sum(verdict == "FAIL" for verdict, _ in lines)
            for verdict, test in lines:
                print(f"{verdict} {chip} {test}")
            print(errors, end="", flush=True)
            passed += len(lines) - bad
            # A file that ends early, or without any result, has failed.
            failed += bad or int(not fine or not lines)
    with tempfile.TemporaryDirectory() as folder:
        for case in PACKAGES if not names else []:
            fine = package(folder, *case)
            passed += fine
            failed += not fine
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
