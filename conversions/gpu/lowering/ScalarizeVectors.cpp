// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-scalarize-vectors: a vector of n elements becomes n scalars, as an invocation of a GPU is one
// lane. Passes that CPUs share compute with vectors as wide as registers. bf16 and f8, with which
// SPIR-V cannot compute, become integers of their size.
//
// before: %c = arith.addf %a, %b : vector<4xf32>
// after:  %c0 = arith.addf %a0, %b0 : f32, and so on to %c3
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/lowering/StorageTypes.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Utils/VectorUtils.h"
#include "mlir/Transforms/DialectConversion.h"

namespace rlx {
#define GEN_PASS_DEF_SCALARIZEVECTORSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

bool isVector(Type type) {
  return isa<VectorType>(type);
}

bool usesVectors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isVector) ||
         llvm::any_of(op->getResultTypes(), isVector);
}

// Elements are numbered in row-major order.
SmallVector<int64_t> positionAt(int64_t element, ArrayRef<int64_t> shape) {
  return delinearize(element, computeStrides(shape));
}
int64_t elementAt(ArrayRef<int64_t> position, ArrayRef<int64_t> shape) {
  return linearize(position, computeStrides(shape));
}

// Ops that compute each element by itself.
struct ElementwisePattern : ConversionPattern {
  ElementwisePattern(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op->hasTrait<mlir::OpTrait::Elementwise>() || op->getNumResults() != 1)
      return failure();
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    if (!type)
      return failure();
    SmallVector<Value> results;
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      SmallVector<Value> lane;
      for (ValueRange each : operands)
        lane.push_back(each.size() == 1 ? each[0] : each[i]);
      OperationState state(op->getLoc(), op->getName(), lane, {type.getElementType()},
                           op->getAttrs());
      state.propertiesAttr = op->getPropertiesAsAttribute();
      results.push_back(rewriter.create(state)->getResult(0));
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

template <typename Op>
struct VectorPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  using Adaptor = OpConversionPattern<Op>::OneToNOpAdaptor;

  // The elements of the result; empty if this form of the op is not supported.
  virtual SmallVector<Value> elements(Op op, Adaptor adaptor, OpBuilder &b) const = 0;

  LogicalResult matchAndRewrite(Op op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> results = elements(op, adaptor, rewriter);
    if (results.empty())
      return failure();
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

struct ConstantPattern : VectorPattern<arith::ConstantOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(arith::ConstantOp op, Adaptor, OpBuilder &b) const override {
    auto values = dyn_cast<DenseElementsAttr>(op.getValue());
    SmallVector<Value> results;
    if (values)
      for (auto value : values.getValues<TypedAttr>())
        results.push_back(arith::ConstantOp::create(b, op.getLoc(), value));
    return results;
  }
};

struct BroadcastPattern : VectorPattern<vector::BroadcastOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::BroadcastOp op, Adaptor adaptor, OpBuilder &) const override {
    VectorType type = op.getResultVectorType();
    ValueRange source = adaptor.getSource();
    SmallVector<int64_t> shape;
    if (auto from = dyn_cast<VectorType>(op.getSourceType()))
      shape.assign(from.getShape().begin(), from.getShape().end());
    SmallVector<Value> results;
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      SmallVector<int64_t> position = positionAt(i, type.getShape());
      position.erase(position.begin(), position.end() - shape.size());
      for (auto [at, size] : llvm::zip_equal(position, shape))
        at = size == 1 ? 0 : at;
      results.push_back(source[elementAt(position, shape)]);
    }
    return results;
  }
};

struct ExtractPattern : VectorPattern<vector::ExtractOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::ExtractOp op, Adaptor adaptor, OpBuilder &) const override {
    if (op.hasDynamicPosition())
      return {};
    ArrayRef<int64_t> shape = op.getSourceVectorType().getShape();
    SmallVector<int64_t> position(op.getStaticPosition());
    auto type = dyn_cast<VectorType>(op.getType());
    int64_t count = type ? type.getNumElements() : 1;
    position.resize(shape.size(), 0);
    int64_t first = elementAt(position, shape);
    return llvm::to_vector(adaptor.getSource().slice(first, count));
  }
};

