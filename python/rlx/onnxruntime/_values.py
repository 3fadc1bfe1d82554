# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values outside of sessions: `OrtValue` and `OrtDevice`."""
import ctypes
import operator
from typing import Any, List, Optional, Sequence

import numpy as np

from .. import _errors as rlx_errors
from ._errors import make
from ._proto import ELEMENTS

_NUMBERS = {name: number for number, (_, name) in ELEMENTS.items()}


def refuse_runtime(text: str) -> None:
    """Raises what ONNX Runtime raises as RuntimeError for a request that RLX cannot serve."""
    raise make(RuntimeError, rlx_errors.UnsupportedError, text)


def wrong_runtime(text: str) -> Exception:
    """A RuntimeError for an argument that is wrong."""
    return make(RuntimeError, rlx_errors.InvalidArgumentError, text)


def dtype_of(element_type: Any) -> np.dtype:
    """NumPy's type of a NumPy type or of a number of TensorProto.DataType."""
    if not isinstance(element_type, (int, np.integer)):
        return np.dtype(element_type)
    _, name = ELEMENTS.get(int(element_type), (None, None))
    if name is None:
        raise wrong_runtime(f"{element_type} is no element type of ONNX")
    if name == "str":
        return np.dtype(object)
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes  # types that NumPy lacks
        return np.dtype(getattr(ml_dtypes, name))


def element_of(array: np.ndarray) -> int:
    """The number of an array's element type in TensorProto.DataType."""
    if array.dtype.kind in "OUST":
        return 8
    return _NUMBERS.get(array.dtype.name, 0)


def check_device(device_type: str) -> None:
    """Refuses memory that is not the CPU's."""
    if device_type.lower() != "cpu":
        refuse_runtime(f"RLX takes and returns values in the memory of the CPU, not of '{device_type}'")


def at_pointer(pointer: int, element_type: Any, shape: Sequence[int]) -> np.ndarray:
    """An array over memory that somebody else owns.

    Args:
        pointer: its address, such as `tensor.data_ptr()` of PyTorch.
        element_type: NumPy's type, or a number of TensorProto.DataType.
        shape: its sizes. The elements are contiguous.
    """
    dtype, shape = dtype_of(element_type), tuple(map(operator.index, shape))
    if dtype.hasobject:
        raise wrong_runtime("text cannot be bound by its address")
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if size == 0:
        return np.empty(shape, dtype)
    return np.frombuffer(memoryview((ctypes.c_char * size).from_address(pointer)), dtype).reshape(shape)


class OrtDevice:
    """A device of values: always the CPU."""

    @staticmethod
    def make(ort_device_name: str, device_id: int, vendor_id: int = -1) -> "OrtDevice":
        """The device of a name; only "cpu" is there."""
        check_device(ort_device_name)
        return OrtDevice()

    @staticmethod
    def cpu() -> int:
        """The number of the CPU's type."""
        return 0

    def device_type(self) -> int:
        """The number of the type: 0."""
        return 0

    def device_id(self) -> int:
        """The number of the device among those of its type: 0."""
        return 0

    def device_vendor_id(self) -> int:
        """The number of the vendor: 0, which is none."""
        return 0

    def device_mem_type(self) -> int:
        """The number of the kind of memory: 0, the usual one."""
        return 0


