// What sessions, caches and packages have in common: from a module to a program and its kernels,
// and to an executable.
#ifndef RLX_SESSION_COMPILEMODEL_H
#define RLX_SESSION_COMPILEMODEL_H

#include "session/Session.h"

namespace rlx {

// The same module in another context. The source's diagnostics are in the status too.
rt::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> copyModule(mlir::ModuleOp module,
                                                           mlir::MLIRContext &context);

// Compiles the module, which is consumed. The status has the first diagnostic first.
rt::StatusOr<CompiledModel> compileModel(mlir::ModuleOp module, const SessionOptions &options);

// Of a model that the device can run nothing of, all is a program for the CPU.
bool runsOnDevice(const rt::Program &program, const CompileOptions &options);

// The compiled kernels in this process, and those of the user.
rt::StatusOr<rt::KernelTable> loadKernels(const CompiledModel &compiled,
                                          const SessionOptions &options);

// A device for the options that name a target and none: the target's first one.
rt::Status chooseDevice(SessionOptions &options);

// The options with the mode that holds and what follows from it, and checked: combinations that
// cannot be, a processor that this machine is not, and a device that does not exist.
rt::StatusOr<SessionOptions> resolveOptions(SessionOptions options);

// Compiles for the device of that name: its target, and what there is to know of it unless
// `compile` says it. Nothing for an empty name; InvalidArgument if `compile` has another target
// than the default and the device's.
rt::Status compileForDevice(const std::string &device, CompileOptions &compile);

// The error of options that name a device and a target that it runs no code for.
rt::Status wrongTarget(std::string_view target, const rt::Device &device);

// The same for caches: checkFinite, which is for finding faults, does not go with them.
rt::StatusOr<SessionOptions> resolveForCache(SessionOptions options);

struct LoadedModel {
  std::unique_ptr<rt::Executable> executable;
  std::vector<PhaseTime> times;
  CacheUse cache;
  std::shared_ptr<ShapeSpecializer> specializer; // null: none
  std::shared_ptr<const ProgramSources> sources; // of mode Eager; otherwise null
};

// The one way from a module, which is consumed, to an executable without values of params: from
// options.diskCache if it has the model, otherwise compiled, and then kept there. That the cache
// could not be used is said in the result and is no error. `options` are resolved.
rt::StatusOr<LoadedModel> loadModel(mlir::ModuleOp module, const SessionOptions &options);

} // namespace rlx

#endif // RLX_SESSION_COMPILEMODEL_H
