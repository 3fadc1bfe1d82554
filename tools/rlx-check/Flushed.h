// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second expectation for devices that flush subnormal values to zero; see "Subnormal numbers"
// in docs/reference/numerics.md.
//
// Vulkan lets a device flush subnormal values of a type, unless code asks it to keep them and it
// can.
#ifndef RLX_TOOLS_RLX_CHECK_FLUSHED_H
#define RLX_TOOLS_RLX_CHECK_FLUSHED_H

#include <optional>
#include <vector>

#include "dialects/rlx/reference/Subnormals.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx::check {

// The subnormal values that code for a device may lose; the code asks the device to keep all types
// that it can (conversions/spirv/FloatControls.h). `profile` is a device profile's name, file or
// text.
llvm::Expected<ref::LostSubnormals> lostSubnormals(llvm::StringRef profile);

// One entry per value, in order.
using FlushedValues = std::vector<std::optional<ref::Tensor>>;

// The `values` of the function without subnormal values, where they differ from `exact`. None if
// the function then fails: sizes and checks may depend on the data.
FlushedValues flushedValues(mlir::func::FuncOp function, llvm::SmallVector<ref::Tensor> arguments,
                            llvm::ArrayRef<mlir::Value> values, llvm::ArrayRef<ref::Tensor> exact,
                            const ref::LostSubnormals &lost);

inline const ref::Tensor *orNull(const std::optional<ref::Tensor> &tensor) {
  return tensor ? &*tensor : nullptr;
}

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_FLUSHED_H
