# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an adapter of write_llama.py's model with random matrices: write_lora.py OUT [EDIT…].

Edits: KEY=TEXT or KEY=NUMBER sets metadata; -NAME removes a tensor; +NAME:SHAPE adds or replaces one, such as
+blk.0.attn_q.weight.lora_a:3x64. --peft writes a folder of PEFT for write_folder.py's model, whose settings and tensors
the edits change.
"""
import json
import os
import random
import struct
import sys

is_peft = "--peft" in sys.argv
settings = {"peft_type": "LORA", "r": 3, "lora_alpha": 6, "bias": "none"} if is_peft else {
    "general.type": "adapter", "general.architecture": "llama", "adapter.type": "lora", "adapter.lora.alpha": 6.0}
start = "base_model.model.model.layers.0.self_attn.q_proj.lora_{}.weight" if is_peft else "blk.0.attn_q.weight.lora_{}"
names = [start.format(part) for part in ("AB" if is_peft else "ab")]
tensors = dict(zip(names, ([3, 64], [64, 3])))
for edit in sys.argv[2:]:
    if edit.startswith("-") and edit != "--peft":
        del tensors[edit[1:]]
    elif edit.startswith("+"):
        name, shape = edit[1:].split(":")
        tensors[name] = [int(size) for size in shape.split("x")]
    elif "=" in edit:
        key, _, value = edit.partition("=")
        settings[key] = json.loads(value) if is_peft else float(value) if value[0].isdigit() else value

random.seed(9)
data = {name: b"".join(struct.pack("<f", random.uniform(-0.5, 0.5)) for _ in range(shape[0] * shape[1]))
        for name, shape in tensors.items()}


def text(string):
    return struct.pack("<Q", len(string)) + string.encode()


def gguf():
    keys = b"".join(text(key) + (struct.pack("<I", 8) + text(item) if isinstance(item, str) else struct.pack("<If", 6, item))
                    for key, item in settings.items())
    header, offset = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(settings)) + keys, 0
    for name, shape in tensors.items():
        header += text(name) + struct.pack("<IQQIQ", 2, *reversed(shape), 0, offset)
        offset += len(data[name]) + -len(data[name]) % 32
    return header + bytes(-len(header) % 32) + b"".join(each + bytes(-len(each) % 32) for each in data.values())


def safetensors():
    header, offset = {}, 0
    for name, shape in tensors.items():
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, offset + len(data[name])]}
        offset += len(data[name])
    packed = json.dumps(header).encode()
    return struct.pack("<Q", len(packed)) + packed + b"".join(data.values())


if is_peft:
    os.makedirs(sys.argv[1], exist_ok=True)
    with open(os.path.join(sys.argv[1], "adapter_config.json"), "w", encoding="utf-8") as file:
        json.dump(settings, file)
with open(os.path.join(sys.argv[1], "adapter_model.safetensors") if is_peft else sys.argv[1], "wb") as file:
    file.write(safetensors() if is_peft else gguf())
