# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small language models of transformers with random weights, and their GGUF files.

Names of tensors and metadata are those of the package gguf. Values are in the form that llama.cpp's
converter gives them.
"""
import math

import gguf
import numpy as np
import torch
import transformers

transformers.logging.set_verbosity_error()
LAYERS, EMBEDDING, HEADS, KEY_HEADS, HEAD_SIZE, INNER, VOCABULARY, CONTEXT = 3, 42, 6, 2, 10, 52, 57, 64
BASE = 10000.0
SIZES = {"vocab_size": VOCABULARY, "hidden_size": EMBEDDING, "intermediate_size": INNER, "num_hidden_layers": LAYERS,
         "num_attention_heads": HEADS, "num_key_value_heads": KEY_HEADS, "max_position_embeddings": CONTEXT}
HEAD = {"head_dim": HEAD_SIZE}


def rope(theta=BASE, **more):
    return {"rope_theta": theta, "rope_type": "default", **more}


def randomize(model, seed=3):
    """Weights whose every part counts: transformers' own have no biases and small matrices."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            uniform = torch.rand(parameter.shape, generator=generator) - 0.5  # -0.5 to 0.5
            is_norm = parameter.ndim == 1 and name.endswith("weight")
            parameter.copy_(uniform * 0.6 if not is_norm else uniform + (0 if "Gemma" in type(model).__name__ else 1))


