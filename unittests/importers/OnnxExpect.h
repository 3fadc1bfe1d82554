// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expectations of an import.
#ifndef RLX_UNITTESTS_IMPORTERS_ONNXEXPECT_H
#define RLX_UNITTESTS_IMPORTERS_ONNXEXPECT_H

#include <gtest/gtest.h>

#include "unittests/importers/OnnxModels.h"

namespace rlx::test {

// Imports, and expects every given string in the module's text.
inline void expectParts(const ModelBuilder &builder, const std::vector<std::string> &parts) {
  Imported result = import(builder);
  ASSERT_TRUE(result.ok) << result.errors;
  for (const std::string &part : parts)
    EXPECT_PRED2(contains, result.text, part);
}

// Imports, and expects exactly this one error.
inline void expectError(const ModelBuilder &builder, const std::string &text) {
  Imported result = import(builder);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.numErrors, 1);
  EXPECT_EQ(result.errors, text + "\n");
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_ONNXEXPECT_H
