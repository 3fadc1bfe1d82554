// The interface by which targets find running sums and the like; see the .td file.
#ifndef RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/PrefixScanInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H
