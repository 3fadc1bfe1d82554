// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of fast paths and the pass `rlx-cpu-fastpaths` that applies them; see FastPath.h.
//
// Paths are tried in the order of the table. A kernel that none takes keeps its ops and goes
// through linalg.
#include "conversions/cpu/builder/FastPath.h"

#include "conversions/cpu/Passes.h"
#include "conversions/cpu/builder/CpuSchedules.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/matmul/Microkernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/IR/Remarks.h"

namespace rlx {
#define GEN_PASS_DEF_CPUFASTPATHSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace rlx {

// For ops whose operand types are fixed.
static LogicalResult anyTypes(ValueRange, LoweringReason &) {
  return success();
}

llvm::ArrayRef<FastPath> fastPaths() {
  static constexpr FastPath paths[] = {
      {"matmul_packed", "cpu", "rlx.matmul_packed", cpu::expectPanelTypes, cpu::emitMatmulPacked},
      {"matmul_integer_packed", "cpu", "rlx.matmul_integer_packed", anyTypes,
       cpu::emitMatmulIntegerPacked},
      {"conv_packed", "cpu", "rlx.conv_packed", cpu::expectPanelTypes, cpu::emitConvPacked},
      {"conv_integer_packed", "cpu", "rlx.conv_integer_packed", anyTypes,
       cpu::emitConvIntegerPacked},
      {"depthwise_conv", "cpu", "rlx.depthwise_conv", cpu::expectPanelTypes,
       cpu::emitDepthwiseConv},
      {"depthwise_conv_integer", "cpu", "rlx.depthwise_conv_integer", anyTypes,
       cpu::emitDepthwiseConvInteger},
      {"pool", "cpu", "rlx.pool", cpu::expectPoolTypes, cpu::emitPool},
      {"attention", "cpu", "rlx.attention", cpu::expectF32, cpu::emitAttention},
      {"dequant_matmul_packed", "cpu", "rlx.dequant_matmul_packed", cpu::expectF32Rows,
       cpu::emitDequantMatmulPacked},
  };
  return paths;
}

LogicalResult emitCpuFastPath(func::FuncOp kernel, const CpuModel &target, LoweringReason &why) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
    return failure();
  for (const FastPath &path : fastPaths()) {
    bool applies = llvm::any_of(kernel.getBody().front(), [&](Operation &op) {
      return op.getName().getStringRef() == path.rootOp;
    });
    if (path.target != "cpu" || !applies)
      continue;
    Location loc = kernel.getLoc();
    auto options = remark::RemarkOpts::name("FastPath")
                       .category("rlx-cpu-fastpaths")
                       .function(kernel.getSymName());
    LoweringReason reason;
    if (succeeded(path.emit(kernel, target, reason))) {
      remark::passed(loc, options) << path.name;
      return success();
    }
    remark::missed(loc, options) << (path.name + ": " + reason.text).str();
    why = reason;
  }
  return failure();
}

} // namespace rlx

namespace {

struct CpuFastPaths : rlx::impl::CpuFastPathsPassBase<CpuFastPaths> {
  using CpuFastPathsPassBase::CpuFastPathsPassBase;

  void runOnOperation() override {
    SmallVector<StringRef> names;
    StringRef(features).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    rlx::CpuModel target = rlx::CpuModel::fromFeatures(names);
    SmallVector<func::FuncOp> kernels;
    getOperation()->walk([&](func::FuncOp kernel) { kernels.push_back(kernel); });
    for (func::FuncOp kernel : kernels) {
      rlx::LoweringReason why;
      (void)rlx::emitCpuFastPath(kernel, target, why);
    }
  }
};

} // namespace
