// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector code for elementwise consumers; see Epilogue.h.
//
// `plan` evaluates the consumers in a detached block to learn their operands and their cost.
// `apply` evaluates them again with the real builder, so planning and emission cannot disagree.
#include "conversions/cpu/builder/Epilogue.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// An epilogue with more ops than this per vector is heavy.
constexpr unsigned kMaxLightOps = 12;

// Evaluates the ops of a block on vectors, in program order.
class Evaluator {
public:
  Evaluator(OpBuilder &b, Location loc, int64_t lanes, function_ref<FailureOr<Value>(Value)> read,
            LoweringReason &why)
      : b(b), loc(loc), lanes(lanes), read(read), why(why) {}

  void define(Value tensor, Value vector) { values[tensor] = vector; }
  FailureOr<Value> get(Value tensor) {
    if (Value known = values.lookup(tensor))
      return known;
    FailureOr<Value> value = constant(tensor);
    if (failed(value))
      value = read(tensor);
    if (succeeded(value))
      values[tensor] = *value;
    return value;
  }

  LogicalResult run(Operation *op) {
    auto isComplex = [](Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); };
    if (llvm::any_of(op->getOperandTypes(), isComplex) ||
        llvm::any_of(op->getResultTypes(), isComplex))
      return why.because("vectors of complex numbers are not supported");
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> value = get(operand);
      if (failed(value))
        return failure();
      operands.push_back(*value);
    }
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op)) {
      FailureOr<Value> value = elementwise.buildScalar(b, loc, operands, why);
      if (succeeded(value))
        values[op->getResult(0)] = *value;
      return LogicalResult(value);
    }
    return runBody(op, operands);
  }

private:
  // Evaluates the region of an op with an elementwise body.
  LogicalResult runBody(Operation *op, ArrayRef<Value> operands) {
    if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
      return why.because("cannot evaluate " + op->getName().getStringRef() + " on vectors");
    Block &body = op->getRegion(0).front();
    for (auto [argument, value] : llvm::zip(body.getArguments(), operands))
      values[argument] = value;
    for (Operation &inner : body.without_terminator())
      if (!matchPattern(&inner, m_Constant()) && failed(run(&inner)))
        return failure();
    for (auto [result, yielded] :
         llvm::zip(op->getResults(), body.getTerminator()->getOperands())) {
      FailureOr<Value> value = get(yielded);
      if (failed(value))
        return failure();
      values[result] = *value;
    }
    return success();
  }

  FailureOr<Value> constant(Value tensor) {
    ElementsAttr attr;
    if (!matchPattern(tensor, m_Constant(&attr)) || !attr.isSplat())
      return failure();
    Type element = signless(attr.getElementType());
    Attribute value = attr.getSplatValue<Attribute>();
    if (auto integer = dyn_cast<IntegerAttr>(value))
      value = IntegerAttr::get(element, integer.getValue());
    auto type = VectorType::get({lanes}, element);
    return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, value)).getResult();
  }

  OpBuilder &b;
  Location loc;
  int64_t lanes;
  function_ref<FailureOr<Value>(Value)> read;
  LoweringReason &why;
  DenseMap<Value, Value> values;
};

VectorType vectorOf(Value tensor, int64_t lanes) {
  return VectorType::get({lanes}, signless(getElementTypeOrSelf(tensor.getType())));
}

// Whether the operand is broadcast along a dimension: its size is 1 and the result's is not.
bool repeats(int64_t size, int64_t resultSize) {
  return size == 1 && resultSize != 1;
}

bool hasFullShape(RankedTensorType type, RankedTensorType result, int64_t firstDims) {
  if (type.getRank() != result.getRank())
    return false;
  for (int64_t i = 0; i < firstDims; ++i)
    if (repeats(type.getDimSize(i), result.getDimSize(i)))
      return false;
  return true;
}

bool hasOnlyLastDim(RankedTensorType type) {
  return llvm::all_of(type.getShape().drop_back(type.getRank() ? 1 : 0),
                      [](int64_t size) { return size == 1; });
}

} // namespace

FailureOr<Value> Epilogue::evaluate(OpBuilder &b, Location loc, Value root, Read read,
                                    LoweringReason &why) const {
  Evaluator evaluator(b, loc, lanes, read, why);
  evaluator.define(kernel.root->getResult(0), root);
  for (Operation *op : kernel.consumers)
    if (failed(evaluator.run(op)))
      return failure();
  return kernel.consumers.empty() ? FailureOr<Value>(root)
                                  : evaluator.get(kernel.consumers.back()->getResult(0));
}

