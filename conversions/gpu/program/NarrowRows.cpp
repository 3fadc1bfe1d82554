// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-narrow-rows: rows that cooperative matrices take in a narrower type are rounded once, instead
// of by each tile.
//
// before: lir.dispatch @k::@matmul ins(%x, %weights)
// after:  lir.dispatch @k::@narrow ins(%x) outs(%rows) {lir.when = ..}
//         lir.dispatch @k::@matmul ins(%x, %weights, %rows)
//
// For example, fast rows of f32 by block-quantized weights are bf16 (row_precision).
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/program/KernelModule.h"
#include "conversions/gpu/program/OperandKernels.h"
#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_NARROWROWSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

// The rows that become an argument of a kernel, and their dynamic sizes over its former dims.
struct Narrowed {
  rlx::OperandKernel maker;
  SmallVector<AffineExpr> sizes;
};

// Whether the body reads elements by index, such as blocks of weights.
bool readsByIndex(const rlx::Contraction &contraction, const rlx::Operand &side) {
  return llvm::any_of(rlx::valuesBehind(contraction.reduction.op, side.value), [](Value value) {
    return value.getDefiningOp<tensor::ExtractOp>() != nullptr;
  });
}

// The operand whose elements each tile would round, one by one; null if there is none.
const rlx::Operand *roundedOperand(const rlx::Contraction &contraction) {
  for (const rlx::Operand *side : {&contraction.rows, &contraction.columns})
    if (rlx::roundedType(contraction.reduction.op, *side) && !readsByIndex(contraction, *side) &&
        contraction.known(*side, 0) >= rlx::kMinForMatrices)
      return side;
  return nullptr;
}

struct NarrowRows : rlx::impl::NarrowRowsPassBase<NarrowRows> {
  using NarrowRowsPassBase::NarrowRowsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    SymbolTable symbols(*kernels);
    rlx::OperandKernels makers(symbols, "narrow_rows");
    DenseMap<StringAttr, Narrowed> changed;
    LogicalResult all = rlx::forEachContraction(
        *kernels, device,
        [&](func::FuncOp kernel, const rlx::Contraction &contraction,
            const rlx::rt::DeviceProfile &profile) -> LogicalResult {
          linalg::LinalgOp op = contraction.reduction.op;
          if (!contraction.batch.empty() || contraction.sum.size() != 1 ||
              !isa<linalg::GenericOp>(op.getOperation()) ||
              !rlx::takesCooperativeMatrices(contraction, profile) ||
              !llvm::all_of(kernel.getArgumentTypes(), llvm::IsaPred<RankedTensorType>))
            return success();
          const rlx::Operand *side = roundedOperand(contraction);
          if (!side)
            return success();
          Narrowed narrowed = narrow(kernel, contraction, *side);
          makers.add(narrowed.maker, kernel);
          changed[kernel.getNameAttr()] = narrowed;
          return success();
        });
    if (failed(all))
      return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      auto found = changed.find(symbol.getLeafReference());
      if (found == changed.end() || symbol.getRootReference() != kernels->getSymNameAttr())
        return;
      rlx::dispatchBefore(dispatch, symbols.lookup<func::FuncOp>(found->first), found->second.maker,
                          "rows of ", found->second.sizes);
    });
  }

private:
  // Gives the kernel its rows in the narrow type as another argument.
  static Narrowed narrow(func::FuncOp kernel, const rlx::Contraction &contraction,
                         const rlx::Operand &side) {
    const bool isRows = &side == &contraction.rows;
    Narrowed result;
    result.maker =
        rlx::makeOperandKernel(kernel, [&](OpBuilder &b, const rlx::Contraction &inside) {
          return narrowedElements(b, inside, isRows ? inside.rows : inside.columns);
        });
    func::FuncOp maker = result.maker.kernel;
    auto type = cast<RankedTensorType>(maker.getResultTypes().front());
    for (unsigned loop : side.own)
      if (!isa<AffineConstantExpr>(contraction.sizes[loop]))
        result.sizes.push_back(contraction.sizes[loop]);
    const unsigned number = kernel.getNumArguments();
    rlx::addDims(kernel, static_cast<unsigned>(result.sizes.size()));
    (void)kernel.insertArgument(number, type, {}, kernel.getLoc());
    SmallVector<AffineExpr> read;
    for (unsigned loop : side.own)
      read.push_back(getAffineDimExpr(loop, kernel.getContext()));
    read.push_back(getAffineDimExpr(contraction.sum.front(), kernel.getContext()));
    rlx::readInstead(contraction, side, kernel.getArgument(number), read);
    return result;
  }

  static Value narrowedElements(OpBuilder &b, const rlx::Contraction &contraction,
                                const rlx::Operand &side) {
    Value wide = rlx::elementsOf(contraction, side);
    auto made = wide.getDefiningOp<linalg::GenericOp>();
    Type narrow = rlx::roundedType(contraction.reduction.op, side);
    Location loc = made.getLoc();
    auto type = cast<RankedTensorType>(wide.getType());
    auto empty = made.getOutputs().front().getDefiningOp<tensor::EmptyOp>();
    Value init = tensor::EmptyOp::create(b, loc, type.getShape(), narrow, empty.getDynamicSizes());
    SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
    SmallVector<utils::IteratorType> iterators(static_cast<size_t>(type.getRank()),
                                               utils::IteratorType::parallel);
    auto rounded = linalg::GenericOp::create(
        b, loc, init.getType(), wide, init, maps, iterators,
        [&](OpBuilder &inner, Location l, ValueRange v) {
          linalg::YieldOp::create(inner, l,
                                  arith::TruncFOp::create(inner, l, narrow, v[0]).getResult());
        });
    return rounded.getResult(0);
  }
};

} // namespace
