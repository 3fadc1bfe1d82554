# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The distribution "onnxruntime" that `importlib.metadata` finds after `install`."""
import importlib.metadata
import pathlib
from typing import Any, Optional


class Distribution(importlib.metadata.Distribution):
    """For packages that ask for the version of onnxruntime."""

    def read_text(self, filename: str) -> Optional[str]:
        from . import __version__
        return {"METADATA": f"Metadata-Version: 2.1\nName: onnxruntime\nVersion: {__version__}\n"
                            "Summary: rlx.onnxruntime, which follows this version\n",
                "top_level.txt": "onnxruntime\n"}.get(filename)

    def locate_file(self, path: Any) -> pathlib.Path:
        return pathlib.Path(__file__).parent / path
