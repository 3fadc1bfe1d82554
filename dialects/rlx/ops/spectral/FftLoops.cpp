// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of FftLoops.h. Scratch memory is double-buffered: a pass reads one buffer and
// writes the other. Radices 2, 4 and odd ones are unrolled butterflies. Bluestein's convolution
// uses the same passes twice.
#include "dialects/rlx/ops/spectral/FftLoops.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace rlx;

namespace {

// Transforms per vector. Eight floats fill the registers of most CPUs.
constexpr int64_t kLanes = 8;
// The iterations per workgroup, as in SequentialLoops.cpp.
constexpr int64_t kWorkgroupSteps = 16384;

// The batch dimensions. The last one is that of the vector lanes.
struct Batch {
  SmallVector<int64_t> dims;
  int64_t lanes = 1;

  Batch(RankedTensorType type, ArrayRef<int64_t> taken, Type compute) {
    int64_t most = compute.isF64() ? kLanes / 2 : kLanes, lane = -1;
    auto useful = [&](int64_t dim) {
      return type.isDynamicDim(dim) ? most : std::min(type.getDimSize(dim), most);
    };
    // Chooses the innermost dimension that has enough elements.
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      if (llvm::is_contained(taken, dim))
        continue;
      dims.insert(dims.begin(), dim);
      if (useful(dim) > lanes) {
        lane = dim;
        lanes = useful(dim);
      }
    }
    if (lane < 0)
      return;
    lanes = llvm::PowerOf2Ceil(lanes);
    llvm::erase(dims, lane);
    dims.push_back(lane);
  }
};

// Two tensors [length, lanes]: real and imaginary parts.
struct Scratch {
  Value re, im;
  Scratch swapped() const { return {im, re}; }
};

// A complex number under construction.
struct Z {
  Expr re, im;
};
Z operator+(Z l, Z r) {
  return {l.re + r.re, l.im + r.im};
}
Z operator-(Z l, Z r) {
  return {l.re - r.re, l.im - r.im};
}
Z operator*(Z l, Z r) {
  return {l.re * r.re - l.im * r.im, l.re * r.im + l.im * r.re};
}
Z operator*(double s, Z z) {
  return {s * z.re, s * z.im};
}
// -i z
Z rotated(Z z) {
  return {z.im, -z.re};
}

// The transform of a few numbers, unrolled (a butterfly).
SmallVector<Z> smallTransform(ArrayRef<Z> a) {
  int64_t size = a.size();
  if (size == 2)
    return {a[0] + a[1], a[0] - a[1]};
  if (size == 4) {
    Z even = a[0] + a[2], evenRest = a[0] - a[2], odd = a[1] + a[3], oddRest = rotated(a[1] - a[3]);
    return {even + odd, evenRest + oddRest, even - odd, evenRest - oddRest};
  }
  // For odd sizes, terms k and size - k have equal cosines and opposite sines.
  SmallVector<Z> sums, differences, result(size, a[0]);
  for (int64_t k = 1; 2 * k < size; ++k) {
    sums.push_back(a[k] + a[size - k]);
    differences.push_back(a[k] - a[size - k]);
    result[0] = result[0] + sums.back();
  }
  for (int64_t j = 1; 2 * j < size; ++j) {
    Z even = a[0], odd = a[0];
    for (int64_t k = 1; 2 * k < size; ++k) {
      double angle = 2 * std::numbers::pi * double(j * k % size) / double(size);
      even = even + std::cos(angle) * sums[k - 1];
      Z term = std::sin(angle) * differences[k - 1];
      odd = k == 1 ? term : odd + term;
    }
    result[j] = even + rotated(odd);
    result[size - j] = even - rotated(odd);
  }
  return result;
}

// Emits the transforms of one slice of the results.
class SliceTransform {
public:
  SliceTransform(const FftLoops &loops, const Batch &batch, const ResultSlice &slice, FftLoad load,
                 FftStore store)
      : loops(loops), plan(loops.plan), batch(batch), slice(slice), load(load), store(store),
        rank(slice.sizes.size()) {}

