# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types that the package promises (py.typed) agree with its code."""
import subprocess
import sys


def test_mypy(tmp_path):
    done = subprocess.run([sys.executable, "-m", "mypy", "-p", "rlx", "-p", "rlx_runtime"], cwd=tmp_path, text=True,
                          stdout=subprocess.PIPE)
    assert done.returncode == 0, done.stdout
