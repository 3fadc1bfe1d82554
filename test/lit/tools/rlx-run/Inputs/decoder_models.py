# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes decoders with past and present: decoder_models.py FOLDER, where test/onnx/decoder.py is."""
import os
import sys

import onnx

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "onnx"))
import decoder  # noqa: E402

os.makedirs(sys.argv[1], exist_ok=True)
sizes = decoder.Sizes(layers=1)
for cache in ("concat", "group-query"):
    onnx.save(decoder.write(sizes, decoder.random_weights(sizes), cache), os.path.join(sys.argv[1], cache + ".onnx"))
