// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fragments of mma.sync.m16n8k16, two of which are one multiplication of 16 x 16 x 16.
//
// Thread t of a warp holds, of each 8 x 8 part of a matrix, two adjacent elements: row t / 4,
// columns 2 (t % 4) and the next one. The parts, in the order in which a thread holds them:
//
//   accumulator, lhs     rhs (its parts are held transposed)
//     0  2                 0  2
//     1  3                 1  3
//
// So the same numbers mean the same elements in an accumulator and in a lhs
// (accumulatorLayoutMatchesOperand).
#include "conversions/nvvm/NvvmMatrices.h"

#include "conversions/gpu/matmul/MmaShape.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kPart = 8;  // rows and columns of a part
constexpr int64_t kWords = 4; // of an operand
constexpr int64_t kPairs = 4; // of adjacent elements, in a matrix
constexpr unsigned kSharedSpace = 3;

bool isAccumulator(gpu::MMAMatrixType type) {
  return type.getOperand() == "COp";
}
bool isSupported(gpu::MMAMatrixType type) {
  const bool isSquare = type.getShape().size() == 2 && llvm::all_equal(type.getShape()) &&
                        type.getShape().front() == matrix::kSide;
  return isSquare &&
         (isAccumulator(type) ? type.getElementType().isF32() : type.getElementType().isF16());
}

template <typename Op>
class MatrixPattern : public ConvertOpToLLVMPattern<Op> {
public:
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

protected:
  static Value word(OpBuilder &b, Location loc, int64_t value) {
    return LLVM::ConstantOp::create(b, loc, b.getI32Type(), static_cast<int32_t>(value));
  }
  static Value plus(OpBuilder &b, Location loc, Value value, int64_t more) {
    return more == 0 ? value : LLVM::AddOp::create(b, loc, value, word(b, loc, more)).getResult();
  }
  static Value times(OpBuilder &b, Location loc, Value value, int64_t factor) {
    return LLVM::MulOp::create(b, loc, value, word(b, loc, factor));
  }
  static Value lane(OpBuilder &b, Location loc) {
    return NVVM::LaneIdOp::create(b, loc, b.getI32Type());
  }

  static SmallVector<Value> unpack(OpBuilder &b, Location loc, Value structure) {
    auto type = cast<LLVM::LLVMStructType>(structure.getType());
    SmallVector<Value> values;
    for (int64_t i = 0; i < static_cast<int64_t>(type.getBody().size()); ++i)
      values.push_back(LLVM::ExtractValueOp::create(b, loc, structure, i));
    return values;
  }
  Value pack(OpBuilder &b, Location loc, gpu::MMAMatrixType type, ValueRange values) const {
    Value structure = LLVM::PoisonOp::create(b, loc, this->getTypeConverter()->convertType(type));
    for (auto [i, value] : llvm::enumerate(values))
      structure = LLVM::InsertValueOp::create(b, loc, structure, value, static_cast<int64_t>(i));
    return structure;
  }

  // The bytes of an element of the memory, which may be a vector.
  int64_t bytesOf(MemRefType memory) const {
    Type element = memory.getElementType();
    auto vector = dyn_cast<VectorType>(element);
    const int64_t lanes = vector ? vector.getNumElements() : 1;
    return lanes * getElementTypeOrSelf(element).getIntOrFloatBitWidth() / 8;
  }
  // The address `bytes` behind element `index` of the memory.
  Value address(OpBuilder &b, Location loc, MemRefType memory, Value base, Value index,
                Value bytes) const {
    Value offset = LLVM::AddOp::create(b, loc, times(b, loc, index, bytesOf(memory)), bytes);
    Value wide = LLVM::ZExtOp::create(b, loc, b.getI64Type(), offset);
    return LLVM::GEPOp::create(b, loc, base.getType(), b.getI8Type(), base, wide);
  }
  // The place of the first of a pair of elements, as row and column.
  static std::pair<Value, Value> pairOf(OpBuilder &b, Location loc, Value lane, int64_t pair) {
    Value row = LLVM::UDivOp::create(b, loc, lane, word(b, loc, 4));
    Value column = times(b, loc, LLVM::URemOp::create(b, loc, lane, word(b, loc, 4)), 2);
    return {plus(b, loc, row, pair % 2 * kPart), plus(b, loc, column, pair / 2 * kPart)};
  }
};

