// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a module to a compiled program with its kernels, and to an executable.
//
// Sessions, caches and packages share this code, so that they compile in the same way.
#ifndef RLX_SESSION_COMPILEMODEL_H
#define RLX_SESSION_COMPILEMODEL_H

#include "session/Session.h"

namespace rlx {

// Copies the module into another context. The status includes diagnostics of the source.
rt::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> copyModule(mlir::ModuleOp module,
                                                           mlir::MLIRContext &context);

// Compiles the module, which is consumed. The status has the first diagnostic first.
rt::StatusOr<CompiledModel> compileModel(mlir::ModuleOp module, const SessionOptions &options);

// Whether the device runs any kernel of the program. If not, the program is one for the CPU.
bool runsOnDevice(const rt::Program &program, const CompileOptions &options);

// Makes the table of the compiled kernels and the user kernels.
rt::StatusOr<rt::KernelTable> loadKernels(const CompiledModel &compiled,
                                          const SessionOptions &options);

// If the options name a target and no device, sets the target's first device.
rt::Status chooseDevice(SessionOptions &options);

// Resolves the mode and its consequences, and checks the options: impossible combinations, a CPU
// whose code this machine cannot run, a device that does not exist.
rt::StatusOr<SessionOptions> resolveOptions(SessionOptions options);

// Sets the target of the named device, and its device profile unless `compile` has one. No effect
// for an empty name. InvalidArgument if `compile` names a target that is neither the default nor
// the device's.
rt::Status compileForDevice(const std::string &device, CompileOptions &compile);

// The error for a device that does not run the target's code.
rt::Status wrongTarget(std::string_view target, const rt::Device &device);

// The same for caches, which refuse checkFinite, an option for finding faults, and dimSizes.
rt::StatusOr<SessionOptions> resolveForCache(SessionOptions options);

struct LoadedModel {
  std::unique_ptr<rt::Executable> executable;
  std::vector<PhaseTime> times;
  CacheUse cache;
  std::shared_ptr<ShapeSpecializer> specializer; // null for none
  std::shared_ptr<const ProgramSources> sources; // in mode Eager; otherwise null
};

// Makes an executable without param values from the module, which is consumed. Loads it from
// options.diskCache if it is there; otherwise compiles and stores it. An unusable cache is no
// error; the result says so. `options` must be resolved.
rt::StatusOr<LoadedModel> loadModel(mlir::ModuleOp module, const SessionOptions &options);

} // namespace rlx

#endif // RLX_SESSION_COMPILEMODEL_H
