// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of gaussian_splat_rasterize, with eight pixels of a tile per vector if its size allows
// that, and the implementation of SplatBlend.h.
//
//   image -> tiles of tile_size -> squares of at most 32, one slice each -> rows of 8 pixels
#include "dialects/rlx/ir/SplatOps.h"
#include "dialects/rlx/ops/splat/SplatBlend.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;

namespace rlx::splat {

using F = arith::CmpFPredicate;
using I = arith::CmpIPredicate;

EntryRange emitRange(const Emitter &e, const Blending &blending, Value tile, Value least,
                     Value most) {
  Value begin = e.toIndex(e.at(blending.ranges, {tile, e.index(0)}));
  Value end = e.toIndex(e.at(blending.ranges, {tile, e.index(1)}));
  Value ordered = e.all({e.compare(I::sle, least, begin), e.compare(I::sle, begin, end),
                         e.compare(I::sle, end, most)});
  std::string name = blending.op->getName().getStringRef().str();
  cf::AssertOp::create(e.b, e.loc, ordered, name + ": a range is not one of the entries");
  // Code behind a failed assert must stay within the buffers.
  return {e.choose(ordered, begin, least), e.choose(ordered, end, least)};
}

Hit emitHit(const Emitter &e, const Blending &blending, Value gaussian, Expr column, Expr row) {
  auto read = [&](SplatColumn i) {
    return e.spread(e.read(blending.records, {gaussian, e.index(i)}));
  };
  Expr x = column - read(kSplatCenterX), y = row - read(kSplatCenterY);
  Expr numerator = x * (read(kSplatA) * x + 2.0 * (read(kSplatB) * y)) + read(kSplatC) * (y * y);
  Expr slope = read(kSplatG) * x + read(kSplatH) * y;
  Expr bend = x * (read(kSplatP) * x + 2.0 * (read(kSplatQ) * y)) + read(kSplatR) * (y * y);
  Expr denominator = 1.0 + (2.0 * slope + bend);
  Expr falloff = exp(-0.5 * (numerator / denominator));
  Expr alpha = read(kSplatOpacity) * falloff;
  Value counts = e.all({e.compare(F::OGE, alpha, e.constant(blending.settings.alphaCutoff)),
                        e.compare(F::OGT, 1.0 + slope, e.constant(0))});
  return {x, y, numerator, denominator, falloff, alpha, counts};
}

Expr pixelCenter(const Emitter &e, Value number) {
  Value center =
      arith::SIToFPOp::create(e.b, e.loc, getElementTypeOrSelf(e.element), e.toId(number));
  return e.spread(e.expr(center) + 0.5);
}

namespace {

// A step count, in every lane if there are lanes.
Value stepCount(const Emitter &e, int64_t count) {
  auto lanes = dyn_cast<VectorType>(e.element);
  Type i32 = e.b.getI32Type();
  return scalarConstant(e.b, e.loc, lanes ? Type(lanes.clone(i32)) : i32, double(count));
}

Value anyLane(const Emitter &e, Value conditions) {
  if (!isa<VectorType>(conditions.getType()))
    return conditions;
  return vector::ReductionOp::create(e.b, e.loc, vector::CombiningKind::OR, conditions);
}

// The lanes that continue.
Value isActive(const Emitter &e, const SplatSettings &s, Value steps, const Blend &blend) {
  return e.all({e.compare(I::slt, steps, stepCount(e, s.maxSteps)),
                e.compare(F::OGE, blend.transmittance, e.constant(s.threshold))});
}

// The iteration arguments of the loop over the entries.
struct BlendState {
  static SmallVector<Value> pack(Value entry, Value steps, const Blend &blend, ValueRange carried) {
    SmallVector<Value> values = {entry,
                                 steps,
                                 blend.transmittance.value,
                                 blend.color[0].value,
                                 blend.color[1].value,
                                 blend.color[2].value};
    llvm::append_range(values, carried);
    return values;
  }
  static constexpr unsigned kFixed = 6;
  BlendState(const Emitter &e, ValueRange v)
      : entry(v[0]), steps(v[1]), blend{e.expr(v[2]), {e.expr(v[3]), e.expr(v[4]), e.expr(v[5])}},
        carried(v.drop_front(kFixed)) {}

