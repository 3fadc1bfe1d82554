// The check dialect and its ops; see CheckDialect.td.
#ifndef RLX_DIALECTS_CHECK_CHECKDIALECT_H
#define RLX_DIALECTS_CHECK_CHECKDIALECT_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/check/CheckDialect.h.inc"
#include "dialects/check/CheckEnums.h.inc"

#define GET_OP_CLASSES
#include "dialects/check/CheckOps.h.inc"

#endif // RLX_DIALECTS_CHECK_CHECKDIALECT_H
