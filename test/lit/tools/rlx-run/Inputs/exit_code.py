# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a command and fails unless its exit code is the given one: exit_code.py CODE COMMAND…
import subprocess
import sys

wanted, code = int(sys.argv[1]), subprocess.call(sys.argv[2:])
if code != wanted:
    sys.exit("exit code %d, expected %d" % (code, wanted))
