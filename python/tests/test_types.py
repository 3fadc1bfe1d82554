# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types that the package promises (py.typed) agree with its code, and catch mistakes of its users."""
import subprocess
import sys

# mypy finds an error in each line that ends in "wrong", and in no other.
GRAPH = """
from typing import Tuple
import numpy as np
import rlx

g = rlx.Graph()
x = g.input("x", "float32", ("n", 4))
y: rlx.Value = g.softmax((x + 1.5) @ np.ones((4, 4), np.float32), -1)
pair: Tuple[rlx.Value, rlx.Value] = g.top_k(y[::2, None].reshape(-1, x.shape[0]), 2, -1)
z = g.conv(x, y, bias=None, strides=(2, 2), data_format="channels_last")
g.output("y", g.if_(x == 0, lambda: x, lambda: y)[0])
m: rlx.Model = g.compile(threads=1)
g.softmax(x)  # wrong
g.softmax(x, "last")  # wrong
g.conv(x, y, stride=(2, 2))  # wrong
g.conv(x, y, data_format="channels")  # wrong
g.compare(x, y, "less")  # wrong
single: rlx.Value = g.top_k(x, 2, -1)  # wrong
g.output("z", 3)  # wrong
"""


def test_mypy(tmp_path):
    (tmp_path / "graph.py").write_text(GRAPH)
    done = subprocess.run([sys.executable, "-m", "mypy", "-p", "rlx", "-p", "rlx_runtime", "-p", "graph"], cwd=tmp_path,
                          text=True, stdout=subprocess.PIPE)
    found = [line.split(": error")[0] for line in done.stdout.splitlines() if ": error" in line]
    wrong = [f"graph.py:{i}" for i, line in enumerate(GRAPH.splitlines(), 1) if line.endswith("# wrong")]
    assert found == wrong, done.stdout
