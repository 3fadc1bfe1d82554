# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what rlx-run-rt and rlx-run write with --json for the same package."""
import json
import sys


def keys(value):
    """Names and types of all members, however deep."""
    if isinstance(value, dict):
        return {name: keys(member) for name, member in value.items()}
    if isinstance(value, list):
        return [keys(member) for member in value]
    return "text" if isinstance(value, str) else "number"


rt, run = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
assert list(rt) == list(run) and keys(rt) == keys(run), (keys(rt), keys(run))
for name in ("rlx_version", "model", "device", "kernels", "cpu_kernels", "threads", "mode", "cache",
             "param_bytes", "prepared_bytes", "arena_bytes"):
    assert rt[name] == run[name], name
case = rt["cases"][0]
assert len(rt["cases"]) == 1 and case["inputs"] == run["cases"][0]["inputs"] == "x: f32[4,3]"
assert 0 < case["min_ms"] <= case["median_ms"] <= case["p90_ms"]
assert case["runs"] >= 5 and case["allocations_per_run"] == 0
assert rt["threads"] == 1 and rt["param_bytes"] == 32 and rt["mode"] == "compiled"
assert rt["phases"] == [{"name": "load", "ms": rt["compile_ms"]}] and rt["compile_ms"] > 0
# This program has no compiler.
assert 1e6 < rt["peak_rss_bytes"] < run["peak_rss_bytes"]
