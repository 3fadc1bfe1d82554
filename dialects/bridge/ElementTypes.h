// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types of the IR and dtypes of the runtime's tensors: a one-to-one mapping between the
// two. For example, `f32` is `DType::F32` and `ui8` is `DType::U8`. Types without a dtype, such as
// `index`, have no tensor in the runtime.
#ifndef RLX_DIALECTS_BRIDGE_ELEMENTTYPES_H
#define RLX_DIALECTS_BRIDGE_ELEMENTTYPES_H

#include <optional>

#include "mlir/IR/Builders.h"
#include "runtime/base/DType.h"

namespace rlx {

/// The dtype of an element type; std::nullopt if the runtime has none.
std::optional<rt::DType> dtypeOf(mlir::Type elementType);

/// The element type of a dtype; null for strings and for a value outside the enum.
mlir::Type elementTypeOf(mlir::MLIRContext *context, rt::DType dtype);

} // namespace rlx

#endif // RLX_DIALECTS_BRIDGE_ELEMENTTYPES_H
