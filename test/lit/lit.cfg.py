# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configuration of the RLX lit suite. Every rlx-opt call also checks that its output prints and
# parses back to the same IR.
import glob
import os
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "RLX"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.rlx_obj_root, "test", "lit")

config.substitutions.append(("%rlx_src_root", config.rlx_src_root))
config.substitutions.append(("%rlx_obj_root", config.rlx_obj_root))

bin_dir = os.path.join(config.rlx_obj_root, "bin")
llvm_config.with_environment("PATH", bin_dir, append_path=True)
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)

# Functions of conformance files that fail in a lane are listed.
check = "rlx-check --expected-failures=" + os.path.join(
    config.test_source_root, "conformance", "expected_failures.txt")
llvm_config.add_tool_substitutions(
    [ToolSubst("rlx-opt", "rlx-opt --verify-roundtrip", unresolved="fatal"),
     ToolSubst("rlx-check", check, unresolved="fatal"), ToolSubst("rlx-run", unresolved="fatal"),
     ToolSubst("rlx-run-rt", unresolved="fatal"),
     ToolSubst("%python", command=sys.executable), "FileCheck", "not", "count", "split-file"],
    [bin_dir, config.llvm_tools_dir],
)

# Programs that keep compiled models keep none, so that no test depends on another one.
config.environment["XDG_CACHE_HOME"] = "/dev/null"

# Where the threads of a run come from.
config.available_features.add("threads-" + config.rlx_threads)

# Files that take seconds per lane leave out the lane cpu-no-fastpath, but for scripts/test.sh --all.
# Shorter files of the same family cover the route without fast paths.
if os.environ.get("RLX_TEST_ALL") == "1":
    config.available_features.add("all")
    config.substitutions.append(("%{quick-lanes}", ""))
    config.substitutions.append(("%{sample}", ""))
else:
    config.substitutions.append(("%{quick-lanes}", "--lane=reference,decompose,cpu"))
    # Files of many kernels compile a third of their functions; the reference runs all.
    config.substitutions.append(("%{sample}", "--sample=3"))

    # Files that wait for --all. Each of them must exist: nobody else would find a stale name.
    with open(os.path.join(config.rlx_src_root, "test", "lit", "long.txt")) as lines:
        for name in (line.strip() for line in lines if not line.startswith("#")):
            if not os.path.exists(os.path.join(config.rlx_src_root, "test", "lit", name)):
                lit_config.fatal(f"test/lit/long.txt names {name}, which does not exist")
            config.excludes.append(os.path.basename(name))

# ONNX's backend tests, as Debian's libonnx-testdata installs them.
onnx_testdata = "/usr/share/libonnx-testdata/data"
if os.path.isdir(onnx_testdata):
    config.available_features.add("onnx-testdata")
    config.substitutions.append(("%{onnx_testdata}", onnx_testdata))

# Processors whose code this machine can run.
try:
    with open("/proc/cpuinfo") as info:
        flags = set(next((line for line in info if line.startswith("flags")), "").split())
except OSError:
    flags = set()
if "sse2" in flags:
    config.available_features.add("sse2")
if {"avx2", "fma", "f16c", "bmi2"} <= flags:
    config.available_features.add("avx2")
    if "all" in config.available_features:
        config.available_features.add("avx2-all")
if {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags:
    config.available_features.add("avx512")
    # Long files run once more for it with scripts/test.sh --all only; their usual run is for this
    # processor, and depthwise_conv_integer stands for them.
    if "all" in config.available_features:
        config.available_features.add("avx512-all")
    if {"avx512_bf16", "avx512_vnni"} <= flags:
        config.available_features.add("avx512bf16")

# Mesa's Vulkan driver for CPUs, whatever other drivers exist.
if glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json"):
    config.available_features.add("lavapipe")
    config.substitutions.append(
        ("%{lavapipe}", "env VK_LOADER_DRIVERS_SELECT='*lvp*' LP_NUM_THREADS=1"))
swiftshader = os.path.join(config.rlx_src_root, ".swiftshader", "vk_swiftshader_icd.json")
if os.path.exists(swiftshader):
    config.available_features.add("swiftshader")
    config.substitutions.append(("%{swiftshader}", "env VK_LOADER_DRIVERS_SELECT='*swiftshader*' "
                                 "VK_DRIVER_FILES=" + swiftshader))

# The program that needs oneDNN.
if os.path.exists(os.path.join(bin_dir, "kernels")):
    config.available_features.add("kernels")
