# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads metadata and the declared signature of an ONNX file, without the package onnx.

Only the outermost fields are read. Weights and nodes are skipped by their length.
"""
import mmap
from typing import Iterator, List, NamedTuple, Optional, Tuple, Union

Dims = Optional[List[Union[int, str, None]]]


class Value(NamedTuple):
    """An input or output as the file declares it.

    Attributes:
        name: its name.
        type: ONNX Runtime's text of the type, such as "tensor(float)"; None if the file has none.
        dims: sizes, symbols, and None for dimensions without a name; None if there is no shape.
    """

    name: str
    type: Optional[str]
    dims: Dims


class ModelMetadata:
    """Texts of a model.

    Attributes:
        producer_name: the program that wrote the file.
        graph_name, graph_description: of the main graph.
        domain, description: of the model.
        version: the model's version; 2^63 - 1 if the file has none.
        custom_metadata_map: a dict of text.
    """

    def __init__(self) -> None:
        self.producer_name = self.graph_name = self.domain = self.description = self.graph_description = ""
        self.version = 2**63 - 1
        self.custom_metadata_map: dict = {}


# TensorProto.DataType: the name in type texts, and NumPy's or ml_dtypes' name.
ELEMENTS = {
    1: ("float", "float32"), 2: ("uint8", "uint8"), 3: ("int8", "int8"), 4: ("uint16", "uint16"), 5: ("int16", "int16"),
    6: ("int32", "int32"), 7: ("int64", "int64"), 8: ("string", "str"), 9: ("bool", "bool"), 10: ("float16", "float16"),
    11: ("double", "float64"), 12: ("uint32", "uint32"), 13: ("uint64", "uint64"), 14: ("complex64", "complex64"),
    15: ("complex128", "complex128"), 16: ("bfloat16", "bfloat16"), 17: ("float8e4m3fn", "float8_e4m3fn"),
    18: ("float8e4m3fnuz", "float8_e4m3fnuz"), 19: ("float8e5m2", "float8_e5m2"),
    20: ("float8e5m2fnuz", "float8_e5m2fnuz"), 21: ("uint4", "uint4"), 22: ("int4", "int4"),
    23: ("float4e2m1", "float4_e2m1fn"), 24: ("float8e8m0", "float8_e8m0fnu"), 25: ("uint2", "uint2"),
    26: ("int2", "int2"),
}


def _varint(data: memoryview, at: int) -> Tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def _fields(data: memoryview) -> Iterator[tuple]:
    """The fields of a message: numbers, and the value of each, an int or bytes."""
    at, end = 0, len(data)
    while at < end:
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield tag >> 3, value
            continue
        size = 8 if kind == 1 else 4
        if kind == 2:
            size, at = _varint(data, at)
        elif kind not in (1, 5):
            raise ValueError(f"protobuf wire type {kind}")
        yield tag >> 3, data[at:at + size]
        at += size


def _text(data: memoryview) -> str:
    return str(data, "utf-8", "replace")


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _dim(data: memoryview) -> Union[int, str, None]:
    found: Union[int, str, None] = None
    for number, value in _fields(data):
        if number == 1:
            found = _signed(value) if _signed(value) >= 0 else None
        elif number == 2:
            found = _text(value) or None
    return found


def _type(data: memoryview) -> Tuple[Optional[str], Dims]:
    """The text and the shape of a TypeProto."""
    for number, value in _fields(data):
        parts = dict(_fields(value)) if number in (1, 4, 5, 8, 9) else {}
        if number in (1, 8):
            dims = [_dim(dim) for field, dim in _fields(parts[2]) if field == 1] if 2 in parts else None
            kind = "tensor" if number == 1 else "sparse_tensor"
            return f"{kind}({ELEMENTS.get(parts.get(1, 0), ('undefined',))[0]})", dims
        if number in (4, 9):
            kind = "seq" if number == 4 else "optional"
            inner, dims = _type(parts[1])
            return f"{kind}({inner})", None if number == 4 else dims
        if number == 5:
            return f"map({ELEMENTS[parts[1]][0]},{_type(parts[2])[0]})", None
    return None, None


def _value(data: memoryview) -> Value:
    name, kind, dims = "", None, None
    for number, value in _fields(data):
        if number == 1:
            name = _text(value)
        elif number == 2:
            kind, dims = _type(value)
    return Value(name, kind, dims)


class Description(NamedTuple):
    """The metadata, and the inputs and outputs as they are declared."""

    metadata: ModelMetadata
    inputs: List[Value]
    outputs: List[Value]
    ir_version: int


def _describe(data: memoryview) -> Description:
    result = Description(ModelMetadata(), [], [], 0)
    texts = {2: "producer_name", 4: "domain", 6: "description"}
    for number, value in _fields(data):
        if number in texts:
            setattr(result.metadata, texts[number], _text(value))
        elif number == 1:
            result = result._replace(ir_version=value)
        elif number == 5:
            result.metadata.version = _signed(value)
        elif number == 14:
            entry = {field: _text(text) for field, text in _fields(value)}
            result.metadata.custom_metadata_map[entry.get(1, "")] = entry.get(2, "")
        elif number == 7:
            for field, part in _fields(value):
                if field == 2:
                    result.metadata.graph_name = _text(part)
                elif field == 10:
                    result.metadata.graph_description = _text(part)
                elif field == 11:
                    result.inputs.append(_value(part))
                elif field == 12:
                    result.outputs.append(_value(part))
    return result


def describe(model: Union[str, bytes]) -> Description:
    """Reads a file or the bytes of a model."""
    if isinstance(model, bytes):
        return _describe(memoryview(model))
    with open(model, "rb") as file:
        return _describe(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
