# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the folder of a tiny llama with random weights, as transformers does: write_folder.py OUT [EDIT…].

Edits: FILE:KEY=JSON sets a key of FILE.json, FILE:KEY=none removes it; -FILE leaves out a file; -NAME removes
a tensor; +NAME:TYPE:SHAPE adds or replaces one. "*" in a NAME stands for every layer. --split writes two files
and an index.
"""
import json
import os
import random
import struct
import sys

LAYERS, WIDTH, INNER, HEADS, KEY_HEADS, SIZE = 2, 64, 96, 4, 2, 16
TYPES = {"F32": 4, "F16": 2, "BF16": 2, "I8": 1}
# Bytes as GPT-2's tokenizer writes them: "\u0120" is a space.
letters = [chr(ord("a") + i) for i in range(26)] + ["\u0120", ".", ",", "!", "?"]
tokens = letters + ["th", "the", *"ABCDEFGHIJKLMNOT"]
special = ["<s>", "<|end|>", "<|user|>"]


def added(text):
    return {"id": len(tokens) + special.index(text), "content": text, "special": True, "normalized": False,
            "single_word": False, "lstrip": False, "rstrip": False}


files = {
    "config": {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": WIDTH, "intermediate_size": INNER,
        "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "num_key_value_heads": KEY_HEADS,
        "max_position_embeddings": 512, "vocab_size": 56, "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
        "rope_scaling": None, "hidden_act": "silu", "tie_word_embeddings": False, "eos_token_id": 1},
    "generation_config": {"eos_token_id": [1, 50]},
    "tokenizer": {
        "version": "1.0", "added_tokens": [added(text) for text in special], "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": {
            "type": "TemplateProcessing", "pair": [],
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [added("<s>")["id"]], "tokens": ["<s>"]}}},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "vocab": {token: id for id, token in enumerate(tokens)},
                  "merges": [["t", "h"], ["th", "e"]]}},
    "tokenizer_config": {"bos_token": "<s>", "eos_token": {"content": "<|end|>"},
                         "chat_template": "{{ bos_token }}{% for m in messages %}<|user|>{{ m['content'] }}{% endfor %}a"},
}
tensors = {"model.embed_tokens.weight": ("BF16", [56, WIDTH]), "model.norm.weight": ("F32", [WIDTH]),
           "lm_head.weight": ("F16", [56, WIDTH])}
for layer in range(LAYERS):
    for name, shape in {"input_layernorm": [WIDTH], "post_attention_layernorm": [WIDTH],
                        "self_attn.q_proj": [HEADS * SIZE, WIDTH], "self_attn.k_proj": [KEY_HEADS * SIZE, WIDTH],
                        "self_attn.v_proj": [KEY_HEADS * SIZE, WIDTH], "self_attn.o_proj": [WIDTH, HEADS * SIZE],
                        "mlp.gate_proj": [INNER, WIDTH], "mlp.up_proj": [INNER, WIDTH],
                        "mlp.down_proj": [WIDTH, INNER]}.items():
        tensors[f"model.layers.{layer}.{name}.weight"] = ("BF16" if len(shape) == 2 else "F32", shape)

folder, split, left_out = sys.argv[1], False, set()
for edit in sys.argv[2:]:
    name, _, value = edit[1:].partition(":")
    layers = range(LAYERS if "*" in name else 1)
    if edit == "--split":
        split = True
    elif edit.startswith("+"):
        kind, shape = value.split(":")
        for layer in layers:
            tensors[name.replace("*", str(layer))] = (kind, [int(size) for size in shape.split("x")])
    elif edit.startswith("-") and name in [*files, "model"]:
        left_out.add(name)
    elif edit.startswith("-"):
        for layer in layers:
            del tensors[name.replace("*", str(layer))]
    else:
        file, _, rest = edit.partition(":")
        key, _, text = rest.partition("=")
        if text == "none":
            del files[file][key]
        else:
            files[file][key] = json.loads(text)


def element(kind):
    value = random.uniform(-0.3, 0.3)
    if kind == "F16":
        return struct.pack("<e", value)
    return struct.pack("<f", value)[4 - TYPES[kind]:] if kind in ("F32", "BF16") else b"\1"


def elements(kind, shape):
    count = 1
    for size in shape:
        count *= size
    return b"".join(element(kind) for _ in range(count))


def safetensors(path, names):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name in names:
        kind, shape = tensors[name]
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(weights[name])]}
        data += weights[name]
    text = json.dumps(header).encode()
    with open(os.path.join(folder, path), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


random.seed(1)
weights = {name: elements(kind, shape) for name, (kind, shape) in tensors.items()}
os.makedirs(folder, exist_ok=True)
for name, content in files.items():
    if name not in left_out:
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(content, file)
if split:
    parts = {f"model-0000{i + 1}-of-00002.safetensors": list(tensors)[i::2] for i in range(2)}
    for name, part in parts.items():
        safetensors(name, part)
    with open(os.path.join(folder, "model.safetensors.index.json"), "w", encoding="utf-8") as file:
        json.dump({"weight_map": {tensor: name for name, part in parts.items() for tensor in part}}, file)
elif "model" not in left_out:
    safetensors("model.safetensors", tensors)