struct MatrixConstantPattern : MatrixPattern<gpu::SubgroupMmaConstantMatrixOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupMmaConstantMatrixOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getType());
    if (!isSupported(type))
      return failure();
    Location loc = op.getLoc();
    Value value = adaptor.getValue();
    if (isAccumulator(type)) {
      rewriter.replaceOp(op, pack(rewriter, loc, type, SmallVector<Value>(2 * kPairs, value)));
      return success();
    }
    Value both = LLVM::PoisonOp::create(rewriter, loc, VectorType::get({2}, value.getType()));
    for (int64_t i = 0; i < 2; ++i)
      both = LLVM::InsertElementOp::create(rewriter, loc, both, value, word(rewriter, loc, i));
    both = LLVM::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), both);
    rewriter.replaceOp(op, pack(rewriter, loc, type, SmallVector<Value>(kWords, both)));
    return success();
  }
};

// An operand in shared memory: each thread gives the address of one row of 8 elements, 16 bytes.
struct MatrixLoadPattern : MatrixPattern<gpu::SubgroupMmaLoadMatrixOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupMmaLoadMatrixOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getType());
    auto memory = cast<MemRefType>(op.getSrcMemref().getType());
    auto pointer = cast<LLVM::LLVMPointerType>(adaptor.getSrcMemref().getType());
    const int64_t pitch = op.getLeadDimension().getSExtValue() * bytesOf(memory);
    if (!isSupported(type) || adaptor.getIndices().size() != 1)
      return failure();
    if (isAccumulator(type))
      return loadAccumulator(op, adaptor, rewriter);
    constexpr int64_t kElementBytes = 2, kRowBytes = kPart * kElementBytes;
    if (pointer.getAddressSpace() != kSharedSpace || pitch % kRowBytes != 0)
      return failure();
    Location loc = op.getLoc();
    const bool isTransposed = op.getTranspose().has_value(), isLeft = type.getOperand() == "AOp";
    // Part p begins at row 8 (p % 2) and column 8 (p / 2) of the matrix. Rows of memory are columns
    // if it is transposed.
    Value at = lane(rewriter, loc),
          inPart = LLVM::AndOp::create(rewriter, loc, at, word(rewriter, loc, kPart - 1));
    Value odd = LLVM::AndOp::create(rewriter, loc, at, word(rewriter, loc, kPart));
    Value half = LLVM::LShrOp::create(rewriter, loc, at, word(rewriter, loc, 1));
    half = LLVM::AndOp::create(rewriter, loc, half, word(rewriter, loc, kPart));
    Value row = LLVM::AddOp::create(rewriter, loc, inPart, isTransposed ? half : odd);
    Value bytes =
        LLVM::AddOp::create(rewriter, loc, times(rewriter, loc, row, pitch),
                            times(rewriter, loc, isTransposed ? odd : half, kElementBytes));
    Value from =
        address(rewriter, loc, memory, adaptor.getSrcMemref(), adaptor.getIndices().front(), bytes);
    const auto layout = isTransposed == isLeft ? NVVM::MMALayout::col : NVVM::MMALayout::row;
    rewriter.replaceOpWithNewOp<NVVM::LdMatrixOp>(
        op, getTypeConverter()->convertType(type), from, static_cast<uint32_t>(kWords), layout,
        NVVM::LdStMatrixShapeAttr::get(getContext(), kPart, kPart), NVVM::LdStMatrixEltType::B16);
    return success();
  }

  LogicalResult loadAccumulator(gpu::SubgroupMmaLoadMatrixOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const {
    auto memory = cast<MemRefType>(op.getSrcMemref().getType());
    Location loc = op.getLoc();
    const int64_t pitch = op.getLeadDimension().getSExtValue() * bytesOf(memory);
    if (op.getTranspose())
      return failure();
    SmallVector<Value> values;
    Value at = lane(rewriter, loc);
    for (int64_t pair = 0; pair < kPairs; ++pair)
      for (int64_t i = 0; i < 2; ++i) {
        auto [row, column] = pairOf(rewriter, loc, at, pair);
        Value bytes = LLVM::AddOp::create(
            rewriter, loc, times(rewriter, loc, row, pitch),
            times(rewriter, loc, plus(rewriter, loc, column, i), sizeof(float)));
        values.push_back(LLVM::LoadOp::create(rewriter, loc, rewriter.getF32Type(),
                                              address(rewriter, loc, memory, adaptor.getSrcMemref(),
                                                      adaptor.getIndices().front(), bytes)));
      }
    rewriter.replaceOp(op, pack(rewriter, loc, cast<gpu::MMAMatrixType>(op.getType()), values));
    return success();
  }
};

