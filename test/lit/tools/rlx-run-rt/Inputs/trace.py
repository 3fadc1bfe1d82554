# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a trace against the Trace Event Format: trace.py FILE NAME…, the slices of the runs.

--prepare before them: there are slices that prepare params, too, and they come first.
"""
import json
import sys

path, names = sys.argv[1], sys.argv[2:]
prepares = names[:1] == ["--prepare"]
with open(path, encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
assert [e["name"] for e in events if e["ph"] == "M"] == ["process_name"]
assert events[0]["args"]["name"].endswith(".rlxe"), events[0]
slices = [e for e in events if e["ph"] == "X"]
assert len(slices) == len(events) - 1, events
for one in slices:
    assert {"pid", "tid", "cat", "name", "ts", "dur", "args"} <= one.keys(), one
    assert one["ts"] >= 0 and one["dur"] >= 0 and one["args"]["threads"] >= 1, one
assert min(one["ts"] for one in slices) == 0
kinds = [one["cat"] for one in slices]
assert kinds == sorted(kinds) and set(kinds) <= {"prepare", "run"}, kinds
assert ("prepare" in kinds) == prepares, kinds
runs = [one["name"] for one in slices if one["cat"] == "run"]
assert runs == names[prepares:], runs
