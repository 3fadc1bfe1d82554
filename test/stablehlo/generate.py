#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the fixtures of this folder from JAX: functions as StableHLO, inputs, and results of jax.jit.

    .venv/bin/pip install "jax[cpu]"
    .venv/bin/python test/stablehlo/generate.py

The functions are those of benchmarks/jax_cases.py that RLX takes, in one file per family. StablehloTest
(unittests/session) runs them without JAX. A file has cases of this form, bytes little-endian:

    // -----
    // case NAME
    // in tensor<4xf32> 0000803f…
    // out tensor<4xf32> 0000803f…
    "builtin.module"() …

Results are JAX's on a CPU with AVX-512, of the version at the head of the file.
"""
import os
import re
import sys
import warnings

import jax
import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
import jax_cases  # noqa: E402

# Refused, or with numbers that StableHLO does not define.
LEFT_OUT = {"jnp.linalg.svd", "jnp.linalg.eigh", "jax.pure_callback", "lax.rng_bit_generator"}
TYPES = {"float32": "f32", "bfloat16": "bf16", "int32": "i32", "int8": "i8", "uint32": "ui32", "bool": "i1",
         "complex64": "complex<f32>"}


def line(kind, array):
    array = np.asarray(array)
    shape = "".join(f"{size}x" for size in array.shape)
    return f"// {kind} tensor<{shape}{TYPES[array.dtype.name]}> {np.ascontiguousarray(array).tobytes().hex()}\n"


def text_of(function, arguments):
    lowered = jax.jit(function, keep_unused=True).lower(*arguments)
    text = lowered.compiler_ir("stablehlo").operation.get_asm(print_generic_op_form=True)
    # What no importer reads, and what takes most of the space.
    text = re.sub(r", precision_config = \[[^\]]*\]", "", text)
    text = re.sub(r" \{mhlo.backend_config = (\{[^}]*\}), [^}]*\}, sdy.sharding_rule = #sdy[^\n]*?, custom>\}",
                  r" {mhlo.backend_config = \1}", text)
    text = re.sub(r", operand_layouts = .*?\}> \{mhlo", "}> {mhlo", text)
    return text.rstrip("\n") + "\n"


def write_family(family, folder):
    name = family.__name__.strip("_")
    with open(os.path.join(folder, name + ".mlir"), "w") as file:
        file.write("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
                   f"// Made by generate.py with JAX {jax.__version__}; do not edit.\n")
        for case, function, *arguments in family():
            if case in LEFT_OUT:
                continue
            results = jax.tree_util.tree_leaves(jax.jit(function)(*arguments))
            file.write(f"// -----\n// case {case}\n")
            file.writelines(line("in", value) for value in jax.tree_util.tree_leaves(arguments))
            file.writelines(line("out", value) for value in results)
            file.write(text_of(function, arguments))


def main():
    warnings.simplefilter("ignore")
    for family in jax_cases.FAMILIES:
        write_family(family, os.path.dirname(os.path.abspath(__file__)))


if __name__ == "__main__":
    main()
