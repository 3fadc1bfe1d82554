// Precompiled for tests of code without MLIR.
#include <gtest/gtest.h>

#include "std_pch.h"
