// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of rlx.scan: build, inference, verifier, reference. It has no lowering to linalg: kernel
// outlining turns it into `lir.for` around the kernels of its body. Rows are views of the inputs at
// offsets of the loop counter.
#include "dialects/rlx/ir/ControlFlowOps.h"
#include "dialects/rlx/ops/control_flow/ControlFlow.h"

using namespace mlir;
using namespace rlx;

// ---- build, infer, verify ----

void ScanOp::build(OpBuilder &b, OperationState &state, ValueRange inits, ValueRange inputs,
                   bool reverse, std::optional<int64_t> length, int64_t numCheckpoints,
                   llvm::function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  state.addOperands(inits);
  state.addOperands(inputs);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(inits.size()),
                                    static_cast<int32_t>(inputs.size())};
  if (reverse)
    properties.reverse = b.getUnitAttr();
  if (length)
    properties.length = b.getI64IntegerAttr(*length);
  properties.num_checkpoints = b.getI64IntegerAttr(numCheckpoints);
  SmallVector<Type> types(inits.getTypes());
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    types.push_back(RankedTensorType::get(type.getShape().drop_front(), type.getElementType()));
  }
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(state.addRegion(), {}, types,
                               SmallVector<Location>(types.size(), state.location));
  body(b, state.location, block->getArguments());
  addInferredTypes(state, *state.name.getRegisteredInfo());
}

FailureOr<Dim> rlx::inferScanLength(InferContext &ctx, std::optional<int64_t> given,
                                    ValueRange inputs) {
  std::optional<Dim> length;
  if (given) {
    if (*given < 0) // scan_c2
      return ctx.fail("expects a length that is not negative, but got " + Twine(*given));
    length = ctx.constant(*given);
  }
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Dims dims = ctx.shape(input);
    if (dims.empty()) // scan_c1
      return ctx.fail("expects inputs of rank 1 or more, but input #" + Twine(i) + " is a scalar");
    std::optional<Dims> both =
        length ? unifyShapes(ctx, *length, dims[0], "the lengths of a scan") : Dims{dims[0]};
    if (!both) // scan_c3
      return ctx.fail("expects one length, but input #" + Twine(i) + " has " + toString(dims[0]) +
                      " rows and what comes before it " + toString(*length));
    length = both->front();
  }
  if (!length) // scan_c2
    return ctx.fail("expects an input or a length");
  return *length;
}

LogicalResult ScanOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Operation *yield = op.getRegions().empty() ? nullptr : yieldOf(op.getRegions()[0]);
  if (!yield)
    return ctx.fail("expects a body that ends with rlx.yield");
  std::optional<int64_t> given;
  if (op.getLength())
    given = static_cast<int64_t>(*op.getLength());
  FailureOr<Dim> length = inferScanLength(ctx, given, op.getInputs());
  if (failed(length))
    return failure();
  size_t numCarried = op.getInits().size();
  if (yield->getNumOperands() < numCarried) // scan_c4
    return ctx.fail("expects the body to yield " + Twine(numCarried) +
                    " values or more, one for each carried one, but got " +
                    Twine(yield->getNumOperands()));
  if (failed(
          inferCarried(ctx, op.getInits(), yield->getOperands().take_front(numCarried), results)))
    return failure();
  int64_t kept = op.getNumCheckpoints();
  std::optional<int64_t> known = InferContext::staticValue(*length);
  if (kept < 0 || (known && kept > *known) || (kept > 0 && op.getReverse())) // scan_c6
    return ctx.fail("expects num_checkpoints in [0, " + toString(*length) +
                    "], and 0 with reverse, but got " + Twine(kept));
  if (kept > 0 && !known)
    ctx.requireNonNegative(*length - kept, "num_checkpoints of a scan");
  for (Value row : yield->getOperands().drop_front(numCarried)) {
    Dims dims = {kept > 0 ? ctx.constant(kept) : *length};
    llvm::append_range(dims, ctx.shape(row));
    results.push_back({dims, InferContext::elementType(row)});
  }
  return success();
}

LogicalResult ScanOp::verify() {
  SmallVector<RankedTensorType> expected;
  for (Value init : getInits())
    expected.push_back(cast<RankedTensorType>(init.getType()));
  for (Value input : getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    expected.push_back(RankedTensorType::get(type.getShape().drop_front(), type.getElementType()));
  }
  return verifyArguments(*this, getBody(), "body", expected);
}

