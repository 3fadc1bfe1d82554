// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-recode-blocks`: weights of codebooks get codes of fixed width before they are
// decoded, so that no kernel needs the tables of codebooks.
#include "passes/Passes.h"

#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/reference/Codebooks.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_RECODEBLOCKSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Replaces the blocks and the scheme of an op that decodes.
void recode(Operation *op, OpOperand &blocks, rlx::BlockSchemeAttr scheme,
            llvm::function_ref<void(rlx::BlockScheme)> setScheme) {
  const std::optional<rlx::Recoding> recoding = rlx::recoding(scheme.getValue());
  if (!recoding)
    return;
  OpBuilder b(op);
  blocks.set(rlx::RecodeBlocksOp::create(b, op->getLoc(), blocks.get(), scheme.getValue()));
  setScheme(recoding->to);
}

struct RecodeBlocks : rlx::impl::RecodeBlocksPassBase<RecodeBlocks> {
  using RecodeBlocksPassBase::RecodeBlocksPassBase;

  void runOnBody() override {
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](rlx::DequantizeBlocksOp decode) {
            recode(op, decode.getInputMutable(), decode.getSchemeAttr(),
                   [&](rlx::BlockScheme scheme) { decode.setScheme(scheme); });
          })
          .Case<rlx::DequantMatmulOp, rlx::DequantGroupedMatmulOp>([&](auto matmul) {
            recode(op, matmul.getWeightsMutable(), matmul.getSchemeAttr(),
                   [&](rlx::BlockScheme scheme) { matmul.setScheme(scheme); });
          });
    });
  }
};

} // namespace
