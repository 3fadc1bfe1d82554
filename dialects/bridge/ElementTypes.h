// Element types of the IR and of the runtime's tensors: the same ones, by two names.
#ifndef RLX_DIALECTS_BRIDGE_ELEMENTTYPES_H
#define RLX_DIALECTS_BRIDGE_ELEMENTTYPES_H

#include <optional>

#include "mlir/IR/Builders.h"
#include "runtime/base/DType.h"

namespace rlx {

// The runtime's name for an element type, if it has one.
std::optional<rt::DType> dtypeOf(mlir::Type elementType);

// The inverse; null for a value outside the enum.
mlir::Type elementTypeOf(mlir::MLIRContext *context, rt::DType dtype);

} // namespace rlx

#endif // RLX_DIALECTS_BRIDGE_ELEMENTTYPES_H
