# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The base of the collections of our own tests."""
import numpy as np


class CaseBase:
    def __init__(self):
        self.random = np.random.default_rng(0)
        self.all = []

    def floats(self, *shape, dtype=np.float32):
        return self.random.standard_normal(shape).astype(dtype)
