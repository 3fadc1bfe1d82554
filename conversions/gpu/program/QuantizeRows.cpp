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

#include "conversions/Target.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/IntegerGemv.h"
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

// A kernel that makes the bytes of rows for another one, and which arguments of that it has.
struct Quantizer {
  func::FuncOp kernel;
  SmallVector<unsigned> arguments;
};

// The elements of the contraction's rows as a tensor [rows.., terms], before the contraction.
Value rowsOf(const rlx::Contraction &contraction, const rlx::Operand &side) {
  linalg::LinalgOp op = contraction.reduction.op;
  SmallVector<unsigned> loops(side.own);
  loops.push_back(contraction.sum.front());
  OpBuilder b(op);
  SmallVector<AffineExpr> dims(op.getNumLoops());
  for (auto [i, loop] : llvm::enumerate(loops))
    dims[loop] = b.getAffineDimExpr(static_cast<unsigned>(i));
  auto behind = rlx::valuesBehind(op, side.value);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> read;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument inBody = op.getMatchingBlockArgument(input);
    if (!behind.contains(inBody))
      continue;
    inputs.push_back(input->get());
    read.push_back(inBody);
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        dims, {}, static_cast<unsigned>(loops.size()), 0));
  }
  SmallVector<OpFoldResult> sizes;
  auto domain = cast<TilingInterface>(op.getOperation()).getIterationDomain(b);
  for (unsigned loop : loops)
    sizes.push_back(domain[loop].size);
  maps.push_back(b.getMultiDimIdentityMap(static_cast<unsigned>(loops.size())));
  Value init = tensor::EmptyOp::create(b, op.getLoc(), sizes, b.getF32Type());
  SmallVector<utils::IteratorType> iterators(loops.size(), utils::IteratorType::parallel);
  auto made = linalg::GenericOp::create(
      b, op.getLoc(), init.getType(), inputs, init, maps, iterators,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        IRMapping mapping;
        for (auto [before, now] : llvm::zip(read, elements))
          mapping.map(before, now);
        for (Operation &each : *op.getBlock())
          if (llvm::any_of(each.getResults(), [&](Value v) { return behind.contains(v); }))
            inner.clone(each, mapping)->walk([&](linalg::IndexOp index) {
              index.setDim(cast<AffineDimExpr>(dims[index.getDim()]).getPosition());
            });
        linalg::YieldOp::create(inner, loc, mapping.lookupOrDefault(side.value));
      });
  return made.getResult(0);
}

struct QuantizeRows : rlx::impl::QuantizeRowsPassBase<QuantizeRows> {
  using QuantizeRowsPassBase::QuantizeRowsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    SymbolTable symbols(*kernels);
    DenseMap<StringAttr, Quantizer> changed;
    for (func::FuncOp kernel : rlx::functionsWithBodies(*kernels)) {
      FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
      if (failed(profile))
        return signalPassFailure();
      if (!kernel->hasAttr(rlx::kAlignedAttr) ||
          !llvm::all_of(kernel.getArgumentTypes(), llvm::IsaPred<RankedTensorType>))
        continue;
      linalg::LinalgOp root = rlx::findScheduleRoot(kernel);
      auto contraction = root ? rlx::Contraction::find(root) : std::nullopt;
      rlx::LoweringReason why;
      auto form = contraction ? rlx::integerGemvOf(*contraction, *profile, why) : std::nullopt;
      const int64_t rows = form ? rlx::quantizedRowsOf(*contraction, *form, *profile) : 0;
      if (rows == 0)
        continue;
      auto type = RankedTensorType::get({rows, form->layout.words()}, Builder(kernel).getI32Type());
      changed[kernel.getNameAttr()] = quantizerOf(kernel, type, symbols);
      const unsigned number = kernel.getNumArguments();
      (void)kernel.insertArgument(number, type, {}, kernel.getLoc());
      contraction->reduction.op->setAttr(rlx::kQuantizedRowsAttr,
                                         Builder(kernel).getI64IntegerAttr(number));
    }
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      if (auto found = changed.find(symbol.getLeafReference());
          found != changed.end() && symbol.getRootReference() == kernels->getSymNameAttr())
        quantizeBefore(dispatch, found->second, symbols.lookup<func::FuncOp>(found->first));
    });
  }

