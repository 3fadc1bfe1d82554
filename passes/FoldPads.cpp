// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-pads`: makes pads of zeros in front of a convolution part of its own pads.
//
//   conv(pad(x, p), pads = q)  =  conv(x, pads = p + q)
//
// A transpose may be between them. The padded image does not go through memory then.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_FOLDPADSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

bool padsWithZeros(PadOp pad) {
  return pad.getMode() == PadMode::Constant &&
         (!pad.getValue() || splatValue(pad.getValue()) == 0.0) && pad.getLow().empty() &&
         pad.getHigh().empty();
}

// The convolution's pads with those of `low` and `high`, which have an entry for each dimension of
// its input. Nothing if batch or channels are padded, or if pads become too large for the op.
std::optional<SmallVector<int64_t>> joinedPads(ConvOp conv, ArrayRef<int64_t> low,
                                               ArrayRef<int64_t> high) {
  size_t rank = low.size(), spatial = rank - 2;
  bool last = conv.getDataFormat() == DataFormat::ChannelsLast;
  size_t channels = last ? rank - 1 : 1, first = last ? 1 : 2;
  if (low[0] || high[0] || low[channels] || high[channels])
    return std::nullopt;
  SmallVector<int64_t> pads(conv.getPads());
  pads.resize(2 * spatial, 0);
  constexpr int64_t kMost = int64_t(1) << 31;
  for (size_t i = 0; i < spatial; ++i) {
    pads[i] += low[first + i];
    pads[spatial + i] += high[first + i];
    if (pads[i] > kMost || pads[spatial + i] > kMost)
      return std::nullopt;
  }
  return pads;
}

// Convolutions of one element are products, which have no pads.
bool hasWindow(ConvOp conv) {
  return llvm::any_of(tensorType(conv.getFilter()).getShape().drop_front(2),
                      [](int64_t size) { return size != 1; });
}

void foldPad(ConvOp conv) {
  auto transpose = conv.getInput().getDefiningOp<TransposeOp>();
  auto pad = (transpose ? transpose.getInput() : conv.getInput()).getDefiningOp<PadOp>();
  if (!pad || !padsWithZeros(pad) || !hasWindow(conv))
    return;
  SmallVector<int64_t> low(pad.getStaticLow()), high(pad.getStaticHigh());
  if (transpose) {
    low = applyPermutation(low, transpose.getPerm());
    high = applyPermutation(high, transpose.getPerm());
  }
  std::optional<SmallVector<int64_t>> pads = joinedPads(conv, low, high);
  if (!pads)
    return;
  OpBuilder b(conv);
  Value input = pad.getInput();
  if (transpose)
    input = TransposeOp::create(b, transpose.getLoc(), input, transpose.getPerm());
  conv.getInputMutable().assign(input);
  conv.setPads(*pads);
}

struct FoldPads : rlx::impl::FoldPadsPassBase<FoldPads> {
  void runOnBody() override {
    getOperation().walk([](ConvOp conv) { foldPad(conv); });
  }
};

} // namespace
