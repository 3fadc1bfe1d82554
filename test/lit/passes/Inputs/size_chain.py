# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a model of N steps whose result's size is an expression as deep as the chain is long.

resize: a size of 3/2; sum: a sum of sizes; double: a size used twice at every step, so that the
expression, written out, doubles.
"""
import sys

kind, steps = sys.argv[1], int(sys.argv[2])
T = "tensor<?xf32>"
print(f"""func.func @main(%x: {T} {{rlx.name = "x", rlx.kind = "input", rlx.dims = ["a"]}},
                %z: {T} {{rlx.name = "z", rlx.kind = "input", rlx.dims = ["b"]}})
    -> ({T} {{rlx.name = "y"}}) {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index""")
last = "%x"
for i in range(steps):
    if kind == "resize":
        print(f"  %size{i} = tensor.dim {last}, %c0 : {T}")
        print(f"  %more{i} = arith.muli %size{i}, %c3 : index")
        print(f"  %half{i} = arith.divui %more{i}, %c2 : index")
        print(f"  %step{i} = rlx.resize nearest {last} axes = [0] to [%half{i}] "
              f"coordinates = asymmetric nearest = floor : ({T}, index) -> {T}")
    elif kind == "sum":
        print(f"  %step{i} = rlx.concat {last}, %z axis = 0 : ({T}, {T}) -> {T}")
    else:
        print(f"  %size{i} = tensor.dim {last}, %c0 : {T}")
        print(f"  %half{i} = arith.divui %size{i}, %c2 : index")
        print(f"  %part{i} = rlx.slice {last} from [0] sizes [%half{i}] : ({T}, index) -> {T}")
        print(f"  %step{i} = rlx.concat {last}, %part{i} axis = 0 : ({T}, {T}) -> {T}")
    last = f"%step{i}"
print(f"  return {last} : {T}\n}}")
