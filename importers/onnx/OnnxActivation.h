// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Activation functions that attributes name: of recurrent layers, and of fused operators.
#ifndef RLX_IMPORTERS_ONNX_ONNXACTIVATION_H
#define RLX_IMPORTERS_ONNX_ONNXACTIVATION_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// The rlx op of a function, and the defaults of its parameters.
struct KnownActivation {
  llvm::StringLiteral name, op;
  std::optional<double> alpha, beta;
};
// The function with this name in any case; null if there is none.
const KnownActivation *findActivation(llvm::StringRef name);

// A function with its parameters.
struct Activation {
  std::string op;
  llvm::SmallVector<std::pair<llvm::StringRef, double>> parameters;

  // Takes parameters that the function has from `alpha` and `beta`, which give nothing for the
  // default.
  using NextParameter = llvm::function_ref<std::optional<double>()>;
  Activation(const KnownActivation &known, NextParameter alpha, NextParameter beta);
  Value apply(Node &n, Value x) const;
};

// The function that attribute `activation` of a fused operator names, of x. Clip has the parameters
// min and max, others alpha and beta; `given` has the first ones.
Value emitFusedActivation(Node &n, Value x, llvm::ArrayRef<double> given);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXACTIVATION_H
