# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Five nets in plain JAX, for jax_functions.py: (name, function, arguments). Weights are arguments."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

_RANDOM = np.random.default_rng(11)


def weight(*shape):
    return (_RANDOM.standard_normal(shape) / np.sqrt(shape[-2] if len(shape) > 1 else 10)).astype(np.float32)


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean)**2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def mlp(layers, x):
    for w, b in layers[:-1]:
        x = nn.relu(x @ w + b)
    w, b = layers[-1]
    return nn.softmax(x @ w + b)


def conv(x, w, stride=1):
    return lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def cnn(weights, x):
    for w, b in weights["convs"]:
        x = nn.relu(conv(x, w) + b)
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return x.mean((1, 2)) @ weights["head"]


def transformer_layer(weights, x):
    batch, length, width = x.shape
    heads = 8

    def split(y):
        return y.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)

    y = layer_norm(x, *weights["norm1"])
    q, k, v = (split(y @ weights[name]) for name in "qkv")
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(width // heads).astype(np.float32)
    scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -jnp.inf)
    y = (nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(x.shape)
    x = x + y @ weights["out"]
    y = nn.gelu(layer_norm(x, *weights["norm2"]) @ weights["up"])
    return x + y @ weights["down"]


def lstm(weights, x):
    """x is [time, batch, features]."""
    def step(state, row):
        h, c = state
        gates = row @ weights["input"] + h @ weights["hidden"] + weights["bias"]
        i, f, g, o = jnp.split(gates, 4, axis=-1)
        c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
        h = nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((x.shape[1], weights["hidden"].shape[0]), x.dtype)
    return lax.scan(step, (zero, zero), x)[1]


def mixer(weights, x):
    """x is [batch, patches, channels]."""
    for block in weights:
        y = layer_norm(x, *block["norm1"]).transpose(0, 2, 1)
        x = x + (nn.gelu(y @ block["token1"]) @ block["token2"]).transpose(0, 2, 1)
        y = layer_norm(x, *block["norm2"])
        x = x + nn.gelu(y @ block["channel1"]) @ block["channel2"]
    return x.mean(1)


def _norm(width):
    return np.ones(width, np.float32), np.zeros(width, np.float32)


def nets():
    def data(*shape):
        return _RANDOM.standard_normal(shape).astype(np.float32)

    sizes = [256, 512, 512, 10]
    yield "MLP, batch 32", mlp, [[(weight(a, b), weight(b)) for a, b in zip(sizes, sizes[1:])], data(32, 256)]
    convs = [(weight(3, 3, a, b), weight(b)) for a, b in [(3, 32), (32, 64), (64, 64)]]
    yield "CNN, 4 x 32 x 32", cnn, [{"convs": convs, "head": weight(64, 10)}, data(4, 32, 32, 3)]
    width = 256
    square = {name: weight(width, width) for name in ["q", "k", "v", "out"]}
    yield ("transformer layer, 1 x 128 x 256", transformer_layer,
           [{**square, "up": weight(width, 4 * width), "down": weight(4 * width, width), "norm1": _norm(width),
             "norm2": _norm(width)}, data(1, 128, width)])
    yield ("LSTM by scan, 32 x 4 x 64", lstm,
           [{"input": weight(64, 512), "hidden": weight(128, 512), "bias": weight(512)}, data(32, 4, 64)])
    blocks = [{"norm1": _norm(128), "norm2": _norm(128), "token1": weight(64, 128), "token2": weight(128, 64),
               "channel1": weight(128, 256), "channel2": weight(256, 128)} for _ in range(2)]
    yield "MLP-Mixer, 2 x 64 x 128", mixer, [blocks, data(2, 64, 128)]
