// Implementation of in-process linking; see JitKernels.h.
#include "session/JitKernels.h"

#include "llvm/ExecutionEngine/Orc/EPCDynamicLibrarySearchGenerator.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm::orc;

namespace rlx {
namespace {

rt::Status toStatus(llvm::Error error) {
  return rt::internalError("linking compiled kernels: " + llvm::toString(std::move(error)));
}

llvm::Expected<std::unique_ptr<LLJIT>> createJit() {
  // Once: these write to tables of the process, and sessions may compile on several threads.
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  LLJITBuilder builder;
  builder.setObjectLinkingLayerCreator(
      [](ExecutionSession &session) { return std::make_unique<ObjectLinkingLayer>(session); });
  // Kernels neither throw nor have static constructors.
  builder.setPlatformSetUp(setUpInactivePlatform);
  llvm::Expected<std::unique_ptr<LLJIT>> jit = builder.create();
  if (!jit)
    return jit;
  // libm and memory functions come from this process.
  char prefix = (*jit)->getDataLayout().getGlobalPrefix();
  auto process = DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!process)
    return process.takeError();
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  return jit;
}

} // namespace

rt::StatusOr<rt::KernelTable> linkKernels(const rt::Program &program,
                                          std::unique_ptr<llvm::MemoryBuffer> object) {
  rt::KernelTable table;
  if (!object)
    return table;
  llvm::Expected<std::unique_ptr<LLJIT>> jit = createJit();
  if (!jit)
    return toStatus(jit.takeError());
  if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
    return toStatus(std::move(error));
  for (const rt::Kernel &kernel : program.kernels) {
    if (kernel.user)
      continue; // brings its code itself
    if (kernel.target != "cpu")
      return rt::internalError("kernel '" + kernel.name + "' is for target '" + kernel.target +
                               "', which this process cannot link");
    llvm::Expected<ExecutorAddr> address = (*jit)->lookup(kernel.name);
    if (!address)
      return toStatus(address.takeError());
    RLX_RETURN_IF_ERROR(table.addCPU(kernel.name, address->toPtr<rlx_kernel_fn>()));
  }
  RLX_RETURN_IF_ERROR(table.keepAlive(std::shared_ptr<LLJIT>(std::move(*jit))));
  return table;
}

} // namespace rlx
