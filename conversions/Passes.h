// The conversions out of the rlx dialect.
#ifndef RLX_CONVERSIONS_PASSES_H
#define RLX_CONVERSIONS_PASSES_H

#include <memory>

#include "mlir/Pass/Pass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_PASSES_H
