#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the includes between the rooms of the tree: a room includes from the floors below it only.

FLOORS has the rooms of each part, lowest first; rooms on one floor do not include each other.
SEPARATE has rooms that do not include each other on any floor. TIES are includes that break this and
are to be cut; one that is gone must leave the list. Folders that no floor names are not checked, but
a folder beside checked ones must be named. ABOVE has headers that no room includes. Prints a line a
problem.
"""
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

FLOORS = {
    "runtime": [
        ["base", "image", "include/rlx", "regex"],
        ["tensor"],
        ["program/model"],
        ["program/observe"],
        ["device"],
        ["cpu", "cuda/api", "gpu/api", "vulkan/api"],
        ["cuda/kernel", "gpu/memory", "vulkan/pipeline"],
        ["gpu/executor"],
        ["cuda/device", "vulkan/device"],
        ["program/executable"],
        ["program/specialize", "package"],
        ["capi"],
    ],
    "dialects/rlx": [
        ["interfaces"],
        ["ir"],
        ["reference"],
        ["support"],
        ["ops/control_flow", "ops/conv", "ops/elementwise", "ops/gradients", "ops/loss", "ops/matmul",
         "ops/reduction", "ops/sequence", "ops/shape", "ops/spectral", "ops/splat",
         "ops/trees"],
        ["ops/attention", "ops/normalization", "ops/quant"],
        ["ops/packed"],
        ["builder"],
    ],
    "conversions": [
        ["rlx_to_linalg"],
        ["kernel"],
        ["program", "cpu/model", "gpu/device"],
        ["cpu/builder", "gpu/builder"],
        ["cpu/matmul", "gpu/matmul", "gpu/reduction", "gpu/elementwise"],
        ["cpu/attention", "cpu/conv", "cpu/quant", "cpu/transpose", "cpu/trees", "gpu/attention", "gpu/lowering"],
        ["cpu/target", "gpu/schedule"],
        ["gpu/graph", "gpu/program"],
        ["gpu/target"],
        ["nvvm", "spirv"],
    ],
    "formats": [
        ["gguf", "json"],
        ["safetensors"],
        ["huggingface"],
        ["language_model"],
    ],
    "importers": [
        ["support"],
        ["gguf", "onnx", "stablehlo"],
    ],
    "tools/rlx-run": [
        ["common"],
        ["run"],
        ["bench", "check", "generate", "package", "report"],
        ["compare"],
    ],
}

# Code of two devices, and the rooms that may include from the other's all the same, since they leave
# kernels to the CPU.
SEPARATE = [
    ("conversions/cpu", "conversions/gpu", {"conversions/gpu/target"}),
    ("conversions/cpu", "conversions/spirv", set()),
    ("conversions/cpu", "conversions/nvvm", set()),
    ("conversions/nvvm", "conversions/spirv", set()),
    ("runtime/cpu", "runtime/gpu", {"runtime/gpu/executor"}),
    ("runtime/cpu", "runtime/vulkan", {"runtime/vulkan/device", "runtime/vulkan/pipeline"}),
    ("runtime/cpu", "runtime/cuda", {"runtime/cuda/device", "runtime/cuda/kernel"}),
    ("runtime/cuda", "runtime/vulkan", set()),
]

TIES = {
    # The dialect's support for its own ops, in C++ that the dialect class calls.
    ("dialects/rlx/interfaces", "dialects/rlx/ir/RLXDialect.h"),
    ("dialects/rlx/ir", "dialects/rlx/reference/RefTensor.h"),
    ("dialects/rlx/ir", "dialects/rlx/support/InferenceRules.h"),
    ("dialects/rlx/ir", "dialects/rlx/support/LinalgBuilders.h"),
}


# Text that no file of these rooms has: names of one target in code that serves all of them. Comments
# may name it.
FOREIGN = {
    "conversions/gpu": (r"SPIRV|spirv::|runtime/vulkan", ("conversions/gpu/Passes.td",)),
    "runtime": (r"runtime/vulkan|[\"']vulkan", ("runtime/vulkan/", "runtime/DeviceFactories.cpp",
                                              "runtime/device/DeviceProfile.h", "runtime/device/DeviceFeatures.h",
                                              "runtime/include/")),
}


# Headers beside the rooms whose libraries link all rooms: a room that includes one would need a
# library above it.
ABOVE = {"conversions/OpKinds.h", "conversions/OpSupport.h", "conversions/Register.h", "conversions/Targets.h"}


def check_foreign(listed):
    for part, (pattern, allowed) in FOREIGN.items():
        for path in listed:
            if not path.startswith(part + "/") or not path.endswith((".h", ".cpp", ".td")):
                continue
            if path.startswith(allowed) or not os.path.exists(os.path.join(ROOT, path)):
                continue
            with open(os.path.join(ROOT, path)) as file:
                for number, line in enumerate(file, 1):
                    if re.search(pattern, re.sub(r"//.*", "", line)):
                        print(f"{path}:{number}: names one target, but the room serves all of them")


def are_separate(room, other):
    def within(each, part):
        return each == part or each.startswith(part + "/")
    return any(room not in but and (within(room, one) and within(other, two)
                                    or within(room, two) and within(other, one)) for one, two, but in SEPARATE)


def main():
    floor_of = {part + "/" + room: number for part, floors in FLOORS.items()
                for number, floor in enumerate(floors) for room in floor}
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.split()
    check_foreign(listed)
    ties = set()
    for path in listed:
        room = os.path.dirname(path)
        if not path.endswith((".h", ".hpp", ".cpp", ".td")) or not os.path.exists(os.path.join(ROOT, path)):
            continue
        part = next((each for each in FLOORS if room.startswith(each + "/")), None)
        if part and room not in floor_of:
            # The rooms' own subfolders (tablegen tools), and the headers a part of rooms shares.
            parents = [each for each in floor_of if room.startswith(each + "/") or each.startswith(room + "/")]
            if not parents:
                print(f"{path}: no floor of scripts/check_rooms.py has the room {room}")
            continue
        if room not in floor_of or os.path.basename(path) == "RLXOps.td":  # the list of all families
            continue
        with open(os.path.join(ROOT, path)) as file:
            included = re.findall(r'^\s*(?:#\s*)?include "([^"]+)"', file.read(), re.M)
        for header in included:
            other = os.path.dirname(header)
            if header in ABOVE:
                print(f"{path}: the room {room} includes {header}, whose library links the room")
            if other == room or other not in floor_of or not other.startswith(part + "/"):
                continue
            if are_separate(room, other):
                print(f"{path}: the room {room} includes from {other}, which is of another device")
            if floor_of[other] < floor_of[room]:
                continue
            if (room, header) in TIES:
                ties.add((room, header))
            else:
                print(f"{path}: the room {room} includes from {other}, which is not below it")
    for room, header in sorted(TIES - ties):
        print(f"{room} no longer includes {header}: take it off the ties of scripts/check_rooms.py")


main()
