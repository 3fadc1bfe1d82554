#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles 200 functions of JAX and five nets with RLX, and compares results with those of jax.jit.

    build/wheel-test/bin/pip install "jax[cpu]"
    build/wheel-test/bin/python benchmarks/jax_functions.py [--all] [--no-nets] [NAME…]

The environment needs the wheel of scripts/wheel.sh. The first table has the functions that RLX refuses
or computes differently, with the reason (with --all: every function). Floats may differ by 1e-5 of the
value plus 1e-6 of the largest one (or of 1), nets by 1e-4 and 1e-4; other results must be equal. The second table has the nets, with the best
times of a call and the ratio of jax.jit's to RLX's. The last line is "N passed, M failed"; a function that
is listed in EXPECTED_REFUSALS passes if it is refused.
"""
import argparse
import sys
import time
import warnings

import jax
import jax_cases
import jax_nets
import numpy as np

import rlx
import rlx.jax

# Why RLX has none of these is in docs/guides/jax.md.
EXPECTED_REFUSALS = {"jnp.linalg.svd", "jnp.linalg.eigh", "jax.pure_callback"}
# StableHLO leaves these numbers to the implementation: only shapes and types are compared.
IMPLEMENTATION_DEFINED = {"lax.rng_bit_generator"}


def difference(ours, theirs, relative, absolute, only_types=False):
    """What is different, None if the results are equal enough."""
    ours, theirs = (jax.tree_util.tree_leaves(each) for each in (ours, theirs))
    for mine, other in zip(ours, theirs, strict=True):
        mine, other = np.asarray(mine), np.asarray(other)
        if mine.shape != other.shape or mine.dtype != other.dtype:
            return f"{mine.dtype}{list(mine.shape)} instead of {other.dtype}{list(other.shape)}"
        if only_types:
            continue
        if mine.dtype.kind in "biu":
            if not np.array_equal(mine, other):
                return f"got {mine.ravel()[:8]} instead of {other.ravel()[:8]}"
            continue
        kind = np.complex128 if mine.dtype.kind == "c" else np.float64
        mine, other = mine.astype(kind), other.astype(kind)
        largest = np.max(np.abs(other[np.isfinite(other)]), initial=1)
        with np.errstate(all="ignore"):
            same = (mine == other) | (np.isnan(mine) & np.isnan(other))
            error = np.abs(mine - other) / (absolute * largest + relative * np.abs(other))
        error = np.where(same, 0, np.where(np.isfinite(error), error, np.inf))
        if np.max(error, initial=0) > 1:
            at = np.unravel_index(np.argmax(error), error.shape)
            return f"at {list(map(int, at))} got {mine[at]} instead of {other[at]}"
    return None


def check(name, function, arguments):
    """(outcome, reason) of one function: ok, refused or wrong."""
    try:
        compiled = rlx.jax.compile(function, *arguments, compile_options={"cache": False})
    except rlx.UnsupportedError as error:
        return "refused", str(error).split("\n", maxsplit=1)[0]
    except rlx.Error as error:
        return "error", str(error).split("\n", maxsplit=1)[0]
    text = difference(compiled(*arguments), jax.jit(function)(*arguments), 1e-5, 1e-6,
                      name in IMPLEMENTATION_DEFINED)
    return ("wrong", text) if text else ("ok", "")


def check_functions(names, show_all):
    print("| function | outcome | reason |\n| --- | --- | --- |")
    counts = {"ok": 0, "refused": 0, "wrong": 0, "error": 0}
    failed = 0
    for name, function, arguments in jax_cases.cases():
        if names and name not in names:
            continue
        outcome, reason = check(name, function, arguments)
        counts[outcome] += 1
        failed += outcome != ("refused" if name in EXPECTED_REFUSALS else "ok")
        if show_all or outcome != "ok":
            print(f"| {name} | {outcome} | {reason} |", flush=True)
    print("\n" + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()), flush=True)
    return sum(counts.values()) - failed, failed


def best(calls, rounds=7, seconds=0.1):
    """The best times of one call in µs; the functions take turns."""
    times = [float("inf")] * len(calls)
    for _ in range(rounds):
        for i, call in enumerate(calls):
            call()
            count, begin = 0, time.perf_counter()
            while (spent := time.perf_counter() - begin) < seconds:
                call()
                count += 1
            times[i] = min(times[i], spent / count * 1e6)
    return times


def check_nets(names):
    print("\n| net | outcome | RLX, µs | jax.jit, µs | ratio |\n| --- | --- | --- | --- | --- |")
    passed = failed = 0
    for name, function, arguments in jax_nets.nets():
        if names and name not in names:
            continue
        compiled, jitted = rlx.jax.compile(function, *arguments, param_argnums=0), jax.jit(function)
        weights, x = jax.device_put(arguments)
        data = np.asarray(x)
        text = difference(compiled(data), jitted(weights, x), 1e-4, 1e-4)
        ours, theirs = best([lambda: compiled(data), lambda: jax.block_until_ready(jitted(weights, x))])
        print(f"| {name} | {text or 'ok'} | {ours:.0f} | {theirs:.0f} | {theirs / ours:.2f} |", flush=True)
        passed, failed = passed + (not text), failed + bool(text)
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="list every function")
    parser.add_argument("--no-nets", action="store_true", help="only the functions")
    parser.add_argument("names", nargs="*", help="functions or nets to check; none: all")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    results = [check_functions(options.names, options.all)]
    if not options.no_nets:
        results.append(check_nets(options.names))
    passed, failed = map(sum, zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
