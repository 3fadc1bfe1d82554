// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of gaussian_splat_rasterize_backward: one workgroup per tile, which writes the rows of
// its own entries. A pixel is blended again, and its steps are stored. Then the steps are visited
// from the last to the first, with the color behind each. So no division by 1 - alpha is needed.
#include "dialects/rlx/ir/SplatOps.h"
#include "dialects/rlx/ops/splat/SplatBlend.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::splat;

namespace {

using F = arith::CmpFPredicate;
using I = arith::CmpIPredicate;

class TileGradient {
public:
  // `firstEntry` is the first of the tile's entries.
  TileGradient(OpBuilder &b, Location loc, Blending blending, Value dImage, Value firstEntry)
      : e{b, loc, getElementTypeOrSelf(dImage.getType())}, blending(blending), dImage(dImage),
        firstEntry(firstEntry) {}

  Value run(Value rows, Value tileRow, Value tileColumn, EntryRange range) {
    const SplatSettings &s = blending.settings;
    Value remembered = tensor::EmptyOp::create(e.b, e.loc, {s.maxSteps, 2}, e.element);
    Value entries = tensor::EmptyOp::create(e.b, e.loc, {s.maxSteps}, e.b.getI64Type());
    Value firstRow = start(tileRow), firstColumn = start(tileColumn);
    auto step = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Emitter n{b, loc, e.element};
      return pixel(n, n.add(firstRow, at[0]), n.add(firstColumn, at[1]), range, carried);
    };
    OpFoldResult height = extent(firstRow, s.height), width = extent(firstColumn, s.width);
    return inOrder(e.b, e.loc, {height, width}, {cleared(rows), remembered, entries}, step)[0];
  }

private:
  Value start(Value tile) {
    return e.make<arith::MulIOp>(tile, e.index(blending.settings.tileSize));
  }
  // The number of rows or columns of a tile that begins at `first`, within the image.
  Value extent(Value first, int64_t size) {
    return e.make<arith::MinSIOp>(e.index(blending.settings.tileSize), e.sub(e.index(size), first));
  }
  Value cleared(Value rows) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(e.b, e.loc, rows);
    auto step = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Value zero = scalarConstant(b, loc, e.element, 0);
      return SmallVector<Value>{tensor::InsertOp::create(b, loc, zero, carried[0], at)};
    };
    return inOrder(e.b, e.loc, sizes, rows, step)[0];
  }

  // `carried`: rows; alpha of each step and the transmittance before it; the entry of each step.
  SmallVector<Value> pixel(const Emitter &n, Value row, Value column, EntryRange range,
                           ValueRange carried) {
    auto remember = [](const Emitter &m, Value entry, const Hit &hit, Value step,
                       const Blend &blend, ValueRange memory) {
      // A step that is not blended is overwritten by the next one.
      auto write = [&](Value value, Value tensor, ValueRange at) -> Value {
        return tensor::InsertOp::create(m.b, m.loc, value, tensor, at);
      };
      Value at = m.toIndex(step);
      Value values = write(hit.alpha.value, memory[0], {at, m.index(0)});
      values = write(blend.transmittance.value, values, {at, m.index(1)});
      return SmallVector<Value>{values, write(m.toId(entry), memory[1], at)};
    };
    Expr x = pixelCenter(n, column), y = pixelCenter(n, row);
    BlendResult blended = emitBlend(n, blending, range, x, y, carried.drop_front(), remember);
    std::array<Expr, 4> d = beforeGamma(n, blended.blend, row, column);
    Value rows = back(n, blended, d, x, y, carried[0]);
    return {rows, blended.carried[0], blended.carried[1]};
  }

  // The gradients with respect to C + T * background, and to 1 - T.
  std::array<Expr, 4> beforeGamma(const Emitter &n, const Blend &blend, Value row, Value column) {
    auto gradient = [&](int64_t i) { return n.read(dImage, {row, column, n.index(i)}); };
    Vec3 behind = n.read3(blending.background, {});
    auto color = [&](unsigned i) {
      Expr light = max(blend.color[i] + blend.transmittance * behind[i], 0.0);
      Expr slope = kSplatGamma * light.apply<math::PowFOp>(n.constant(kSplatGamma - 1));
      return gradient(i) * slope;
    };
    return {color(0), color(1), color(2), gradient(3)};
  }

  // Adds to `rows`, from the last step to the first.
  Value back(const Emitter &outer, const BlendResult &blended, const std::array<Expr, 4> &d, Expr x,
             Expr y, Value rows) {
    // The color behind a step; the fourth value is the fraction of light that is absorbed behind
    // it.
    Vec3 background = outer.read3(blending.background, {});
    SmallVector<Value> initial = {rows, background[0].value, background[1].value,
                                  background[2].value, outer.constant(0).value};
    Value steps = outer.toIndex(blended.steps), last = outer.sub(steps, outer.index(1));
    auto step = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Emitter n{b, loc, e.element};
      Value i = n.sub(last, at[0]);
      Expr alpha = n.read(blended.carried[0], {i, n.index(0)});
      Expr before = n.read(blended.carried[0], {i, n.index(1)});
      Value entry = n.toIndex(n.at(blended.carried[1], i));
      Value gaussian = n.toIndex(n.at(blending.entries, entry));
      Vec3 rgb = n.read3(blending.records, gaussian, kSplatRed);
      std::array<Expr, 4> color = {rgb[0], rgb[1], rgb[2], n.constant(1)};
      SmallVector<Value> next;
      Expr sum = n.constant(0);
      SmallVector<std::pair<SplatColumn, Expr>> terms;
      for (unsigned k = 0; k < 4; ++k) {
        Expr seen = n.expr(carried[k + 1]), slope = n.expr(d[k].value);
        sum = sum + slope * (color[k] - seen);
        next.push_back((seen + alpha * (color[k] - seen)).value);
        if (k < 3)
          terms.push_back({SplatColumn(kSplatRed + k), slope * (alpha * before)});
      }
      Hit hit = emitHit(n, blending, gaussian, n.expr(x.value), n.expr(y.value));
      addShape(n, gaussian, hit, before * sum, terms);
      Value row = n.sub(entry, firstEntry), to = carried[0];
      for (auto [column, term] : terms) {
        SmallVector<Value> position = {row, n.index(column)};
        Expr grown = n.read(to, position) + term;
        to = tensor::InsertOp::create(b, loc, grown.value, to, position);
      }
      next.insert(next.begin(), to);
      return next;
    };
    return inOrder(outer.b, outer.loc, OpFoldResult(steps), initial, step)[0];
  }

  // Propagates the gradient `d` of alpha to opacity, center and shape.
  void addShape(const Emitter &n, Value gaussian, const Hit &hit, Expr d,
                SmallVectorImpl<std::pair<SplatColumn, Expr>> &terms) {
    auto read = [&](SplatColumn i) { return n.read(blending.records, {gaussian, n.index(i)}); };
    Expr x = hit.x, y = hit.y;
    Expr dNumerator = -0.5 * (d * hit.alpha) / hit.denominator;
    Expr dDenominator = -(dNumerator * (hit.numerator / hit.denominator));
    Expr dx = 2.0 * (dNumerator * (read(kSplatA) * x + read(kSplatB) * y) +
                     dDenominator * (read(kSplatG) + read(kSplatP) * x + read(kSplatQ) * y));
    Expr dy = 2.0 * (dNumerator * (read(kSplatB) * x + read(kSplatC) * y) +
                     dDenominator * (read(kSplatH) + read(kSplatQ) * x + read(kSplatR) * y));
    terms.append({{kSplatCenterX, -dx},
                  {kSplatCenterY, -dy},
                  {kSplatA, dNumerator * (x * x)},
                  {kSplatB, 2.0 * (dNumerator * (x * y))},
                  {kSplatC, dNumerator * (y * y)},
                  {kSplatG, 2.0 * (dDenominator * x)},
                  {kSplatH, 2.0 * (dDenominator * y)},
                  {kSplatP, dDenominator * (x * x)},
                  {kSplatQ, 2.0 * (dDenominator * (x * y))},
                  {kSplatR, dDenominator * (y * y)},
                  {kSplatOpacity, d * hit.falloff}});
  }

  Emitter e;
  Blending blending;
  Value dImage, firstEntry;
};

