# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a GGUF file of a tiny llama with random weights: write_llama.py OUT [EDIT…].

Edits: KEY=NUMBER or KEY=TEXT sets metadata, KEY=none removes it; -NAME removes a tensor;
+NAME:TYPE:SHAPE adds or replaces one, for example +blk.0.attn_q.weight:Q4_0:64x64. A "*" in a NAME stands
for every layer. --architecture=NAME is another architecture, whose metadata have its name. --tokens=TEXT has up
to 16 characters that are tokens in place of the capitals.
"""
import random
import struct
import sys

# Type: its number, elements and bytes of a block.
TYPES = {"F32": (0, 1, 4), "F16": (1, 1, 2), "Q4_0": (2, 32, 18), "Q8_0": (8, 32, 34), "I8": (24, 1, 1),
         "Q8_1": (9, 32, 36), "NaN": (0, 1, 4), "Zero": (0, 1, 4)}
metadata = {"general.architecture": "llama", "llama.block_count": 2, "llama.embedding_length": 64,
            "llama.feed_forward_length": 96, "llama.context_length": 512, "llama.attention.head_count": 4,
            "llama.attention.head_count_kv": 2, "llama.attention.layer_norm_rms_epsilon": 1e-5}
# Bytes as GPT-2's tokenizer writes them: "\u0120" is a space.
letters = [chr(ord("a") + i) for i in range(26)] + ["\u0120", ".", ",", "!", "?"]
metadata |= {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm",
             "tokenizer.ggml.tokens": letters + ["th", "the", *"ABCDEFGHIJKLMNOT", "<|im_end|>"],
             "tokenizer.ggml.merges": ["t h", "th e"], "tokenizer.ggml.token_type": [1] * 49 + [3]}
tensors = {"token_embd.weight": ("Q8_0", [50, 64]), "output_norm.weight": ("F32", [64])}
for layer in range(2):
    for name, kind, shape in [("attn_norm", "F32", [64]), ("attn_q", "Q4_0", [64, 64]), ("attn_k", "Q4_0", [32, 64]),
                              ("attn_v", "Q8_0", [32, 64]), ("attn_output", "Q4_0", [64, 64]), ("ffn_norm", "F32", [64]),
                              ("ffn_gate", "F16", [96, 64]), ("ffn_up", "F32", [96, 64]), ("ffn_down", "Q4_0", [64, 96])]:
        tensors[f"blk.{layer}.{name}.weight"] = (kind, shape)

for edit in sys.argv[2:]:
    if edit.startswith("--architecture="):
        metadata["general.architecture"] = edit.partition("=")[2]
        metadata = {key.replace("llama.", edit.partition("=")[2] + ".", 1): item for key, item in metadata.items()}
    elif edit.startswith("--tokens="):
        characters = edit.partition("=")[2]
        metadata["tokenizer.ggml.tokens"][33:33 + len(characters)] = characters
    elif edit.startswith("-"):
        for layer in range(2 if "*" in edit else 1):
            del tensors[edit[1:].replace("*", str(layer))]
    elif edit.startswith("+"):
        name, kind, shape = edit[1:].split(":")
        for layer in range(2 if "*" in name else 1):
            tensors[name.replace("*", str(layer))] = (kind, [int(size) for size in shape.split("x")])
    else:
        key, _, value = edit.partition("=")
        metadata[key] = float(value) if "." in value else int(value) if value.lstrip("-").isdigit() else value
        if value == "none":
            del metadata[key]


def text(string):
    data = string.encode()
    return struct.pack("<Q", len(data)) + data


def value(item):
    if isinstance(item, list):
        elements = [value(each) for each in item]
        return struct.pack("<I", 9) + elements[0][:4] + struct.pack("<Q", len(item)) + b"".join(each[4:] for each in elements)
    if isinstance(item, str):
        return struct.pack("<I", 8) + text(item)
    if isinstance(item, float):
        return struct.pack("<If", 6, item)
    return struct.pack("<Ii", 5, item) if item < 0 else struct.pack("<II", 4, item)


def block(kind):
    if kind == "F32":
        return struct.pack("<f", random.uniform(-0.3, 0.3))
    if kind == "NaN":  # F32
        return struct.pack("<f", float("nan"))
    if kind == "Zero":  # F32
        return bytes(4)
    if kind == "F16":
        return struct.pack("<e", random.uniform(-0.3, 0.3))
    size = TYPES[kind][2]
    return (struct.pack("<e", random.uniform(0.002, 0.02)) + random.randbytes(max(size - 2, 0)))[:size]


random.seed(1)
header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
for key, item in metadata.items():
    header += text(key) + value(item)
data = b""
for name, (kind, shape) in tensors.items():
    data += bytes(-len(data) % 32)
    number, elements, _ = TYPES[kind]
    header += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *reversed(shape), number, len(data))
    count = 1
    for size in shape:
        count *= size
    data += b"".join(block(kind) for _ in range(count // elements))
with open(sys.argv[1], "wb") as file:
    file.write(header + bytes(-len(header) % 32) + data)
