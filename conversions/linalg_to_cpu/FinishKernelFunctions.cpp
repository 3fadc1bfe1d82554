// Last touches on kernels in the llvm dialect: bodies are internal and their pointers do not
// alias; the marks of earlier phases go away.
#include "conversions/Passes.h"

#include "conversions/linalg_to_cpu/UnrollHints.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace rlx {
#define GEN_PASS_DEF_FINISHKERNELFUNCTIONSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct FinishKernelFunctions : rlx::impl::FinishKernelFunctionsPassBase<FinishKernelFunctions> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal() || !function.getSymName().ends_with(".body"))
        continue;
      function.setLinkage(LLVM::Linkage::Internal);
      // A kernel never writes a buffer that it gets twice, and a descriptor's two pointers are
      // one buffer, of which only the second is dereferenced.
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<LLVM::LLVMPointerType>(type))
          function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                              UnitAttr::get(&getContext()));
      rlx::adoptUnrollHints(function);
    }
  }
};

} // namespace
