// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of rlx.scan_backward. It decomposes into scans: a forward one that recomputes the start of
// every iteration, and a reverse one that runs the vjp region. With checkpoints, a scan over blocks
// contains both:
//
//   scan over K blocks (forward): keep the carried values at each block's start
//   scan over K blocks (reverse):
//     scan over the block (forward):  recompute the carried values
//     scan over the block (reverse):  vjp
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ControlFlowOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/ElementwiseRegionOps.h"
#include "dialects/rlx/ops/control_flow/ControlFlow.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace rlx;

// ---- infer, verify ----

static std::string typesText(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os);
  return text.empty() ? "nothing" : text;
}

// The result types of the scan whose gradients are given.
static LogicalResult inferScan(InferContext &ctx, ScanBackwardOp::Adaptor op, Operation *yield,
                               Dim &length, SmallVectorImpl<InferredType> &results) {
  std::optional<uint64_t> given = op.getLength();
  FailureOr<Dim> known =
      inferScanLength(ctx, given ? std::optional<int64_t>(*given) : std::nullopt, op.getInputs());
  if (failed(known)) // scan_backward_c1
    return failure();
  length = *known;
  size_t numCarried = op.getInits().size();
  if (yield->getNumOperands() < numCarried)
    return ctx.fail("expects the first region to yield " + Twine(numCarried) +
                    " values or more, one for each carried one, but got " +
                    Twine(yield->getNumOperands()));
  if (failed(
          inferCarried(ctx, op.getInits(), yield->getOperands().take_front(numCarried), results)))
    return failure();
  for (Value row : yield->getOperands().drop_front(numCarried)) {
    Dims dims = {length};
    llvm::append_range(dims, ctx.shape(row));
    results.push_back({dims, InferContext::elementType(row)});
  }
  return success();
}

static LogicalResult checkGradients(InferContext &ctx, ScanBackwardOp::Adaptor op,
                                    ArrayRef<InferredType> results) {
  bool fits = results.size() == op.getGradients().size();
  for (size_t i = 0; fits && i < results.size(); ++i) {
    Value gradient = op.getGradients()[i];
    fits = InferContext::elementType(gradient) == results[i].elementType &&
           unifyShapes(ctx, results[i].dims, ctx.shape(gradient),
                       "the sizes of gradient #" + Twine(i));
  }
  if (fits)
    return success();
  SmallVector<Type> types;
  for (const InferredType &result : results)
    types.push_back(result.type());
  return ctx.fail("expects gradients of the types of the scan's results, " + typesText(types) +
                  ", but got " + typesText(op.getGradients().getTypes())); // scan_backward_c2
}

// With blocks, rows and start values are tensors of `kept` parts. These must have at most
// kMaxElements elements, which no type shows.
static bool canBeKept(int64_t kept, ValueRange whole, ValueRange rows) {
  auto fits = [&](ArrayRef<int64_t> part) {
    int64_t elements = kept;
    return llvm::all_of(part, [&](int64_t size) {
      return ShapedType::isDynamic(size) ||
             (!llvm::MulOverflow(elements, size, elements) && elements <= kMaxElements);
    });
  };
  auto shapeOf = [](Value value) { return cast<RankedTensorType>(value.getType()).getShape(); };
  return kept <= kMaxElements && llvm::all_of(whole, [&](Value v) { return fits(shapeOf(v)); }) &&
         llvm::all_of(rows, [&](Value v) { return fits(shapeOf(v).drop_front()); });
}

LogicalResult ScanBackwardOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  FailureOr<std::array<Operation *, 2>> yields = yieldsOfTwo(ctx, op.getRegions());
  if (failed(yields))
    return failure();
  auto [forward, vjp] = *yields;
  Dim length;
  SmallVector<InferredType> scanned;
  if (failed(inferScan(ctx, op, forward, length, scanned)) ||
      failed(checkGradients(ctx, op, scanned)))
    return failure();
  auto kept = static_cast<int64_t>(op.getNumCheckpoints());
  std::optional<int64_t> known = InferContext::staticValue(length);
  if (kept < 0 || (kept > 0 && known && *known % kept != 0)) // scan_backward_c3
    return ctx.fail("expects num_checkpoints to divide the length, " + toString(length) +
                    ", but got " + Twine(kept));
  ValueRange stacked = op.getGradients().drop_front(op.getInits().size());
  if (!canBeKept(kept, op.getInits(), op.getInputs()) || !canBeKept(kept, {}, stacked))
    return ctx.fail("expects blocks of at most " + Twine(kMaxElements) +
                    " elements in all, but num_checkpoints is " + Twine(kept)); // scan_backward_c7
  if (kept > 0 && !known)
    ctx.requireEqual(length % kept, ctx.constant(0), "length modulo num_checkpoints");
  for (Value init : op.getInits())
    results.push_back({ctx.shape(init), InferContext::elementType(init)});
  for (Value input : op.getInputs())
    results.push_back({ctx.shape(input), InferContext::elementType(input)});
  for (Value further :
       vjp->getOperands().drop_front(std::min<size_t>(results.size(), vjp->getNumOperands())))
    results.push_back({ctx.shape(further), InferContext::elementType(further)});
  return success();
}

