# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and then changes the last byte of every file that an --output of it names."""
import subprocess
import sys

code = subprocess.call(sys.argv[1:])
for word in sys.argv[1:]:
    if word.startswith("--output="):
        path = word.split("=", 2)[2]
        data = bytearray(open(path, "rb").read())
        data[-1] ^= 0x40
        open(path, "wb").write(data)
sys.exit(code)
