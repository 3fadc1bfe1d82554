# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_png.py FILE WIDTH HEIGHT: the file is an intact PNG of that size that shows something."""

import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
width, height = int(sys.argv[2]), int(sys.argv[3])
assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG signature"
chunks, at = {}, 8
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    (checksum,) = struct.unpack(">I", data[at + 8 + size:at + 12 + size])
    assert checksum == zlib.crc32(kind + body), f"wrong checksum of {kind}"
    chunks[kind] = chunks.get(kind, b"") + body
    at += 12 + size
assert b"IEND" in chunks, "no end"
header = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
assert header == (width, height, 8, 2, 0, 0, 0), f"unexpected header {header}"
pixels = zlib.decompress(chunks[b"IDAT"])
stride = 1 + 3 * width
assert len(pixels) == height * stride, f"{len(pixels)} bytes of pixels"
assert all(pixels[row * stride] == 0 for row in range(height)), "unexpected filter"
colors = {pixels[row * stride + 1 + 3 * x:row * stride + 4 + 3 * x]
          for row in range(height) for x in range(width)}
corner = pixels[1:4]
differs = sum(pixels[row * stride + 1 + 3 * x:row * stride + 4 + 3 * x] != corner
              for row in range(height) for x in range(width))
assert len(colors) > 500, f"only {len(colors)} colours"
assert 0.1 < differs / (width * height) < 0.9, f"{differs} pixels are no background"
print(f"{len(colors)} colours, {differs} of {width * height} pixels show the scene")
