// Headers that the generated op classes need. Generated family headers (FamilyOps.h.in) include
// this file; other code includes the family header.
#ifndef RLX_DIALECTS_RLX_IR_OPCLASSES_H
#define RLX_DIALECTS_RLX_IR_OPCLASSES_H

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"
#include "dialects/rlx/interfaces/PrefixScanInterface.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/interfaces/ScatterInterface.h"
#include "dialects/rlx/interfaces/TopKInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#endif // RLX_DIALECTS_RLX_IR_OPCLASSES_H