private:
  SmallVector<func::FuncOp> quantizers; // all different

  // A kernel that writes a tensor of `type`, from the arguments of `kernel`.
  Quantizer quantizerOf(func::FuncOp kernel, RankedTensorType type, SymbolTable &symbols) {
    func::FuncOp made = kernel.clone();
    linalg::LinalgOp root = rlx::findScheduleRoot(made);
    auto contraction = *rlx::Contraction::find(root);
    linalg::LinalgOp op = contraction.reduction.op;
    Value rows = rowsOf(contraction, rlx::BlockOperand::of(contraction)->others(contraction));
    OpBuilder b(op);
    const auto scheme = op->getAttrOfType<rlx::BlockSchemeAttr>(rlx::kBlockSchemeAttr).getValue();
    const auto precision =
        op->getAttrOfType<rlx::RowPrecisionAttr>(rlx::kRowPrecisionAttr).getValue();
    auto bytes =
        lir::QuantizeRowsOp::create(b, op.getLoc(), type, rows, rlx::stringifyBlockScheme(scheme),
                                    rlx::stringifyRowPrecision(precision));
    Block &body = made.getBody().front();
    body.getTerminator()->setOperands(bytes.getResult());
    for (Operation &each : llvm::make_early_inc_range(llvm::reverse(body)))
      if (isOpTriviallyDead(&each))
        each.erase();
    Quantizer result;
    BitVector unused(made.getNumArguments());
    for (BlockArgument argument : made.getArguments())
      if (argument.use_empty())
        unused.set(argument.getArgNumber());
      else
        result.arguments.push_back(argument.getArgNumber());
    (void)made.eraseArguments(unused);
    made.setFunctionType(b.getFunctionType(body.getArgumentTypes(), type));
    made->removeAttr(lir::kWhenAttr);
    made->removeAttr(rlx::kAssumedSizeAttr);
    result.kernel = deduplicated(made, kernel, symbols);
    return result;
  }

  // The kernel, or one that is the same.
  func::FuncOp deduplicated(func::FuncOp made, func::FuncOp before, SymbolTable &symbols) {
    for (func::FuncOp other : quantizers)
      if (other.getFunctionType() == made.getFunctionType() &&
          OperationEquivalence::isRegionEquivalentTo(&other.getBody(), &made.getBody(),
                                                     OperationEquivalence::IgnoreLocations)) {
        made.erase();
        return other;
      }
    made.setName("quantize_rows");
    symbols.insert(made, before->getIterator());
    quantizers.push_back(made);
    return made;
  }

  // An earlier dispatch of the block with the same kernel, operands and runs, behind which nothing
  // writes the operands.
  static lir::DispatchOp earlierOf(lir::DispatchOp dispatch) {
    for (Operation *op = dispatch->getPrevNode(); op; op = op->getPrevNode()) {
      auto other = dyn_cast<lir::DispatchOp>(op);
      if (!other) {
        if (op->getNumRegions() != 0 || isa<lir::CopyOp>(op))
          return {};
        continue;
      }
      if (other.getKernel() == dispatch.getKernel() && other.getInputs() == dispatch.getInputs() &&
          other.getDims() == dispatch.getDims() &&
          other->getAttr(lir::kWhenAttr) == dispatch->getAttr(lir::kWhenAttr))
        return other;
      for (Value output : other.getOutputs())
        for (Value input : dispatch.getInputs())
          if (rlx::bufferOf(output) == rlx::bufferOf(input))
            return {};
    }
    return {};
  }

  static void quantizeBefore(lir::DispatchOp dispatch, const Quantizer &quantizer,
                             func::FuncOp kernel) {
    lir::DispatchOp quantize =
        rlx::dispatchBefore(dispatch, kernel, quantizer.kernel, quantizer.arguments, "rows of ");
    if (lir::DispatchOp earlier = earlierOf(quantize)) {
      Value bytes = quantize.getOutputs().front();
      quantize.erase();
      bytes.getDefiningOp()->erase();
      quantize = earlier;
    }
    dispatch.getInputsMutable().append(quantize.getOutputs());
  }
};

} // namespace
