// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-convert-pad-to-generic: tensor.pad as linalg.generic, which fuses with its readers.
//
// before: %p = tensor.pad %x low[1] high[1] { yield %zero }
// after:  %p = linalg.generic {
//           %i = linalg.index 0; %at = %i - 1
//           yield %at < %size ? %x[%at] : %zero       // unsigned
//         }
#include "conversions/gpu/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_CONVERTPADTOGENERICPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct ConvertPadToGeneric : rlx::impl::ConvertPadToGenericPassBase<ConvertPadToGeneric> {
  void runOnBody() override {
    SmallVector<tensor::PadOp> pads;
    getOperation()->walk([&](tensor::PadOp pad) {
      if (pad.getConstantPaddingValue())
        pads.push_back(pad);
    });
    IRRewriter rewriter(&getContext());
    for (tensor::PadOp pad : pads) {
      rewriter.setInsertionPoint(pad);
      compute(rewriter, pad);
    }
  }

  static void compute(RewriterBase &b, tensor::PadOp pad) {
    Location loc = pad.getLoc();
    RankedTensorType type = pad.getResultType();
    ReifiedRankedShapedTypeDims sizes;
    if (failed(reifyResultShapes(b, pad, sizes)))
      return;
    SmallVector<OpFoldResult> low = pad.getMixedLowPad();
    SmallVector<OpFoldResult> extents = tensor::getMixedSizes(b, loc, pad.getSource());
    Value empty = tensor::EmptyOp::create(b, loc, sizes[0], type.getElementType());
    AffineMap identity = b.getMultiDimIdentityMap(static_cast<unsigned>(type.getRank()));
    SmallVector<utils::IteratorType> loops(type.getRank(), utils::IteratorType::parallel);
    Value value = pad.getConstantPaddingValue();
    auto body = [&](OpBuilder &inner, Location l, ValueRange) {
      Value element = elementAt(inner, l, pad.getSource(), low, extents, value);
      linalg::YieldOp::create(inner, l, element);
    };
    auto generic = linalg::GenericOp::create(b, loc, TypeRange{empty.getType()}, ValueRange{},
                                             ValueRange{empty}, ArrayRef{identity}, loops, body);
    Value result = generic.getResult(0);
    if (result.getType() != type)
      result = tensor::CastOp::create(b, loc, type, result);
    b.replaceOp(pad, result);
  }

  // One unsigned comparison checks both ends: an index before the source is huge.
  static Value elementAt(OpBuilder &b, Location loc, Value source, ArrayRef<OpFoldResult> low,
                         ArrayRef<OpFoldResult> extents, Value value) {
    SmallVector<Value> indices;
    Value inside;
    for (auto [i, before, extent] : llvm::enumerate(low, extents)) {
      Value at = linalg::IndexOp::create(b, loc, static_cast<int64_t>(i));
      indices.push_back(
          b.createOrFold<arith::SubIOp>(loc, at, getValueOrCreateConstantIndexOp(b, loc, before)));
      Value size = getValueOrCreateConstantIndexOp(b, loc, extent);
      Value here = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, indices.back(), size);
      inside = inside ? Value(arith::AndIOp::create(b, loc, inside, here)) : here;
    }
    if (!inside)
      return tensor::ExtractOp::create(b, loc, source, indices);
    auto choice = scf::IfOp::create(
        b, loc, inside,
        [&](OpBuilder &then, Location l) {
          Value read = tensor::ExtractOp::create(then, l, source, indices);
          scf::YieldOp::create(then, l, read);
        },
        [&](OpBuilder &otherwise, Location l) { scf::YieldOp::create(otherwise, l, value); });
    return choice.getResult(0);
  }
};

} // namespace
