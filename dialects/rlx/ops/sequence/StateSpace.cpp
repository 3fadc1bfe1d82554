// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the recurrences over a sequence: infer, lowerToLinalg and evaluate, op by op. They
// lower to their own loops, over the steps in order. The innermost loops run over contiguous
// elements and carry no dependence, so they vectorize.
#include "dialects/rlx/ir/StateSpaceOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

// The largest number of iterations per channel or column for forEachSlice, so that a workgroup gets
// several of them, whose elements share cache lines.
constexpr int64_t kMaxIterations = 256;

int64_t stepsFor(ArrayRef<int64_t> sizes) {
  int64_t steps = staticProduct(sizes);
  return ShapedType::isDynamic(steps) ? steps : std::min(steps, kMaxIterations);
}

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

// Loads and stores of elements, in the compute type of an op.
struct Access {
  OpBuilder &b;
  Location loc;
  Type compute;

  Value read(Value tensor, ValueRange at) const {
    return convertFloat(b, loc, tensor::ExtractOp::create(b, loc, tensor, at), compute);
  }
  Expr expr(Value tensor, ValueRange at) const { return {&b, loc, read(tensor, at)}; }
  Value write(Value value, Value tensor, ValueRange at) const {
    Type element = typeOf(tensor).getElementType();
    return tensor::InsertOp::create(b, loc, convertFloat(b, loc, value, element), tensor, at);
  }
  // acc + lhs * rhs
  Value add(Value acc, Value lhs, Value rhs) const {
    return multiplyAccumulate(b, loc, lhs, rhs, acc);
  }
};

// The state of a slice before the first step, in `compute`: `initial` from `offsets` on, or zeros.
// If the result's slice `into` has that type, it holds the state.
Value startState(OpBuilder &b, Location loc, Value initial, ArrayRef<OpFoldResult> offsets,
                 ArrayRef<OpFoldResult> sizes, Value into, Type compute) {
  if (typeOf(into).getElementType() != compute)
    into = tensor::EmptyOp::create(b, loc, sizes, compute);
  if (llvm::is_contained(typeOf(into).getShape(), 0))
    return into; // MLIR cannot slice a tensor that is known to be empty
  if (!initial)
    return filled(b, loc, into, 0.0);
  SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
  Value part = tensor::ExtractSliceOp::create(b, loc, initial, offsets, sizes, ones);
  return convertInto(b, loc, part, into);
}

// The state after the last step, as the result's slice.
Value endState(OpBuilder &b, Location loc, Value state, Value into) {
  if (state.getType() == into.getType())
    return state;
  return convertInto(b, loc, state, into);
}

} // namespace

// ---- selective_scan ----

LogicalResult SelectiveScanOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // selective_scan_c7
    return failure();
  Dims x = ctx.shape(op.getX()), a = ctx.shape(op.getA());
  if (x.size() != 3) // selective_scan_c1
    return ctx.fail("expects x of rank 3, but got rank " + Twine(x.size()));
  if (failed(expectShape(ctx, "delta", op.getDelta(), x))) // selective_scan_c2
    return failure();
  if (a.size() != 2) // selective_scan_c3
    return ctx.fail("expects a of rank 2, but got rank " + Twine(a.size()));
  Dim batch = x[0], steps = x[1], channels = x[2], numbers = a[1];
  if (failed(expectShape(ctx, "a", op.getA(), {channels, numbers})) ||     // selective_scan_c3
      failed(expectShape(ctx, "b", op.getB(), {batch, steps, numbers})) || // selective_scan_c4
      failed(expectShape(ctx, "c", op.getC(), {batch, steps, numbers})) || // selective_scan_c4
      failed(expectShape(ctx, "skip", op.getSkip(), channels)) ||          // selective_scan_c5
      failed(expectShape(ctx, "state", op.getState(),
                         {batch, channels, numbers}))) // selective_scan_c6
    return failure();
  Type element = InferContext::elementType(op.getX());
  results.push_back({x, element});
  results.push_back({{batch, channels, numbers}, element});
  return success();
}

