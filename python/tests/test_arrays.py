# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays in and out: element types, layouts, protocols, and who owns the memory."""
import array
import gc
import sys

import ml_dtypes
import numpy as np
import pytest
from conftest import argument, binary, mlir

import rlx

NUMPY = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "i8": np.int8, "i16": np.int16, "i32": np.int32,
         "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
         "bf16": ml_dtypes.bfloat16}


def identity(element: str, shape: str = "?") -> str:
    t = f"tensor<{shape}x{element}>"
    return mlir(f"return %x : {t}", argument("x", t), f'{t} {{rlx.name = "y"}}')


@pytest.mark.parametrize("element", NUMPY)
def test_element_types(element):
    model = rlx.compile(binary("add", element), cache=False)
    dtype = np.dtype(NUMPY[element])
    x = np.array([[1, 2, 3], [4, 5, 6]]).astype(dtype)
    z = model(x, x)
    assert z.dtype == dtype and model.inputs[0].dtype == dtype.name
    np.testing.assert_array_equal(z.astype(np.float64), 2 * x.astype(np.float64))


@pytest.mark.parametrize("element, dtype", [("i1", np.bool_), ("complex<f32>", np.complex64),
                                            ("complex<f64>", np.complex128), ("f8E4M3FN", ml_dtypes.float8_e4m3fn),
                                            ("f8E5M2", ml_dtypes.float8_e5m2), ("i4", ml_dtypes.int4)])
def test_types_that_only_move(element, dtype):
    model = rlx.compile(identity(element), cache=False)
    x = np.array([0, 1, 1, 0, 1]).astype(dtype)
    y = model(x)
    assert y.dtype == dtype
    np.testing.assert_array_equal(y, x)


def test_bits_of_bfloat16_are_no_numbers():
    bits = np.ones((2, 3), ml_dtypes.bfloat16).view(np.uint16)
    with pytest.raises(rlx.InvalidArgumentError, match="expects element type bfloat16, got uint16; "
                       "value.view.ml_dtypes.bfloat16. takes the bits as they are"):
        rlx.compile(binary("add", "bf16"), cache=False)(bits, bits)


def test_strided_arrays_are_copied(add, x):
    wide = np.zeros((2, 6), np.float32)
    wide[:, ::2] = x
    np.testing.assert_array_equal(add(wide[:, ::2], x), 2 * x)
    np.testing.assert_array_equal(add(np.asfortranarray(x), x), 2 * x)
    np.testing.assert_array_equal(add(x[::-1], x), x[::-1] + x)


def test_unaligned_and_foreign_byte_order(add, x):
    shifted = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(np.float32).reshape(2, 3)
    assert shifted.ctypes.data % 4
    np.testing.assert_array_equal(add(shifted, x), 2 * x)
    np.testing.assert_array_equal(add(x.astype(">f4"), x), 2 * x)


def test_read_only_arrays(add, x):
    x.setflags(write=False)
    np.testing.assert_array_equal(add(x, x), 2 * x)


def test_lists_and_numbers():
    model = rlx.compile(binary("add", "f64", "2"), cache=False)
    np.testing.assert_array_equal(model([1.0, 2.0], (3.0, 4.0)), [4, 6])
    scalar = rlx.compile(mlir("return %x : tensor<i64>", argument("x", "tensor<i64>"), 'tensor<i64> {rlx.name = "y"}'),
                         cache=False)
    assert scalar(7) == 7 and scalar(np.int64(8)).shape == ()


def test_buffers_of_other_libraries():
    model = rlx.compile(binary("add", "f32", "?"), cache=False)
    np.testing.assert_array_equal(model(array.array("f", [1, 2]), memoryview(array.array("f", [3, 4]))), [4, 6])


class OnlyDlpack:
    """A tensor of a library that has no buffers."""

    def __init__(self, data):
        self.data = data

    def __dlpack__(self, **options):
        return self.data.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.data.__dlpack_device__()


def test_dlpack(add, x):
    np.testing.assert_array_equal(add(OnlyDlpack(x), OnlyDlpack(x)), 2 * x)
    out = np.empty_like(x)
    add.run({"x": x, "y": x}, {"z": OnlyDlpack(out)})
    np.testing.assert_array_equal(out, 2 * x)


def test_results_are_dlpack(add, x):
    np.testing.assert_array_equal(np.from_dlpack(add(x, x)), 2 * x)