static RankedTensorType rowType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
}

LogicalResult ScanBackwardOp::verify() {
  SmallVector<RankedTensorType> begun;
  for (Value init : getInits())
    begun.push_back(cast<RankedTensorType>(init.getType()));
  for (Value input : getInputs())
    begun.push_back(rowType(input));
  SmallVector<RankedTensorType> given = begun;
  for (auto [i, gradient] : llvm::enumerate(getGradients()))
    given.push_back(i < getInits().size() ? cast<RankedTensorType>(gradient.getType())
                                          : rowType(gradient));
  if (failed(verifyArguments(*this, getForward(), "first region", begun)) || // scan_backward_c6
      failed(verifyArguments(*this, getVjp(), "second region", given)))
    return failure();
  ValueRange yielded = getVjp().front().getTerminator()->getOperands();
  bool fits = yielded.size() >= begun.size();
  for (size_t i = 0; fits && i < begun.size(); ++i) {
    auto type = cast<RankedTensorType>(yielded[i].getType());
    fits = type.getElementType() == begun[i].getElementType() &&
           succeeded(verifyCompatibleShape(type.getShape(), begun[i].getShape()));
  }
  if (!fits) // scan_backward_c4
    return emitOpError("expects the second region to yield gradients of the types ")
           << typesText(SmallVector<Type>(begun.begin(), begun.end())) << ", but got "
           << typesText(yielded.getTypes());
  for (Value further : yielded.drop_front(begun.size()))
    if (!cast<RankedTensorType>(further.getType()).hasStaticShape()) // scan_backward_c5
      return emitOpError("expects further values of static shape, but got ") << further.getType();
  return success();
}

Dims ScanBackwardOp::argumentShape(InferContext &ctx, BlockArgument argument) {
  unsigned i = argument.getArgNumber(), numCarried = getInits().size();
  unsigned numBegun = numCarried + getInputs().size();
  Dims dims = ctx.shape((*this)->getOperand(i));
  bool isWhole = i < numCarried || (i >= numBegun && i < numBegun + numCarried);
  if (!isWhole)
    dims.erase(dims.begin());
  return dims;
}

// ---- decompose ----

namespace {

// Emits the scans of a scan_backward.
class Decomposer {
public:
  Decomposer(ScanBackwardOp op, OpBuilder &builder) : op(op), b(builder), loc(op.getLoc()) {
    for (Value further : op.getVjp().front().getTerminator()->getOperands().drop_front(
             op.getInits().size() + op.getInputs().size()))
      furtherTypes.push_back(cast<RankedTensorType>(further.getType()));
  }

  SmallVector<Value> run() {
    ValueRange gradients = op.getGradients();
    ValueRange final = gradients.take_front(op.getInits().size());
    ValueRange stacked = gradients.drop_front(op.getInits().size());
    std::optional<int64_t> length;
    if (op.getLength())
      length = static_cast<int64_t>(*op.getLength());
    Iterations all = {op.getInits(), op.getInputs(), final, zeros(), stacked, length};
    auto blocks = static_cast<int64_t>(op.getNumCheckpoints());
    return blocks == 0 ? backward(all) : backwardInBlocks(all, blocks);
  }

private:
  struct Iterations {
    SmallVector<Value> inits, inputs, final, sums, stacked; // gradients: final, sums, stacked
    std::optional<int64_t> length;
  };

  SmallVector<Value> zeros() {
    SmallVector<Value> values;
    for (RankedTensorType type : furtherTypes)
      values.push_back(ConstantOp::create(
          b, loc, type, DenseElementsAttr::get(type, b.getZeroAttr(type.getElementType()))));
    return values;
  }

  SmallVector<Value> clone(Region &region, OpBuilder &inner, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(region.getArguments(), arguments);
    for (Operation &each : region.front().without_terminator())
      inner.clone(each, mapping);
    return llvm::map_to_vector(region.front().getTerminator()->getOperands(),
                               [&](Value value) { return mapping.lookupOrDefault(value); });
  }

