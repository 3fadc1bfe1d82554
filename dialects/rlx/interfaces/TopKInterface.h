// The interface of top-k and sort ops. It is documented in TopKInterface.td.
#ifndef RLX_DIALECTS_RLX_INTERFACES_TOPKINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_TOPKINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/TopKInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_TOPKINTERFACE_H
