// What a device that need not keep subnormal numbers may compute otherwise: the second expectation
// of docs/reference/numerics.md ("Subnormal numbers").
#ifndef RLX_TOOLS_RLX_CHECK_FLUSHED_H
#define RLX_TOOLS_RLX_CHECK_FLUSHED_H

#include <optional>
#include <vector>

#include "dialects/rlx/reference/Subnormals.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx::check {

// Those that code for a device may lose: it is asked to keep what it can
// (conversions/spirv/FloatControls.h). The device is a profile by its name, file or text.
llvm::Expected<ref::LostSubnormals> lostSubnormals(llvm::StringRef profile);

// By value of the function, in their order.
using FlushedValues = std::vector<std::optional<ref::Tensor>>;

// What `values` of the function are without subnormal numbers, where that is something else than
// `exact`. Nothing where the function then fails: sizes and checks may depend on the data.
FlushedValues flushedValues(mlir::func::FuncOp function, llvm::SmallVector<ref::Tensor> arguments,
                            llvm::ArrayRef<mlir::Value> values, llvm::ArrayRef<ref::Tensor> exact,
                            const ref::LostSubnormals &lost);

inline const ref::Tensor *orNull(const std::optional<ref::Tensor> &tensor) {
  return tensor ? &*tensor : nullptr;
}

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_FLUSHED_H
