# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a GGUF file of a tiny BERT with random weights: write_bert.py OUT [EDIT…].

Edits: KEY=NUMBER sets metadata, KEY=none removes it; -NAME removes a tensor; +NAME:SHAPE adds or replaces one,
such as +token_types.weight:2x16.
"""
import random
import struct
import sys

WIDTH, INNER, LAYERS, CONTEXT = 16, 24, 2, 32
tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "\u2581the", "\u2581cat", "\u2581a", "s", "\u2581,"]
metadata = {"general.architecture": "bert", "bert.block_count": LAYERS, "bert.embedding_length": WIDTH,
            "bert.feed_forward_length": INNER, "bert.context_length": CONTEXT, "bert.attention.head_count": 2,
            "bert.attention.layer_norm_epsilon": 1e-5, "bert.attention.causal": False, "bert.pooling_type": 1,
            "tokenizer.ggml.model": "bert", "tokenizer.ggml.tokens": tokens,
            "tokenizer.ggml.token_type": [3, 3, 3, 3, 1, 1, 1, 1, 1], "tokenizer.ggml.unknown_token_id": 1,
            "tokenizer.ggml.cls_token_id": 2, "tokenizer.ggml.seperator_token_id": 3}
tensors = {"token_embd.weight": [len(tokens), WIDTH], "position_embd.weight": [CONTEXT, WIDTH],
           "token_types.weight": [2, WIDTH]}
norms = ["token_embd_norm"]
for layer in range(LAYERS):
    for name, shape in {"attn_q": [WIDTH, WIDTH], "attn_k": [WIDTH, WIDTH], "attn_v": [WIDTH, WIDTH],
                        "attn_output": [WIDTH, WIDTH], "ffn_up": [INNER, WIDTH], "ffn_down": [WIDTH, INNER]}.items():
        tensors[f"blk.{layer}.{name}.weight"] = shape
        tensors[f"blk.{layer}.{name}.bias"] = shape[:1]
    norms += [f"blk.{layer}.{name}" for name in ("attn_output_norm", "layer_output_norm")]
tensors |= {f"{name}.{part}": [WIDTH] for name in norms for part in ("weight", "bias")}

for edit in sys.argv[2:]:
    if edit.startswith("-"):
        del tensors[edit[1:]]
    elif edit.startswith("+"):
        name, shape = edit[1:].split(":")
        tensors[name] = [int(size) for size in shape.split("x")]
    else:
        key, _, number = edit.partition("=")
        metadata[key] = int(number) if number != "none" else None


def text(string):
    return struct.pack("<Q", len(string.encode())) + string.encode()


def value(item):
    if isinstance(item, list):
        parts = [value(each) for each in item]
        return struct.pack("<I", 9) + parts[0][:4] + struct.pack("<Q", len(item)) + b"".join(part[4:] for part in parts)
    if isinstance(item, str):
        return struct.pack("<I", 8) + text(item)
    if isinstance(item, bool):
        return struct.pack("<I?", 7, item)
    return struct.pack("<If", 6, item) if isinstance(item, float) else struct.pack("<II", 4, item)


random.seed(5)
metadata = {key: item for key, item in metadata.items() if item is not None}
header, data = b"", b""
for name, shape in tensors.items():
    data += bytes(-len(data) % 32)
    header += text(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", size) for size in reversed(shape))
    header += struct.pack("<IQ", 0, len(data))
    count = shape[0] * (shape[1] if len(shape) == 2 else 1)
    data += b"".join(struct.pack("<f", random.uniform(-0.5, 0.5)) for _ in range(count))
header = (b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata)) +
          b"".join(text(key) + value(item) for key, item in metadata.items()) + header)
with open(sys.argv[1], "wb") as file:
    file.write(header + bytes(-len(header) % 32) + data)