  SmallVector<Value> run(OpBuilder &b, Location loc) {
    SmallVector<OpFoldResult> counts;
    for (int64_t dim : batch.dims)
      counts.push_back(slice.sizes[dim]);
    if (batch.lanes > 1) {
      laneCount = getValueOrCreateConstantIndexOp(b, loc, counts.back());
      AffineExpr size = b.getAffineDimExpr(0);
      counts.back() = affine::makeComposedFoldedAffineApply(
          b, loc, AffineMap::get(1, 0, size.ceilDiv(batch.lanes)), {counts.back()});
    }
    return inOrder(b, loc, counts, slice.tensors,
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange results) {
                     return transformLanes(n, l, at, results);
                   });
  }

private:
  // The transforms of one vector. `at` is its index; the last entry counts vectors.
  SmallVector<Value> transformLanes(OpBuilder &b, Location loc, ValueRange at, ValueRange results) {
    Value zero = indexConstant(b, loc, 0);
    first = zero;
    row.assign(rank, zero);
    for (auto [dim, i] : llvm::zip(batch.dims, at))
      row[dim] = i;
    if (batch.lanes > 1)
      first = arith::MulIOp::create(b, loc, at.back(), indexConstant(b, loc, batch.lanes));
    Scratch current = scratch(b, loc), other = scratch(b, loc);
    current = readRows(b, loc, loops.inverse ? current.swapped() : current);
    if (plan.usesChirp) {
      runPasses(b, loc, current, other);
      current = pointwise(b, loc, current, plan.workLength, plan.filter).swapped();
      other = other.swapped();
      runPasses(b, loc, current, other);
      current = pointwise(b, loc, current.swapped(), plan.length, plan.chirp);
    } else {
      runPasses(b, loc, current, other);
    }
    return writeRows(b, loc, loops.inverse ? current.swapped() : current, results);
  }

  Scratch scratch(OpBuilder &b, Location loc) {
    SmallVector<OpFoldResult> sizes = {b.getIndexAttr(plan.workLength),
                                       b.getIndexAttr(batch.lanes)};
    return {tensor::EmptyOp::create(b, loc, sizes, loops.compute),
            tensor::EmptyOp::create(b, loc, sizes, loops.compute)};
  }

  // ---- between tensors and scratch memory ----

  // The index of lane `lane`. With `clamp`, lanes beyond the batch get that of its last element.
  SmallVector<Value> rowOfLane(OpBuilder &b, Location loc, Value lane, bool clamp) {
    SmallVector<Value> position(row);
    if (batch.lanes == 1)
      return position;
    Value at = arith::AddIOp::create(b, loc, first, lane);
    if (clamp) {
      Value last = arith::SubIOp::create(b, loc, laneCount, indexConstant(b, loc, 1));
      at = arith::MinSIOp::create(b, loc, at, last);
    }
    position[batch.dims.back()] = at;
    return position;
  }

  // Fills scratch memory. For Bluestein, multiplies by the chirp and pads with zeros. An inverse
  // transform is a forward one with the parts exchanged before and after; `to` says which tensor
  // gets which part.
  Scratch readRows(OpBuilder &b, Location loc, Scratch to) {
    SmallVector<OpFoldResult> counts = {b.getIndexAttr(plan.length), b.getIndexAttr(batch.lanes)};
    auto read = [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
      SmallVector<Value> position = rowOfLane(n, l, at[1], /*clamp=*/true);
      FftNumber x = load(n, l, shifted(n, l, position, slice.offsets), at[0]);
      return SmallVector<Value>{tensor::InsertOp::create(n, l, x.re, carried[0], at),
                                tensor::InsertOp::create(n, l, x.im, carried[1], at)};
    };
    SmallVector<Value> filled = inOrder(b, loc, counts, {to.re, to.im}, read);
    Scratch current{filled[0], filled[1]};
    if (loops.inverse)
      current = current.swapped();
    if (!plan.usesChirp)
      return current;
    current = pointwise(b, loc, current, plan.length, plan.chirp);
    OpFoldResult rest = b.getIndexAttr(plan.workLength - plan.length);
    filled = inOrder(
        b, loc, rest, {current.re, current.im},
        [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
          Value i = arith::AddIOp::create(n, l, at[0], indexConstant(n, l, plan.length));
          Value none = scalarConstant(n, l, numberType(), 0);
          return SmallVector<Value>{put(n, l, none, carried[0], i), put(n, l, none, carried[1], i)};
        });
    return {filled[0], filled[1]};
  }

  SmallVector<Value> writeRows(OpBuilder &b, Location loc, Scratch from, ValueRange results) {
    OpFoldResult lanes = b.getIndexAttr(batch.lanes);
    if (batch.lanes > 1) {
      Value left = arith::SubIOp::create(b, loc, laneCount, first);
      lanes = arith::MinSIOp::create(b, loc, left, indexConstant(b, loc, batch.lanes)).getResult();
    }
    auto write = [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
      FftNumber y{tensor::ExtractOp::create(n, l, from.re, at),
                  tensor::ExtractOp::create(n, l, from.im, at)};
      if (loops.scale != 1) {
        Value scale = scalarConstant(n, l, loops.compute, loops.scale);
        y = {arith::MulFOp::create(n, l, y.re, scale), arith::MulFOp::create(n, l, y.im, scale)};
      }
      return store(n, l, carried, rowOfLane(n, l, at[1], /*clamp=*/false), at[0], y);
    };
    return inOrder(b, loc, {b.getIndexAttr(loops.numStored), lanes}, results, write);
  }

  // ---- in scratch memory ----

  Type numberType() {
    return batch.lanes == 1 ? loops.compute : Type(VectorType::get({batch.lanes}, loops.compute));
  }

  Value get(OpBuilder &b, Location loc, Value from, Value i) {
    SmallVector<Value> at = {i, indexConstant(b, loc, 0)};
    if (batch.lanes == 1)
      return tensor::ExtractOp::create(b, loc, from, at);
    return vector::TransferReadOp::create(b, loc, cast<VectorType>(numberType()), from, at,
                                          /*padding=*/std::nullopt, ArrayRef<bool>{true});
  }
  Value put(OpBuilder &b, Location loc, Value number, Value to, Value i) {
    SmallVector<Value> at = {i, indexConstant(b, loc, 0)};
    if (batch.lanes == 1)
      return tensor::InsertOp::create(b, loc, number, to, at);
    return vector::TransferWriteOp::create(b, loc, number, to, at, ArrayRef<bool>{true})
        .getResult();
  }
  Z get(OpBuilder &b, Location loc, Scratch from, Value i) {
    return {{&b, loc, get(b, loc, from.re, i)}, {&b, loc, get(b, loc, from.im, i)}};
  }
  SmallVector<Value> put(OpBuilder &b, Location loc, Z number, ValueRange to, Value i) {
    return {put(b, loc, number.re.value, to[0], i), put(b, loc, number.im.value, to[1], i)};
  }

  // Element i of the table, in every lane.
  Z constant(OpBuilder &b, Location loc, Value i) {
    auto part = [&](int64_t which) -> Expr {
      SmallVector<Value> at = {indexConstant(b, loc, which), i};
      Value value = tensor::ExtractOp::create(b, loc, loops.table, at);
      if (batch.lanes > 1)
        value = vector::BroadcastOp::create(b, loc, numberType(), value);
      return {&b, loc, value};
    };
    return {part(0), part(1)};
  }

  Value plus(OpBuilder &b, Location loc, Value i, int64_t offset) {
    return offset ? arith::AddIOp::create(b, loc, i, indexConstant(b, loc, offset)).getResult() : i;
  }
  Value times(OpBuilder &b, Location loc, Value i, int64_t factor) {
    return arith::MulIOp::create(b, loc, i, indexConstant(b, loc, factor));
  }

  // Multiplies the first `count` elements by those of the table at `offset`, in place.
  Scratch pointwise(OpBuilder &b, Location loc, Scratch x, int64_t count, int64_t offset) {
    SmallVector<Value> result =
        inOrder(b, loc, OpFoldResult(b.getIndexAttr(count)), {x.re, x.im},
                [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                  Z product = get(n, l, Scratch{carried[0], carried[1]}, at[0]) *
                              constant(n, l, plus(n, l, at[0], offset));
                  return put(n, l, product, carried, at[0]);
                });
    return {result[0], result[1]};
  }

  // Emits all passes. Afterwards `current` holds the transform, and `other` is free.
  void runPasses(OpBuilder &b, Location loc, Scratch &current, Scratch &other) {
    for (const FftPass &pass : plan.passes) {
      Scratch result = runPass(b, loc, pass, current, other);
      other = current;
      current = result;
    }
  }

  Scratch runPass(OpBuilder &b, Location loc, const FftPass &pass, Scratch from, Scratch to) {
    auto group = [&](OpBuilder &n, Location l, ValueRange p, ValueRange carried) {
      SmallVector<Z> twiddles;
      Value start = times(n, l, p[0], pass.radix - 1);
      for (int64_t j = 1; j < pass.radix && pass.groups > 1; ++j)
        twiddles.push_back(constant(n, l, plus(n, l, start, pass.table + j - 1)));
      Value read = times(n, l, p[0], pass.stride);
      Value written = times(n, l, p[0], pass.stride * pass.radix);
      return inOrder(n, l, OpFoldResult(n.getIndexAttr(pass.stride)), carried,
                     [&](OpBuilder &inner, Location il, ValueRange q, ValueRange outs) {
                       Value source = arith::AddIOp::create(inner, il, read, q[0]);
                       Value target = arith::AddIOp::create(inner, il, written, q[0]);
                       return butterfly(inner, il, pass, twiddles, from, source, outs, target);
                     });
    };
    SmallVector<Value> result =
        inOrder(b, loc, OpFoldResult(b.getIndexAttr(pass.groups)), {to.re, to.im}, group);
    return {result[0], result[1]};
  }

  SmallVector<Value> butterfly(OpBuilder &b, Location loc, const FftPass &pass,
                               ArrayRef<Z> twiddles, Scratch from, Value source, ValueRange outs,
                               Value target) {
    SmallVector<Z> terms;
    for (int64_t k = 0; k < pass.radix; ++k)
      terms.push_back(get(b, loc, from, plus(b, loc, source, k * pass.stride * pass.groups)));
    SmallVector<Value> results(outs);
    for (auto [j, sum] : llvm::enumerate(smallTransform(terms))) {
      Z value = sum;
      if (j > 0 && !twiddles.empty()) {
        Z w = twiddles[j - 1]; // emitted in the outer loop
        value = value * Z{{&b, loc, w.re.value}, {&b, loc, w.im.value}};
      }
      results = put(b, loc, value, results, plus(b, loc, target, j * pass.stride));
    }
    return results;
  }

  const FftLoops &loops;
  const FftPlan &plan;
  const Batch &batch;
  const ResultSlice &slice;
  FftLoad load;
  FftStore store;
  int64_t rank;
  // The vector that is being transformed: its index, and the batch index of its first lane along
  // the lane dimension, whose size is laneCount.
  SmallVector<Value> row;
  Value first, laneCount;
};

} // namespace

