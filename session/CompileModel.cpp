// See CompileModel.h.
#include "session/CompileModel.h"

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "runtime/cpu/CodeImage.h"

using namespace mlir;

namespace rlx {
namespace {

// Lets ops that the user has kernels for use them. One that must have its kernel and has none is an
// error at the op, earlier than the runtime would say it.
LogicalResult resolveUserKernels(ModuleOp module, const SessionOptions &options) {
  LogicalResult result = success();
  module.walk([&](UserKernelOpInterface op) {
    auto isIt = [&](const auto &kernel) { return op.getKernelName() == kernel.first; };
    if (llvm::any_of(options.userKernels, isIt))
      return op.useKernel();
    if (!op.runsKernel())
      return;
    InFlightDiagnostic error = op.emitOpError("needs the kernel '")
                               << op.getKernelName() << "', which is not registered for target '"
                               << options.compile.target << "'; ";
    if (options.userKernels.empty())
      error << "no kernels are";
    else
      error << "registered: ";
    llvm::interleaveComma(options.userKernels, error,
                          [&](const auto &kernel) { error << kernel.first; });
    result = failure();
  });
  return result;
}

} // namespace

rt::StatusOr<CompiledModel> compileModel(ModuleOp module, const SessionOptions &options) {
  DiagnosticCollector diagnostics(module.getContext());
  FailureOr<CompiledModel> compiled = failure();
  if (succeeded(resolveUserKernels(module, options)))
    compiled = Compiler(options.compile).compile(module);
  if (failed(compiled))
    return diagnostics.status();
  return std::move(*compiled);
}

rt::StatusOr<rt::KernelTable> loadKernels(const CompiledModel &compiled,
                                          const SessionOptions &options) {
  rt::KernelTable kernels;
  if (!compiled.code.binary.empty())
    RLX_RETURN_IF_ERROR(rt::loadCodeImage(compiled.code.binary, kernels));
  for (const auto &[name, kernel] : options.userKernels)
    RLX_RETURN_IF_ERROR(kernels.addUser(name, kernel));
  return kernels;
}

} // namespace rlx
