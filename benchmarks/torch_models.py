#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs models of torchvision and transformers in eager mode, on inductor and on RLX; prints a table.

    scripts/wheel.sh && scripts/test_torch.sh
    build/torch-test/bin/python benchmarks/torch_models.py [NAME...] [--threads 1] [--seconds 4] [--no-inductor]

Models have the sizes of their papers, unless a row says otherwise, and random weights. Each runs in a
process of its own. Ready: from torch.compile to the first result, with nothing cached. Difference: the
largest one to eager mode, as a part of the largest value; over TOLERANCE, or where a model cannot be
compiled, the row says so. Ratios are median times of eager mode, or of inductor, to those of RLX, from
turns of a few calls each.
"""
import argparse
import json
import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import torch
from torch import nn
from torch.utils._pytree import tree_leaves

TOLERANCE = 1e-4


def image(size=224):
    return torch.randn(1, 3, size, size)


def tokens(vocabulary, *shape):
    return torch.randint(0, vocabulary, shape)


def vision(name, *args):
    import torchvision.models
    return getattr(torchvision.models, name)(weights=None), (image(),), {}


def deeplab():
    from torchvision.models import segmentation
    return segmentation.deeplabv3_mobilenet_v3_large(weights=None, weights_backbone=None), (image(),), {}


def ssdlite():
    from torchvision.models import detection
    return detection.ssdlite320_mobilenet_v3_large(weights=None, weights_backbone=None), ([image(320)[0]],), {}


def bert():
    from transformers import BertConfig, BertModel
    return BertModel(BertConfig()), (), {"input_ids": tokens(30522, 1, 128), "attention_mask": torch.ones(1, 128).long()}


def distilbert():
    from transformers import DistilBertConfig, DistilBertModel
    return DistilBertModel(DistilBertConfig()), (), {"input_ids": tokens(30522, 1, 128)}


def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel
    return GPT2LMHeadModel(GPT2Config()), (), {"input_ids": tokens(50257, 1, 64), "use_cache": False}


def llama():
    from transformers import LlamaConfig, LlamaForCausalLM
    config = LlamaConfig(hidden_size=512, intermediate_size=1376, num_hidden_layers=8, num_attention_heads=8,
                         num_key_value_heads=4, vocab_size=8000)
    return LlamaForCausalLM(config), (), {"input_ids": tokens(8000, 1, 64), "use_cache": False}


def t5():
    from transformers import T5Config, T5ForConditionalGeneration
    return T5ForConditionalGeneration(T5Config()), (), {
        "input_ids": tokens(32128, 1, 64), "decoder_input_ids": tokens(32128, 1, 16), "use_cache": False}


def whisper():
    from transformers import WhisperConfig, WhisperForConditionalGeneration
    config = WhisperConfig(d_model=384, encoder_layers=4, decoder_layers=4, encoder_attention_heads=6,
                           decoder_attention_heads=6, encoder_ffn_dim=1536, decoder_ffn_dim=1536)
    return WhisperForConditionalGeneration(config), (), {
        "input_features": torch.randn(1, 80, 3000), "decoder_input_ids": tokens(51865, 1, 8), "use_cache": False}


def clip():
    from transformers import CLIPConfig, CLIPModel
    return CLIPModel(CLIPConfig()), (), {"input_ids": tokens(49000, 2, 16), "pixel_values": image(),
                                         "attention_mask": torch.ones(2, 16).long()}


def mamba():
    from transformers import MambaConfig, MambaModel
    config = MambaConfig(hidden_size=256, num_hidden_layers=4, vocab_size=2000)
    return MambaModel(config), (), {"input_ids": tokens(2000, 1, 32), "use_cache": False}


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(64, 256, 2, batch_first=True)
        self.last = nn.Linear(256, 10)

    def forward(self, x):
        return self.last(self.lstm(x)[0][:, -1])


MODELS = {
    "ResNet-18": lambda: vision("resnet18"), "MobileNetV3 large": lambda: vision("mobilenet_v3_large"),
    "EfficientNet-B0": lambda: vision("efficientnet_b0"), "ConvNeXt-T": lambda: vision("convnext_tiny"),
    "ViT-B/16": lambda: vision("vit_b_16"), "Swin-T": lambda: vision("swin_t"),
    "DeepLabV3 MobileNetV3": deeplab, "SSDLite MobileNetV3": ssdlite, "BERT base, 128 tokens": bert,
    "DistilBERT, 128 tokens": distilbert, "GPT-2, 64 tokens": gpt2, "Llama, 8 layers of 512, 64 tokens": llama,
    "T5 small, 64 and 16 tokens": t5, "Whisper tiny, 30 s and 8 tokens": whisper, "CLIP ViT-B/32": clip,
    "Mamba, 4 layers of 256, 32 tokens": mamba, "LSTM, 2 layers of 256, 32 steps": lambda: (
        Recurrent(), (torch.randn(1, 32, 64),), {}),
}


def tensors(result):
    """The tensors of a result. Detections come by score, and scores may differ in their last bits: by box."""
    if isinstance(result, list) and "boxes" in result[0]:
        keys = [each["labels"] * 10000 + each["boxes"].double() @ torch.tensor([1.0, 2, 3, 5]).double() for each in result]
        result = [{name: value[key.argsort()] for name, value in each.items()} for each, key in zip(result, keys)]
    return [leaf for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor)]


def difference(got, want):
    """The largest difference of floats as a part of the largest value. Infinite if anything else differs."""
    if [(t.shape, t.dtype) for t in got] != [(t.shape, t.dtype) for t in want]:
        return float("inf")
    worst = 0.0
    for g, w in zip(got, want):
        if not w.is_floating_point():
            worst = worst if torch.equal(g, w) else float("inf")
        elif w.numel():
            error = (g - w).abs().max().item()
            worst = max(worst, error / max(w.abs().max().item(), 1e-30)) if error == error else float("inf")
    return worst


def settle(model, args, kwargs):
    """Makes random weights give results that depend on the input: no heads of zeros, and batch norms that
    normalize."""
    for parameter in model.parameters():
        if parameter.ndim > 1 and not parameter.any():
            nn.init.normal_(parameter, std=0.02)

    def measure(norm, inputs):
        norm.running_mean.copy_(inputs[0].mean((0, 2, 3)))
        norm.running_var.copy_(inputs[0].var((0, 2, 3), unbiased=False) + 0.01)
    hooks = [module.register_forward_pre_hook(measure) for module in model.modules()
             if isinstance(module, nn.BatchNorm2d)]
    model(*args, **kwargs)
    for hook in hooks:
        hook.remove()


def ready(model, backend, options, args, kwargs):
    """(the compiled model, seconds to its first result, graphs, result)."""
    torch._dynamo.utils.counters.clear()
    compiled = torch.compile(model, backend=backend, options=options)
    begin = time.perf_counter()
    result = tensors(compiled(*args, **kwargs))
    return compiled, time.perf_counter() - begin, torch._dynamo.utils.counters["stats"]["unique_graphs"], result


def medians(calls, seconds):
    """The median time of each call. The engines take turns; each first wakes its threads."""
    times = [[] for _ in calls]
    end = time.perf_counter() + seconds * len(calls)
    while time.perf_counter() < end or len(times[0]) < 5:
        for call, its in zip(calls, times):
            call()
            for _ in range(3):
                begin = time.perf_counter()
                call()
                its.append(time.perf_counter() - begin)
    return [statistics.median(its) for its in times]


@torch.no_grad()
def run_here(name, seconds, threads, inductor):
    """Prints the measurements of one model as JSON."""
    torch.manual_seed(0)
    torch.set_num_threads(threads)
    model, args, kwargs = MODELS[name]()
    model.eval()
    settle(model, args, kwargs)
    want = tensors(model(*args, **kwargs))
    rlx, took, graphs, got = ready(model, "rlx", {"cache": False, "threads": threads}, args, kwargs)
    calls = [lambda: model(*args, **kwargs), lambda: rlx(*args, **kwargs)]
    found = {"ready": took, "graphs": graphs, "difference": difference(got, want), "elements": sum(map(torch.numel, want))}
    if inductor:
        other, found["inductor_ready"], _, _ = ready(model, "inductor", None, args, kwargs)
        calls.append(lambda: other(*args, **kwargs))
    print("\n" + json.dumps({**found, "times": medians(calls, seconds)}))


def row(name, options):
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run([sys.executable, __file__, name, f"--seconds={options.seconds}", "--here",
                               f"--threads={options.threads}", *["--no-inductor"] * options.no_inductor], capture_output=True, text=True,
                              env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": cache})
    if done.returncode:
        return f"| {name} | fails: {done.stderr.strip().splitlines()[-1]} | | | | | |"
    found = json.loads(done.stdout.strip().splitlines()[-1])
    eager, rlx, *inductor = found["times"]
    note = "" if found["difference"] <= TOLERANCE else ", differs"
    others = f"{found['inductor_ready']:.1f} | {eager / rlx:.2f} | {inductor[0] / rlx:.2f}" if inductor else \
        f" | {eager / rlx:.2f} | "
    return (f"| {name} | {found['graphs']} | {found['difference']:.0e}{note} | {1e3 * rlx:.2f} | {found['ready']:.1f} | "
            f"{others} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--no-inductor", action="store_true")
    parser.add_argument("--here", action="store_true", help="for the processes of this program")
    options = parser.parse_args()
    if options.here:
        warnings.simplefilter("ignore")
        logging.disable(logging.WARNING)
        run_here(options.names[0], options.seconds, options.threads, not options.no_inductor)
        return
    print("| model | graphs | difference | RLX, ms | ready, s | inductor ready, s | eager / RLX | inductor / RLX |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in options.names or MODELS:
        print(row(name, options), flush=True)


if __name__ == "__main__":
    main()
