# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless the options that two tools have in common, by their helps, take the same values.

--input and --device-profile mean something of their own in each.
"""
import re
import sys


def options(path):
    with open(path, encoding="utf-8") as file:
        return dict(re.findall(r"^  (--[a-z-]+)(.*)$", file.read(), re.M))


rt, run = (options(path) for path in sys.argv[1:])
alone = set(rt) - set(run)
assert alone == {"--param"}, alone
other = [name for name in rt if name in run and rt[name] != run[name]]
assert other == ["--device-profile"], other