namespace {

// One slice: all steps of some channels of some batches.
SmallVector<Value> scanChannels(OpBuilder &b, Location loc, SelectiveScanOp::Adaptor in,
                                const ResultSlice &slice) {
  Type compute = accumulatorType(typeOf(in.getX()).getElementType());
  OpFoldResult zero = b.getIndexAttr(0), numbers = tensor::getMixedSize(b, loc, in.getA(), 1);
  Value start = startState(b, loc, in.getState(), {slice.offsets[0], slice.offsets[2], zero},
                           {slice.sizes[0], slice.sizes[2], numbers}, slice.tensors[1], compute);
  auto step = [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
    Access access{n, l, compute};
    SmallVector<Value> position = shifted(n, l, at, slice.offsets);
    Value i = position[0], t = position[1], h = position[2];
    Expr delta = access.expr(in.getDelta(), position), x = access.expr(in.getX(), position);
    Value scaled = (delta * x).value;
    Value sum = scalarConstant(n, l, compute, 0);
    if (in.getSkip())
      sum = (access.expr(in.getSkip(), h) * x).value;
    auto update = [&](OpBuilder &inner, Location m, ValueRange number, ValueRange values) {
      Access element{inner, m, compute};
      Value k = number[0];
      SmallVector<Value> indices = {at[0], at[2], k};
      Expr rate = Expr{&inner, m, delta.value} * element.expr(in.getA(), {h, k});
      Expr kept = exp(rate) * element.expr(values[0], indices);
      Value state = element.add(kept.value, scaled, element.read(in.getB(), {i, t, k}));
      Value total = element.add(values[1], element.read(in.getC(), {i, t, k}), state);
      return SmallVector<Value>{element.write(state, values[0], indices), total};
    };
    SmallVector<Value> updated = inOrder(n, l, numbers, {carried[1], sum}, update);
    return SmallVector<Value>{access.write(updated[1], carried[0], at), updated[0]};
  };
  SmallVector<Value> results = inOrder(b, loc, slice.sizes, {slice.tensors[0], start}, step);
  return {results[0], endState(b, loc, results[1], slice.tensors[1])};
}

} // namespace

FailureOr<SmallVector<Value>> SelectiveScanOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Value y = emptyResult(b, *this, operands, 0), state = emptyResult(b, *this, operands, 1);
  Adaptor in(operands, *this);
  int64_t steps = stepsFor({getX().getType().getDimSize(1), getA().getType().getDimSize(1)});
  return forEachSlice(b, getLoc(), {y, state}, ParallelDims{{0, 2}, {0, 1}}, steps,
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return scanChannels(nested, l, in, slice);
                      });
}

llvm::Error SelectiveScanOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &delta = in[1], &a = in[2], &b = in[3], &c = in[4];
  const ref::Tensor *skip = getSkip() ? &in[5] : nullptr,
                    *initial = getState() ? &in.back() : nullptr;
  int64_t steps = x.shape[1], channels = x.shape[2], numbers = a.shape[1];
  for (int64_t i = 0; i < x.shape[0]; ++i) {
    for (int64_t h = 0; h < channels; ++h) {
      double *state = out[1].floats.data() + (i * channels + h) * numbers;
      for (int64_t n = 0; n < numbers; ++n)
        state[n] = initial ? initial->floats[(i * channels + h) * numbers + n] : 0;
      for (int64_t t = 0; t < steps; ++t) {
        int64_t at = (i * steps + t) * channels + h, row = (i * steps + t) * numbers;
        double sum = skip ? skip->floats[h] * x.floats[at] : 0, dt = delta.floats[at];
        for (int64_t n = 0; n < numbers; ++n) {
          double decay = std::exp(dt * a.floats[h * numbers + n]);
          state[n] = decay * state[n] + dt * b.floats[row + n] * x.floats[at];
          sum += c.floats[row + n] * state[n];
        }
        out[0].floats[at] = sum;
      }
    }
  }
  return llvm::Error::success();
}

// ---- gated_delta_net ----

LogicalResult GatedDeltaNetOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // gated_delta_net_c6
    return failure();
  Dims q = ctx.shape(op.getQ()), v = ctx.shape(op.getV());
  if (q.size() != 4) // gated_delta_net_c1
    return ctx.fail("expects q of rank 4, but got rank " + Twine(q.size()));
  if (failed(expectShape(ctx, "k", op.getK(), q))) // gated_delta_net_c2
    return failure();
  if (v.size() != 4) // gated_delta_net_c3
    return ctx.fail("expects v of rank 4, but got rank " + Twine(v.size()));
  Dims lead(ArrayRef(q).drop_back()), values(lead), memory = {q[0], q[2], q[3], v[3]};
  values.push_back(v[3]);
  if (failed(expectShape(ctx, "v", op.getV(), values)) ||       // gated_delta_net_c3
      failed(expectShape(ctx, "g", op.getG(), lead)) ||         // gated_delta_net_c4
      failed(expectShape(ctx, "beta", op.getBeta(), lead)) ||   // gated_delta_net_c4
      failed(expectShape(ctx, "state", op.getState(), memory))) // gated_delta_net_c5
    return failure();
  Type element = InferContext::elementType(op.getQ());
  results.push_back({values, element});
  results.push_back({memory, element});
  return success();
}

