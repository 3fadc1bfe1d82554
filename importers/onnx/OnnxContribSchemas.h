// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schemas of the operators of ONNX Runtime that the importer knows, which the onnx package does not
// have: those of the domain com.microsoft, and a few that ONNX Runtime has in the default domain.
#ifndef RLX_IMPORTERS_ONNX_ONNXCONTRIBSCHEMAS_H
#define RLX_IMPORTERS_ONNX_ONNXCONTRIBSCHEMAS_H

#include <vector>

#include "importers/onnx/OnnxSchemas.h"

namespace rlx::onnxim {

// ONNX Runtime calls its operators contrib operators.
inline constexpr llvm::StringLiteral kContribDomain = "com.microsoft";
inline constexpr int kNewestContribOpset = 1;

std::vector<OpSchema> contribSchemas();

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXCONTRIBSCHEMAS_H
