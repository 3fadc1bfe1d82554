// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of all convolutions (plain, quantized, packed): checks of operands and attributes, and
// the loops as one linalg.generic, whose body each op supplies. The geometry of windows is in
// Window.h. Pooling has its own loops; see Pooling.cpp.
#ifndef RLX_DIALECTS_RLX_OPS_CONV_CONVLOOPS_H
#define RLX_DIALECTS_RLX_OPS_CONV_CONVLOOPS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/ops/conv/Window.h"
#include "dialects/rlx/support/InferenceRules.h"

namespace rlx {

/// Fails unless an optional bias is [channels].
mlir::LogicalResult checkBias(InferContext &ctx, mlir::Value bias, int64_t channels);

/// The shape of a convolution's result, but not of a transposed one. Labels: _c1 to _c5 and _c7.
template <typename Adaptor>
mlir::FailureOr<Dims> inferConvolution(InferContext &ctx, Adaptor op) {
  Dims input = ctx.shape(op.getInput());
  mlir::FailureOr<llvm::SmallVector<int64_t>> filter = checkFilter(
      ctx, input, op.getFilter(), op.getStrides(), op.getPads(), op.getDilations(), op.getGroups());
  if (failed(filter))
    return mlir::failure();
  Window window = windowOf(op, llvm::ArrayRef(*filter).drop_front(2));
  int64_t groups = op.getGroups(), outputs = (*filter)[0];
  std::string inGroups =
      groups == 1 ? "" : " (" + std::to_string(groups) + " groups as the filter has them)";
  if (failed(expectSize(ctx, "input channels" + inGroups, input[window.channelDim()],
                        (*filter)[1] * groups)) ||
      failed(checkGroups(ctx, "output", outputs, groups)) ||
      failed(checkWindowFits(ctx, window, input)))
    return mlir::failure();
  Dims spatial;
  for (unsigned i = 0; i < window.rank(); ++i)
    spatial.push_back(convolvedSize(window, i, input[window.spatialDim(i)]));
  return imageShape(window, input[0], ctx.constant(outputs), spatial);
}

/// Makes the size of the channel dimension static, as the filter's sizes imply.
mlir::Value withChannels(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value image,
                         const Window &window, int64_t channels);

/// Emits accumulator + input * filter. `values` are the elements of image, filter and the
/// parameters.
using TapBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange values, mlir::Value accumulator)>;

/// The contraction of a padded image with a filter, accumulated on `init`. It uses `strides` and
/// the dilations of the window. `transposed` filters are [c, o, k..], others [o, c, k..].
/// Parameters have rank 0, or have rank 1 and one element per output channel.
mlir::Value contractWindows(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value image,
                            mlir::Value filter, mlir::ValueRange parameters, mlir::Value init,
                            const Window &window, llvm::ArrayRef<int64_t> strides, int64_t groups,
                            bool transposed, TapBuilder tap);

/// Splits the index of an image element; returns the channel and sets the spatial coordinates.
int64_t channelAndPosition(const Window &window, llvm::ArrayRef<int64_t> index,
                           llvm::SmallVectorImpl<int64_t> &position);

/// For the interpreter: calls `body(input element or -1 outside the image, filter element)`, both
/// linear indices, for every term of the result element at `index`.
void forEachTap(const Window &window, int64_t groups, llvm::ArrayRef<int64_t> inputShape,
                llvm::ArrayRef<int64_t> filterShape, llvm::ArrayRef<int64_t> index,
                llvm::function_ref<void(int64_t, int64_t)> body);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_CONV_CONVLOOPS_H
