# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of PyTorch that torch.onnx does not know, by ones that it knows.

nn.TransformerEncoderLayer and nn.MultiheadAttention are one operator each in inference.
"""
from typing import Any, Optional, Tuple

import torch  # type: ignore[import-not-found,unused-ignore]
import torch.nn.functional as F  # type: ignore[import-not-found,unused-ignore]

Array = Any  # torch.Tensor, which is Any for mypy where PyTorch is not installed


def _attention(query: Array, key: Array, value: Array, embed_dim: int, num_head: int, qkv_weight: Array,
               qkv_bias: Array, proj_weight: Array, proj_bias: Array, mask: Optional[Array] = None,
               need_weights: bool = True, average_attn_weights: bool = True, mask_type: Optional[int] = None
               ) -> Tuple[Array, Optional[Array]]:
    parts = zip((query, key, value), qkv_weight.chunk(3), qkv_bias.chunk(3))
    # [batch, length, embed_dim] -> [batch, head, length, head_dim]
    q, k, v = (F.linear(x, weight, bias).unflatten(-1, (num_head, -1)).transpose(1, 2) for x, weight, bias in parts)
    allowed = None if mask is None else ~mask.to(torch.bool)
    if allowed is not None and mask_type == 1:  # of keys: [batch, length]
        allowed = allowed[:, None, None, :]
    weights = None
    if need_weights:
        scores = q @ k.transpose(-1, -2) / (embed_dim // num_head) ** 0.5
        weights = (scores if allowed is None else scores.masked_fill(~allowed, float("-inf"))).softmax(-1)
        result = weights @ v
        weights = weights.mean(1) if average_attn_weights else weights
    else:
        result = F.scaled_dot_product_attention(q, k, v, allowed)
    return F.linear(result.transpose(1, 2).flatten(2), proj_weight, proj_bias), weights


def _encoder_layer(src: Array, embed_dim: int, num_heads: int, qkv_weight: Array, qkv_bias: Array, proj_weight: Array,
                   proj_bias: Array, use_gelu: bool, norm_first: bool, eps: float, norm_weight_1: Array,
                   norm_bias_1: Array, norm_weight_2: Array, norm_bias_2: Array, ffn_weight_1: Array,
                   ffn_bias_1: Array, ffn_weight_2: Array, ffn_bias_2: Array, mask: Optional[Array] = None,
                   mask_type: Optional[int] = None) -> Array:
    def first_norm(x: Array) -> Array:
        return F.layer_norm(x, (embed_dim,), norm_weight_1, norm_bias_1, eps)

    def second_norm(x: Array) -> Array:
        return F.layer_norm(x, (embed_dim,), norm_weight_2, norm_bias_2, eps)

    def attention(x: Array) -> Array:
        return _attention(x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, False,
                          True, mask_type)[0]

    def feed_forward(x: Array) -> Array:
        hidden = F.linear(x, ffn_weight_1, ffn_bias_1)
        return F.linear(F.gelu(hidden) if use_gelu else F.relu(hidden), ffn_weight_2, ffn_bias_2)

    if norm_first:
        x = src + attention(first_norm(src))
        return x + feed_forward(second_norm(x))
    x = first_norm(src + attention(src))
    return second_norm(x + feed_forward(x))


def _distances(x: Array, y: Array, p: float = 2, compute_mode: Optional[int] = None) -> Array:
    return torch.linalg.vector_norm(x.unsqueeze(-2) - y.unsqueeze(-3), p, -1)


def _kth_value(x: Array, k: int, dim: int = -1, keepdim: bool = False) -> Tuple[Array, Array]:
    values, indices = (part.narrow(dim, k - 1, 1) for part in x.sort(dim=dim))
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


TABLE = {
    torch.ops.aten.cdist.default: _distances,
    torch.ops.aten._native_multi_head_attention.default: _attention,
    torch.ops.aten._transformer_encoder_layer_fwd.default: _encoder_layer,
    torch.ops.aten.kthvalue.default: _kth_value,
}
