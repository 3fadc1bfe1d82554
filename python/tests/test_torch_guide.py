# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples of docs/guides/pytorch.md run, one after another. Skipped where PyTorch is not installed."""
import pathlib
import re

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "guides" / "pytorch.md"


def test_guide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    torch._dynamo.reset()
    text = GUIDE.read_text()
    names: dict = {}
    blocks = list(re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) >= 6
    with pytest.warns(UserWarning, match="rlx cannot compile a graph, which runs in eager mode"):
        for block in blocks:
            line = text[:block.start(1)].count("\n")
            exec(compile("\n" * line + block.group(1), str(GUIDE), "exec"), names)
    assert names["y"].shape == (5, 4) and (tmp_path / "model.rlxe").exists()