class OrtValue:
    """A tensor, or a sequence of tensors, in the memory of the CPU."""

    def __init__(self, value: Any):
        self._value = value

    @classmethod
    def ortvalue_from_numpy(cls, numpy_obj: np.ndarray, /, device_type: str = "cpu", device_id: int = 0,
                            vendor_id: int = -1) -> "OrtValue":
        """A value over the memory of an array; arrays that are not C-contiguous are copied."""
        check_device(device_type)
        if not isinstance(numpy_obj, np.ndarray) or element_of(numpy_obj) in (0, 8):
            raise wrong_runtime("an OrtValue is made of a NumPy array of numbers or bool")
        return cls(np.asarray(numpy_obj, order="C"))

    @classmethod
    def ortvalue_from_numpy_with_onnx_type(cls, data: np.ndarray, /, onnx_element_type: int) -> "OrtValue":
        """A value over the memory of an array whose bits are of another type of the same size.

        Args:
            data: the array, such as one of uint16.
            onnx_element_type: a number of TensorProto.DataType, such as that of bfloat16.
        """
        dtype = dtype_of(onnx_element_type)
        if dtype.itemsize != data.dtype.itemsize:
            raise wrong_runtime(f"elements of {dtype} have {dtype.itemsize} bytes, those of the array "
                                f"{data.dtype.itemsize}")
        return cls(np.asarray(data, order="C").view(dtype))

    @classmethod
    def ortvalue_from_shape_and_type(cls, shape: Sequence[int], element_type: Any, device_type: str = "cpu",
                                     device_id: int = 0, vendor_id: int = -1) -> "OrtValue":
        """A value of zeros. `element_type` is NumPy's type, or a number of TensorProto.DataType."""
        check_device(device_type)
        return cls(np.zeros(tuple(shape), dtype_of(element_type)))

    @classmethod
    def from_dlpack(cls, data: Any, /) -> "OrtValue":
        """A value over the memory of an object with `__dlpack__`, such as a tensor of PyTorch."""
        if not hasattr(data, "__dlpack__"):
            raise TypeError(f"expected an object with __dlpack__, got {type(data).__name__}")
        return cls(np.asarray(np.from_dlpack(data), order="C"))

    def numpy(self) -> np.ndarray:
        """The tensor as an array over the same memory."""
        return self._tensor()[...]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        return np.array(self._tensor(), dtype, copy=bool(copy)) if copy else np.asarray(self._tensor(), dtype)

    def __dlpack__(self, **options: Any) -> Any:
        return self._tensor().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple:
        return self._tensor().__dlpack_device__()

    def update_inplace(self, data: Any) -> None:
        """Copies an array or another OrtValue of the same size into this one's memory."""
        if isinstance(data, OrtValue):
            data = data._tensor()
        if not isinstance(data, np.ndarray):
            raise TypeError("data must be a numpy.ndarray or an OrtValue.")
        own = self._tensor()
        if data.shape != own.shape or data.dtype != own.dtype:
            raise wrong_runtime(f"the value is {own.dtype}{list(own.shape)}, got {data.dtype}{list(data.shape)}")
        own[...] = data

    def shape(self) -> List[int]:
        """Its sizes."""
        return list(self._tensor().shape)

    def element_type(self) -> int:
        """The number of the element type in TensorProto.DataType."""
        return element_of(self._tensor())

    def data_type(self) -> str:
        """The type as text, such as "tensor(float)"."""
        if isinstance(self._value, list):
            element = ELEMENTS[element_of(self._value[0])][0] if self._value else "float"
            return f"seq(tensor({element}))"
        return f"tensor({ELEMENTS[self.element_type()][0]})"

    def data_ptr(self) -> int:
        """The address of the elements."""
        return self._tensor().ctypes.data

    def tensor_size_in_bytes(self) -> int:
        """The bytes of the elements."""
        return self._tensor().nbytes

    def device_name(self) -> str:
        """The device with the memory: "cpu"."""
        return "cpu"

    def has_value(self) -> bool:
        """Whether there is a value: always."""
        return True

    def is_tensor(self) -> bool:
        """Whether it is a tensor."""
        return isinstance(self._value, np.ndarray)

    def is_tensor_sequence(self) -> bool:
        """Whether it is a sequence of tensors."""
        return isinstance(self._value, list)

    def is_sparse_tensor(self) -> bool:
        """Whether it is a sparse tensor: never."""
        return False

    def _tensor(self) -> np.ndarray:
        if not isinstance(self._value, np.ndarray):
            raise wrong_runtime("the value is a sequence, not a tensor")
        return self._value