FailureOr<Epilogue> Epilogue::plan(const FusedKernel &kernel, int64_t lanes, LoweringReason &why) {
  Epilogue epilogue;
  epilogue.kernel = kernel;
  epilogue.lanes = lanes;
  if (kernel.resultType.getElementType().isInteger(1))
    return why.because("results of type i1 are not supported");
  // A trial evaluation in a detached block collects the operands and measures the code.
  Region region;
  Block &block = region.emplaceBlock();
  OpBuilder b(kernel.root->getContext());
  b.setInsertionPointToEnd(&block);
  Location loc = kernel.root->getLoc();
  auto read = [&](Value tensor) -> FailureOr<Value> {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!isa<BlockArgument>(tensor) || !type)
      return why.because(
          "an epilogue reads a value that is neither an argument nor a splat constant");
    if (type.getElementType().isInteger(1))
      return why.because("epilogue operands of type i1 are not supported");
    epilogue.operands.push_back(tensor);
    epilogue.rowsJoin &= hasOnlyLastDim(type) ||
                         hasFullShape(type, kernel.resultType, kernel.resultType.getRank() - 1);
    return Value(block.addArgument(vectorOf(tensor, lanes), loc));
  };
  Value root = block.addArgument(vectorOf(kernel.root->getResult(0), lanes), loc);
  if (failed(epilogue.evaluate(b, loc, root, read, why)))
    return failure();
  for (Operation &op : block)
    epilogue.heavy |= isa_and_nonnull<math::MathDialect>(op.getDialect());
  epilogue.heavy |= block.getOperations().size() > kMaxLightOps;
  return epilogue;
}

void Epilogue::bind(KernelBuilder &k, bool joinRows) {
  builder = &k;
  joined = joinRows;
  for (Value operand : operands) {
    Value buffer = k.argument(operand);
    auto type = cast<MemRefType>(buffer.getType());
    if (joined && type.getRank() == 0) {
      // a scalar, whatever the last size is
    } else if (joined && hasOnlyLastDim(cast<RankedTensorType>(operand.getType()))) {
      int64_t size = type.getShape().back();
      Value dynamic = ShapedType::isDynamic(size) ? k.size(buffer, type.getRank() - 1) : Value();
      buffer = k.recast(buffer, {size}, dynamic ? ValueRange(dynamic) : ValueRange());
    } else if (joined) {
      Value rows = k.sizeProduct(buffer, 0, type.getRank() - 1);
      int64_t columns = type.getShape().back();
      SmallVector<Value> dynamic = {rows};
      if (ShapedType::isDynamic(columns))
        dynamic.push_back(k.size(buffer, type.getRank() - 1));
      buffer = k.recast(buffer, {ShapedType::kDynamic, columns}, dynamic);
    }
    buffers[operand] = buffer;
  }
}

bool Epilogue::readsScalars() const {
  return llvm::all_of(operands, [](Value operand) {
    return cast<RankedTensorType>(operand.getType()).getRank() == 0;
  });
}

Type Epilogue::rootElement() const {
  return signless(getElementTypeOrSelf(kernel.root->getResult(0).getType()));
}

SmallVector<Value> Epilogue::fullOperands() const {
  SmallVector<Value> result;
  for (Value operand : operands)
    if (hasFullShape(cast<RankedTensorType>(operand.getType()), kernel.resultType,
                     kernel.resultType.getRank()))
      result.push_back(buffers.lookup(operand));
  return result;
}

void Epilogue::allowInPlace() const {
  for (Value operand : operands)
    if (operand.getType() == kernel.resultType &&
        !llvm::is_contained(kernel.root->getOperands(), operand))
      builder->allowInPlace(operand);
}

Value Epilogue::load(Value operand, ArrayRef<Value> position, Value mask) {
  OpBuilder &b = builder->b;
  Location loc = builder->loc;
  Value buffer = buffers.lookup(operand);
  auto type = cast<MemRefType>(buffer.getType());
  int64_t rank = type.getRank(), missing = int64_t(position.size()) - rank;
  ArrayRef<int64_t> result = kernel.resultType.getShape();
  bool splat = rank == 0 || repeats(type.getShape().back(), result.back());
  SmallVector<Value> indices;
  for (int64_t i = 0; i < rank; ++i) {
    // Collapsed rows are never broadcast: `canJoinRows` has checked that.
    bool constant =
        i + 1 == rank ? splat : !joined && repeats(type.getDimSize(i), result[i + missing]);
    indices.push_back(constant ? builder->c(0) : position[i + missing]);
  }
  VectorType vector = vectorOf(operand, lanes);
  if (splat) {
    Value scalar = memref::LoadOp::create(b, loc, buffer, indices);
    return vector::BroadcastOp::create(b, loc, vector, scalar);
  }
  if (!mask)
    return vector::LoadOp::create(b, loc, vector, buffer, indices);
  return vector::MaskedLoadOp::create(b, loc, vector, buffer, indices, mask,
                                      builder->splat(vector, 0.0));
}

Value Epilogue::apply(Value root, ArrayRef<Value> position, Value mask) {
  LoweringReason why;
  auto read = [&](Value tensor) -> FailureOr<Value> { return load(tensor, position, mask); };
  FailureOr<Value> value = evaluate(builder->b, builder->loc, root, read, why);
  return succeeded(value) ? *value : root; // `plan` has evaluated it before
}

} // namespace rlx::cpu
