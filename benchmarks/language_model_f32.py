# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of GGUF files whose blocks are decoded to F32: the exact weights, for a peer that rounds rows of packed ones."""
import gguf
import numpy as np


def write_f32(source, target):
    """The model with all tensors in F32."""
    reader = gguf.GGUFReader(source)
    kinds = {gguf.GGUFValueType.STRING: str}
    architecture = str(bytes(reader.fields["general.architecture"].parts[-1]), "utf-8")
    writer = gguf.GGUFWriter(target, architecture)
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name in ("general.architecture", "general.file_type"):
            continue
        kind = field.types[0]
        element = field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, kinds.get(kind, lambda value: value)(field.contents()), kind, sub_type=element)
    for tensor in reader.tensors:
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        writer.add_tensor(tensor.name, values.reshape(tuple(reversed([int(size) for size in tensor.shape]))))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