def test_text():
    import onnx
    from onnx import TensorProto, helper
    node = helper.make_node("StringConcat", ["x", "y"], ["z"])
    infos = [helper.make_tensor_value_info(name, TensorProto.STRING, ["n"]) for name in "xyz"]
    model = rlx.compile(helper.make_model(helper.make_graph([node], "g", infos[:2], infos[2:]),
                                          opset_imports=[helper.make_opsetid("", 20)], ir_version=9), cache=False)
    assert model.inputs[0].dtype == "str"
    z = model(np.array(["a", "ü", ""]), ["b", "c", "\N{SNOWMAN}"])
    assert z.dtype == object and z.tolist() == ["ab", "üc", "\N{SNOWMAN}"]
    assert model(np.array([b"a"]), np.array(["b"], object)).tolist() == ["ab"]
    with pytest.raises(rlx.InvalidArgumentError, match="expected text in an array of objects, got a value of type int"):
        model(np.array(["a", 1], object), ["b", "c"])


def test_no_tensor(add, x):
    with pytest.raises(rlx.InvalidArgumentError, match="datetime64.* are no tensors"):
        add(np.array(["2026-01-01"], "M8[D]"), x)
    with pytest.raises(rlx.InvalidArgumentError, match="expects element type float32, got str$"):
        add("text", x)


def test_out(add, x):
    out = np.zeros_like(x)
    assert add.run({"x": x, "y": x}, {"z": out})["z"] is out
    np.testing.assert_array_equal(out, 2 * x)
    with pytest.raises(rlx.InvalidArgumentError, match="output 'z': the array in out is not C-contiguous"):
        add.run({"x": x, "y": x}, {"z": np.zeros((2, 6), np.float32)[:, ::2]})
    with pytest.raises(rlx.InvalidArgumentError, match=r"'z' has shape \(2, 3\) for these inputs, but .* has \(3, 3\)"):
        add.run({"x": x, "y": x}, {"z": np.zeros((3, 3), np.float32)})
    with pytest.raises(rlx.NotFoundError, match="no output 'q'; there are 'z'"):
        add.run({"x": x, "y": x}, {"q": out})
    out.setflags(write=False)
    with pytest.raises(rlx.InvalidArgumentError, match="output 'z': the array in out is read-only"):
        add.run({"x": x, "y": x}, {"z": out})
    np.testing.assert_array_equal(add(x, x), 2 * x)  # still usable


@pytest.mark.parametrize("rows", [2, 100_000])  # copied results, and ones that are computed in place
def test_results_are_the_callers(add, rows):
    x = np.ones((rows, 3), np.float32)
    first = add(x, x)
    second = add(x, 2 * x)
    third = add(x, 3 * x)
    assert first.max() == 2 and second.max() == 3 and third.max() == 4
    first[:] = 9
    assert second.max() == 3
    del first, x
    gc.collect()
    assert third.min() == 4


@pytest.mark.parametrize("element, dtype", [*NUMPY.items(), ("i1", np.bool_), ("complex<f32>", np.complex64),
                                            ("complex<f64>", np.complex128)])
def test_element_types_of_large_results(element, dtype):
    """Results of 64 KiB and more are computed in the memory of their arrays."""
    x = (np.arange(90_000) % 2).reshape(300, 300).astype(dtype)
    y = rlx.compile(identity(element, "?x300"), cache=False)(x)
    assert y.dtype == x.dtype and y.flags.writeable
    np.testing.assert_array_equal(y, x)


def test_the_memory_of_very_large_results_is_used_again():
    model = rlx.compile(identity("f32"), cache=False)
    x = np.arange(10_000_000, dtype=np.float32)
    first, second = model(x), model(x)
    assert first.ctypes.data != second.ctypes.data
    address, outputs = first.ctypes.data, model.memory["outputs"]
    del first
    assert model.memory["outputs"] == outputs + 40_000_000
    third = model(x)
    assert third.ctypes.data == address and model.memory["outputs"] == outputs
    np.testing.assert_array_equal(third, second)
    model.close()
    np.testing.assert_array_equal(third, x)  # the caller's
    del second, third


def test_sizes_that_the_run_computes():
    import onnx  # noqa: F401
    from onnx import TensorProto, helper
    node = helper.make_node("NonZero", ["x"], ["y"])
    model = rlx.compile(helper.make_model(
        helper.make_graph([node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n"])],
                          [helper.make_tensor_value_info("y", TensorProto.INT64, [1, "k"])]),
        opset_imports=[helper.make_opsetid("", 17)], ir_version=8), cache=False)
    x = np.zeros(40_000, np.float32)
    for count in (30_000, 10, 30_000, 0, 40_000, 40_000):
        x[:] = 0
        x[:count] = 1
        np.testing.assert_array_equal(model(x)[0], np.arange(count))


def test_empty_arrays(add):
    empty = np.zeros((0, 3), np.float32)
    assert add(empty, empty).shape == (0, 3)


def test_inputs_are_let_go(add, x):
    count = sys.getrefcount(x)
    for _ in range(5):
        add(x, x)
        with pytest.raises(rlx.Error):
            add(x, x[:, :2].copy())
    assert sys.getrefcount(x) == count