Dims ScanOp::argumentShape(InferContext &ctx, BlockArgument argument) {
  Dims dims = ctx.shape((*this)->getOperand(argument.getArgNumber()));
  if (argument.getArgNumber() >= getNumCarried())
    dims.erase(dims.begin());
  return dims;
}

// ---- evaluate ----

ref::Tensor rlx::ref::rowOf(const Tensor &tensor, int64_t row) {
  Tensor result(ArrayRef(tensor.shape).drop_front(), tensor.elementType);
  for (int64_t i = 0, size = result.numElements(); i < size; ++i)
    result.copyElement(i, tensor, row * size + i);
  return result;
}

void rlx::ref::setRow(Tensor &tensor, int64_t row, const Tensor &value) {
  for (int64_t i = 0, size = value.numElements(); i < size; ++i)
    tensor.copyElement(row * size + i, value, i);
}

llvm::Error ScanOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  unsigned numCarried = getNumCarried();
  int64_t length = in.size() > numCarried ? in[numCarried].shape[0] : *getLength();
  for (const ref::Tensor &input : in.drop_front(numCarried))
    if (input.shape[0] != length || length != int64_t(getLength().value_or(length)))
      return llvm::createStringError("the lengths of the inputs differ");
  int64_t kept = getNumCheckpoints();
  if (kept > length)
    return llvm::createStringError("keeps " + Twine(kept) + " rows of " + Twine(length));
  SmallVector<ref::Tensor> carried(in.take_front(numCarried));
  auto runBody = [&](int64_t t) -> llvm::Expected<SmallVector<ref::Tensor>> {
    SmallVector<ref::Tensor> arguments = carried;
    for (const ref::Tensor &input : in.drop_front(numCarried)) {
      llvm::Expected<ref::Tensor> row =
          length ? ref::rowOf(input, t)
                 : ctx.zeros(ArrayRef(input.shape).drop_front(), input.elementType);
      if (!row)
        return row.takeError();
      arguments.push_back(std::move(*row));
    }
    return ctx.run(getBody(), arguments);
  };
  auto allocate = [&](unsigned i, ArrayRef<int64_t> row) -> llvm::Error {
    SmallVector<int64_t> shape = {kept ? kept : length};
    llvm::append_range(shape, row);
    llvm::Expected<ref::Tensor> rows =
        ctx.zeros(shape, getElementTypeOrSelf(getResult(i).getType()));
    if (!rows)
      return rows.takeError();
    out[i] = std::move(*rows);
    return llvm::Error::success();
  };
  auto allocateLike = [&](ArrayRef<ref::Tensor> values) -> llvm::Error {
    for (size_t i = numCarried; i < values.size(); ++i)
      if (llvm::Error error = allocate(i, values[i].shape))
        return error;
    return llvm::Error::success();
  };
  if (length == 0 && numCarried < out.size()) {
    auto rowShape = [](Value result) {
      return cast<RankedTensorType>(result.getType()).getShape().drop_front();
    };
    auto stacked = getResults().drop_front(numCarried);
    if (llvm::any_of(stacked, [&](Value result) {
          return llvm::is_contained(rowShape(result), ShapedType::kDynamic);
        })) { // runs the body only for the shapes of the rows; the values are dropped
      llvm::Expected<SmallVector<ref::Tensor>> values = runBody(0);
      if (!values)
        return values.takeError();
      if (llvm::Error error = allocateLike(*values))
        return error;
    } else {
      for (auto [i, result] : llvm::enumerate(stacked))
        if (llvm::Error error = allocate(numCarried + i, rowShape(result)))
          return error;
    }
  }
  for (int64_t iteration = 0; iteration < length; ++iteration) {
    int64_t t = getReverse() ? length - 1 - iteration : iteration;
    llvm::Expected<SmallVector<ref::Tensor>> values = runBody(t);
    if (!values)
      return values.takeError();
    if (iteration == 0)
      if (llvm::Error error = allocateLike(*values))
        return error;
    if (llvm::Error error = checkCarried(carried, ArrayRef(*values).take_front(numCarried)))
      return error;
    for (size_t i = numCarried; i < values->size(); ++i) {
      if (kept == 0)
        ref::setRow(out[i], t, (*values)[i]);
      for (int64_t k = 0; k < kept; ++k) // by the definition
        if (t == ((k + 1) * length + kept - 1) / kept - 1)
          ref::setRow(out[i], k, (*values)[i]);
    }
    values->resize(numCarried);
    carried = std::move(*values);
  }
  llvm::move(carried, out.begin());
  return llvm::Error::success();
}
