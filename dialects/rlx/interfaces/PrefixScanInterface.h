// The interface of prefix scans, such as cumulative sums. It is documented in
// PrefixScanInterface.td.
#ifndef RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/PrefixScanInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H
