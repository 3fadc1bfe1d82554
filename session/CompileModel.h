// What sessions and packages have in common: from a module to a program and its kernels.
#ifndef RLX_SESSION_COMPILEMODEL_H
#define RLX_SESSION_COMPILEMODEL_H

#include "session/Session.h"

namespace rlx {

// Compiles the module, which is consumed. The status has the first diagnostic first.
rt::StatusOr<CompiledModel> compileModel(mlir::ModuleOp module, const SessionOptions &options);

// The compiled kernels in this process, and those of the user.
rt::StatusOr<rt::KernelTable> loadKernels(const CompiledModel &compiled,
                                          const SessionOptions &options);

} // namespace rlx

#endif // RLX_SESSION_COMPILEMODEL_H
