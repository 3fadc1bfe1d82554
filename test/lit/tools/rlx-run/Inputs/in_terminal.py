# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command whose stderr is a terminal, and prints what it wrote there: in_terminal.py COMMAND…."""
import os
import pty
import subprocess
import sys

controller, terminal = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=terminal)
os.close(terminal)
text = b""
while True:
    try:
        part = os.read(controller, 4096)
    except OSError:  # the other side has ended
        break
    if not part:
        break
    text += part
print(text.decode(errors="replace").replace("\r", "\n").replace("\x1b[K", ""))
sys.exit(process.wait())
