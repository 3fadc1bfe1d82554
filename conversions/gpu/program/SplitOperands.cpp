// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-split-operands: rows of f32 by block-quantized weights, with the precision `high`, are sums
// of two bf16 for matrix instructions of warpgroups, if there are many rows.
//
//   x = x1 + x2,  w = w1 + w2:    x w  ~  x1 w1 + x2 w1 + x1 w2      (x2 w2 is below 2^-16)
//
// One contraction computes all three: the parts of an operand are side by side along the sum. Small
// products come first: matrix instructions cut bits of f32 off when they add to a large sum.
//
// before: lir.dispatch @k::@matmul ins(%x, %blocks)
// after:  lir.dispatch @k::@split ins(%x) outs(%rows)          // [M][3][K]: x2, x1, x1
//         lir.dispatch @k::@split_0 ins(%blocks) outs(%weights) // [N][3][K]: w1, w2, w1
//         lir.dispatch @k::@matmul ins(%x, %blocks, %rows, %weights)
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/BlockOperand.h"
#include "conversions/gpu/matmul/IntegerGemv.h"
#include "conversions/gpu/program/KernelModule.h"
#include "conversions/gpu/program/OperandKernels.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITOPERANDSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

constexpr int64_t kParts = 3;

// The operands that become arguments of a kernel, and the dynamic sizes of the rows over its dims.
struct Split {
  rlx::OperandKernel rows, columns;
  SmallVector<AffineExpr> sizes;
};

struct SplitOperands : rlx::impl::SplitOperandsPassBase<SplitOperands> {
  using SplitOperandsPassBase::SplitOperandsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    SymbolTable symbols(*kernels);
    rlx::OperandKernels makers(symbols, "split");
    DenseMap<StringAttr, Split> changed;
    LogicalResult all =
        rlx::forEachContraction(*kernels, device,
                                [&](func::FuncOp kernel, const rlx::Contraction &contraction,
                                    const rlx::rt::DeviceProfile &profile) -> LogicalResult {
                                  if (!takes(kernel, contraction, profile))
                                    return success();
                                  Split split;
                                  split.rows = makerOf(kernel, /*isRows=*/true);
                                  split.columns = makerOf(kernel, /*isRows=*/false);
                                  for (unsigned loop : contraction.rows.own)
                                    if (!isa<AffineConstantExpr>(contraction.sizes[loop]))
                                      split.sizes.push_back(contraction.sizes[loop]);
                                  readParts(kernel, contraction, split);
                                  makers.add(split.rows, kernel);
                                  makers.add(split.columns, kernel);
                                  changed[kernel.getNameAttr()] = split;
                                  return success();
                                });
    if (failed(all))
      return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      auto found = changed.find(symbol.getLeafReference());
      if (found == changed.end() || symbol.getRootReference() != kernels->getSymNameAttr())
        return;
      auto kernel = symbols.lookup<func::FuncOp>(found->first);
      rlx::dispatchBefore(dispatch, kernel, found->second.rows, "rows of ", found->second.sizes);
      rlx::dispatchBefore(dispatch, kernel, found->second.columns, "decode of ");
    });
  }

