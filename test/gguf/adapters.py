# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adapters (LoRA) of language models against transformers with the updates added to its weights, as PEFT merges them.

A small model with random weights, and adapters of rank 3 and 5 with random matrices: in folders of PEFT for a model's
folder, and in GGUF files as llama.cpp's convert_lora_to_gguf.py writes them for a GGUF file. The logits of one adapter, and of
both with scales, may differ by 1e-4 of their range.
"""
import json
import os
import tempfile

import gguf
import numpy as np
import safetensors.torch
import torch
from folders import write_folder
from models import MODELS, VOCABULARY, permuted

TOLERANCE = 1e-4
ALPHA, RANKS = 6.0, (3, 5)
# Of the modules that PEFT finds by the ends of their names, those of two adapters.
TARGETS = (("q_proj", "v_proj", "down_proj"), ("q_proj", "k_proj", "o_proj", "up_proj", "gate_proj", "lm_head"))
SCALES = (1.0, -0.75)


def pairs(model, number):
    """The matrices a and b of each module."""
    generator = torch.Generator().manual_seed(20 + number)
    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Linear) and name.endswith(TARGETS[number]):
            yield name, [torch.rand(shape, generator=generator) - 0.5
                         for shape in ((RANKS[number], module.in_features), (module.out_features, RANKS[number]))]


def write_peft(model, number, folder):
    path = os.path.join(folder, f"adapter{number}")
    os.mkdir(path)
    stable = number == 1
    with open(os.path.join(path, "adapter_config.json"), "w", encoding="utf-8") as file:
        json.dump({"peft_type": "LORA", "r": RANKS[number], "lora_alpha": ALPHA, "use_rslora": stable, "bias": "none",
                   "target_modules": list(TARGETS[number]), "modules_to_save": None, "fan_in_fan_out": False}, file)
    safetensors.torch.save_file({f"base_model.model.{name}.lora_{part}.weight": value.to(torch.float16 if stable else torch.float32)
                                 for name, each in pairs(model, number) for part, value in zip("AB", each)},
                                os.path.join(path, "adapter_model.safetensors"))
    return path


def write_gguf(model, number, folder):
    path = os.path.join(folder, f"adapter{number}.gguf")
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", alpha_of(number))
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, model.config.num_hidden_layers)
    for name, (a, b) in pairs(model, number):
        b = b.numpy()
        for part, heads in (("q_proj", model.config.num_attention_heads), ("k_proj", model.config.num_key_value_heads)):
            b = permuted(b, heads) if part in name else b
        found = names.get_name(name + ".weight", try_suffixes=(".weight",))
        writer.add_tensor(found + ".lora_a", a.numpy())
        writer.add_tensor(found + ".lora_b", np.ascontiguousarray(b))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def alpha_of(number):
    """With use_rslora alpha is divided by the square root of the rank, which GGUF has no form for but another alpha."""
    return ALPHA * RANKS[number] ** 0.5 if number == 1 else ALPHA


def expected(model, prompt, scales):
    """Logits with the updates in the weights; scales by adapter."""
    weights = {name: module.weight.clone() for name, module in model.model.named_modules() if isinstance(module, torch.nn.Linear)}
    modules = dict(model.model.named_modules())
    with torch.no_grad():
        for number, scale in scales.items():
            for name, (a, b) in pairs(model.model, number):
                if number == 1:  # as written
                    a, b = (value.to(torch.float16).float() if model.half else value for value in (a, b))
                modules[name].weight += scale * alpha_of(number) / RANKS[number] * (b @ a)
        logits = model.logits(prompt)
        for name, weight in weights.items():
            modules[name].weight.copy_(weight)
    return logits


def check(form, run, difference):
    """`run` gives the logits of a prompt, `difference` compares them."""
    model = MODELS["llama"][0]()
    model.half = form == "folder"
    prompt = np.random.default_rng(5).integers(0, VOCABULARY, 9).tolist()
    largest = 0
    with tempfile.TemporaryDirectory() as folder:
        if form == "folder":
            path, write = write_folder(model, folder), write_peft
        else:
            path, write = os.path.join(folder, "model.gguf"), write_gguf
            model.write(path)
        adapters = [write(model.model, number, folder) for number in range(2)]
        plain = expected(model, prompt, {})
        for scales, options in (({0: 1.0}, adapters[:1]), ({1: 1.0}, adapters[1:]),
                                ({0: SCALES[0], 1: SCALES[1]}, [adapters[0], f"{adapters[1]}:{SCALES[1]}"])):
            right = expected(model, prompt, scales)
            if difference(right, plain) < 0.05:
                raise RuntimeError("the adapters change too little")
            largest = max(largest, difference(run(folder, path, [f"--lora={each}" for each in options], prompt), right))
    if largest > TOLERANCE:
        raise RuntimeError(f"difference of {largest:.1e}")
    return f"differences of {largest:.1e} at most"


def checks(run, difference):
    """Names of tests, and functions that return a detail or raise."""
    for form in ("folder", "gguf"):
        yield f"adapters:{form}", lambda form=form: check(form, run, difference)
