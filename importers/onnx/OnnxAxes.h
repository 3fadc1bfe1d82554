// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes that the data of an input gives. Their number is known, so ranks are, too; sizes of the
// results become expressions over the axes.
//
// For example, a sum of [a, b] over axis k is one of [a, 1] and [1, b]. The input becomes
// [k0, r0, k1, r1] with r0 = a and k0 = 1 if k is 0, otherwise k0 = a and r0 = 1, and likewise for
// b. The sum is then over dimensions 1 and 3.
#ifndef RLX_IMPORTERS_ONNX_ONNXAXES_H
#define RLX_IMPORTERS_ONNX_ONNXAXES_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// Whether any of the axes is not a constant.
bool dependOnData(llvm::ArrayRef<Dim> axes);

// 1 for each of `rank` dimensions that is one of the axes, otherwise 0. Axes in [-rank, rank) are
// distinct; the start of a run checks it. The node fails if there are more than `rank`.
Dims axisFlags(Node &n, llvm::ArrayRef<Dim> axes, int64_t rank);

// A number for each dimension: the value of the axis that it is, otherwise that of `none`. The node
// fails if there are more axes than dimensions.
Dims spread(Node &n, llvm::ArrayRef<Dim> axes, llvm::ArrayRef<Dim> values,
            llvm::ArrayRef<Dim> none);

// The sizes without those of `count` flagged dimensions, of which there are at least `count`.
Dims withoutFlagged(Node &n, llvm::ArrayRef<Dim> dims, llvm::ArrayRef<Dim> flags, int64_t count);
// Sizes of 1 at the flagged positions of the result, and `dims` at the others.
Dims withOnes(Node &n, llvm::ArrayRef<Dim> dims, llvm::ArrayRef<Dim> flags);

// The tensor as [before, size, after] around one axis.
Value aroundAxis(Node &n, Value tensor, Dim axis);

// The tensor with each dimension of size d as two: [d, 1] or, if it is flagged, [1, d].
Value splitFlagged(Node &n, Value tensor, llvm::ArrayRef<Dim> flags);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXAXES_H