struct InsertPattern : VectorPattern<vector::InsertOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::InsertOp op, Adaptor adaptor, OpBuilder &) const override {
    if (op.hasDynamicPosition())
      return {};
    SmallVector<Value> results = llvm::to_vector(adaptor.getDest());
    SmallVector<int64_t> position(op.getStaticPosition());
    ArrayRef<int64_t> shape = op.getDestVectorType().getShape();
    position.resize(shape.size(), 0);
    int64_t first = elementAt(position, shape);
    for (auto [i, value] : llvm::enumerate(adaptor.getValueToStore()))
      results[first + i] = value;
    return results;
  }
};

struct FromElementsPattern : VectorPattern<vector::FromElementsOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::FromElementsOp, Adaptor adaptor, OpBuilder &) const override {
    return llvm::map_to_vector(adaptor.getElements(), [](ValueRange each) { return each[0]; });
  }
};

struct ExtractSlicePattern : VectorPattern<vector::ExtractStridedSliceOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::ExtractStridedSliceOp op, Adaptor adaptor,
                              OpBuilder &) const override {
    if (op.hasNonUnitStrides())
      return {};
    SmallVector<int64_t> offsets;
    op.getOffsets(offsets);
    ArrayRef<int64_t> shape = op.getSourceVectorType().getShape();
    VectorType type = op.getType();
    SmallVector<Value> results;
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      SmallVector<int64_t> position = positionAt(i, type.getShape());
      for (auto [j, offset] : llvm::enumerate(offsets))
        position[j] += offset;
      results.push_back(adaptor.getSource()[elementAt(position, shape)]);
    }
    return results;
  }
};

struct InsertSlicePattern : VectorPattern<vector::InsertStridedSliceOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::InsertStridedSliceOp op, Adaptor adaptor,
                              OpBuilder &) const override {
    if (op.hasNonUnitStrides())
      return {};
    VectorType from = op.getSourceVectorType(), to = op.getDestVectorType();
    SmallVector<Value> results = llvm::to_vector(adaptor.getDest());
    SmallVector<int64_t> offsets = llvm::map_to_vector(
        op.getOffsets(), [](Attribute each) { return cast<IntegerAttr>(each).getInt(); });
    size_t missing = to.getRank() - from.getRank();
    for (int64_t i = 0; i < from.getNumElements(); ++i) {
      SmallVector<int64_t> position(offsets);
      for (auto [j, at] : llvm::enumerate(positionAt(i, from.getShape())))
        position[missing + j] += at;
      results[elementAt(position, to.getShape())] = adaptor.getValueToStore()[i];
    }
    return results;
  }
};

struct ShufflePattern : VectorPattern<vector::ShuffleOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::ShuffleOp op, Adaptor adaptor, OpBuilder &) const override {
    if (op.getResultVectorType().getRank() != 1)
      return {};
    SmallVector<Value> both = llvm::to_vector(adaptor.getV1());
    llvm::append_range(both, adaptor.getV2());
    SmallVector<Value> results;
    for (int64_t at : op.getMask())
      results.push_back(both[std::max<int64_t>(at, 0)]);
    return results;
  }
};

struct InterleavePattern : VectorPattern<vector::InterleaveOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::InterleaveOp, Adaptor adaptor, OpBuilder &) const override {
    SmallVector<Value> results;
    for (auto [lhs, rhs] : llvm::zip_equal(adaptor.getLhs(), adaptor.getRhs()))
      llvm::append_values(results, lhs, rhs);
    return results;
  }
};

struct ShapeCastPattern : VectorPattern<vector::ShapeCastOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::ShapeCastOp, Adaptor adaptor, OpBuilder &) const override {
    return llvm::to_vector(adaptor.getSource());
  }
};

struct StepPattern : VectorPattern<vector::StepOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::StepOp op, Adaptor, OpBuilder &b) const override {
    SmallVector<Value> results;
    for (int64_t i = 0; i < op.getType().getNumElements(); ++i)
      results.push_back(arith::ConstantIndexOp::create(b, op.getLoc(), i));
    return results;
  }
};