namespace {

// One slice: all steps of some columns of the states of some heads and batches.
class DeltaColumns {
public:
  DeltaColumns(OpBuilder &b, Location loc, GatedDeltaNetOp op, ValueRange operands,
               const ResultSlice &slice)
      : b(b), loc(loc), in(operands, op), slice(slice),
        compute(accumulatorType(typeOf(in.getQ()).getElementType())),
        keys(tensor::getMixedSize(b, loc, in.getQ(), 3)), columns(slice.sizes[3]),
        scale(scaleOf(op)) {}

  SmallVector<Value> run() {
    OpFoldResult zero = b.getIndexAttr(0);
    Value memory = startState(
        b, loc, in.getState(), {slice.offsets[0], slice.offsets[2], zero, slice.offsets[3]},
        {slice.sizes[0], slice.sizes[2], keys, columns}, slice.tensors[1], compute);
    Value rows = tensor::EmptyOp::create(b, loc, {b.getIndexAttr(2), columns}, compute);
    SmallVector<Value> results = inOrder(
        b, loc, {slice.sizes[0], slice.sizes[2], slice.sizes[1]}, {slice.tensors[0], memory, rows},
        [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
          return step(n, l, {at[0], at[2], at[1]}, carried);
        });
    return {results[0], endState(b, loc, results[1], slice.tensors[1])};
  }

private:
  Value scaleOf(GatedDeltaNetOp op) {
    if (std::optional<llvm::APFloat> given = op.getScale())
      return scalarConstant(b, loc, compute, given->convertToDouble());
    if (std::optional<int64_t> size = getConstantIntValue(keys))
      return scalarConstant(b, loc, compute, 1 / std::sqrt(double(*size)));
    Value size = arith::IndexCastOp::create(b, loc, b.getI64Type(), cast<Value>(keys));
    Expr number{&b, loc, arith::SIToFPOp::create(b, loc, compute, size)};
    return (1.0 / number.apply<math::SqrtOp>()).value;
  }

  // One step. `at` holds batch, step and head in the slice.
  SmallVector<Value> step(OpBuilder &n, Location l, ArrayRef<Value> at, ValueRange carried) {
    SmallVector<Value> head =
        shifted(n, l, at, ArrayRef(slice.offsets).drop_back()); // index into q, k, v, g and beta
    Access access{n, l, compute};
    Value decay = exp(access.expr(in.getG(), head)).value, beta = access.read(in.getBeta(), head);
    Value rows = recall(n, l, at, head, carried[1], filled(n, l, carried[2], 0.0));
    rows = correct(n, l, head, rows, decay, beta);
    SmallVector<Value> updated = update(n, l, at, head, decay, carried[1], rows);
    auto store = [&](OpBuilder &inner, Location m, ValueRange column, ValueRange values) {
      Access a{inner, m, compute};
      Expr sum = a.expr(updated[1], {row(inner, m, kAnswer), column[0]});
      Value result = (sum * Expr{&inner, m, scale}).value;
      return SmallVector<Value>{a.write(result, values[0], concatenated(at, column[0]))};
    };
    return {inOrder(n, l, columns, carried[0], store)[0], updated[0], updated[1]};
  }

  // Adds transpose(S) * k to a row of zeros, one row of the state S after the other.
  Value recall(OpBuilder &n, Location l, ArrayRef<Value> at, ArrayRef<Value> head, Value memory,
               Value rows) {
    auto add = [&](OpBuilder &outer, Location m, ValueRange key, ValueRange values) {
      Value factor = Access{outer, m, compute}.read(in.getK(), concatenated(head, key[0]));
      auto element = [&](OpBuilder &inner, Location e, ValueRange column, ValueRange carried) {
        Access a{inner, e, compute};
        SmallVector<Value> indices = {row(inner, e, kCorrection), column[0]};
        Value held = a.read(memory, {at[0], at[2], key[0], column[0]});
        Value sum = a.add(a.read(carried[0], indices), factor, held);
        return SmallVector<Value>{a.write(sum, carried[0], indices)};
      };
      return inOrder(outer, m, columns, values, element);
    };
    return inOrder(n, l, keys, rows, add)[0];
  }

