// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by several families of makers.
#ifndef RLX_UNITTESTS_PROPERTY_MAKERHELPERS_H
#define RLX_UNITTESTS_PROPERTY_MAKERHELPERS_H

#include <string>

#include "unittests/property/GraphBuilder.h"
#include "llvm/Support/FormatVariadic.h"

namespace rlx::property {

// A float type, mostly f32.
mlir::Type floatType(GraphBuilder &g);
// A pool value of floats with a rank in [least, most], or null.
mlir::Value pickFloats(GraphBuilder &g, size_t least, size_t most = 5);
// A pool value of numbers, no truth values, and one of any type, of at least this rank; or null.
mlir::Value pickNumbers(GraphBuilder &g, size_t least);
mlir::Value pickRanked(GraphBuilder &g, size_t least);
// Floats with exact values, or a new source if there is none. For ops with jumps.
mlir::Value exactFloats(GraphBuilder &g, size_t least, size_t most = 5);
// A new tensor of small numbers, so that sums of many terms stay sane. Usually a param.
mlir::Value weight(GraphBuilder &g, mlir::Type type, llvm::ArrayRef<Size> sizes);
// The same, or null in a third of the calls.
mlir::Value maybeWeight(GraphBuilder &g, mlir::Type type, llvm::ArrayRef<Size> sizes);
// Indices in [-count, count), or in [0, count) unless `negative`.
mlir::Value indices(GraphBuilder &g, llvm::ArrayRef<Size> sizes, int64_t count,
                    bool negative = true);
// Sizes with random ranks and sizes.
Sizes randomSizes(GraphBuilder &g, size_t least, size_t most);
// The same sizes, some of them 1 if there were too many elements.
Sizes bounded(GraphBuilder &g, Sizes sizes);
// The number of elements in the run that has the most.
int64_t maxElements(llvm::ArrayRef<Size> sizes);
// An axis, counted from the front or from the back.
int64_t eitherWay(GraphBuilder &g, int64_t axis, size_t rank);

// "array<i64: 1, 2>".
std::string array(llvm::ArrayRef<int64_t> values);
// Sizes as the ops take them: `index` operands are added to `operands`.
mlir::NamedAttribute sizesAttribute(GraphBuilder &g, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                    llvm::SmallVectorImpl<mlir::Value> &operands);

// An image [N, C, spatial..] of floats for windows.
mlir::Value image(GraphBuilder &g);
struct Window {
  llvm::SmallVector<int64_t> kernel, strides, pads, dilations;
  bool fits = true; // the padded image is large enough in every run

  std::string attributes() const; // without the kernel
};
Window randomWindow(GraphBuilder &g, llvm::ArrayRef<Size> image, bool channelsLast);

} // namespace rlx::property

#endif // RLX_UNITTESTS_PROPERTY_MAKERHELPERS_H
