// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model whose op needs a user kernel.
#ifndef RLX_UNITTESTS_SESSION_NEGATEMODEL_H
#define RLX_UNITTESTS_SESSION_NEGATEMODEL_H

// y = negate(x), of four floats.
inline constexpr const char *kNegateModel = R"(
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<4xf32> {rlx.name = "y"}) {
  %0 = rlx.custom "negate"(%x) outs = [tensor<4xf32>] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";

#endif // RLX_UNITTESTS_SESSION_NEGATEMODEL_H