private:
  static bool takes(func::FuncOp kernel, const rlx::Contraction &contraction,
                    const rlx::rt::DeviceProfile &profile) {
    // Scratch memory, as in canDecodeOnce().
    constexpr int64_t kMaxBytes = int64_t(3) << 28, kBytes = 2 * kParts;
    linalg::LinalgOp op = contraction.reduction.op;
    std::optional<rlx::BlockOperand> operand = rlx::BlockOperand::of(contraction);
    auto precision = op->getAttrOfType<rlx::RowPrecisionAttr>(rlx::kRowPrecisionAttr);
    return profile.has("wgmma") && operand && !operand->isRows && precision &&
           precision.getValue() == rlx::RowPrecision::High &&
           isa<linalg::GenericOp>(op.getOperation()) && contraction.rows.value.getType().isF32() &&
           contraction.known(contraction.rows, 0) >= rlx::kMinForUnrounded &&
           contraction.columns.own.size() == 1 &&
           kBytes * operand->columns() * operand->terms() <= kMaxBytes &&
           llvm::all_of(kernel.getArgumentTypes(), llvm::IsaPred<RankedTensorType>);
  }

  static rlx::OperandKernel makerOf(func::FuncOp kernel, bool isRows) {
    return rlx::makeOperandKernel(kernel, [&](OpBuilder &b, const rlx::Contraction &inside) {
      return parts(b, rlx::elementsOf(inside, isRows ? inside.rows : inside.columns), isRows);
    });
  }

  // [.., K] of f32 as [.., 3, K] of bf16: the first part of each element, and the rest of it in one
  // place of three.
  static Value parts(OpBuilder &b, Value whole, bool isRows) {
    auto made = whole.getDefiningOp<linalg::GenericOp>();
    Location loc = made.getLoc();
    Type narrow = b.getBF16Type();
    auto type = cast<RankedTensorType>(whole.getType());
    const auto rank = static_cast<unsigned>(type.getRank());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.end() - 1, kParts);
    auto empty = made.getOutputs().front().getDefiningOp<tensor::EmptyOp>();
    Value init = tensor::EmptyOp::create(b, loc, shape, narrow, empty.getDynamicSizes());
    SmallVector<AffineExpr> read;
    for (unsigned dim = 0; dim <= rank; ++dim)
      if (dim != rank - 1)
        read.push_back(b.getAffineDimExpr(dim));
    const AffineMap maps[] = {AffineMap::get(rank + 1, 0, read, b.getContext()),
                              b.getMultiDimIdentityMap(rank + 1)};
    SmallVector<utils::IteratorType> iterators(rank + 1, utils::IteratorType::parallel);
    auto split = linalg::GenericOp::create(
        b, loc, init.getType(), whole, init, maps, iterators,
        [&](OpBuilder &inner, Location l, ValueRange v) {
          Value first = arith::TruncFOp::create(inner, l, narrow, v[0]);
          Value back = arith::ExtFOp::create(inner, l, inner.getF32Type(), first);
          Value rest = arith::TruncFOp::create(inner, l, narrow,
                                               arith::SubFOp::create(inner, l, v[0], back));
          Value part = linalg::IndexOp::create(inner, l, rank - 1);
          Value place = arith::ConstantIndexOp::create(inner, l, isRows ? 0 : 1);
          Value isRest = arith::CmpIOp::create(inner, l, arith::CmpIPredicate::eq, part, place);
          linalg::YieldOp::create(
              inner, l, arith::SelectOp::create(inner, l, isRest, rest, first).getResult());
        });
    return split.getResult(0);
  }

  // Gives the kernel both operands, and a contraction over parts and terms.
  static void readParts(func::FuncOp kernel, const rlx::Contraction &contraction,
                        const Split &split) {
    linalg::LinalgOp before = contraction.reduction.op;
    auto op = cast<linalg::GenericOp>(before.getOperation());
    const unsigned sum = contraction.sum.front(), numLoops = op.getNumLoops();
    OpBuilder b(op);
    SmallVector<AffineExpr> moved;
    for (unsigned loop = 0; loop < numLoops; ++loop)
      moved.push_back(b.getAffineDimExpr(loop < sum ? loop : loop + 1));
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (bool isRows : {true, false}) {
      func::FuncOp maker = isRows ? split.rows.kernel : split.columns.kernel;
      const rlx::Operand &side = isRows ? contraction.rows : contraction.columns;
      const unsigned number = kernel.getNumArguments();
      if (isRows)
        rlx::addDims(kernel, static_cast<unsigned>(split.sizes.size()));
      (void)kernel.insertArgument(number, maker.getResultTypes().front(), {}, kernel.getLoc());
      inputs.push_back(kernel.getArgument(number));
      SmallVector<AffineExpr> read;
      for (unsigned loop : side.own)
        read.push_back(moved[loop]);
      read.push_back(b.getAffineDimExpr(sum));
      read.push_back(b.getAffineDimExpr(sum + 1));
      maps.push_back(AffineMap::get(numLoops + 1, 0, read, b.getContext()));
    }
    maps.push_back(op.getMatchingIndexingMap(op.getDpsInitOperand(0))
                       .replaceDimsAndSymbols(moved, {}, numLoops + 1, 0));
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    iterators.insert(iterators.begin() + sum, utils::IteratorType::reduction);
    auto made = linalg::GenericOp::create(
        b, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps, iterators,
        [](OpBuilder &inner, Location l, ValueRange v) {
          Value row = arith::ExtFOp::create(inner, l, v[2].getType(), v[0]);
          Value column = arith::ExtFOp::create(inner, l, v[2].getType(), v[1]);
          Value times = arith::MulFOp::create(inner, l, row, column);
          linalg::YieldOp::create(inner, l,
                                  arith::AddFOp::create(inner, l, v[2], times).getResult());
        });
    op.replaceAllUsesWith(made.getResults());
    op.erase();
  }
};

} // namespace
