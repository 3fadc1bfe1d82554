# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a conformance file: ops that take many element types, with every one of them.

The tests of each op show its behaviour with a few types; this one shows that there is no type
among the others for which a route differs from the reference.
"""
SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["bf16", "f16", "f32", "f64"]
COMPLEX = ["complex<f32>", "complex<f64>"]
ALL = INTEGERS + FLOATS + ["i1"]
MOVED = ALL + COMPLEX

count = 0


def value_range(element):
    if element == "i1":
        return " range [0.0, 1.0]"
    if element in UNSIGNED:
        return " range [0.0, 250.0]"
    return " range [-120.0, 120.0]" if element in SIGNED else " range [-2.0, 2.0]"


def source(name, shape, element, seed):
    """The line that defines %name with random numbers."""
    return f"%{name} = check.fill seed {seed}{value_range(element)} : tensor<{shape}x{element}>"


def function(element, operands, lines, result):
    """One function; T stands for the element type, %0 is the result."""
    global count
    body = [source(name, shape, element, seed)
            for seed, (name, shape) in enumerate(operands.items(), 1)]
    body += [line.replace("T", element) for line in lines]
    body.append(f"return %0 : tensor<{result}x{element}>")
    print(f"func.func @case_{count}() -> tensor<{result}x{element}> {{")
    print("\n".join("  " + line for line in body) + "\n}\n")
    count += 1


def one_op(elements, op, operands, result, uses=None):
    """A function for each element type, of one op with the operands in order (or `uses` of them)."""
    shapes = [operands[name] for name in uses or operands]
    types = ", ".join(f"tensor<{shape}xT>" for shape in shapes)
    for element in elements:
        function(element, operands, [f"%0 = rlx.{op} : ({types}) -> tensor<{result}xT>"], result)


def contractions():
    one_op(INTEGERS, "matmul %a, %b", {"a": "2x5x7", "b": "2x7x9"}, "2x5x9")
    one_op(INTEGERS, "conv %a, %w strides = [2, 1] pads = [1, 1, 1, 1] groups = 2",
           {"a": "2x4x6x6", "w": "6x2x3x3"}, "2x6x3x6")
    one_op(INTEGERS, "conv_transpose %a, %w strides = [2, 2] groups = 2",
           {"a": "2x4x3x3", "w": "4x2x2x2"}, "2x4x6x6")
    one_op(INTEGERS, "dot_general %a, %b batch [0] x [0] contract [1] x [1]",
           {"a": "3x4x5", "b": "3x4x6"}, "3x5x6")


def reductions():
    for kind in ["max", "min", "sum", "prod"]:
        one_op(INTEGERS, f"pool {kind} %a kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]",
               {"a": "2x3x5x5"}, "2x3x3x3")
    for kind in ["sum", "mean", "max", "min", "prod"]:
        one_op(INTEGERS + FLOATS, f"reduce_{kind} %a axes = [0, 2]", {"a": "3x4x5"}, "4")
        one_op(INTEGERS + FLOATS, f"reduce_{kind} %a axes = [2]", {"a": "3x4x5"}, "3x4")
        one_op(INTEGERS, f"reduce_{kind} %a axes = [1]", {"a": "3x0"}, "3")
    one_op(COMPLEX, "reduce_sum %a axes = [0]", {"a": "4x3"}, "3")
    one_op(INTEGERS + FLOATS, "cumsum %a axis = 1", {"a": "4x9"}, "4x9")


def elementwise():
    for op in ["add", "sub", "mul", "div", "max", "min", "pow"]:
        one_op(INTEGERS, f"{op} %a, %b", {"a": "33", "b": "33"}, "33")
    for op in ["neg", "abs", "relu"]:
        one_op(INTEGERS, f"{op} %a", {"a": "33"}, "33")
    for element in INTEGERS:
        function(element, {"a": "33"},
                 ["%b = rlx.constant dense<0> : tensor<33xT>",
                  "%0 = rlx.div %a, %b : (tensor<33xT>, tensor<33xT>) -> tensor<33xT>"], "33")


def moves():
    one_op(MOVED, "concat %a, %a axis = 0", {"a": "4x3"}, "8x3", uses=["a", "a"])
    one_op(MOVED, "transpose %a perm = [1, 0]", {"a": "4x3"}, "3x4")
    one_op(MOVED, "slice %a from [3, 0] sizes [2, 3] strides = [-2, 1]", {"a": "4x3"}, "2x3")
    one_op(MOVED, "expand %a to [2, 4, 3]", {"a": "4x3"}, "2x4x3")
    one_op(MOVED, "reshape %a to [2, 6]", {"a": "4x3"}, "2x6")
    one_op(INTEGERS + FLOATS, "resize nearest %a axes = [2] to [7]", {"a": "3x4x5"}, "3x4x7")
    for element in INTEGERS + FLOATS:
        function(element, {"a": "5x3"},
                 ["%i = rlx.constant dense<[0, 1, -1, 1, 0]> : tensor<5xi64>",
                  "%0 = rlx.scatter_add %a, %i into [4] : (tensor<5x3xT>, tensor<5xi64>) -> "
                  "tensor<4x3xT>"], "4x3")
    for element in ALL:
        function(element, {"a": "4x3"},
                 ["%0, %i = rlx.top_k %a k = 2 axis = 0 : (tensor<4x3xT>) -> "
                  "(tensor<2x3xT>, tensor<2x3xi64>)"], "2x3")


def control_flow():
    for element in MOVED:
        function(element, {"a": "4x3", "b": "4x3"},
                 ["%p = check.literal dense<true> : tensor<i1>",
                  "%0 = rlx.if %p : tensor<i1> -> (tensor<4x3xT>) {",
                  "  %1 = rlx.transpose %a perm = [1, 0] : (tensor<4x3xT>) -> tensor<3x4xT>",
                  "  %2 = rlx.reshape %1 to [4, 3] : (tensor<3x4xT>) -> tensor<4x3xT>",
                  "  rlx.yield %2 : tensor<4x3xT>",
                  "} else {",
                  "  rlx.yield %b : tensor<4x3xT>",
                  "}"], "4x3")
        function(element, {"a": "4x3", "s": "3"},
                 ["%last, %0 = rlx.scan init(%s : tensor<3xT>) over(%a : tensor<4x3xT>) reverse",
                  "    -> (tensor<3xT>, tensor<4x3xT>) {",
                  "^bb0(%carried: tensor<3xT>, %row: tensor<3xT>):",
                  "  rlx.yield %row, %carried : tensor<3xT>, tensor<3xT>",
                  "}"], "4x3")


contractions()
reductions()
elementwise()
moves()
control_flow()