struct ReductionPattern : VectorPattern<vector::ReductionOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::ReductionOp op, Adaptor adaptor,
                              OpBuilder &b) const override {
    SmallVector<Value> parts = llvm::to_vector(adaptor.getVector());
    // By halves, as in a register.
    while (parts.size() > 1) {
      size_t half = parts.size() / 2, odd = parts.size() % 2;
      SmallVector<Value> next;
      for (size_t i = 0; i < half; ++i)
        next.push_back(
            vector::makeArithReduction(b, op.getLoc(), op.getKind(), parts[i], parts[half + i]));
      if (odd)
        next.push_back(parts.back());
      parts = std::move(next);
    }
    if (op.getAcc())
      parts[0] =
          vector::makeArithReduction(b, op.getLoc(), op.getKind(), adaptor.getAcc()[0], parts[0]);
    return parts;
  }
};

// A row of a buffer, without elements outside of it.
bool isRow(VectorTransferOpInterface op) {
  return !op.getMask() && !op.hasOutOfBoundsDim() && op.getVectorType().getRank() <= 1 &&
         op.getPermutationMap().isMinorIdentity();
}

SmallVector<Value> indicesAt(OpBuilder &b, VectorTransferOpInterface op, int64_t element) {
  SmallVector<Value> indices(op.getIndices());
  if (element != 0)
    indices.back() = arith::AddIOp::create(b, op.getLoc(), indices.back(),
                                           arith::ConstantIndexOp::create(b, op.getLoc(), element));
  return indices;
}

struct ReadPattern : VectorPattern<vector::TransferReadOp> {
  using VectorPattern::VectorPattern;
  SmallVector<Value> elements(vector::TransferReadOp op, Adaptor, OpBuilder &b) const override {
    SmallVector<Value> results;
    if (isRow(op))
      for (int64_t i = 0; i < op.getVectorType().getNumElements(); ++i)
        results.push_back(
            memref::LoadOp::create(b, op.getLoc(), op.getBase(), indicesAt(b, op, i)));
    return results;
  }
};

struct WritePattern : OpConversionPattern<vector::TransferWriteOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(vector::TransferWriteOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isRow(op))
      return failure();
    for (auto [i, value] : llvm::enumerate(adaptor.getValueToStore()))
      memref::StoreOp::create(rewriter, op.getLoc(), value, op.getBase(),
                              indicesAt(rewriter, op, i));
    rewriter.eraseOp(op);
    return success();
  }
};

struct ScalarizeVectors : rlx::impl::ScalarizeVectorsPassBase<ScalarizeVectors> {
  void runOnBody() override {
    if (failed(expectLoops(getOperation())))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion(
        [](VectorType type, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
          types.append(type.getNumElements(), type.getElementType());
          return success();
        });
    RewritePatternSet patterns(context);
    patterns.add<ElementwisePattern, ConstantPattern, BroadcastPattern, ExtractPattern,
                 InsertPattern, FromElementsPattern, ExtractSlicePattern, InsertSlicePattern,
                 ShufflePattern, InterleavePattern, ShapeCastPattern, StepPattern, ReductionPattern,
                 ReadPattern, WritePattern>(converter, context);
    ConversionTarget target(*context);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns, target);
    target.markUnknownOpDynamicallyLegal([](Operation *op) { return !usesVectors(op); });
    target
        .addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect, vector::VectorDialect>(
            [](Operation *op) { return !usesVectors(op); });
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns)))) {
      rlx::unsupported(getOperation().emitOpError("has vectors that cannot be scalarized"));
      return signalPassFailure();
    }
    rlx::storeFloatsAsIntegers(getOperation());
  }

  // linalg bodies have types of their own.
  static LogicalResult expectLoops(func::FuncOp kernel) {
    WalkResult result = kernel.walk([](linalg::LinalgOp op) {
      rlx::internal(op->emitOpError("is expected to be lowered to loops already"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace
