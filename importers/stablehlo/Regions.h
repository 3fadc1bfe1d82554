// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that combine elements, applied to whole tensors; and their forms that have an op of rlx.
#ifndef RLX_IMPORTERS_STABLEHLO_REGIONS_H
#define RLX_IMPORTERS_STABLEHLO_REGIONS_H

#include "importers/stablehlo/Importing.h"

namespace rlx::shlo {

// Fails unless the dimensions are distinct ones of the tensor.
bool expectDims(Node &op, llvm::ArrayRef<int64_t> dims, Value tensor);

// Body 0 applied to pairs of adjacent elements along `axis` until its size is 1: a tree, which
// keeps the order of the elements. Empty if there are none, or the op has failed.
Values foldAlong(Node &op, Values tensors, int64_t axis);

// Body 0 applied to all windows of `size` elements, `dilation` apart, along `axis`. Windows start
// at each element that has a whole window. For sums this is a prefix scan by doubling: log2(size)
// steps.
Values foldWindows(Node &op, llvm::ArrayRef<Value> tensors, int64_t axis, int64_t size,
                   int64_t dilation);

// Whether body 0 is that of JAX's argmax (true) or argmin (false).
std::optional<bool> argExtremumOf(Node &op);

// Whether the value of the source is a constant that is neutral for the op, such as 0 for
// "stablehlo.add", so that it can be left out.
bool isNeutralConstant(llvm::StringRef kind, Value value);

// Whether the value of the source is an iota along the dimension, broadcast along the others.
bool isIotaAlong(Value value, int64_t dim, int depth = 0);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_REGIONS_H
