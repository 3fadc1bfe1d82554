// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled for tests of code without MLIR.
#include <gtest/gtest.h>

#include "std_pch.h"