SmallVector<Value> FftLoops::emit(OpBuilder &b, Location loc, ValueRange inits, FftLoad load,
                                  FftStore store) const {
  Batch batch(cast<RankedTensorType>(inits[0].getType()), taken, compute);
  // A workgroup computes whole vectors only, and enough of them to be worth its start.
  int64_t perRow = plan.workLength * (plan.usesChirp ? 3 : 1) * llvm::Log2_64_Ceil(plan.length + 1);
  int64_t vectors = std::max<int64_t>(kWorkgroupSteps / (perRow * batch.lanes), 1);
  int64_t rows = batch.lanes * int64_t(llvm::bit_floor(uint64_t(vectors)));
  return forEachSlice(b, loc, inits, batch.dims, std::max<int64_t>(kWorkgroupSteps / rows, 1),
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return SliceTransform(*this, batch, slice, load, store).run(nested, l);
                      });
}

// ---- lengths that only the run knows ----

namespace {

// The transforms of one slice of rows, one after the other, by Stockham's FFT of radix 2. A pass
// with stride s reads the numbers t and t + N / 2, and writes their sum and their difference times
// a twiddle factor s apart, so that the last pass leaves them in order. With q = t mod s:
//
//   to[2 t - q] = from[t] + from[t + N / 2]
//   to[2 t - q + s] = (from[t] - from[t + N / 2]) * e^(-2 pi i (t - q) / N)
class Radix2Rows {
public:
  Radix2Rows(Location loc, Value real, Value imag, Value table, bool inverse,
             const ResultSlice &slice)
      : loc(loc), real(real), imag(imag), table(table), inverse(inverse), slice(slice),
        element(getElementTypeOrSelf(real.getType())) {}

