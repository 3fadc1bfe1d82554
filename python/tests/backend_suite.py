#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ONNX's own backend tests, of the package `onnx`, through rlx.onnx_backend.

    build/wheel-test/bin/python python/tests/backend_suite.py [PATTERN…]

backend_failures.txt lists the tests that do not pass, and the reason. The list is strict: a test of it
that passes is a failure. Prints the tests that are not as expected, and at the end
"N passed, M failed". Patterns are regular expressions of names, to run some tests only.
"""
import os
import re
import sys
import unittest
import warnings

import numpy as np
import onnx.backend.test

import rlx.onnx_backend

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "backend_failures.txt")


class Results(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.passed, self.reasons = set(), {}

    def addSuccess(self, test):
        self.passed.add(name_of(test))

    def addError(self, test, error):
        self.reasons[name_of(test)] = f"{error[0].__name__}: {error[1]}".strip().splitlines()[0][:200]

    addFailure = addError


def name_of(test):
    return test.id().rsplit(".", 1)[1]


def main(patterns):
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    runner = onnx.backend.test.BackendTest(rlx.onnx_backend, __name__)
    for pattern in patterns:
        runner.include(pattern)
    results = Results()
    case = runner.test_cases["OnnxBackendNodeModelTest"]
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(results)
    with open(LIST) as file:
        expected = dict(line.rstrip("\n").split(": ", 1) for line in file if not line.startswith("#"))
    wrong = {name: reason for name, reason in results.reasons.items() if name not in expected}
    wrong |= {name: "passes, but is listed" for name in results.passed & set(expected)}
    for name, reason in sorted(wrong.items()):
        print(f"{name}: {reason}")
    known = len(set(results.reasons) & set(expected))
    print(f"{len(results.passed)} pass, {known} are known not to")
    print(f"{len(results.passed - set(expected)) + known} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
