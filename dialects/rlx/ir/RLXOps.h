// The op classes. Only code that names an op class includes this; see RLXDialect.h.
#ifndef RLX_DIALECTS_RLX_IR_RLXOPS_H
#define RLX_DIALECTS_RLX_IR_RLXOPS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#define GET_OP_CLASSES
#include "dialects/rlx/ir/RLXOps.h.inc"

#endif // RLX_DIALECTS_RLX_IR_RLXOPS_H
