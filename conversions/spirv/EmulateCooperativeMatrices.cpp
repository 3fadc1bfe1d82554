// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-emulate-cooperative-matrices: cooperative matrices on devices without them, so that kernels
// that use them can be tested with any driver. Slow.
//
// An invocation holds eight contiguous elements of a row of an accumulator. Operands stay in
// memory.
//
//   row 0:  | lane 0: columns 0 to 7 | lane 1: columns 8 to 15 |
//   row 1:  | lane 2                 | lane 3                  |   and so on to row 15
#include "conversions/spirv/Passes.h"

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/matmul/MmaShape.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace rlx {
#define GEN_PASS_DEF_EMULATECOOPERATIVEMATRICESPASS
#include "conversions/spirv/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

using rlx::matrix::kHeld, rlx::matrix::kSide, rlx::matrix::kSubgroup;

// Invocations that hold a row of an accumulator.
constexpr int64_t kInRow = kSide / kHeld;

Value constant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}
Value add(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  return arith::AddIOp::create(b, loc, lhs, rhs);
}
Value times(OpBuilder &b, Location loc, Value lhs, int64_t rhs) {
  return arith::MulIOp::create(b, loc, lhs, constant(b, loc, rhs));
}

// "AOp", "BOp" or "COp".
StringRef useOf(gpu::SubgroupMmaLoadMatrixOp op) {
  return cast<gpu::MMAMatrixType>(op.getRes().getType()).getOperand();
}

// Index in memory of an element of the matrix.
template <typename MatrixOp>
Value indexOf(OpBuilder &b, MatrixOp op, Value row, Value column) {
  const int64_t pitch = op.getLeadDimension().getSExtValue();
  if (op.getTranspose())
    std::swap(row, column);
  Location loc = op.getLoc();
  return add(b, loc, op.getIndices().front(), add(b, loc, times(b, loc, row, pitch), column));
}

template <typename Op>
struct MatrixPattern : OpConversionPattern<Op> {
  MatrixPattern(const TypeConverter &converter, MLIRContext *context, Value lane)
      : OpConversionPattern<Op>(converter, context), lane(lane) {}
  using Adaptor = OpConversionPattern<Op>::OneToNOpAdaptor;

  Value row(OpBuilder &b, Location loc) const {
    return arith::DivUIOp::create(b, loc, lane, constant(b, loc, kInRow));
  }
  Value firstColumn(OpBuilder &b, Location loc) const {
    return times(b, loc, arith::RemUIOp::create(b, loc, lane, constant(b, loc, kInRow)), kHeld);
  }

  Value lane; // index of the invocation in its subgroup
};

struct ConstantPattern : MatrixPattern<gpu::SubgroupMmaConstantMatrixOp> {
  using MatrixPattern::MatrixPattern;
  LogicalResult matchAndRewrite(gpu::SubgroupMmaConstantMatrixOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>(kHeld, adaptor.getValue().front())});
    return success();
  }
};

struct StorePattern : MatrixPattern<gpu::SubgroupMmaStoreMatrixOp> {
  using MatrixPattern::MatrixPattern;
  LogicalResult matchAndRewrite(gpu::SubgroupMmaStoreMatrixOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value row = this->row(rewriter, loc), first = firstColumn(rewriter, loc);
    for (auto [i, value] : llvm::enumerate(adaptor.getSrc())) {
      Value column = add(rewriter, loc, first, constant(rewriter, loc, static_cast<int64_t>(i)));
      memref::StoreOp::create(rewriter, loc, value, op.getDstMemref(),
                              indexOf(rewriter, op, row, column));
    }
    rewriter.eraseOp(op);
    return success();
  }
};

