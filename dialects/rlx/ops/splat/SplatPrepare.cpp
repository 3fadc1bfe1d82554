// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of gaussian_splat_prepare. It has four passes over the Gaussians: records and
// footprints, a merge sort by depth, counting the entries of each tile, and writing them. All
// passes except the first have an order, so the op is one workgroup.
#include "dialects/rlx/ir/SplatOps.h"
#include "dialects/rlx/ops/splat/SplatProject.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::splat;

namespace {

using I = arith::CmpIPredicate;

class Preparation {
public:
  Preparation(OpBuilder &b, GaussianSplatPrepareOp op, ValueRange operands)
      : settings(SplatSettings::of(op)), scene(Scene::of(operands)), camera(operands[6]),
        e{b, op.getLoc(), getElementTypeOrSelf(operands[0].getType())},
        count(sizeOf(b, e.loc, operands[0], 0)) {}

  // The op's results. The first two are written to `records` and `ranges`.
  SmallVector<Value> run(Value records, Value ranges) {
    OpFoldResult size(count);
    Value tiles = empty({size, e.b.getIndexAttr(4)});
    Value order = empty({e.b.getIndexAttr(2), size});
    SmallVector<Value> projected = project({records, tiles, order, e.index(0)});
    records = projected[0];
    tiles = projected[1];
    Value visible = projected[3];
    auto [sorted, half] = sort(projected[2], records, visible);
    Sorted gaussians{sorted, half, visible, tiles};
    ranges = filled(e.b, e.loc, ranges, 0);
    ranges = startRanges(countEntries(gaussians, ranges));
    Value entries =
        filled(e.b, e.loc, empty(OpFoldResult(e.b.getIndexAttr(settings.maxEntries))), -1);
    SmallVector<Value> lists = writeEntries(gaussians, ranges, entries);
    return {records, lists[0], lists[1]};
  }

private:
  // The visible Gaussians by depth: elements 0 to `count` of row `half` of `order`.
  struct Sorted {
    Value order, half, count;
    Value tiles; // [N, 4]
  };

  Value empty(ArrayRef<OpFoldResult> sizes) {
    return tensor::EmptyOp::create(e.b, e.loc, sizes, e.b.getI64Type());
  }
  static Value write(const Emitter &n, Value value, Value tensor, ValueRange position) {
    return tensor::InsertOp::create(n.b, n.loc, value, tensor, position);
  }

  // Writes records, footprints and the indices of visible Gaussians; counts the latter.
  SmallVector<Value> project(ValueRange initial) {
    Camera from = emitCamera(e, camera, settings);
    auto step = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Emitter n{b, loc, e.element};
      Value g = at[0], records = carried[0], tiles = carried[1];
      Gaussian gaussian = emitGaussian(n, scene, g);
      Camera here = rebased(from, n);
      std::array<Expr, kSplatColumns> record = emitRecord(n, gaussian, here, settings);
      Footprint footprint = emitFootprint(n, gaussian, record, here, settings);
      for (auto [i, column] : llvm::enumerate(record))
        records = write(n, n.choose(footprint.visible, column, n.constant(0)).value, records,
                        {g, n.index(i)});
      Value bounds[] = {footprint.firstColumn, footprint.lastColumn, footprint.firstRow,
                        footprint.lastRow};
      for (auto [i, bound] : llvm::enumerate(bounds))
        tiles = write(n, n.toId(bound), tiles, {g, n.index(i)});
      // The next visible one overwrites one that is not visible.
      Value order = write(n, n.toId(g), carried[2], {n.index(0), carried[3]});
      Value next = n.choose(footprint.visible, n.add(carried[3], n.index(1)), carried[3]);
      return SmallVector<Value>{records, tiles, order, next};
    };
    return inOrder(e.b, e.loc, OpFoldResult(count), initial, step);
  }

  // A stable bottom-up merge sort: merges runs of length 1, 2, 4, … from one half of `order` to the
  // other. Returns it and the half that is sorted at the end. Equal depths keep the order of their
  // indices.
  std::pair<Value, Value> sort(Value order, Value records, Value visible) {
    Value one = e.index(1), zero = e.index(0);
    Type index = e.b.getIndexType();
    auto goesOn = [&](OpBuilder &b, Location loc, ValueRange state) {
      Value more = arith::CmpIOp::create(b, loc, I::slt, state[1], visible);
      scf::ConditionOp::create(b, loc, more, state);
    };
    auto pass = [&](OpBuilder &b, Location loc, ValueRange state) {
      Emitter n{b, loc, e.element};
      Value width = state[1], from = state[2], pair = n.add(width, width);
      Value to = n.sub(one, from);
      auto loop =
          scf::ForOp::create(b, loc, zero, visible, pair, state[0],
                             [&](OpBuilder &inner, Location l, Value start, ValueRange carried) {
                               Value merged = merge({inner, l, e.element}, carried[0], records,
                                                    visible, start, width, from, to);
                               scf::YieldOp::create(inner, l, merged);
                             });
      scf::YieldOp::create(b, loc, ValueRange{loop.getResult(0), pair, to});
    };
    auto loop = scf::WhileOp::create(e.b, e.loc, TypeRange{order.getType(), index, index},
                                     ValueRange{order, one, zero}, goesOn, pass);
    return {loop.getResult(0), loop.getResult(2)};
  }