  Value entry, steps;
  Blend blend;
  ValueRange carried;
};

// The Gaussian of an entry. One that does not exist fails the run, and is not `valid`.
std::pair<Value, Value> readEntry(const Emitter &e, const Blending &blending, Value entry,
                                  Value needed) {
  Value last = e.sub(sizeOf(e.b, e.loc, blending.entries, 0), e.index(1));
  Value gaussian = e.toIndex(e.at(blending.entries, e.make<arith::MinSIOp>(entry, last)));
  Value valid = e.compare(I::ult, gaussian, sizeOf(e.b, e.loc, blending.records, 0));
  Value spare = e.make<arith::XOrIOp>(needed, arith::ConstantIntOp::create(e.b, e.loc, 1, 1));
  std::string name = blending.op->getName().getStringRef().str();
  cf::AssertOp::create(e.b, e.loc, e.make<arith::OrIOp>(valid, spare),
                       name + ": an entry is no row of the records");
  return {gaussian, valid};
}

} // namespace

BlendResult emitBlend(const Emitter &e, const Blending &blending, EntryRange range, Expr column,
                      Expr row, ValueRange initial, HitStep body) {
  const SplatSettings &s = blending.settings;
  Expr zero = e.constant(0);
  SmallVector<Value> start =
      BlendState::pack(range.begin, stepCount(e, 0), {e.constant(1), {zero, zero, zero}}, initial);
  SmallVector<Type> withGaussian(ValueRange(start).getTypes());
  withGaussian.push_back(e.b.getIndexType());
  auto goesOn = [&](OpBuilder &b, Location loc, ValueRange values) {
    Emitter n{b, loc, e.element};
    BlendState state(n, values);
    Value active = isActive(n, s, state.steps, state.blend);
    Value more = n.all({n.compare(I::slt, state.entry, range.end), anyLane(n, active)});
    auto [gaussian, valid] = readEntry(n, blending, state.entry, more);
    SmallVector<Value> passed(values);
    passed.push_back(gaussian);
    scf::ConditionOp::create(b, loc, n.all({more, valid}), passed);
  };
  auto step = [&](OpBuilder &b, Location loc, ValueRange values) {
    Emitter n{b, loc, e.element};
    BlendState state(n, values.drop_back());
    Value gaussian = values.back();
    Hit hit = emitHit(n, blending, gaussian, n.expr(column.value), n.expr(row.value));
    hit.counts = n.all({hit.counts, isActive(n, s, state.steps, state.blend)});
    SmallVector<Value> carried = body(n, state.entry, hit, state.steps, state.blend, state.carried);
    Blend next = state.blend;
    Expr weight = hit.alpha * state.blend.transmittance;
    Vec3 color = n.read3(blending.records, gaussian, kSplatRed);
    for (unsigned i = 0; i < 3; ++i)
      next.color[i] = n.choose(hit.counts, state.blend.color[i] + weight * n.spread(color[i]),
                               state.blend.color[i]);
    next.transmittance = n.choose(hit.counts, state.blend.transmittance * (1.0 + -hit.alpha),
                                  state.blend.transmittance);
    Value steps = n.choose(hit.counts, n.add(state.steps, stepCount(n, 1)), state.steps);
    scf::YieldOp::create(b, loc,
                         BlendState::pack(n.add(state.entry, n.index(1)), steps, next, carried));
  };
  auto loop = scf::WhileOp::create(e.b, e.loc, withGaussian, start, goesOn, step);
  BlendState end(e, loop.getResults().drop_back());
  return {end.blend, end.steps, SmallVector<Value>(end.carried)};
}

} // namespace rlx::splat

using namespace rlx;
using namespace rlx::splat;

namespace {

// The image is divided into squares, each within a tile. The pixels of a square's row are computed
// several at a time.
constexpr int64_t kLargestSquare = 32, kLargestLanes = 8;

int64_t squareSize(int64_t tileSize) {
  for (int64_t size = std::min(tileSize, kLargestSquare); size > 1; --size)
    if (tileSize % size == 0)
      return size;
  return 1;
}

// Emits one square of the image.
class Square {
public:
  Square(OpBuilder &b, Location loc, const Blending &blending, Type element, int64_t numLanes)
      : e{b, loc, element}, blending(blending), numLanes(numLanes) {}

