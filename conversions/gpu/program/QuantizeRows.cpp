// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-quantize-rows: rows of matmuls by block-quantized weights become bytes once, where several
// workgroups would convert several rows each.
//
// before: lir.dispatch @k::@matmul ins(%x, %blocks)
// after:  lir.dispatch @k::@quantize ins(%x) outs(%bytes) {lir.when = ..}
//         lir.dispatch @k::@matmul ins(%x, %blocks, %bytes)
//
// Ops that the matmul's kernel applies to elements of its rows move to @quantize. Dispatches that
// read the same rows share the bytes, for example those of q, k and v.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/IntegerGemv.h"
#include "conversions/gpu/program/KernelModule.h"
#include "conversions/gpu/program/OperandKernels.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace rlx {
#define GEN_PASS_DEF_QUANTIZEROWSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

struct QuantizeRows : rlx::impl::QuantizeRowsPassBase<QuantizeRows> {
  using QuantizeRowsPassBase::QuantizeRowsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    SymbolTable symbols(*kernels);
    rlx::OperandKernels quantizers(symbols, "quantize_rows");
    DenseMap<StringAttr, rlx::OperandKernel> changed;
    LogicalResult all = rlx::forEachContraction(
        *kernels, device,
        [&](func::FuncOp kernel, const rlx::Contraction &contraction,
            const rlx::rt::DeviceProfile &profile) -> LogicalResult {
          rlx::LoweringReason why;
          auto form = rlx::integerGemvOf(contraction, profile, why);
          const int64_t rows = form ? rlx::quantizedRowsOf(contraction, *form, profile) : 0;
          if (rows == 0 || !kernel->hasAttr(rlx::kAlignedAttr) ||
              !llvm::all_of(kernel.getArgumentTypes(), llvm::IsaPred<RankedTensorType>))
            return success();
          auto type =
              RankedTensorType::get({rows, form->layout.words()}, Builder(kernel).getI32Type());
          rlx::OperandKernel quantizer = quantizerOf(kernel, type);
          quantizers.add(quantizer, kernel);
          changed[kernel.getNameAttr()] = quantizer;
          const unsigned number = kernel.getNumArguments();
          (void)kernel.insertArgument(number, type, {}, kernel.getLoc());
          linalg::LinalgOp op = contraction.reduction.op;
          op->setAttr(rlx::kQuantizedRowsAttr, Builder(kernel).getI64IntegerAttr(number));
          return success();
        });
    if (failed(all))
      return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      if (auto found = changed.find(symbol.getLeafReference());
          found != changed.end() && symbol.getRootReference() == kernels->getSymNameAttr())
        rlx::dispatchBefore(dispatch, symbols.lookup<func::FuncOp>(found->first), found->second,
                            "rows of ");
    });
  }

private:
  // A kernel that writes a tensor of `type`, from the arguments of `kernel`.
  static rlx::OperandKernel quantizerOf(func::FuncOp kernel, RankedTensorType type) {
    return rlx::makeOperandKernel(kernel, [&](OpBuilder &b, const rlx::Contraction &contraction) {
      linalg::LinalgOp op = contraction.reduction.op;
      Value rows =
          rlx::elementsOf(contraction, rlx::BlockOperand::of(contraction)->others(contraction));
      const auto scheme = op->getAttrOfType<rlx::BlockSchemeAttr>(rlx::kBlockSchemeAttr).getValue();
      const auto precision =
          op->getAttrOfType<rlx::RowPrecisionAttr>(rlx::kRowPrecisionAttr).getValue();
      return lir::QuantizeRowsOp::create(b, op.getLoc(), type, rows,
                                         rlx::stringifyBlockScheme(scheme),
                                         rlx::stringifyRowPrecision(precision))
          .getResult();
    });
  }
};

} // namespace