// Accumulators only.
struct MatrixStorePattern : MatrixPattern<gpu::SubgroupMmaStoreMatrixOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupMmaStoreMatrixOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getSrc().getType());
    auto memory = cast<MemRefType>(op.getDstMemref().getType());
    if (!isSupported(type) || !isAccumulator(type) || op.getTranspose() ||
        adaptor.getIndices().size() != 1)
      return failure();
    Location loc = op.getLoc();
    const int64_t pitch = op.getLeadDimension().getSExtValue() * bytesOf(memory);
    Value at = lane(rewriter, loc);
    for (auto [number, value] : llvm::enumerate(unpack(rewriter, loc, adaptor.getSrc()))) {
      auto [row, column] = pairOf(rewriter, loc, at, static_cast<int64_t>(number) / 2);
      Value bytes = LLVM::AddOp::create(
          rewriter, loc, times(rewriter, loc, row, pitch),
          times(rewriter, loc, plus(rewriter, loc, column, static_cast<int64_t>(number) % 2),
                sizeof(float)));
      LLVM::StoreOp::create(rewriter, loc, value,
                            address(rewriter, loc, memory, adaptor.getDstMemref(),
                                    adaptor.getIndices().front(), bytes));
    }
    rewriter.eraseOp(op);
    return success();
  }
};

// Two multiplications, of the left and the right half of the rhs.
struct ComputePattern : MatrixPattern<gpu::SubgroupMmaComputeOp> {
  ComputePattern(const LLVMTypeConverter &converter, bool isBF16)
      : MatrixPattern(converter), isBF16(isBF16) {}

  LogicalResult matchAndRewrite(gpu::SubgroupMmaComputeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getType());
    if (!isSupported(type) || !isAccumulator(type) || op.getATranspose() || op.getBTranspose())
      return failure();
    Location loc = op.getLoc();
    const SmallVector<Value> lhs = operands(rewriter, loc, adaptor.getOpA()),
                             rhs = operands(rewriter, loc, adaptor.getOpB()),
                             sums = unpack(rewriter, loc, adaptor.getOpC());
    Type real = rewriter.getF32Type();
    auto half = LLVM::LLVMStructType::getLiteral(getContext(), SmallVector<Type>(kPairs, real));
    const auto element = isBF16 ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
    SmallVector<Value> results;
    for (size_t i = 0; i < 2; ++i) {
      Value made = NVVM::MmaOp::create(rewriter, loc, half, lhs, ArrayRef(rhs).slice(2 * i, 2),
                                       ArrayRef(sums).slice(kPairs * i, kPairs),
                                       ArrayRef<int64_t>{16, 8, 16}, std::nullopt, std::nullopt,
                                       std::array{element, element},
                                       std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
      llvm::append_range(results, unpack(rewriter, loc, made));
    }
    rewriter.replaceOp(op, pack(rewriter, loc, type, results));
    return success();
  }

private:
  SmallVector<Value> operands(OpBuilder &b, Location loc, Value structure) const {
    SmallVector<Value> words = unpack(b, loc, structure);
    if (!isBF16)
      for (Value &each : words)
        each = LLVM::BitcastOp::create(b, loc, VectorType::get({2}, b.getF16Type()), each);
    return words;
  }