  // beta * (v - decay * recalled row)
  Value correct(OpBuilder &n, Location l, ArrayRef<Value> head, Value rows, Value decay,
                Value beta) {
    auto element = [&](OpBuilder &inner, Location m, ValueRange column, ValueRange carried) {
      Access a{inner, m, compute};
      SmallVector<Value> indices = {row(inner, m, kCorrection), column[0]};
      Value inAll = shifted(inner, m, column, slice.offsets[3]).front();
      Expr old = Expr{&inner, m, decay} * a.expr(carried[0], indices);
      Expr difference = a.expr(in.getV(), concatenated(head, inAll)) - old;
      Value correction = (difference * Expr{&inner, m, beta}).value;
      return SmallVector<Value>{a.write(correction, carried[0], indices)};
    };
    return inOrder(n, l, columns, rows, element)[0];
  }

  // S = decay * S + outer(k, correction); adds transpose(S) * q to a row of zeros.
  SmallVector<Value> update(OpBuilder &n, Location l, ArrayRef<Value> at, ArrayRef<Value> head,
                            Value decay, Value memory, Value rows) {
    auto change = [&](OpBuilder &outer, Location m, ValueRange key, ValueRange values) {
      Access reader{outer, m, compute};
      SmallVector<Value> indices = concatenated(head, key[0]);
      Value k = reader.read(in.getK(), indices), q = reader.read(in.getQ(), indices);
      auto element = [&](OpBuilder &inner, Location e, ValueRange column, ValueRange carried) {
        Access a{inner, e, compute};
        SmallVector<Value> here = {at[0], at[2], key[0], column[0]};
        SmallVector<Value> answer = {row(inner, e, kAnswer), column[0]};
        Value correction = a.read(carried[1], {row(inner, e, kCorrection), column[0]});
        Expr kept = Expr{&inner, e, decay} * a.expr(carried[0], here);
        Value held = a.add(kept.value, k, correction);
        Value sum = a.add(a.read(carried[1], answer), q, held);
        return SmallVector<Value>{a.write(held, carried[0], here),
                                  a.write(sum, carried[1], answer)};
      };
      return inOrder(outer, m, columns, values, element);
    };
    return inOrder(n, l, keys, {memory, rows}, change);
  }

  // Two rows of columns in one tensor. Two tensors of one type would be merged into one.
  static constexpr int64_t kCorrection = 0, kAnswer = 1;
  static Value row(OpBuilder &n, Location l, int64_t which) { return indexConstant(n, l, which); }

  static SmallVector<Value> concatenated(ArrayRef<Value> head, Value last) {
    SmallVector<Value> all(head);
    all.push_back(last);
    return all;
  }

  OpBuilder &b;
  Location loc;
  GatedDeltaNetOp::Adaptor in;
  const ResultSlice &slice;
  Type compute;
  OpFoldResult keys, columns; // sizes
  Value scale;
};

} // namespace

FailureOr<SmallVector<Value>> GatedDeltaNetOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Value o = emptyResult(b, *this, operands, 0), state = emptyResult(b, *this, operands, 1);
  int64_t steps = stepsFor({getQ().getType().getDimSize(1), getQ().getType().getDimSize(3)});
  return forEachSlice(b, getLoc(), {o, state}, ParallelDims{{0, 2, 3}, {0, 1, 3}}, steps,
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return DeltaColumns(nested, l, *this, operands, slice).run();
                      });
}

llvm::Error GatedDeltaNetOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &q = in[0], &k = in[1], &v = in[2], &g = in[3], &beta = in[4];
  int64_t steps = q.shape[1], heads = q.shape[2], keys = q.shape[3], columns = v.shape[3];
  double scale = getScale() ? getScale()->convertToDouble() : 1 / std::sqrt(double(keys));
  for (int64_t i = 0; i < q.shape[0]; ++i) {
    for (int64_t h = 0; h < heads; ++h) {
      int64_t start = (i * heads + h) * keys * columns;
      double *memory = out[1].floats.data() + start;
      for (int64_t j = 0; j < keys * columns; ++j)
        memory[j] = getState() ? in[5].floats[start + j] : 0;
      for (int64_t t = 0; t < steps; ++t) {
        int64_t at = (i * steps + t) * heads + h;
        for (int64_t j = 0; j < keys * columns; ++j)
          memory[j] *= std::exp(g.floats[at]);
        for (int64_t c = 0; c < columns; ++c) {
          double held = 0, answer = 0;
          for (int64_t j = 0; j < keys; ++j)
            held += memory[j * columns + c] * k.floats[at * keys + j];
          double correction = beta.floats[at] * (v.floats[at * columns + c] - held);
          for (int64_t j = 0; j < keys; ++j) {
            memory[j * columns + c] += k.floats[at * keys + j] * correction;
            answer += memory[j * columns + c] * q.floats[at * keys + j];
          }
          out[0].floats[at * columns + c] = scale * answer;
        }
      }
    }
  }
  return llvm::Error::success();
}
