# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notebooks of examples/notebooks run in Jupyter's kernel. With scripts/test.sh --all."""
import os
import pathlib

import pytest

pytestmark = pytest.mark.skipif(os.environ.get("RLX_TEST_ALL") != "1", reason="RLX_TEST_ALL=1 runs notebooks")
NOTEBOOKS = pathlib.Path(__file__).parents[2] / "examples" / "notebooks"


def outputs(notebook, kind):
    return ["".join(output["data"][kind]) for cell in notebook.cells for output in cell.get("outputs", [])
            if kind in output.get("data", {})]


def test_quickstart():
    import nbformat
    from nbclient import NotebookClient
    path = NOTEBOOKS / "quickstart.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before you commit"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    texts = outputs(notebook, "text/plain")
    assert "'Hello, compiler!'" in texts
    assert "['Hello, compiler!', ' one kernel, every size: 0123456789', 'RLX']" in texts
    images = outputs(notebook, "image/svg+xml")
    assert len(images) == 2 and "kernels" in images[0] and "temporaries" in images[1]
    pages = outputs(notebook, "text/html")
    assert "<table>" in pages[0] and any("<iframe" in page for page in pages)
