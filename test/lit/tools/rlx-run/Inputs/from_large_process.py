# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command as the child of a process that takes 512 MiB: from_large_process.py COMMAND…"""
import subprocess
import sys

ballast = b"\1" * (512 << 20)
sys.exit(subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL))
