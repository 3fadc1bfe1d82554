# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes w and b of dense.mlir as a weight file: weights.py KIND PATH.
import io
import json
import struct
import sys
import zipfile

W = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
B = [0.5, -0.5]


def npy(shape, values):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%s,), }" % ", ".join(map(str, shape))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        "<%df" % len(values), *values)


def npz(path, compression):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, shape, values in (("w", (3, 2), W), ("b", (2,), B)):
            # Like numpy.savez, which always writes the 64-bit form.
            with archive.open(zipfile.ZipInfo(name + ".npy") if compression == 0 else name + ".npy",
                              "w", force_zip64=True) as member:
                member.write(npy(shape, values))


def write_safetensors(path, header, data):
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + data)


def safetensors(path, names):
    values = {"w": ([3, 2], W), "b": ([2], B), "other": ([1], [0.0])}
    header, data = {"__metadata__": {"made": "by a test"}}, b""
    for name in names:
        shape, numbers = values[name]
        raw = struct.pack("<%df" % len(numbers), *numbers)
        header[name] = {"dtype": "F32", "shape": shape,
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    write_safetensors(path, json.dumps(header).encode(), data)


kind, path = sys.argv[1:]
if kind == "npz":
    npz(path, zipfile.ZIP_STORED)
elif kind == "compressed":
    npz(path, zipfile.ZIP_DEFLATED)
elif kind == "deep":
    write_safetensors(path, b'{"w":' + b"[" * 100000, b"")
elif kind == "brackets":  # in strings only
    entry = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
    write_safetensors(path, json.dumps({'"' + "[" * 100: entry}).encode(), bytes(4))
elif kind == "many":
    entries = {
        "t%02d" % i: {"dtype": "F32", "shape": [1], "data_offsets": [4 * i, 4 * i + 4]}
        for i in range(12)
    }
    write_safetensors(path, json.dumps(entries).encode(), bytes(48))
else:
    safetensors(path, kind.split("+"))
