# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of JAX with arguments, for jax_functions.py: 200 functions that programs often use.

Each is (name, function, arguments). Arguments of elementwise functions hold special values too:
zeros of both signs, infinities, NaN. The others are random numbers of a fixed seed.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

_RANDOM = np.random.default_rng(7)


def f32(*shape):
    return _RANDOM.uniform(-2, 2, shape).astype(np.float32)


def positive(*shape):
    return _RANDOM.uniform(0.1, 3, shape).astype(np.float32)


def special(rows=4, columns=5):
    values = f32(rows, columns)
    odd = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, -2.5, 3.5, 1e-6, 30.0]
    values.flat[:len(odd)] = odd
    return values


def i32(*shape, low=-9, high=10):
    return _RANDOM.integers(low, high, shape, np.int32)


def index(*shape, size):
    return i32(*shape, low=0, high=size)


def u32(*shape):
    return _RANDOM.integers(0, 2**32, shape, np.uint32)


def boolean(*shape):
    return _RANDOM.integers(0, 2, shape).astype(bool)


def c64(*shape):
    return (f32(*shape) + 1j * f32(*shape)).astype(np.complex64)


def bf16(*shape):
    return jnp.asarray(f32(*shape), jnp.bfloat16)


def _elementwise():
    unary = ("abs negative exp expm1 log log1p log2 log10 sqrt cbrt square reciprocal sign floor ceil rint trunc "
             "round sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh isnan isinf isfinite")
    for name in unary.split():
        yield f"jnp.{name}", getattr(jnp, name), special()
    for name in ("relu relu6 sigmoid softplus soft_sign silu swish log_sigmoid leaky_relu hard_sigmoid hard_silu "
                 "hard_tanh elu celu selu gelu squareplus mish").split():
        yield f"nn.{name}", getattr(nn, name), special(4, 6)
    for name in "erf erfc erf_inv lgamma digamma rsqrt logistic is_finite bessel_i0e bessel_i1e".split():
        yield f"lax.{name}", getattr(lax, name), special()
    for name in ["population_count", "clz"]:
        yield f"lax.{name}", getattr(lax, name), np.array([0, 1, -1, 1234], np.int32)
    for name in ("add subtract multiply divide power mod maximum minimum arctan2 hypot logaddexp equal less "
                 "greater_equal floor_divide remainder fmod copysign nextafter heaviside").split():
        yield f"jnp.{name}", getattr(jnp, name), special(), np.array([1.5, -0.7, 0.0, -np.inf, 2.0], np.float32)
    yield "jnp.ldexp", jnp.ldexp, special(), i32(5)
    for name in "bitwise_and bitwise_or bitwise_xor floor_divide remainder".split():
        yield f"jnp.{name} of i32", getattr(jnp, name), i32(4, 5), np.array([3, -2, 7, 1, -5], np.int32)
    for name in "left_shift right_shift".split():
        yield f"jnp.{name} of i32", getattr(jnp, name), i32(4, 5), np.array([0, 1, 5, 31, 2], np.int32)
    for name in "logical_and logical_or logical_xor".split():
        yield f"jnp.{name}", getattr(jnp, name), boolean(4), boolean(4)
    yield "jax.scipy.special.erf", jax.scipy.special.erf, special()
    yield "jax.scipy.special.gammainc", jax.scipy.special.gammainc, positive(4), positive(4)
    yield "jax.scipy.special.polygamma", lambda x: jax.scipy.special.polygamma(1, x), positive(4)
    yield "remainder of i32 by 3", lambda x: x % 3, i32(4)
    yield "jnp.nan_to_num", jnp.nan_to_num, special()
    yield "jnp.clip", lambda x: jnp.clip(x, 0, 1), special()
    yield "jnp.where", jnp.where, boolean(4), f32(4), f32(4)
    yield "lax.reduce_precision", lambda x: lax.reduce_precision(x, 5, 7), special()
    yield "astype i32", lambda x: x.astype(jnp.int32), special()
    yield "lax.bitcast_convert_type", lambda x: lax.bitcast_convert_type(x, jnp.int32), f32(4)
    yield "lax.complex", lax.complex, f32(4), f32(4)
    yield "real, imag, conj, abs", lambda z: (z.real, z.imag, jnp.conj(z), jnp.abs(z)), c64(4)


