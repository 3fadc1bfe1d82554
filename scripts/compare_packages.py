#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that a change of the sources left the compiler's output as it was, byte by byte.

  compare_packages.py save DIR [--bin=build/release/bin]   compiles every model into DIR
  compare_packages.py compare BEFORE AFTER [--renames=F]   exit code 1 where two outputs differ

Models: those of scripts/fetch-models.sh, of the benchmarks and the tests of rlx-run. Of each: a
package for a CPU and for each Vulkan profile, the Vulkan kernels as SPIR-V, the CPU's as LLVM IR and
object code, and the IR after the phases of KEPT_PHASES. F has a line "OLD NEW" a renamed word, for
names in IR dumps, labels and file names; the words are replaced in BEFORE. A package whose names have
other lengths differs in its offsets: there the kernels' code decides.
"""
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CPU = "x86-64-v3"  # not this machine's: outputs of two machines can be compared
PROFILES = ["lavapipe", "nvidia-hopper", "vulkan1.1", "swiftshader"]
KEPT_PHASES = ["fuse", "kernels", "bufferize", "lir"]


def write_models(folder):
    """Name and path of every model; writes those of the benchmarks."""
    found = {}
    fetched = os.path.join(ROOT, "models")
    for name, path in {"ocr-rec": "ocr/rec.onnx", "ocr-det": "ocr/det.onnx",
                       "minilm": "minilm/model.onnx", "resnet50": "resnet50/random.onnx"}.items():
        found[name] = os.path.join(fetched, path)
        if not os.path.exists(found[name]):
            sys.exit(f"compare_packages.py: error: {found[name]} is missing: run scripts/fetch-models.sh")
    sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
    try:
        import models
        for name in ("one_op", "mobilenet_v2", "mobilenet_v2_int8", "recurrent"):
            found[name] = os.path.join(folder, name + ".onnx")
            getattr(models, "write_" + name)(found[name])
    except ImportError as error:
        sys.exit(f"compare_packages.py: error: {error}: use .venv/bin/python")
    inputs = os.path.join(ROOT, "test", "lit", "tools", "rlx-run", "Inputs")
    for name in sorted(os.listdir(inputs)):
        if name.endswith(".mlir"):
            found["rlx-run-" + name[:-5]] = os.path.join(inputs, name)
    return found


def outputs(model, path, into):
    """The command lines after rlx-run, and the file or folder that each writes."""
    common = [path] + ([] if path.endswith(".onnx") else ["--params=random"])
    yield ["--emit=rlxe", f"--cpu={CPU}"], os.path.join(into, "cpu.rlxe"), common
    yield ["--emit=llvm", f"--cpu={CPU}"], os.path.join(into, "cpu.ll"), common
    yield ["--emit=obj", f"--cpu={CPU}"], os.path.join(into, "cpu.o"), common
    for phase in KEPT_PHASES:
        yield [f"--stop-after={phase}", f"--cpu={CPU}"], os.path.join(into, f"cpu.{phase}.mlir"), common
    for profile in PROFILES:
        device = [f"--device-profile={profile}", f"--cpu={CPU}"]
        yield ["--emit=rlxe", *device], os.path.join(into, profile + ".rlxe"), common
        yield ["--emit=spirv", *device], os.path.join(into, profile + ".spirv"), common
        yield [f"--stop-after=bufferize", *device], os.path.join(into, profile + ".bufferize.mlir"), common


def save(folder, binaries):
    tool = os.path.join(binaries, "rlx-run")
    if os.path.exists(folder) and os.listdir(folder):
        sys.exit(f"compare_packages.py: error: {folder} is not empty")

    def make(job):
        options, output, common = job
        done = subprocess.run([tool, *common, *options, "-o", output], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        # An error is an output too: the same model must be refused with the same words.
        if done.returncode != 0:
            with open(output + ".error", "w") as file:
                file.write(re.sub(r"\S*/", "", done.stderr))
        return done.returncode == 0

    with tempfile.TemporaryDirectory() as written:
        jobs = []
        for name, path in write_models(written).items():
            os.makedirs(os.path.join(folder, name))
            jobs += outputs(name, path, os.path.join(folder, name))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            fine = list(pool.map(make, jobs))
    print(f"{sum(fine)} outputs, {len(fine) - sum(fine)} refusals in {folder}")
    return 0 if any(fine) else 1


def contents(folder, renames):
    """Every file's name and bytes, with words replaced."""
    def renamed(data):
        for old, new in renames:
            data = re.sub(rb"(?<![A-Za-z0-9_])" + re.escape(old) + rb"(?![A-Za-z0-9_])", new, data)
        return data
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                data = file.read()
            # An object's and a module's offsets move with the length of names.
            binary = name.endswith((".rlxe", ".o", ".spv"))
            found[renamed(os.path.relpath(path, folder).encode()).decode()] = data if binary else renamed(data)
    return found


def compare(before, after, renames):
    one, other = contents(before, renames), contents(after, [])
    differing = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    for name in differing[:40]:
        missing = "only before" if name not in other else "only after" if name not in one else ""
        sums = [hashlib.sha256(each[name]).hexdigest()[:12] for each in (one, other) if name in each]
        print(f"{name}: {missing or ' is now '.join(sums)}")
    print(f"{len(one.keys() | other.keys()) - len(differing)} outputs equal, {len(differing)} differ")
    return 1 if differing or not one else 0


def main(arguments):
    options = dict(each[2:].split("=", 1) for each in arguments if each.startswith("--") and "=" in each)
    plain = [each for each in arguments if not each.startswith("--")]
    if plain[:1] == ["save"] and len(plain) == 2:
        return save(plain[1], options.get("bin", os.path.join(ROOT, "build", "release", "bin")))
    if plain[:1] == ["compare"] and len(plain) == 3:
        renames = []
        if "renames" in options:
            with open(options["renames"], "rb") as file:
                renames = [tuple(line.split()) for line in file if len(line.split()) == 2]
        return compare(plain[1], plain[2], renames)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