  // `image` is the slice of the square, which begins at `row` and `column`.
  Value run(Value image, Value row, Value column, ArrayRef<OpFoldResult> sizes) {
    const SplatSettings &s = blending.settings;
    Value size = e.index(s.tileSize);
    Value tileRow = e.make<arith::DivUIOp>(row, size);
    Value tile = e.add(e.make<arith::MulIOp>(tileRow, e.index(s.tilesX())),
                       e.make<arith::DivUIOp>(column, size));
    Value capacity = sizeOf(e.b, e.loc, blending.entries, 0);
    EntryRange range = emitRange(e, blending, tile, e.index(0), capacity);
    Value width = getValueOrCreateConstantIndexOp(e.b, e.loc, sizes[1]);
    Value groups = e.make<arith::CeilDivUIOp>(width, e.index(numLanes));
    Value last = e.sub(width, e.index(1));
    auto group = [&](OpBuilder &b, Location loc, ValueRange at, ValueRange carried) {
      Emitter n = lanes(b, loc);
      // Lanes beyond the last column repeat it.
      Value first = n.make<arith::MulIOp>(at[1], n.index(numLanes));
      Expr x = pixelCenter(n, n.add(column, first)) + laneNumbers(n);
      x = x.apply<arith::MinimumFOp>(pixelCenter(n, n.add(column, last)));
      Expr y = pixelCenter(n, n.add(row, at[0]));
      auto nothing = [](auto &&...) { return SmallVector<Value>(); };
      Blend blend = emitBlend(n, blending, range, x, y, {}, nothing).blend;
      return SmallVector<Value>{write(n, blend, carried[0], at[0], first, last)};
    };
    return inOrder(e.b, e.loc, {sizes[0], OpFoldResult(groups)}, image, group)[0];
  }

private:
  Emitter lanes(OpBuilder &b, Location loc) const {
    Type type = numLanes == 1 ? e.element : Type(VectorType::get(numLanes, e.element));
    return {b, loc, type};
  }
  // The lane numbers 0, 1, 2, …
  Expr laneNumbers(const Emitter &n) const {
    if (numLanes == 1)
      return n.constant(0);
    SmallVector<Attribute> numbers;
    for (int64_t i = 0; i < numLanes; ++i)
      numbers.push_back(n.b.getFloatAttr(e.element, double(i)));
    auto attr = DenseElementsAttr::get(cast<VectorType>(n.element), numbers);
    return n.expr(arith::ConstantOp::create(n.b, n.loc, attr));
  }

  Value write(const Emitter &n, const Blend &blend, Value image, Value row, Value first,
              Value last) const {
    Vec3 behind = n.read3(blending.background, {});
    for (unsigned channel = 0; channel < 4; ++channel) {
      Expr value = 1.0 + -blend.transmittance;
      if (channel < 3) {
        Expr light = blend.color[channel] + blend.transmittance * n.spread(behind[channel]);
        value = max(light, 0.0).apply<math::PowFOp>(n.constant(kSplatGamma));
      }
      for (int64_t lane = 0; lane < numLanes; ++lane) {
        Value column = n.make<arith::MinSIOp>(n.add(first, n.index(lane)), last);
        Value element = value.value;
        if (numLanes > 1)
          element = vector::ExtractOp::create(n.b, n.loc, element, lane);
        image = tensor::InsertOp::create(n.b, n.loc, element, image,
                                         ValueRange{row, column, n.index(channel)});
      }
    }
    return image;
  }

  Emitter e;
  const Blending &blending;
  int64_t numLanes;
};

} // namespace

FailureOr<SmallVector<Value>>
GaussianSplatRasterizeOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  SplatSettings s = SplatSettings::of(*this);
  Blending blending{operands[0], operands[1], operands[2], operands[3], s, *this};
  Type element = getElementTypeOrSelf(operands[0].getType());
  int64_t size = squareSize(s.tileSize), numLanes = std::gcd(size, kLargestLanes);
  auto zero = b.getIndexAttr(0), one = b.getIndexAttr(1), step = b.getIndexAttr(size);
  SmallVector<OpFoldResult> upper = {b.getIndexAttr(s.height), b.getIndexAttr(s.width)};
  auto workgroup = [&](OpBuilder &nested, Location l, ValueRange arguments) {
    Value row = arguments[0], column = arguments[1], all = arguments[2];
    auto extent = [&](Value start, int64_t end) {
      AffineExpr left = nested.getAffineConstantExpr(end) - nested.getAffineDimExpr(0);
      AffineMap map =
          AffineMap::get(1, 0, {nested.getAffineConstantExpr(size), left}, nested.getContext());
      return affine::makeComposedFoldedAffineMin(nested, l, map, {OpFoldResult(start)});
    };
    SmallVector<OpFoldResult> offsets = {row, column, zero}, ones = {one, one, one};
    SmallVector<OpFoldResult> sizes = {extent(row, s.height), extent(column, s.width),
                                       nested.getIndexAttr(4)};
    Value part = tensor::ExtractSliceOp::create(nested, l, all, offsets, sizes, ones);
    Value result = Square(nested, l, blending, element, numLanes).run(part, row, column, sizes);
    auto join = scf::InParallelOp::create(nested, l);
    nested.setInsertionPointToStart(join.getBody());
    tensor::ParallelInsertSliceOp::create(nested, l, result, all, offsets, sizes, ones);
  };
  auto loop = scf::ForallOp::create(b, getLoc(), {zero, zero}, upper, {step, step},
                                    emptyResult(b, *this, operands),
                                    /*mapping=*/std::nullopt, workgroup);
  return SmallVector<Value>(loop.getResults());
}
