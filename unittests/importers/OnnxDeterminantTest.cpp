// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Determinants: small ones are elementwise, others a scan.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxDeterminant, Det) {
  Imported small = import(unary("Det", {"n", 3, 3}));
  EXPECT_PRED2(contains, small.text, "-> tensor<?xf32>");
  EXPECT_PRED2(lacks, small.text, "rlx.scan");
  expectParts(unary("Det", {"n", 4, 5, 5}), {"rlx.scan", "rlx.argmax", "-> tensor<?x4xf32>"});
  expectError(unary("Det", {3, 4}), "node 'Det_under_test' (Det, opset 13): input #0 must hold "
                                    "square matrices, but has shape [3x4]; the input is 'x' [3x4]");
  expectError(unary("Det", {"n", "n"}),
              "node 'Det_under_test' (Det, opset 13): the size of the matrices must be static, "
              "but is dynamic; the input is 'x' [?x?]; export the model with a fixed size");
}

} // namespace
