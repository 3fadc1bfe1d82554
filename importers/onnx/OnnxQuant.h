// What the handlers of quantised operators share.
#ifndef RLX_IMPORTERS_ONNX_ONNXQUANT_H
#define RLX_IMPORTERS_ONNX_ONNXQUANT_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// Input i, a scale or zero point: of rank 0 where it has one element. Null if it is absent.
Value quantParameter(Node &n, unsigned i);

// The factor from sums of products to the result: scale of lhs * scale of rhs / scale of the
// result, which are the inputs with these numbers.
Value quantMultiplier(Node &n, unsigned lhsScale, unsigned rhsScale, unsigned resultScale);

// `op`, each of whose operands is one or none: null ones are left out.
Value emitWithOptionals(Node &n, llvm::StringRef op, llvm::ArrayRef<Value> operands,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes = {});

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXQUANT_H
