// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Headers that the generated op classes need. The family headers, which CMake makes from
// FamilyOps.h.in, include this file. Other code includes the family header of the ops that it
// names, for example dialects/rlx/ir/MatmulOps.h.
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
