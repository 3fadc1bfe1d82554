// One-dimensional convolutions as two-dimensional ones over images of one row, for which targets
// have fast kernels:
//
//   rlx.conv %x, %w : [N, C, W], [O, I, K]
//     =>  rlx.conv (reshape %x), (reshape %w) : [N, C, 1, W], [O, I, 1, K], then reshape to [N, O,
//     W']
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/OpComposer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_WIDENCONVOLUTIONSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// The tensor with one more dimension of size 1 at `axis`, or with that dimension taken away.
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

void widen(ConvOp op) {
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
  Value result =
      c.make<ConvOp>(image, filter, op.getBias(), ArrayRef<int64_t>{1, strides[0]},
                     ArrayRef<int64_t>{0, pads[0], 0, pads[1]}, ArrayRef<int64_t>{1, dilations[0]},
                     op.getGroups(), op.getDataFormat());
  // The op may declare sizes that inference does not know.
  SmallVector<int64_t> declared(op.getType().getShape());
  declared.insert(declared.begin() + row, 1);
  result.setType(op.getType().clone(declared));
  op.replaceAllUsesWith(withoutRow(c, result, row));
  op.erase();
}

struct WidenConvolutions : rlx::impl::WidenConvolutionsPassBase<WidenConvolutions> {
  void runOnOperation() override {
    SmallVector<ConvOp> work;
    getOperation().walk([&](ConvOp op) {
      if (cast<ShapedType>(op.getInput().getType()).getRank() == 3)
        work.push_back(op);
    });
    llvm::for_each(work, widen);
  }
};

} // namespace
