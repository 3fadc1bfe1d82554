# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of the tests, compiled once."""
import os

import numpy as np
import pytest
from onnx import helper

import rlx

os.environ["XDG_CACHE_HOME"] = os.path.join("/tmp", f"rlx-python-tests-{os.getpid()}")


def mlir(body: str, inputs: str, outputs: str) -> str:
    return f"func.func @main({inputs}) -> ({outputs}) {{\n{body}\n}}"


def argument(name: str, tensor: str, kind: str = "input") -> str:
    return f'%{name}: {tensor} {{rlx.kind = "{kind}", rlx.name = "{name}"}}'


def binary(op: str = "add", element: str = "f32", shape: str = "?x3") -> str:
    """MLIR text of z = x OP y."""
    t = f"tensor<{shape}x{element}>"
    return mlir(f"%0 = rlx.{op} %x, %y : ({t}, {t}) -> {t}\nreturn %0 : {t}",
                f"{argument('x', t)}, {argument('y', t)}", f'{t} {{rlx.name = "z"}}')


def onnx_model(nodes, inputs: dict, outputs: dict, dtypes: dict = {}):
    """An onnx.ModelProto. Shapes by name; f32, but for `dtypes`."""
    def infos(shapes):
        return [helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(np.dtype(dtypes.get(name, np.float32))), shape)
            for name, shape in shapes.items()]

    graph = helper.make_graph(nodes, "net", infos(inputs), infos(outputs))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@pytest.fixture(scope="session")
def add() -> rlx.Model:
    return rlx.compile(binary())


@pytest.fixture(scope="session")
def gemm() -> rlx.Model:
    """y = x w + b, with params."""
    x, w = "tensor<?x8xf32>", "tensor<8x4xf32>"
    y = "tensor<?x4xf32>"
    return rlx.compile(mlir(f"%0 = rlx.matmul %x, %w : ({x}, {w}) -> {y}\nreturn %0 : {y}",
                            f"{argument('x', x)}, {argument('w', w, 'param')}", f'{y} {{rlx.name = "y"}}'),
                       cache=False)


@pytest.fixture(scope="session")
def net() -> bytes:
    """ONNX: y = x x^T, and c = x twice."""
    nodes = [helper.make_node("Transpose", ["x"], ["t"], perm=[0, 2, 1]), helper.make_node("MatMul", ["x", "t"], ["y"]),
             helper.make_node("Concat", ["x", "x"], ["c"], axis=1)]
    shapes = {"x": ("batch", "seq", 4)}, {"y": ("batch", "seq", "seq"), "c": ("batch", "twice", 4)}
    return onnx_model(nodes, *shapes).SerializeToString()


@pytest.fixture
def x() -> np.ndarray:
    return np.arange(6, dtype=np.float32).reshape(2, 3)
