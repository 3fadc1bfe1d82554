// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-decode-weights: matmuls with many rows by block-quantized weights decode these once, where a
// run decides the number of rows.
//
// Of the kernels of a matmul (rlx-specialize-matmuls), the one for the most rows reads decoded
// weights. A kernel before it decodes them. In runs with fewer rows neither has work. Fast rows of
// f32 (row_precision) become bf16, as do the weights.
//
// before: lir.dispatch @k::@matmul ins(%x, %blocks)
// after:  lir.dispatch @k::@decode ins(%blocks) outs(%weights) {lir.when = ..}
//         lir.dispatch @k::@matmul ins(%x, %blocks, %weights)
//
// rlx-dequantize-weights does the same for a known number of rows.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/IntegerGemv.h"
#include "conversions/gpu/program/KernelModule.h"
#include "conversions/gpu/program/OperandKernels.h"
#include "conversions/kernel/KernelPipelines.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/matmul/OperandPrecision.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"

namespace rlx {
#define GEN_PASS_DEF_DECODEWEIGHTSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

// Decoded weights: [K][N] if the kernel that decodes can transpose, otherwise [N][K].
struct Decoded {
  RankedTensorType type;
  bool isTransposed;
};

struct DecodeWeights : rlx::impl::DecodeWeightsPassBase<DecodeWeights> {
  using DecodeWeightsPassBase::DecodeWeightsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    SymbolTable symbols(*kernels);
    DenseMap<StringAttr, std::pair<unsigned, StringAttr>> changed; // bytes, and who decodes them
    LogicalResult all = rlx::forEachContraction(
        *kernels, device,
        [&](func::FuncOp kernel, const rlx::Contraction &contraction,
            const rlx::rt::DeviceProfile &profile) -> LogicalResult {
          auto assumed = kernel->getAttrOfType<IntegerAttr>(rlx::kAssumedSizeAttr);
          const int64_t least = rlx::minForDecoded(contraction, profile);
          if (!assumed || !kernel->hasAttr(lir::kWhenAttr) || least == 0 ||
              assumed.getInt() < least)
            return success();
          const rlx::BlockOperand operand = *rlx::BlockOperand::of(contraction);
          const Decoded decoded = decodedOf(operand, contraction.reduction.op);
          FailureOr<StringAttr> decoder = decoderOf(operand, decoded, kernel, symbols);
          if (failed(decoder))
            return failure();
          readDecoded(kernel, contraction, decoded);
          changed[kernel.getNameAttr()] = {operand.argument, *decoder};
          return success();
        });
    if (failed(all))
      return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      if (auto found = changed.find(symbol.getLeafReference());
          found != changed.end() && symbol.getRootReference() == kernels->getSymNameAttr())
        rlx::dispatchBefore(
            dispatch, symbols.lookup<func::FuncOp>(found->first),
            {symbols.lookup<func::FuncOp>(found->second.second), {found->second.first}},
            "decode of ");
    });
  }

private:
  // By scheme, sizes and type.
  llvm::StringMap<StringAttr> decoders;

  static Decoded decodedOf(const rlx::BlockOperand &operand, linalg::LinalgOp op) {
    Type element = op->getAttrOfType<TypeAttr>(rlx::kOperandPrecisionAttr).getValue();
    auto type = RankedTensorType::get({operand.columns(), operand.terms()}, element);
    if (!rlx::canTransposeInTiles(type))
      return {type, false};
    return {RankedTensorType::get({operand.terms(), operand.columns()}, element), true};
  }

  // The kernel that decodes such weights, on tensors as those of all kernels here.
  FailureOr<StringAttr> decoderOf(const rlx::BlockOperand &operand, const Decoded &decoded,
                                  func::FuncOp before, SymbolTable &symbols) {
    std::string key;
    llvm::raw_string_ostream(key) << rlx::stringifyBlockScheme(operand.scheme) << operand.bytes
                                  << decoded.type;
    StringAttr &made = decoders[key];
    if (made)
      return made;
    OpBuilder b(before);
    auto bytes =
        RankedTensorType::get(operand.bytes.getShape(), b.getIntegerType(8, /*isSigned=*/false));
    auto kernel = func::FuncOp::create(b, before.getLoc(), "decode",
                                       b.getFunctionType({bytes}, {decoded.type}));
    kernel->setAttr(lir::kKernelAttr, b.getUnitAttr());
    Block *body = kernel.addEntryBlock();
    b.setInsertionPointToStart(body);
    rlx::OpComposer c(b, before.getLoc());
    Value weights = c.make<rlx::DequantizeBlocksOp>(body->getArgument(0), operand.scheme,
                                                    decoded.type.getElementType());
    if (decoded.isTransposed)
      weights = c.make<rlx::TransposeOp>(weights, ArrayRef<int64_t>{1, 0});
    func::ReturnOp::create(b, before.getLoc(), weights);
    made = symbols.insert(kernel, before->getIterator());
    OpPassManager lower(func::FuncOp::getOperationName());
    rlx::addLowerToLinalg(lower, /*elements=*/true, /*sliceSteps=*/1);
    rlx::addFuseElementwise(lower);
    rlx::addResolveSizes(lower);
    if (failed(runPipeline(lower, kernel)))
      return failure();
    return made;
  }

  // Gives the kernel the decoded weights as an argument, in place of what it decodes itself.
  static void readDecoded(func::FuncOp kernel, const rlx::Contraction &contraction,
                          const Decoded &decoded) {
    const unsigned number = kernel.getNumArguments();
    (void)kernel.insertArgument(number, decoded.type, {}, kernel.getLoc());
    OpBuilder b(kernel);
    SmallVector<AffineExpr> read = {b.getAffineDimExpr(contraction.columns.own.front()),
                                    b.getAffineDimExpr(contraction.sum.front())};
    if (decoded.isTransposed)
      std::swap(read[0], read[1]);
    rlx::readInstead(contraction, contraction.columns, kernel.getArgument(number), read);
  }
};

} // namespace