  // Merges the two runs of length `width` that begin at `start`.
  static Value merge(const Emitter &e, Value order, Value records, Value count, Value start,
                     Value width, Value from, Value to) {
    Value one = e.index(1), last = e.sub(count, one);
    Value middle = e.make<arith::MinSIOp>(e.add(start, width), count);
    Value end = e.make<arith::MinSIOp>(e.add(middle, width), count);
    auto depth = [&](const Emitter &n, Value id) {
      return n.read(records, {n.toIndex(id), n.index(kSplatDepth)});
    };
    auto loop = scf::ForOp::create(
        e.b, e.loc, start, end, one, ValueRange{order, start, middle},
        [&](OpBuilder &b, Location loc, Value k, ValueRange carried) {
          Emitter n{b, loc, e.element};
          Value left = carried[1], right = carried[2];
          // Beyond its end a run is read at the last element, which is not used.
          auto head = [&](Value i) {
            return n.at(carried[0], {from, n.make<arith::MinSIOp>(i, last)});
          };
          Value l = head(left), r = head(right);
          Value hasLeft = n.compare(I::slt, left, middle), noRight = n.compare(I::sge, right, end);
          Value nearer = n.compare(arith::CmpFPredicate::OLE, depth(n, l), depth(n, r));
          Value takesLeft = n.all({hasLeft, n.make<arith::OrIOp>(noRight, nearer)});
          Value merged = write(n, n.choose(takesLeft, l, r), carried[0], {to, k});
          scf::YieldOp::create(b, loc,
                               ValueRange{merged, n.choose(takesLeft, n.add(left, one), left),
                                          n.choose(takesLeft, right, n.add(right, one))});
        });
    return loop.getResult(0);
  }

  // Called for every pair of a Gaussian and a tile, in order, with the tile's index, the
  // Gaussian's, and whether the list has room for the pair.
  using PairStep = llvm::function_ref<SmallVector<Value>(const Emitter &, Value tile, Value id,
                                                         Value fits, ValueRange carried)>;
  SmallVector<Value> forEachPair(const Sorted &gaussians, ValueRange initial, PairStep body) {
    SmallVector<Value> state(initial);
    state.push_back(e.index(0)); // the number of pairs so far
    auto gaussian = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Emitter n{b, loc, e.element};
      Value id = n.at(gaussians.order, {gaussians.half, at[0]}), g = n.toIndex(id);
      auto bound = [&](int64_t i) { return n.toIndex(n.at(gaussians.tiles, {g, n.index(i)})); };
      Value column = bound(0), row = bound(2);
      Value columns = n.add(n.sub(bound(1), column), n.index(1));
      Value rows = n.add(n.sub(bound(3), row), n.index(1));
      auto pair = [&](OpBuilder &inner, Location l, ValueRange offset, ValueRange values) {
        Emitter m{inner, l, e.element};
        Value y = m.add(row, offset[0]), x = m.add(column, offset[1]);
        Value tile = m.add(m.make<arith::MulIOp>(y, m.index(settings.tilesX())), x);
        Value fits = m.compare(I::slt, values.back(), m.index(settings.maxEntries));
        SmallVector<Value> next = body(m, tile, id, fits, values.drop_back());
        next.push_back(m.add(values.back(), m.index(1)));
        return next;
      };
      return inOrder(b, loc, {OpFoldResult(rows), OpFoldResult(columns)}, carried, pair);
    };
    SmallVector<Value> results =
        inOrder(e.b, e.loc, OpFoldResult(gaussians.count), state, gaussian);
    results.pop_back();
    return results;
  }

  // Column 1 of the ranges becomes the number of a tile's entries.
  Value countEntries(const Sorted &gaussians, Value ranges) {
    auto step = [&](const Emitter &n, Value tile, Value, Value fits, ValueRange carried) {
      SmallVector<Value> position = {tile, n.index(1)};
      Value before = n.at(carried[0], position), after = n.add(before, n.id(1));
      return SmallVector<Value>{write(n, n.choose(fits, after, before), carried[0], position)};
    };
    return forEachPair(gaussians, ranges, step)[0];
  }

  // Both columns become the begin of a tile's entries: an exclusive prefix sum.
  Value startRanges(Value ranges) {
    auto step = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Emitter n{b, loc, e.element};
      Value size = n.at(carried[0], {at[0], n.index(1)});
      Value started = write(n, carried[1], carried[0], {at[0], n.index(0)});
      started = write(n, carried[1], started, {at[0], n.index(1)});
      return SmallVector<Value>{started, n.add(carried[1], size)};
    };
    return inOrder(e.b, e.loc, OpFoldResult(e.b.getIndexAttr(settings.numTiles())),
                   {ranges, e.id(0)}, step)[0];
  }

  // Column 1 is incremented with every entry that is written.
  SmallVector<Value> writeEntries(const Sorted &gaussians, Value ranges, Value entries) {
    auto step = [&](const Emitter &n, Value tile, Value id, Value fits, ValueRange carried) {
      SmallVector<Value> position = {tile, n.index(1)};
      Value slot = n.at(carried[0], position);
      // A pair without room rewrites the existing entry.
      Value to = n.make<arith::MinSIOp>(n.toIndex(slot), n.index(settings.maxEntries - 1));
      Value entry = n.choose(fits, id, n.at(carried[1], to));
      Value next = n.choose(fits, n.add(slot, n.id(1)), slot);
      return SmallVector<Value>{write(n, next, carried[0], position),
                                write(n, entry, carried[1], to)};
    };
    return forEachPair(gaussians, {ranges, entries}, step);
  }

  SplatSettings settings;
  Scene scene;
  Value camera;
  Emitter e;
  Value count;
};

} // namespace

FailureOr<SmallVector<Value>>
GaussianSplatPrepareOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  Value records = emptyResult(b, *this, operands, 0), ranges = emptyResult(b, *this, operands, 1);
  return Preparation(b, *this, operands).run(records, ranges);
}