// The rows that tile `tile` writes: from its first entry to that of the next tile, or to the end.
EntryRange ownRows(const Emitter &e, const Blending &blending, Value tile, Value capacity) {
  Value zero = e.index(0), next = e.add(tile, e.index(1));
  auto begin = [&](Value of) {
    Value id = e.toIndex(e.at(blending.ranges, {of, zero}));
    return e.make<arith::MinSIOp>(e.make<arith::MaxSIOp>(id, zero), capacity);
  };
  Value last = e.index(blending.settings.numTiles() - 1);
  Value isLast = e.compare(I::eq, tile, last);
  Value isFirst = e.compare(I::eq, tile, zero);
  // The first tile also owns the entries before its range.
  Value from = e.choose(isFirst, zero, begin(tile));
  Value to = e.choose(isLast, capacity, begin(e.make<arith::MinSIOp>(next, last)));
  return {from, e.make<arith::MaxSIOp>(from, to)};
}

} // namespace

FailureOr<SmallVector<Value>> GaussianSplatRasterizeBackwardOp::lowerToLinalg(OpBuilder &b,
                                                                              ValueRange operands,
                                                                              LoweringReason &) {
  SplatSettings s = SplatSettings::of(*this);
  Blending blending{operands[0], operands[1], operands[2], operands[3], s, *this};
  Type element = getElementTypeOrSelf(operands[0].getType());
  Value init = emptyResult(b, *this, operands);
  auto zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  auto workgroup = [&](OpBuilder &nested, Location l, ValueRange arguments) {
    Emitter e{nested, l, element};
    Value capacity = sizeOf(nested, l, operands[2], 0), all = arguments.back();
    Value tile = e.add(e.make<arith::MulIOp>(arguments[0], e.index(s.tilesX())), arguments[1]);
    EntryRange own = ownRows(e, blending, tile, capacity);
    EntryRange range = emitRange(e, blending, tile, own.begin, own.end);
    SmallVector<OpFoldResult> offsets = {own.begin, zero}, ones = {one, one};
    SmallVector<OpFoldResult> sizes = {e.sub(own.end, own.begin), b.getIndexAttr(kSplatColumns)};
    Value rows = tensor::ExtractSliceOp::create(nested, l, all, offsets, sizes, ones);
    TileGradient gradient(nested, l, blending, operands[4], own.begin);
    Value result = gradient.run(rows, arguments[0], arguments[1], range);
    auto join = scf::InParallelOp::create(nested, l);
    nested.setInsertionPointToStart(join.getBody());
    tensor::ParallelInsertSliceOp::create(nested, l, result, all, offsets, sizes, ones);
  };
  SmallVector<OpFoldResult> counts = {b.getIndexAttr(s.tilesY()), b.getIndexAttr(s.tilesX())};
  auto loop = scf::ForallOp::create(b, getLoc(), {zero, zero}, counts, {one, one}, init,
                                    /*mapping=*/std::nullopt, workgroup);
  return SmallVector<Value>(loop.getResults());
}
