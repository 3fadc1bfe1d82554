# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of float8, float4, and integers of 4 and 2 bits, for the kind `more`: blocks with an incomplete
last one, dynamic batch sizes, several axes, rounding modes. Expected values come from ONNX's reference
implementation."""
import ml_dtypes
import numpy as np
from onnx import TensorProto


def integers(cases, shape, dtype):
    info = ml_dtypes.iinfo(dtype)
    return cases.random.integers(int(info.min), int(info.max) + 1, shape).astype(dtype)


def scales(cases, *shape):
    return np.abs(cases.floats(*shape)) + np.float32(0.1)


def dequantized(cases):
    def add(name, x, scale, zero=None, opset=25, **attributes):
        inputs = [x, scale] + ([] if zero is None else [zero])
        cases.add("dequantize_" + name, "DequantizeLinear", opset, inputs, tuple(range(1, len(inputs))),
                  output_type=attributes.get("output_dtype", TensorProto.FLOAT), **attributes)

    for dtype in (ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2):
        x = integers(cases, (3, 10, 2), dtype)
        add(f"{dtype.__name__}_blocks", x, scales(cases, 3, 3, 2), integers(cases, (3, 3, 2), dtype),
            axis=1, block_size=4)
        add(f"{dtype.__name__}_whole_blocks", x, scales(cases, 3, 2, 2), axis=-2, block_size=5)
        add(f"{dtype.__name__}_axis", x, scales(cases, 10), integers(cases, 10, dtype), axis=1)
    add("int8_blocks", integers(cases, (2, 7), np.int8), scales(cases, 2, 3), opset=21, block_size=3)
    for dtype in (ml_dtypes.float8_e4m3fn, ml_dtypes.float4_e2m1fn):
        x = cases.floats(4, 6).astype(dtype)
        add(f"{dtype.__name__}_blocks", x, scales(cases, 4, 2), axis=1, block_size=3)
        add(f"{dtype.__name__}_half", x, scales(cases, 6), axis=1, output_dtype=TensorProto.FLOAT16)


def quantized(cases):
    def add(name, x, scale, zero=None, to=None, **attributes):
        inputs = [x, scale] + ([] if zero is None else [zero])
        to = {} if to is None else {"output_dtype": to}
        cases.add("quantize_" + name, "QuantizeLinear", 25, inputs, tuple(range(1, len(inputs))),
                  output_type=to.get("output_dtype", TensorProto.INT4), **to, **attributes)

    x = 3 * cases.floats(3, 10)
    add("int4_blocks", x, scales(cases, 3, 3), integers(cases, (3, 3), ml_dtypes.int4), block_size=4)
    add("uint2", x, np.float32(0.5), to=TensorProto.UINT2)
    add("int8_whole_blocks", x, scales(cases, 3, 2), to=TensorProto.INT8, block_size=5)
    add("float4", x, scales(cases, 10), to=TensorProto.FLOAT4E2M1)
    add("float8_unsaturated", 1000 * x, np.float32(1), to=TensorProto.FLOAT8E5M2, saturate=0)
    add("precision", x.astype(np.float16), np.float16(0.25), to=TensorProto.UINT4,
        precision=TensorProto.FLOAT)


def converted(cases):
    x = np.array([[0.75, 1, 1.25, 1.5, 1.75, 2, 5, 6, 7, 3e38, 1e-20]], np.float32)
    for mode in ("up", "down", "nearest"):
        cases.add(f"cast_scale_{mode}", "Cast", 25, [x], output_type=TensorProto.FLOAT8E8M0,
                  to=TensorProto.FLOAT8E8M0, round_mode=mode)
    for name in ("FLOAT8E4M3FN", "FLOAT8E5M2FNUZ", "FLOAT4E2M1", "INT4", "UINT2"):
        to = getattr(TensorProto, name)
        cases.add(f"cast_int32_{name}", "Cast", 25, [np.arange(-20, 20, dtype=np.int32)],
                  output_type=to, to=to)
        cases.add(f"cast_double_{name}", "Cast", 25, [np.linspace(-1, 3, 40)], output_type=to, to=to)
    packed = integers(cases, (3, 5), ml_dtypes.int4)  # 15 elements in 8 bytes
    cases.add("transpose_int4", "Transpose", 25, [packed], output_type=TensorProto.INT4)
    cases.add("reshape_int4", "Reshape", 25, [packed, np.array([5, -1])], (1,),
              output_type=TensorProto.INT4)


def narrow(cases):
    for add_group in (dequantized, quantized, converted):
        add_group(cases)