  SmallVector<Value> run(OpBuilder &b) {
    length = getValueOrCreateConstantIndexOp(b, loc, slice.sizes[1]);
    half = arith::ShRUIOp::create(b, loc, length, indexConstant(b, loc, 1));
    passes = countPasses(b);
    return inOrder(b, loc, {slice.sizes[0]}, slice.tensors,
                   [&](OpBuilder &n, Location, ValueRange at, ValueRange results) {
                     return transformRow(n, at[0], results);
                   });
  }

private:
  // log2 of the length, rounded up.
  Value countPasses(OpBuilder &b) {
    Value zero = indexConstant(b, loc, 0), one = indexConstant(b, loc, 1);
    Type index = b.getIndexType();
    auto loop = scf::WhileOp::create(
        b, loc, TypeRange{index, index}, ValueRange{one, zero},
        [&](OpBuilder &n, Location l, ValueRange v) {
          Value isLess = arith::CmpIOp::create(n, l, arith::CmpIPredicate::slt, v[0], length);
          scf::ConditionOp::create(n, l, isLess, v);
        },
        [&](OpBuilder &n, Location l, ValueRange v) {
          Value twice = arith::ShLIOp::create(n, l, v[0], one);
          scf::YieldOp::create(n, l, ValueRange{twice, arith::AddIOp::create(n, l, v[1], one)});
        });
    loop->setAttr(kMaxIterationsAttr, b.getI64IntegerAttr(64));
    return loop.getResult(1);
  }