// Loads of accumulators. Operands stay in memory until they are multiplied.
struct LoadPattern : MatrixPattern<gpu::SubgroupMmaLoadMatrixOp> {
  using MatrixPattern::MatrixPattern;
  LogicalResult matchAndRewrite(gpu::SubgroupMmaLoadMatrixOp op, Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value row = this->row(rewriter, loc), first = firstColumn(rewriter, loc);
    SmallVector<Value> values;
    for (int64_t i = 0; i < kHeld; ++i) {
      Value column = add(rewriter, loc, first, constant(rewriter, loc, i));
      values.push_back(memref::LoadOp::create(rewriter, loc, op.getSrcMemref(),
                                              indexOf(rewriter, op, row, column)));
    }
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

// Index among the elements that an invocation holds.
int64_t constantOf(ValueRange indices) {
  return *getConstantIntValue(indices.front());
}

struct ExtractPattern : MatrixPattern<gpu::SubgroupMmaExtractThreadLocalOp> {
  using MatrixPattern::MatrixPattern;
  LogicalResult matchAndRewrite(gpu::SubgroupMmaExtractThreadLocalOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const auto at = static_cast<size_t>(constantOf(op.getIndices()));
    rewriter.replaceOp(op, adaptor.getMatrix()[at]);
    return success();
  }
};

struct InsertPattern : MatrixPattern<gpu::SubgroupMmaInsertThreadLocalOp> {
  using MatrixPattern::MatrixPattern;
  LogicalResult matchAndRewrite(gpu::SubgroupMmaInsertThreadLocalOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values(adaptor.getMatrix());
    values[static_cast<size_t>(constantOf(op.getIndices()))] = adaptor.getValue().front();
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct ElementwisePattern : MatrixPattern<gpu::SubgroupMmaElementwiseOp> {
  using MatrixPattern::MatrixPattern;
  LogicalResult matchAndRewrite(gpu::SubgroupMmaElementwiseOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getOpType() != gpu::MMAElementwiseOp::MULF)
      return failure();
    SmallVector<Value> products;
    for (auto [lhs, rhs] : llvm::zip_equal(adaptor.getArgs()[0], adaptor.getArgs()[1]))
      products.push_back(arith::MulFOp::create(rewriter, op.getLoc(), lhs, rhs));
    rewriter.replaceOpWithMultiple(op, {products});
    return success();
  }
};

// By load of a lhs operand: the row of it that an invocation multiplies.
using HeldRows = DenseMap<Operation *, SmallVector<Value>>;

struct ComputePattern : MatrixPattern<gpu::SubgroupMmaComputeOp> {
  ComputePattern(const TypeConverter &converter, MLIRContext *context, Value lane,
                 const HeldRows &held)
      : MatrixPattern(converter, context, lane), held(held) {}
  LogicalResult matchAndRewrite(gpu::SubgroupMmaComputeOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto left = op.getOpA().getDefiningOp<gpu::SubgroupMmaLoadMatrixOp>();
    auto right = op.getOpB().getDefiningOp<gpu::SubgroupMmaLoadMatrixOp>();
    if (!left || !right)
      return failure();
    Location loc = op.getLoc();
    Value row = this->row(rewriter, loc), first = firstColumn(rewriter, loc);
    auto addStep = [&](OpBuilder &b, Value lhs, Value down, ValueRange sofar) {
      SmallVector<Value> next;
      for (auto [i, sum] : llvm::enumerate(sofar)) {
        Value column = add(b, loc, first, constant(b, loc, static_cast<int64_t>(i)));
        next.push_back(math::FmaOp::create(b, loc, lhs, load(b, right, down, column), sum));
      }
      return next;
    };
    if (auto known = held.find(left); known != held.end()) {
      SmallVector<Value> accumulators(adaptor.getOpC());
      for (auto [down, lhs] : llvm::enumerate(known->second))
        accumulators = addStep(rewriter, lhs, constant(rewriter, loc, static_cast<int64_t>(down)),
                               accumulators);
      rewriter.replaceOpWithMultiple(op, {accumulators});
      return success();
    }
    auto loop = scf::ForOp::create(
        rewriter, loc, constant(rewriter, loc, 0), constant(rewriter, loc, kSide),
        constant(rewriter, loc, 1), adaptor.getOpC(),
        [&](OpBuilder &b, Location, Value down, ValueRange sofar) {
          scf::YieldOp::create(b, loc, addStep(b, load(b, left, row, down), down, sofar));
        });
    rewriter.replaceOpWithMultiple(op, {loop.getResults()});
    return success();
  }

  // Holds lhs operands that are multiplied in another block than the one that loads them. Their
  // memory may have been overwritten by then.
  static HeldRows holdRows(func::FuncOp kernel, Value lane) {
    HeldRows held;
    kernel.walk([&](gpu::SubgroupMmaLoadMatrixOp op) {
      auto isHere = [&](Operation *user) { return user->getBlock() == op->getBlock(); };
      if (useOf(op) != "AOp" || llvm::all_of(op->getUsers(), isHere))
        return;
      OpBuilder b(op);
      Location loc = op.getLoc();
      Value row = arith::DivUIOp::create(b, loc, lane, constant(b, loc, kInRow));
      for (int64_t down = 0; down < kSide; ++down)
        held[op].push_back(load(b, op, row, constant(b, loc, down)));
    });
    return held;
  }

  // Nothing writes the memory between the load of a matrix and its use.
  static Value load(OpBuilder &b, gpu::SubgroupMmaLoadMatrixOp op, Value row, Value column) {
    Location loc = op.getLoc();
    Value value = memref::LoadOp::create(b, loc, op.getSrcMemref(), indexOf(b, op, row, column));
    if (op->getParentOfType<func::FuncOp>()->hasAttr(rlx::kBF16MatricesAttr))
      value = arith::BitcastOp::create(b, loc, b.getBF16Type(), value);
    return arith::ExtFOp::create(b, loc, b.getF32Type(), value);
  }

  const HeldRows &held;
};

struct EmulateCooperativeMatrices
    : rlx::impl::EmulateCooperativeMatricesPassBase<EmulateCooperativeMatrices> {
  using EmulateCooperativeMatricesPassBase::EmulateCooperativeMatricesPassBase;

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
    if (failed(profile))
      return signalPassFailure();
    bool has = false;
    kernel.walk([&](gpu::SubgroupMmaComputeOp) { has = true; });
    if (has && profile->has("emulateCooperativeMatrix") && failed(emulate(kernel)))
      signalPassFailure();
  }

  LogicalResult emulate(func::FuncOp kernel) {
    OpBuilder b = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Location loc = kernel.getLoc();
    Value local =
        kernel.getArgument(kernel.getNumArguments() - rlx::lir::kKernelContextArguments + 3);
    Value size = constant(b, loc, kSubgroup);
    Value lane = arith::RemUIOp::create(b, loc, local, size);
    Value subgroup = arith::DivUIOp::create(b, loc, local, size);
    replaceSubgroups(kernel, lane, subgroup);
    storeLhsOperands(kernel, subgroup);
    MLIRContext *context = &getContext();
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion(
        [](gpu::MMAMatrixType type, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
          if (type.getOperand() == "COp")
            types.append(kHeld, type.getElementType());
          else
            types.push_back(type); // replaced with its users
          return success();
        });
    const HeldRows held = ComputePattern::holdRows(kernel, lane);
    RewritePatternSet patterns(context);
    patterns.add<ConstantPattern, StorePattern, LoadPattern, ElementwisePattern, ExtractPattern,
                 InsertPattern>(converter, context, lane);
    patterns.add<ComputePattern>(converter, context, lane, held);
    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target
        .addIllegalOp<gpu::SubgroupMmaConstantMatrixOp, gpu::SubgroupMmaStoreMatrixOp,
                      gpu::SubgroupMmaElementwiseOp, gpu::SubgroupMmaComputeOp,
                      gpu::SubgroupMmaExtractThreadLocalOp, gpu::SubgroupMmaInsertThreadLocalOp>();
    target.addDynamicallyLegalOp<gpu::SubgroupMmaLoadMatrixOp>(
        [](gpu::SubgroupMmaLoadMatrixOp op) { return useOf(op) != "COp"; });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns, target);
    if (failed(applyPartialConversion(kernel, target, std::move(patterns))))
      return rlx::unsupported(
          kernel.emitOpError("has cooperative matrices that cannot be emulated"));
    SmallVector<Operation *> loads;
    kernel.walk([&](gpu::SubgroupMmaLoadMatrixOp load) { loads.push_back(load); });
    for (Operation *load : loads)
      load->erase();
    return success();
  }

  // lhs operands made of elements that invocations have computed are accumulators at first. They
  // pass through shared memory, one matrix for each subgroup.
  static void storeLhsOperands(func::FuncOp kernel, Value subgroup) {
    SmallVector<gpu::SubgroupMmaInsertThreadLocalOp> whole;
    kernel.walk([&](Operation *op) {
      if (!isa<gpu::SubgroupMmaInsertThreadLocalOp, gpu::SubgroupMmaConstantMatrixOp>(op))
        return;
      auto type = cast<gpu::MMAMatrixType>(op->getResult(0).getType());
      if (type.getOperand() != "AOp")
        return;
      op->getResult(0).setType(
          gpu::MMAMatrixType::get(type.getShape(), type.getElementType(), "COp"));
      auto insert = dyn_cast<gpu::SubgroupMmaInsertThreadLocalOp>(op);
      if (insert && llvm::any_of(op->getUsers(), llvm::IsaPred<gpu::SubgroupMmaComputeOp>))
        whole.push_back(insert);
    });
    for (auto insert : whole)
      storeLhsOperand(insert, kernel, subgroup);
  }

  static void storeLhsOperand(gpu::SubgroupMmaInsertThreadLocalOp insert, func::FuncOp kernel,
                              Value subgroup) {
    Location loc = insert.getLoc();
    auto type = cast<gpu::MMAMatrixType>(insert.getResult().getType());
    OpBuilder b = OpBuilder::atBlockBegin(&kernel.getBody().front());
    const int64_t subgroups = rlx::workgroupSizeOf(kernel) / kSubgroup;
    Value memory = memref::AllocOp::create(
        b, loc, rlx::sharedMemoryType(type.getElementType(), subgroups * kSide * kSide));
    b.setInsertionPointAfter(insert);
    Value begin = times(b, loc, subgroup, kSide * kSide);
    IntegerAttr pitch = b.getIndexAttr(kSide);
    auto store = gpu::SubgroupMmaStoreMatrixOp::create(b, loc, insert.getResult(), memory, begin,
                                                       pitch, UnitAttr());
    gpu::BarrierOp::create(b, loc);
    Value operand = gpu::SubgroupMmaLoadMatrixOp::create(
        b, loc, gpu::MMAMatrixType::get(type.getShape(), type.getElementType(), "AOp"), memory,
        begin, pitch, UnitAttr());
    insert.getResult().replaceAllUsesExcept(operand, store);
  }

  // Subgroups are 32 consecutive invocations. Their barriers wait for the whole workgroup.
  static void replaceSubgroups(func::FuncOp kernel, Value lane, Value subgroup) {
    SmallVector<Operation *> ids, barriers;
    kernel.walk([&](Operation *op) {
      if (isa<gpu::LaneIdOp, gpu::SubgroupIdOp>(op))
        ids.push_back(op);
      if (isa<rlx::lir::SubgroupBarrierOp>(op))
        barriers.push_back(op);
    });
    for (Operation *op : ids) {
      op->replaceAllUsesWith(ValueRange{isa<gpu::LaneIdOp>(op) ? lane : subgroup});
      op->erase();
    }
    for (Operation *op : barriers) {
      OpBuilder b(op);
      gpu::BarrierOp::create(b, op->getLoc());
      op->erase();
    }
  }
};

} // namespace
