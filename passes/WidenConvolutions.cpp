// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-widen-convolutions`: computes one-dimensional convolutions, transposed and integer
// ones too, as two-dimensional ones over images with one row, for which targets have fast kernels.
//
//   rlx.conv %x, %w : [N, C, W], [O, I, K]
//     =>  rlx.conv (reshape %x), (reshape %w) : [N, C, 1, W], [O, I, 1, K],
//         then reshape to [N, O, W']
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_WIDENCONVOLUTIONSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// The tensor with a dimension of size 1 inserted at `axis`, or with that dimension removed.
Value withRow(OpComposer &c, Value tensor, int64_t axis) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, tensor);
  sizes.insert(sizes.begin() + axis, c.builder.getIndexAttr(1));
  return c.reshape(tensor, sizes);
}

Value withoutRow(OpComposer &c, Value tensor, int64_t axis) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, tensor);
  sizes.erase(sizes.begin() + axis);
  return c.reshape(tensor, sizes);
}

Value convolution(OpComposer &c, ConvOp op, Value image, Value filter, ArrayRef<int64_t> strides,
                  ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  return c.make<ConvOp>(image, filter, op.getBias(), strides, pads, dilations, op.getGroups(),
                        op.getDataFormat());
}

Value convolution(OpComposer &c, ConvIntegerOp op, Value image, Value filter,
                  ArrayRef<int64_t> strides, ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  return c.make<ConvIntegerOp>(image, filter, op.getInputZeroPoint(), op.getFilterZeroPoint(),
                               strides, pads, dilations, op.getGroups(), op.getDataFormat());
}

Value convolution(OpComposer &c, ConvTransposeOp op, Value image, Value filter,
                  ArrayRef<int64_t> strides, ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  SmallVector<int64_t> extra(op.getOutputPadding());
  if (!extra.empty())
    extra.insert(extra.begin(), 0);
  return c.make<ConvTransposeOp>(image, filter, op.getBias(), strides, pads, dilations, extra,
                                 op.getGroups(), op.getDataFormat());
}

template <typename Op>
void widen(Op op) {
  OpBuilder b(op);
  OpComposer c(b, op.getLoc());
  bool last = op.getDataFormat() == DataFormat::ChannelsLast;
  int64_t row = last ? 1 : 2;
  auto list = [](ArrayRef<int64_t> given, ArrayRef<int64_t> absent) {
    return given.empty() ? SmallVector<int64_t>(absent) : SmallVector<int64_t>(given);
  };
  SmallVector<int64_t> strides = list(op.getStrides(), {1}), pads = list(op.getPads(), {0, 0}),
                       dilations = list(op.getDilations(), {1});
  Value image = withRow(c, op.getInput(), row), filter = withRow(c, op.getFilter(), 2);
  Value result = convolution(c, op, image, filter, {1, strides[0]}, {0, pads[0], 0, pads[1]},
                             {1, dilations[0]});
  // The op may declare sizes that inference does not know.
  SmallVector<int64_t> declared(op.getType().getShape());
  declared.insert(declared.begin() + row, 1);
  result.setType(op.getType().clone(declared));
  op.replaceAllUsesWith(withoutRow(c, result, row));
  op.erase();
}

template <typename Op>
void widenAll(func::FuncOp function) {
  SmallVector<Op> work;
  function.walk([&](Op op) {
    if (cast<ShapedType>(op.getInput().getType()).getRank() == 3)
      work.push_back(op);
  });
  llvm::for_each(work, widen<Op>);
}

struct WidenConvolutions : rlx::impl::WidenConvolutionsPassBase<WidenConvolutions> {
  void runOnBody() override {
    widenAll<ConvOp>(getOperation());
    widenAll<ConvIntegerOp>(getOperation());
    widenAll<ConvTransposeOp>(getOperation());
  }
};

} // namespace