  // The values at the start of every iteration, stacked.
  SmallVector<Value> beginnings(const Iterations &iterations) {
    auto scan = ScanOp::create(
        b, loc, iterations.inits, iterations.inputs, op.getReverse(), iterations.length,
        /*numCheckpoints=*/0, [&](OpBuilder &inner, Location, ValueRange arguments) {
          SmallVector<Value> values = clone(op.getForward(), inner, arguments);
          values.resize(iterations.inits.size());
          llvm::append_range(values, arguments.take_front(iterations.inits.size()));
          YieldOp::create(inner, loc, values);
        });
    return SmallVector<Value>(scan.getStacked());
  }

  // The gradients of the inits, of the inputs, and the sums.
  SmallVector<Value> backward(const Iterations &iterations) {
    size_t numCarried = iterations.inits.size(), numSums = iterations.sums.size();
    SmallVector<Value> carried = iterations.final, rows = beginnings(iterations);
    llvm::append_range(carried, iterations.sums);
    llvm::append_range(rows, iterations.inputs);
    llvm::append_range(rows, iterations.stacked);
    auto scan =
        ScanOp::create(b, loc, carried, rows, !op.getReverse(), iterations.length,
                       /*numCheckpoints=*/0, [&](OpBuilder &inner, Location, ValueRange arguments) {
                         // Start values, gradients of the carried values, gradients of the rows.
                         size_t numBegun = numCarried + iterations.inputs.size();
                         ValueRange given = arguments.drop_front(carried.size());
                         SmallVector<Value> ordered(given.take_front(numBegun));
                         llvm::append_range(ordered, arguments.take_front(numCarried));
                         llvm::append_range(ordered, given.drop_front(numBegun));
                         SmallVector<Value> made = clone(op.getVjp(), inner, ordered);
                         SmallVector<Value> values(made.begin(), made.begin() + numCarried);
                         for (size_t i = 0; i < numSums; ++i)
                           values.push_back(AddOp::create(inner, loc, arguments[numCarried + i],
                                                          made[numBegun + i]));
                         values.append(made.begin() + numCarried, made.begin() + numBegun);
                         YieldOp::create(inner, loc, values);
                       });
    return inOrder(scan, numCarried, numSums);
  }

  // A scan returns carried gradients, sums, rows; the op returns carried gradients, rows, sums.
  static SmallVector<Value> inOrder(ScanOp scan, size_t numCarried, size_t numSums) {
    ResultRange results = scan->getResults();
    SmallVector<Value> ordered(results.take_front(numCarried));
    llvm::append_range(ordered, results.drop_front(numCarried + numSums));
    llvm::append_range(ordered, results.slice(numCarried, numSums));
    return ordered;
  }

  // Reshapes [L, row…] to [K, L / K, row…].
  Value cut(Value tensor, int64_t blocks) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
    if (type.isDynamicDim(0)) {
      Value count = arith::ConstantIndexOp::create(b, loc, blocks);
      sizes[0] = arith::DivUIOp::create(b, loc, cast<Value>(sizes[0]), count).getResult();
    } else {
      sizes[0] = b.getIndexAttr(type.getDimSize(0) / blocks);
    }
    sizes.insert(sizes.begin(), b.getIndexAttr(blocks));
    return OpComposer(b, loc).reshape(tensor, sizes);
  }

  SmallVector<Value> cut(ValueRange tensors, int64_t blocks) {
    return llvm::map_to_vector(tensors, [&](Value tensor) { return cut(tensor, blocks); });
  }

  SmallVector<Value> backwardInBlocks(const Iterations &iterations, int64_t blocks) {
    size_t numCarried = iterations.inits.size(), numSums = iterations.sums.size();
    SmallVector<Value> inputs = cut(iterations.inputs, blocks),
                       stacked = cut(iterations.stacked, blocks);
    std::optional<int64_t> blockLength;
    if (iterations.length)
      blockLength = *iterations.length / blocks;
    auto outerLength = iterations.length ? std::optional<int64_t>(blocks) : std::nullopt;
    auto forward = ScanOp::create(
        b, loc, iterations.inits, inputs, op.getReverse(), outerLength, /*numCheckpoints=*/0,
        [&](OpBuilder &inner, Location, ValueRange arguments) {
          auto block = ScanOp::create(
              inner, loc, arguments.take_front(numCarried), arguments.drop_front(numCarried),
              op.getReverse(), blockLength, /*numCheckpoints=*/0,
              [&](OpBuilder &innermost, Location, ValueRange iteration) {
                SmallVector<Value> values = clone(op.getForward(), innermost, iteration);
                values.resize(numCarried);
                YieldOp::create(innermost, loc, values);
              });
          SmallVector<Value> values(block->getResults());
          llvm::append_range(values, arguments.take_front(numCarried));
          YieldOp::create(inner, loc, values);
        });
    SmallVector<Value> carried = iterations.final, rows(forward.getStacked());
    llvm::append_range(carried, iterations.sums);
    llvm::append_range(rows, inputs);
    llvm::append_range(rows, stacked);
    auto scan = ScanOp::create(
        b, loc, carried, rows, !op.getReverse(), outerLength, /*numCheckpoints=*/0,
        [&](OpBuilder &inner, Location, ValueRange arguments) {
          ValueRange given = arguments.drop_front(carried.size());
          Iterations block;
          block.inits.assign(given.begin(), given.begin() + numCarried);
          llvm::append_range(block.inputs, given.slice(numCarried, inputs.size()));
          llvm::append_range(block.stacked, given.drop_front(numCarried + inputs.size()));
          llvm::append_range(block.final, arguments.take_front(numCarried));
          llvm::append_range(block.sums, arguments.slice(numCarried, numSums));
          block.length = blockLength;
          // Callbacks get the builder whose insertion point is inside, which is ours.
          SmallVector<Value> made = backward(block);
          SmallVector<Value> values(made.begin(), made.begin() + numCarried);
          values.append(made.end() - numSums, made.end());
          values.append(made.begin() + numCarried, made.end() - numSums);
          YieldOp::create(inner, loc, values);
        });
    SmallVector<Value> results = inOrder(scan, numCarried, numSums);
    for (auto [i, input] : llvm::enumerate(iterations.inputs))
      results[numCarried + i] =
          OpComposer(b, loc).reshape(results[numCarried + i], tensor::getMixedSizes(b, loc, input));
    return results;
  }

