// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-set-row-precision`: the user's choice between exact and fast matmuls with
// block-quantized weights.
#include "passes/Passes.h"

#include "dialects/rlx/ir/BlockQuantOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_SETROWPRECISIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct SetRowPrecision : rlx::impl::SetRowPrecisionPassBase<SetRowPrecision> {
  using SetRowPrecisionPassBase::SetRowPrecisionPassBase;

  void runOnBody() override {
    const std::optional<rlx::RowPrecision> precision = rlx::symbolizeRowPrecision(to);
    if (!precision) {
      getOperation().emitError("expected one of exact, high, fast, but got '") << to << "'";
      return signalPassFailure();
    }
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op).Case<rlx::DequantMatmulOp, rlx::DequantGroupedMatmulOp>(
          [&](auto matmul) {
            if (matmul.getRowPrecision() != rlx::RowPrecision::Exact)
              matmul.setRowPrecision(*precision);
          });
    });
  }
};

} // namespace
