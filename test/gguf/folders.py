# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of transformers in folders, as it writes them now and as version 4 did."""
import glob
import json
import os

import torch
import transformers

transformers.utils.logging.disable_progress_bar()
# Kinds of models whose head is that of the tokens unless config.json says something else.
TIED = {"gemma", "gemma2", "gemma3_text", "gpt2", "smollm3", "starcoder2"}


def write_folder(model, folder):
    path = os.path.join(folder, "model")
    model.model.save_pretrained(path, max_shard_size="40KB")
    if len(glob.glob(os.path.join(path, "*.safetensors"))) < 2:
        raise RuntimeError("expected several files")
    return path


def write_old_folder(model, folder):
    path = os.path.join(folder, "model")
    set_type(model.model, torch.bfloat16)
    model.model.save_pretrained(path)
    set_type(model.model, torch.float32)
    file = os.path.join(path, "config.json")
    with open(file, encoding="utf-8") as text:
        config = json.load(text)
    with open(file, "w", encoding="utf-8") as text:
        json.dump(as_version_4(config), text)
    return file


def set_type(model, dtype):
    """Of the weights only: a model's own conversion rounds the frequencies of rotations, too."""
    for parameter in model.parameters():
        parameter.data = parameter.data.to(dtype)


def as_version_4(config):
    """Version 4 has rotations and windows under other keys, and leaves values out that are its defaults."""
    kind = config["model_type"]
    rope = config.pop("rope_parameters", None)
    if rope and "full_attention" in rope:
        if kind == "gemma3_text":
            config["rope_local_base_freq"] = rope["sliding_attention"]["rope_theta"]
        rope = rope["full_attention"]
    if rope:
        names = {"gpt_neox": ("rotary_emb_base", "rotary_pct")}.get(kind, ("rope_theta", "partial_rotary_factor"))
        for old, new in zip(names, ("rope_theta", "partial_rotary_factor")):
            if new in rope:
                config[old] = rope.pop(new)
        rope["type" if kind == "phi3" else "rope_type"] = rope.pop("rope_type")
        config["rope_scaling"] = rope if len(rope) > 1 else None
    if kind != "olmo3":
        config.pop("layer_types", None)
    if "_sliding_window_pattern" in config:
        config["sliding_window_pattern"] = config.pop("_sliding_window_pattern")
    if kind == "qwen3_moe":
        config["num_experts"] = config.pop("num_local_experts")
    if kind in TIED:
        del config["tie_word_embeddings"]
    for key in ("no_rope_layers", "hidden_activation" if kind == "gemma" else ""):
        config.pop(key, None)
    if kind == "gemma":
        config["hidden_act"] = "gelu"
    return config