  SmallVector<Value> scratch(OpBuilder &b) {
    SmallVector<OpFoldResult> sizes = {slice.sizes[1]};
    return {tensor::EmptyOp::create(b, loc, sizes, element),
            tensor::EmptyOp::create(b, loc, sizes, element)};
  }

  SmallVector<Value> transformRow(OpBuilder &b, Value row, ValueRange results) {
    SmallVector<Value> start = copyIn(b, row, scratch(b)), other = scratch(b);
    Value one = indexConstant(b, loc, 1), zero = indexConstant(b, loc, 0);
    // Two passes at a time, so that the numbers are back where they were.
    SmallVector<Value> carried(start);
    llvm::append_range(carried, other);
    Value pairs = arith::ShRUIOp::create(b, loc, passes, one);
    auto both = scf::ForOp::create(
        b, loc, zero, pairs, one, carried, [&](OpBuilder &n, Location l, Value i, ValueRange v) {
          Value stride = arith::ShLIOp::create(n, l, one, arith::ShLIOp::create(n, l, i, one));
          SmallVector<Value> there = pass(n, v.take_front(2), v.drop_front(2), stride);
          SmallVector<Value> back =
              pass(n, there, v.take_front(2), arith::ShLIOp::create(n, l, stride, one));
          llvm::append_range(back, there);
          scf::YieldOp::create(n, l, back);
        });
    Value rest = arith::AndIOp::create(b, loc, passes, one);
    Value isOdd = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, rest, zero);
    // Both ways end in the second pair of buffers: a choice of buffers would have no address on a
    // GPU.
    auto last = scf::IfOp::create(
        b, loc, isOdd,
        [&](OpBuilder &n, Location l) {
          ValueRange v = both.getResults();
          scf::YieldOp::create(n, l, pass(n, v.take_front(2), v.drop_front(2), half));
        },
        [&](OpBuilder &n, Location l) {
          ValueRange v = both.getResults();
          scf::YieldOp::create(n, l, copy(n, v.take_front(2), v.drop_front(2)));
        });
    return copyOut(b, row, last.getResults(), results);
  }