  bool isBF16;
};

struct ElementwisePattern : MatrixPattern<gpu::SubgroupMmaElementwiseOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupMmaElementwiseOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getType());
    if (!isSupported(type) || !isAccumulator(type) || op.getOpType() != gpu::MMAElementwiseOp::MULF)
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> products;
    for (auto [lhs, rhs] : llvm::zip_equal(unpack(rewriter, loc, adaptor.getArgs()[0]),
                                           unpack(rewriter, loc, adaptor.getArgs()[1])))
      products.push_back(LLVM::FMulOp::create(rewriter, loc, lhs, rhs));
    rewriter.replaceOp(op, pack(rewriter, loc, type, products));
    return success();
  }
};

// The number of an element among those of the thread.
int64_t numberOf(ValueRange indices) {
  std::optional<int64_t> known =
      indices.size() == 1 ? getConstantIntValue(indices.front()) : std::nullopt;
  return known.value_or(-1);
}

struct ExtractPattern : MatrixPattern<gpu::SubgroupMmaExtractThreadLocalOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupMmaExtractThreadLocalOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getMatrix().getType());
    const int64_t number = numberOf(op.getIndices());
    if (!isSupported(type) || number < 0 || number >= 2 * kPairs)
      return failure();
    Location loc = op.getLoc();
    if (isAccumulator(type)) {
      rewriter.replaceOpWithNewOp<LLVM::ExtractValueOp>(op, adaptor.getMatrix(), number);
      return success();
    }
    Value pair = LLVM::ExtractValueOp::create(rewriter, loc, adaptor.getMatrix(), number / 2);
    pair =
        LLVM::BitcastOp::create(rewriter, loc, VectorType::get({2}, rewriter.getF16Type()), pair);
    rewriter.replaceOpWithNewOp<LLVM::ExtractElementOp>(op, pair, word(rewriter, loc, number % 2));
    return success();
  }
};

struct InsertPattern : MatrixPattern<gpu::SubgroupMmaInsertThreadLocalOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupMmaInsertThreadLocalOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<gpu::MMAMatrixType>(op.getMatrix().getType());
    const int64_t number = numberOf(op.getIndices());
    if (!isSupported(type) || number < 0 || number >= 2 * kPairs)
      return failure();
    Location loc = op.getLoc();
    Value value = adaptor.getValue(), matrix = adaptor.getMatrix();
    if (isAccumulator(type)) {
      rewriter.replaceOpWithNewOp<LLVM::InsertValueOp>(op, matrix, value, number);
      return success();
    }
    Value pair = LLVM::ExtractValueOp::create(rewriter, loc, matrix, number / 2);
    pair = LLVM::BitcastOp::create(rewriter, loc, VectorType::get({2}, value.getType()), pair);
    pair =
        LLVM::InsertElementOp::create(rewriter, loc, pair, value, word(rewriter, loc, number % 2));
    pair = LLVM::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), pair);
    rewriter.replaceOpWithNewOp<LLVM::InsertValueOp>(op, matrix, pair, number / 2);
    return success();
  }
};

} // namespace

void convertMatrices(LLVMTypeConverter &converter) {
  converter.addConversion([](gpu::MMAMatrixType type) -> Type {
    MLIRContext *context = type.getContext();
    if (isAccumulator(type))
      return LLVM::LLVMStructType::getLiteral(
          context, SmallVector<Type>(2 * kPairs, Float32Type::get(context)));
    return LLVM::LLVMStructType::getLiteral(
        context, SmallVector<Type>(kWords, IntegerType::get(context, 32)));
  });
}

void populateMatrixPatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns,
                            bool isBF16) {
  patterns.add<MatrixConstantPattern, MatrixLoadPattern, MatrixStorePattern, ElementwisePattern,
               ExtractPattern, InsertPattern>(converter);
  patterns.add<ComputePattern>(converter, isBF16);
}

} // namespace rlx