def permuted(weight, heads):
    """Rows of wq or wk in the order in which rotated pairs are adjacent."""
    return weight.reshape(heads, 2, weight.shape[0] // heads // 2, *weight.shape[1:]).swapaxes(1, 2).reshape(weight.shape)


class Model:
    """A model of transformers, and the parts of its GGUF file."""

    def __init__(self, name, kind, config, metadata=None, tensors=None, change=None):
        self.name, self.config, self.change = name, config, change or (lambda name, value: {name: value})
        config._attn_implementation = "eager"
        self.model = kind(config).eval().float()
        randomize(self.model)
        self.metadata, self.tensors = metadata or {}, tensors or {}

    def states(self, capacity):
        """The shapes of caches and states by name."""
        config, shapes = self.config, {}
        for layer in range(config.num_hidden_layers):
            if hasattr(config, "conv_kernel"):
                shapes[f"conv.{layer}"] = (config.conv_kernel - 1, config.intermediate_size)
                shapes[f"ssm.{layer}"] = (config.intermediate_size, config.state_size)
                continue
            size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
            heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
            shapes |= {f"{kind}.{layer}": (heads, capacity, size) for kind in "kv"}
        return shapes

    def logits(self, tokens):
        with torch.no_grad():
            return self.model(input_ids=torch.tensor([tokens]), use_cache=False).logits[0].double().numpy()

    def write(self, path):
        config = self.config
        writer = gguf.GGUFWriter(path, self.name)
        number = {**{"vocab_size": config.vocab_size, "context_length": getattr(config, "max_position_embeddings", 0),
                     "embedding_length": config.hidden_size, "block_count": config.num_hidden_layers,
                     "feed_forward_length": getattr(config, "intermediate_size", None) or 4 * config.hidden_size,
                     "attention.head_count": getattr(config, "num_attention_heads", 0)}, **self.metadata}
        for key, value in number.items():
            add = (writer.add_string if isinstance(value, str) else writer.add_bool if isinstance(value, bool) else
                   writer.add_uint32 if isinstance(value, int) else writer.add_float32 if isinstance(value, float) else
                   writer.add_array)
            add(f"{self.name}.{key}", value)
        kind = next(kind for kind, name in gguf.MODEL_ARCH_NAMES.items() if name == self.name)
        names = gguf.get_tensor_name_map(kind, config.num_hidden_layers)
        for name, value in {**self.state(), **self.tensors}.items():
            is_found = name in self.tensors or name.startswith("blk.")
            found = name if is_found else names.get_name(name, try_suffixes=(".weight", ".bias"))
            if found is None:
                raise KeyError(f"GGUF has no name for {name}")
            writer.add_tensor(found, np.ascontiguousarray(value, np.float32))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()

    def state(self):
        tied, result = getattr(self.config, "tie_word_embeddings", False), {}
        for name, value in self.model.state_dict().items():
            if not (tied and name in ("lm_head.weight", "embed_out.weight")):
                result.update(self.change(name, value.double().numpy()))
        return result


def rotates_adjacent(name, value):
    for part, heads in (("q_proj", HEADS), ("k_proj", KEY_HEADS)):
        if part in name:
            value = permuted(value, heads)
    return {name: value}


def adds_one(name, value):
    return {name: value + 1 if "norm" in name else value}


def transposed(name, value):
    """GPT-2 has its matrices the other way round."""
    return {name: value.T if ".c_" in name and name.endswith("weight") else value}


def experts_apart(name, value):
    """transformers has gate and up of all experts in one tensor, and the router of the shared one as a matrix."""
    prefix, expert, part = name.partition("mlp.experts.")
    if not expert:
        return {name: value[0] if "shared_expert_gate" in name else value}
    layer = prefix.replace("model.layers.", "blk.")
    if part == "down_proj":
        return {layer + "ffn_down_exps.weight": value}
    gate, up = np.split(value, 2, axis=1)
    return {layer + "ffn_gate_exps.weight": gate, layer + "ffn_up_exps.weight": up}


def mixtral_parts(name, value):
    return {key: each for part, found in experts_apart(name, value).items()
            for key, each in rotates_adjacent(part, found).items()}


def qkv_behind_each_other(name, value):
    """GPT-NeoX has q, k and v of a head behind each other."""
    if "query_key_value" in name:
        value = value.reshape(HEADS, 3, -1, *value.shape[1:]).swapaxes(0, 1).reshape(value.shape)
    return {name: value}


COMMON = {"attention.head_count_kv": KEY_HEADS, "attention.layer_norm_rms_epsilon": 1e-5, "rope.freq_base": BASE}
KEYS = {**COMMON, "attention.key_length": HEAD_SIZE, "attention.value_length": HEAD_SIZE}
LAYER_NORM = {"attention.layer_norm_epsilon": 1e-5}
EPSILON = {"rms_norm_eps": 1e-5}


def llama3_divisors(factor, low, high, original):
    """Frequencies of long wavelengths are divided by the factor, those of short ones by 1."""
    result = []
    for i in range(HEAD_SIZE // 2):
        wavelength = 2 * math.pi * BASE ** (2 * i / HEAD_SIZE)
        smooth = min(1, max(0, (original / wavelength - low) / (high - low)))
        result.append(1 / ((1 - smooth) / factor + smooth))
    return result


def llama():
    return Model("llama", transformers.LlamaForCausalLM, transformers.LlamaConfig(
        **SIZES, **HEAD, **EPSILON, attention_bias=True, mlp_bias=True, tie_word_embeddings=False,
        rope_parameters=rope(rope_type="llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                             original_max_position_embeddings=16)),
        {**KEYS, "rope.dimension_count": HEAD_SIZE},
        {"rope_freqs.weight": llama3_divisors(8, 1, 4, 16)}, rotates_adjacent)


def mistral():
    return Model("llama", transformers.MistralForCausalLM, transformers.MistralConfig(
        **SIZES, **HEAD, **EPSILON, sliding_window=5, tie_word_embeddings=True, rope_parameters=rope()),
        {**KEYS, "attention.sliding_window": 5}, None, rotates_adjacent)


def qwen2():
    config = transformers.Qwen2Config(
        **{**SIZES, "hidden_size": 48}, **EPSILON, tie_word_embeddings=False,
        rope_parameters=rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=16))
    return Model("qwen2", transformers.Qwen2ForCausalLM, config, {
        **COMMON, "rope.scaling.type": "yarn", "rope.scaling.factor": 4.0,
        "rope.scaling.original_context_length": 16})


def qwen3():
    return Model("qwen3", transformers.Qwen3ForCausalLM, transformers.Qwen3Config(
        **SIZES, **HEAD, **EPSILON, tie_word_embeddings=True, rope_parameters=rope()), KEYS)


def gemma():
    return Model("gemma", transformers.GemmaForCausalLM, transformers.GemmaConfig(
        **SIZES, **HEAD, **EPSILON, hidden_activation="gelu_pytorch_tanh", rope_parameters=rope()), KEYS, None, adds_one)


def gemma2():
    return Model("gemma2", transformers.Gemma2ForCausalLM, transformers.Gemma2Config(
        **SIZES, **HEAD, **EPSILON, sliding_window=5, query_pre_attn_scalar=HEAD_SIZE, attn_logit_softcapping=2.5,
        final_logit_softcapping=4.0, rope_parameters=rope()),
        {**KEYS, "attention.sliding_window": 5, "attn_logit_softcapping": 2.5, "final_logit_softcapping": 4.0},
        None, adds_one)


def gemma3():
    return Model("gemma3", transformers.Gemma3ForCausalLM, transformers.Gemma3TextConfig(
        **{**SIZES, "num_hidden_layers": 7}, **HEAD, **EPSILON, sliding_window=5, query_pre_attn_scalar=HEAD_SIZE,
        rope_parameters={"full_attention": rope(1e6, rope_type="linear", factor=8.0),
                         "sliding_attention": rope()}),
        {**KEYS, "rope.freq_base": 1e6, "rope.scaling.type": "linear", "rope.scaling.factor": 8.0,
         "attention.sliding_window": 5}, None, adds_one)


def phi3():
    original, generator = 16, np.random.default_rng(4)
    factors = {kind: generator.uniform(1, 4, HEAD_SIZE // 2).astype(np.float32) for kind in ("long", "short")}
    config = transformers.Phi3Config(
        **{**SIZES, "hidden_size": HEADS * HEAD_SIZE}, **EPSILON, sliding_window=7, pad_token_id=0,
        tie_word_embeddings=False, original_max_position_embeddings=original,
        rope_parameters=rope(rope_type="longrope", long_factor=factors["long"].tolist(),
                             short_factor=factors["short"].tolist(), original_max_position_embeddings=original))
    scale = CONTEXT / original
    return Model("phi3", transformers.Phi3ForCausalLM, config, {
        **COMMON, "rope.dimension_count": HEAD_SIZE, "rope.scaling.original_context_length": original,
        "rope.scaling.attn_factor": math.sqrt(1 + math.log(scale) / math.log(original)), "attention.sliding_window": 7},
        {f"rope_factors_{kind}.weight": values for kind, values in factors.items()})


def granite():
    return Model("granite", transformers.GraniteForCausalLM, transformers.GraniteConfig(
        **{**SIZES, "hidden_size": 48}, **EPSILON, embedding_multiplier=3.0, residual_multiplier=0.4,
        attention_multiplier=0.2, logits_scaling=2.5, tie_word_embeddings=True, rope_parameters=rope()),
        {**COMMON, "embedding_scale": 3.0, "residual_scale": 0.4, "attention.scale": 0.2, "logit_scale": 2.5},
        None, rotates_adjacent)


def olmo2():
    return Model("olmo2", transformers.Olmo2ForCausalLM, transformers.Olmo2Config(
        **{**SIZES, "hidden_size": 48}, **EPSILON, tie_word_embeddings=False, rope_parameters=rope()), COMMON)


def olmo3():
    yarn = rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=16)
    return Model("olmo2", transformers.Olmo3ForCausalLM, transformers.Olmo3Config(
        **{**SIZES, "hidden_size": 48, "num_hidden_layers": 5}, **EPSILON, sliding_window=5, tie_word_embeddings=False,
        rope_parameters={"full_attention": yarn, "sliding_attention": rope()}),
        {**COMMON, "attention.sliding_window": 5, "rope.scaling.type": "yarn", "rope.scaling.factor": 4.0,
         "rope.scaling.original_context_length": 16})


def starcoder2():
    return Model("starcoder2", transformers.Starcoder2ForCausalLM, transformers.Starcoder2Config(
        **{**SIZES, "hidden_size": 48}, norm_epsilon=1e-5, sliding_window=5, use_bias=True, tie_word_embeddings=True,
        rope_parameters=rope()),
        {"attention.head_count_kv": KEY_HEADS, **LAYER_NORM, "rope.freq_base": BASE, "attention.sliding_window": 5})


def gpt2():
    config = transformers.GPT2Config(vocab_size=VOCABULARY, n_positions=CONTEXT, n_embd=48, n_layer=LAYERS, n_head=HEADS)
    return Model("gpt2", transformers.GPT2LMHeadModel, config, LAYER_NORM, None, transposed)


def gptneox(parallel=True):
    config = transformers.GPTNeoXConfig(
        vocab_size=VOCABULARY, hidden_size=48, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
        intermediate_size=INNER, max_position_embeddings=CONTEXT, use_parallel_residual=parallel,
        tie_word_embeddings=False, rope_parameters=rope(partial_rotary_factor=0.5))
    return Model("gptneox", transformers.GPTNeoXForCausalLM, config, {
        **LAYER_NORM, "rope.dimension_count": 4, "use_parallel_residual": parallel}, None, qkv_behind_each_other)


def stablelm(parallel=False):
    config = transformers.StableLmConfig(
        **{**SIZES, "hidden_size": 48}, use_qkv_bias=True, layer_norm_eps=1e-5, use_parallel_residual=parallel,
        tie_word_embeddings=False, rope_parameters=rope(partial_rotary_factor=0.25))
    return Model("stablelm", transformers.StableLmForCausalLM, config, {
        "attention.head_count_kv": KEY_HEADS, **LAYER_NORM, "rope.freq_base": BASE, "rope.dimension_count": 2,
        "use_parallel_residual": True})


def smollm3():
    return Model("smollm3", transformers.SmolLM3ForCausalLM, transformers.SmolLM3Config(
        **{**SIZES, "hidden_size": 48, "num_hidden_layers": 5}, **EPSILON, pad_token_id=0, tie_word_embeddings=True,
        rope_parameters=rope()), COMMON, None, rotates_adjacent)


def phi2():
    config = transformers.PhiConfig(**{**SIZES, "num_key_value_heads": HEADS, "hidden_size": 48}, layer_norm_eps=1e-5,
                                    hidden_act="gelu_new", rope_parameters=rope(partial_rotary_factor=0.5))
    return Model("phi2", transformers.PhiForCausalLM, config, {
        "attention.head_count_kv": HEADS, **LAYER_NORM, "rope.dimension_count": 4}, None, None)


def mixtral():
    config = transformers.MixtralConfig(
        **{**SIZES, "hidden_size": 48}, **EPSILON, num_local_experts=5, num_experts_per_tok=2, sliding_window=None,
        tie_word_embeddings=False, rope_parameters=rope())
    return Model("llama", transformers.MixtralForCausalLM, config, {
        **COMMON, "expert_count": 5, "expert_used_count": 2}, None, mixtral_parts)


def qwen2moe():
    config = transformers.Qwen2MoeConfig(
        **{**SIZES, "hidden_size": 48}, **EPSILON, num_experts=5, num_experts_per_tok=3, moe_intermediate_size=20,
        shared_expert_intermediate_size=28, tie_word_embeddings=False, rope_parameters=rope())
    return Model("qwen2moe", transformers.Qwen2MoeForCausalLM, config, {
        **COMMON, "expert_count": 5, "expert_used_count": 3, "expert_feed_forward_length": 20,
        "expert_shared_feed_forward_length": 28}, None, experts_apart)


def qwen3moe():
    config = transformers.Qwen3MoeConfig(
        **{**SIZES, "hidden_size": 48}, **HEAD, **EPSILON, num_experts=5, num_experts_per_tok=2, moe_intermediate_size=20,
        norm_topk_prob=True, tie_word_embeddings=True, rope_parameters=rope())
    return Model("qwen3moe", transformers.Qwen3MoeForCausalLM, config, {
        **KEYS, "expert_count": 5, "expert_used_count": 2, "expert_feed_forward_length": 20}, None, experts_apart)


def mamba():
    config = transformers.MambaConfig(vocab_size=VOCABULARY, hidden_size=48, state_size=7, num_hidden_layers=LAYERS,
                                      expand=2, conv_kernel=4, time_step_rank=5, layer_norm_epsilon=1e-5)
    return Model("mamba", transformers.MambaForCausalLM, config, scan_metadata(config), None, decays)


def falcon_mamba():
    config = transformers.FalconMambaConfig(
        vocab_size=VOCABULARY, hidden_size=48, state_size=7, num_hidden_layers=LAYERS, expand=2, conv_kernel=3,
        time_step_rank=5, layer_norm_epsilon=1e-5, mixer_rms_eps=1e-5, tie_word_embeddings=False)
    return Model("mamba", transformers.FalconMambaForCausalLM, config,
                 {**scan_metadata(config), "ssm.dt_b_c_rms": True}, None, decays)


def scan_metadata(config):
    return {"context_length": 2 ** 20, "feed_forward_length": 0, "attention.head_count": 0,
            "attention.layer_norm_rms_epsilon": config.layer_norm_epsilon, "ssm.conv_kernel": config.conv_kernel,
            "ssm.inner_size": config.intermediate_size, "ssm.state_size": config.state_size,
            "ssm.time_step_rank": config.time_step_rank}


def decays(name, value):
    """The converter writes decays instead of their logarithms, and filters as a matrix."""
    if name.endswith("A_log"):
        return {name: -np.exp(value)}
    return {name: value[:, 0] if name.endswith("conv1d.weight") else value}


# Name: the model, and the lengths of prompts and caches.
LONG, SHORT = (23, 32), (11, 14)
MODELS = {
    "llama": (llama, LONG), "mistral": (mistral, LONG), "qwen2": (qwen2, LONG), "qwen3": (qwen3, LONG),
    "gemma": (gemma, LONG), "gemma2": (gemma2, LONG), "gemma3": (gemma3, LONG),
    "phi3": (phi3, LONG), "phi3-short": (phi3, SHORT), "granite": (granite, LONG), "olmo2": (olmo2, LONG),
    "olmo3": (olmo3, LONG), "starcoder2": (starcoder2, LONG), "gpt2": (gpt2, LONG), "gptneox": (gptneox, LONG),
    "gptneox-sequential": (lambda: gptneox(False), LONG), "stablelm": (stablelm, LONG),
    "stablelm-parallel": (lambda: stablelm(True), LONG), "smollm3": (smollm3, LONG), "phi2": (phi2, LONG),
    "mixtral": (mixtral, LONG), "qwen2moe": (qwen2moe, LONG), "qwen3moe": (qwen3moe, LONG),
    "mamba": (mamba, LONG), "falcon-mamba": (falcon_mamba, LONG),
}