  SmallVector<Value> copy(OpBuilder &b, ValueRange from, ValueRange to) {
    return inOrder(b, loc, {slice.sizes[1]}, to,
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                     Value re = tensor::ExtractOp::create(n, l, from[0], at[0]);
                     Value im = tensor::ExtractOp::create(n, l, from[1], at[0]);
                     return put(n, carried, at[0], re, im);
                   });
  }

  SmallVector<Value> copyIn(OpBuilder &b, Value row, ValueRange to) {
    return inOrder(b, loc, {slice.sizes[1]}, to,
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                     SmallVector<Value> from = shifted(n, l, {row, at[0]}, slice.offsets);
                     Value re = tensor::ExtractOp::create(n, l, real, from);
                     Value im = tensor::ExtractOp::create(n, l, imag, from);
                     return put(n, carried, at[0], re, im);
                   });
  }
  SmallVector<Value> copyOut(OpBuilder &b, Value row, ValueRange from, ValueRange results) {
    return inOrder(b, loc, {slice.sizes[1]}, results,
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                     SmallVector<Value> to = {row, at[0]}, moved;
                     for (auto [part, result] : llvm::zip(from, carried)) {
                       Value value = tensor::ExtractOp::create(n, l, part, at[0]);
                       moved.push_back(tensor::InsertOp::create(n, l, value, result, to));
                     }
                     return moved;
                   });
  }

  SmallVector<Value> put(OpBuilder &b, ValueRange to, Value at, Value re, Value im) {
    return {tensor::InsertOp::create(b, loc, re, to[0], at),
            tensor::InsertOp::create(b, loc, im, to[1], at)};
  }

  SmallVector<Value> pass(OpBuilder &b, ValueRange from, ValueRange to, Value stride) {
    Value one = indexConstant(b, loc, 1), last = arith::SubIOp::create(b, loc, length, one);
    Value mask = arith::SubIOp::create(b, loc, stride, one);
    return inOrder(b, loc, {OpFoldResult(half)}, to,
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                     Value t = at[0], q = arith::AndIOp::create(n, l, t, mask);
                     Value twiddle = arith::SubIOp::create(n, l, t, q);
                     // Inside the row for all lengths.
                     Value first = arith::AddIOp::create(n, l, t, twiddle);
                     Value second = arith::AddIOp::create(n, l, first, stride);
                     first = arith::MinUIOp::create(n, l, first, last);
                     second = arith::MinUIOp::create(n, l, second, last);
                     Z x = get(n, from, t), y = get(n, from, arith::AddIOp::create(n, l, t, half));
                     Z sum = x + y, difference = (x - y) * factor(n, twiddle);
                     SmallVector<Value> some = put(n, carried, first, sum.re.value, sum.im.value);
                     return put(n, some, second, difference.re.value, difference.im.value);
                   });
  }

  Z get(OpBuilder &b, ValueRange from, Value at) {
    return {{&b, loc, tensor::ExtractOp::create(b, loc, from[0], at)},
            {&b, loc, tensor::ExtractOp::create(b, loc, from[1], at)}};
  }
  Z factor(OpBuilder &b, Value at) {
    auto part = [&](int64_t which) -> Expr {
      SmallVector<Value> position = {indexConstant(b, loc, which), at};
      return {&b, loc, tensor::ExtractOp::create(b, loc, table, position)};
    };
    Z w{part(0), part(1)};
    if (inverse)
      w.im = -w.im;
    return w;
  }

  Location loc;
  Value real, imag, table;
  bool inverse;
  const ResultSlice &slice;
  Type element;
  Value length, half, passes;
};

} // namespace

SmallVector<Value> rlx::emitRadix2(OpBuilder &b, Location loc, Value real, Value imag, Value table,
                                   bool inverse, ValueRange inits) {
  // A row is worth a workgroup.
  return forEachSlice(b, loc, inits, ArrayRef<int64_t>{0}, kWorkgroupSteps,
                      [&](OpBuilder &n, Location l, const ResultSlice &slice) {
                        return Radix2Rows(l, real, imag, table, inverse, slice).run(n);
                      });
}