def _reductions():
    for name in "sum prod max min mean var std argmax argmin cumsum cumprod sort argsort median ptp nansum".split():
        yield f"jnp.{name}", getattr(jnp, name), f32(4, 5)
    for name in "any all".split():
        yield f"jnp.{name}", getattr(jnp, name), boolean(4, 5)
    for name in "glu softmax log_softmax logsumexp standardize".split():
        yield f"nn.{name}", getattr(nn, name), f32(4, 6)
    yield "lax.reduce", lambda x: lax.reduce(x, np.float32(0), lax.add, (0,)), f32(4)
    yield "jnp.nanargmax", jnp.nanargmax, special(1, 12)[0]
    yield "lax.cummax", lax.cummax, f32(8)
    yield "lax.associative_scan", lambda x: lax.associative_scan(jnp.add, x), f32(8)
    yield "lax.top_k", lambda x: lax.top_k(x, 3), f32(4, 8)
    yield "lax.sort of pairs", lambda x, y: lax.sort((x, y), num_keys=1), np.round(f32(8)), f32(8)
    yield "jnp.searchsorted", jnp.searchsorted, np.sort(f32(8)), f32(3)
    yield "jnp.bincount", lambda x: jnp.bincount(x, length=5), index(8, size=5)
    yield ("max pool", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
           f32(1, 8, 8, 3))
    yield ("mean pool", lambda x: lax.reduce_window(x, 0., lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4,
           f32(1, 8, 8, 3))


def _contractions():
    yield "jnp.matmul", jnp.matmul, f32(2, 3, 4), f32(2, 4, 5)
    yield "jnp.einsum", lambda a, b: jnp.einsum("bhqd,bhkd->bhqk", a, b), f32(2, 3, 4, 5), f32(2, 3, 6, 5)
    yield "jnp.tensordot", lambda a, b: jnp.tensordot(a, b, 2), f32(2, 3, 4), f32(3, 4, 5)
    yield "dot of bf16", lambda a, b: lax.dot(a, b, preferred_element_type=jnp.float32), bf16(4, 4), bf16(4, 4)
    yield ("dot of i8", lambda a, b: lax.dot(a, b, preferred_element_type=jnp.int32),
           i32(4, 4).astype(np.int8), i32(4, 4).astype(np.int8))
    images = ("NHWC", "HWIO", "NHWC")
    yield ("conv", lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=images),
           f32(1, 8, 8, 3), f32(3, 3, 3, 4))
    yield "conv transpose", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), f32(1, 8, 8, 3), f32(3, 3, 3, 4)
    yield ("ragged_dot", lax.ragged_dot, f32(8, 4), f32(2, 4, 5), np.array([3, 5], np.int32))
    yield ("attention", lambda q, k, v: nn.dot_product_attention(q, k, v, is_causal=True),
           f32(1, 8, 2, 4), f32(1, 8, 2, 4), f32(1, 8, 2, 4))
    yield "grad of MLP", jax.grad(lambda w, x: jnp.sum(nn.gelu(x @ w)**2)), f32(3, 4), f32(5, 3)
    yield ("grad of conv", jax.grad(lambda w, x: jnp.sum(jnp.sin(
        lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=images)))), f32(3, 3, 3, 4), f32(1, 8, 8, 3))
    yield ("grad of max pool", jax.grad(lambda x: jnp.sum(jnp.sin(
        lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")))), f32(1, 8, 8, 3))
    yield "vmap", jax.vmap(lambda a, b: a @ b), f32(2, 3, 4), f32(2, 4)
    yield "jax.checkpoint", jax.checkpoint(lambda x: jnp.sin(jnp.sin(x))), f32(4)
    yield "jnp.linalg.norm", jnp.linalg.norm, f32(4, 4)
    spd = f32(4, 4)
    yield "jnp.linalg.cholesky", jnp.linalg.cholesky, spd @ spd.T + np.eye(4, dtype=np.float32)
    yield ("solve_triangular", lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True),
           f32(4, 4) + 4 * np.eye(4, dtype=np.float32), f32(4, 2))
    for name in "inv svd eigh qr det".split():
        yield f"jnp.linalg.{name}", getattr(jnp.linalg, name), f32(4, 4) + 3 * np.eye(4, dtype=np.float32)


def _shapes():
    yield "jnp.take", lambda x, i: jnp.take(x, i, axis=0), f32(10, 4), index(3, size=10)
    yield "x[i]", lambda x, i: x[i], f32(10, 4), np.array([1, -2, 7], np.int32)
    yield "x[i, j]", lambda x, i, j: x[i, j], f32(10, 4), index(3, size=10), index(3, size=4)
    yield "jnp.take_along_axis", lambda x, i: jnp.take_along_axis(x, i, 1), f32(4, 5), index(4, 2, size=5)
    yield "x.at[i].set", lambda x, i, v: x.at[i].set(v), f32(10, 4), np.array([3, 0, 25], np.int32), f32(3, 4)
    yield "x.at[i].add", lambda x, i, v: x.at[i].add(v), f32(10, 4), np.array([3, 3, 25], np.int32), f32(3, 4)
    yield "x.at[i].max", lambda x, i, v: x.at[i].max(v), f32(10, 4), np.array([3, -1, 25], np.int32), f32(3, 4)
    yield "jax.ops.segment_sum", lambda x, i: jax.ops.segment_sum(x, i, 4), f32(10, 4), index(10, size=5)
    yield "lax.dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, 0), (2, 4)), f32(10, 4), np.int32(9)
    yield ("lax.dynamic_update_slice", lambda x, v, i: lax.dynamic_update_slice(x, v, (i, 0)),
           f32(10, 4), f32(2, 4), np.int32(9))
    yield "slice", lambda x: x[1:7:2, ::-1], f32(10, 4)
    yield "jnp.pad", lambda x: jnp.pad(x, ((1, 2), (0, 0))), f32(3, 4)
    yield "jnp.pad reflect", lambda x: jnp.pad(x, 1, mode="reflect"), f32(3, 4)
    yield "jnp.roll", lambda x: jnp.roll(x, 1, 0), f32(3, 4)
    yield "jnp.concatenate", lambda a, b: jnp.concatenate([a, b]), f32(3, 4), f32(2, 4)
    yield "jnp.stack", lambda a, b: jnp.stack([a, b]), f32(3, 4), f32(3, 4)
    yield "jnp.split", lambda a: jnp.split(a, 2), f32(4, 4)
    yield "transpose", lambda a: a.T, f32(3, 4)
    yield "reshape", lambda a: a.reshape(-1), f32(3, 4)
    yield "jnp.broadcast_to", lambda a: jnp.broadcast_to(a, (5, 4)), f32(4)
    yield "jnp.arange", lambda: jnp.arange(5)
    yield "jnp.tril", jnp.tril, f32(4, 4)
    yield "jax.image.resize", lambda x: jax.image.resize(x, (1, 16, 16, 3), "bilinear"), f32(1, 8, 8, 3)
    yield "jnp.interp", jnp.interp, f32(4), np.sort(f32(6)), f32(6)
    yield "lax.optimization_barrier", lax.optimization_barrier, f32(4)
    for name in "fft rfft irfft".split():
        yield f"jnp.fft.{name}", getattr(jnp.fft, name), f32(4) if name == "rfft" else c64(4)


def _control():
    yield "lax.while_loop", lambda x: lax.while_loop(lambda v: v < 10, lambda v: v + 1, x), np.int32(3)
    yield "lax.fori_loop", lambda x: lax.fori_loop(0, 5, lambda i, v: v * 2, x), np.float32(1.5)
    yield "lax.scan", lambda x: lax.scan(lambda c, v: (c + v, c), np.float32(0), x), f32(5)
    yield "lax.cond", lambda p, x: lax.cond(p, lambda a: a + 1, lambda a: a - 1, x), np.bool_(True), f32(3)
    branches = [lambda a: a + 1, lambda a: a - 1, lambda a: a]
    yield "lax.switch", lambda i, x: lax.switch(i, branches, x), np.int32(1), f32(3)
    yield "lax.map", lambda x: lax.map(lambda v: v * 2, x), f32(5)
    keys = jax.random.wrap_key_data
    yield "jax.random.uniform", lambda k: jax.random.uniform(keys(k), (4,)), u32(2)
    yield "jax.random.normal", lambda k: jax.random.normal(keys(k), (4,)), u32(2)
    yield "lax.rng_bit_generator", lambda k: lax.rng_bit_generator(k, (4,)), u32(4)
    yield "jax.random.categorical", lambda k, x: jax.random.categorical(keys(k), x), u32(2), f32(5)
    yield ("jax.pure_callback", lambda x: jax.pure_callback(
        np.asarray, jax.ShapeDtypeStruct((4,), jnp.float32), x), f32(4))


FAMILIES = [_elementwise, _reductions, _contractions, _shapes, _control]


def cases():
    """All cases."""
    for family in FAMILIES:
        for name, function, *arguments in family():
            yield name, function, arguments
