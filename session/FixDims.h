// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives dynamic dimensions of a model sizes before it is compiled, for code that serves these
// alone.
#ifndef RLX_SESSION_FIXDIMS_H
#define RLX_SESSION_FIXDIMS_H

#include "mlir/IR/BuiltinOps.h"
#include "runtime/base/StatusOr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace rlx {

// Makes the dimensions with these names static in all inputs. Sizes of other inputs and of results
// that follow from them become static in the phase `simplify`. A dimension in `fixedBefore` has its
// size already, as the importer may have set it.
//
// InvalidArgument lists the dynamic dimensions if there is none with a name. Unsupported if an op
// needs a size to be dynamic.
rt::Status fixDims(mlir::ModuleOp module, const llvm::StringMap<int64_t> &sizes,
                   const llvm::StringSet<> &fixedBefore = {});

} // namespace rlx

#endif // RLX_SESSION_FIXDIMS_H