  ScanBackwardOp op;
  OpBuilder &b;
  Location loc;
  SmallVector<RankedTensorType> furtherTypes;
};

} // namespace

FailureOr<SmallVector<Value>> ScanBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  return Decomposer(*this, b).run();
}

// ---- evaluate ----

llvm::Error ScanBackwardOp::evaluate(ref::EvalContext &ctx, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  size_t numCarried = getInits().size(), numInputs = getInputs().size();
  ArrayRef<ref::Tensor> inputs = in.slice(numCarried, numInputs);
  ArrayRef<ref::Tensor> gradients = in.drop_front(numCarried + numInputs);
  int64_t length = inputs.empty() ? static_cast<int64_t>(*getLength()) : inputs[0].shape[0];
  if (auto kept = static_cast<int64_t>(getNumCheckpoints()); kept > 0 && length % kept != 0)
    return llvm::createStringError("num_checkpoints does not divide the length");
  auto rowAt = [&](int64_t iteration) { return getReverse() ? length - 1 - iteration : iteration; };
  std::vector<SmallVector<ref::Tensor>> begun; // per iteration: carried values and rows
  SmallVector<ref::Tensor> carried(in.take_front(numCarried));
  for (int64_t iteration = 0; iteration < length; ++iteration) {
    begun.push_back(carried);
    for (const ref::Tensor &input : inputs)
      begun.back().push_back(ref::rowOf(input, rowAt(iteration)));
    llvm::Expected<SmallVector<ref::Tensor>> next = ctx.run(getForward(), begun.back());
    if (!next)
      return next.takeError();
    next->resize(numCarried);
    if (llvm::Error error = checkCarried(carried, *next))
      return error;
    carried = std::move(*next);
  }
  SmallVector<ref::Tensor> flowing(gradients.take_front(numCarried));
  for (size_t i = 0; i < numInputs; ++i)
    out[numCarried + i] = ref::Tensor(inputs[i].shape, inputs[i].elementType);
  for (size_t i = numCarried + numInputs; i < out.size(); ++i) {
    auto type = cast<RankedTensorType>(getResult(i).getType());
    llvm::Expected<ref::Tensor> sum = ctx.zeros(type.getShape(), type.getElementType());
    if (!sum)
      return sum.takeError();
    out[i] = std::move(*sum);
  }
  for (int64_t iteration = length; iteration-- > 0;) {
    SmallVector<ref::Tensor> given = begun[iteration];
    llvm::append_range(given, flowing);
    for (const ref::Tensor &gradient : gradients.drop_front(numCarried))
      given.push_back(ref::rowOf(gradient, rowAt(iteration)));
    llvm::Expected<SmallVector<ref::Tensor>> made = ctx.run(getVjp(), given);
    if (!made)
      return made.takeError();
    for (size_t i = 0; i < numInputs; ++i)
      ref::setRow(out[numCarried + i], rowAt(iteration), (*made)[numCarried + i]);
    for (size_t i = numCarried + numInputs; i < out.size(); ++i) {
      for (size_t k = 0; k < out[i].floats.size(); ++k)
        out[i].floats[k] += (*made)[i].floats[k];
      out[i].roundToElementType();
    }
    made->resize(numCarried);
    flowing = std::move(*made);
  }
  llvm::move(flowing, out.begin());
  return llvm::Error::success();
}
