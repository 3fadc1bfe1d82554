// Lowering of gaussian_splat_rasterize, pixel by pixel, and what its gradient shares with it
// (SplatBlend.h).
#include "dialects/rlx/ir/IndexChecks.h"
#include "dialects/rlx/ir/SliceLoops.h"
#include "dialects/rlx/ir/SplatBlend.h"
#include "dialects/rlx/ir/SplatOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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
  // Whatever runs after the assert touches no foreign memory.
  return {e.choose(ordered, begin, least), e.choose(ordered, end, least)};
}

Hit emitHit(const Emitter &e, const Blending &blending, Value gaussian, Expr column, Expr row) {
  auto read = [&](SplatColumn i) { return e.read(blending.records, {gaussian, e.index(i)}); };
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
  Value whole = e.toId(number);
  return e.expr(arith::SIToFPOp::create(e.b, e.loc, e.element, whole)) + 0.5;
}

namespace {

// The values that the loop over the entries carries.
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

// The Gaussian that an entry names; one that there is not fails the run, and is not `valid`.
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
      BlendState::pack(range.begin, e.index(0), {e.constant(1), {zero, zero, zero}}, initial);
  SmallVector<Type> withGaussian(ValueRange(start).getTypes());
  withGaussian.push_back(e.b.getIndexType());
  auto goesOn = [&](OpBuilder &b, Location loc, ValueRange values) {
    Emitter n{b, loc, e.element};
    BlendState state(n, values);
    Value more = n.all({n.compare(I::slt, state.entry, range.end),
                        n.compare(I::slt, state.steps, n.index(s.maxSteps)),
                        n.compare(F::OGE, state.blend.transmittance, n.constant(s.threshold))});
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
    SmallVector<Value> carried = body(n, state.entry, hit, state.steps, state.blend, state.carried);
    Blend next = state.blend;
    Expr weight = hit.alpha * state.blend.transmittance;
    Vec3 color = n.read3(blending.records, gaussian, kSplatRed);
    for (unsigned i = 0; i < 3; ++i)
      next.color[i] =
          n.choose(hit.counts, state.blend.color[i] + weight * color[i], state.blend.color[i]);
    next.transmittance = n.choose(hit.counts, state.blend.transmittance * (1.0 + -hit.alpha),
                                  state.blend.transmittance);
    Value steps = n.choose(hit.counts, n.add(state.steps, n.index(1)), state.steps);
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

FailureOr<SmallVector<Value>>
GaussianSplatRasterizeOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  SplatSettings settings = SplatSettings::of(*this);
  Blending blending{operands[0], operands[1], operands[2], operands[3], settings, *this};
  Type element = getElementTypeOrSelf(operands[0].getType());
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    Emitter outer{nested, l, element};
    Value capacity = sizeOf(nested, l, operands[2], 0);
    Vec3 behind = outer.read3(blending.background, {});
    auto pixel = [&](OpBuilder &inner, Location at, ValueRange position, ValueRange carried) {
      Emitter e{inner, at, element};
      SmallVector<Value> pixel =
          shifted(inner, at, position, ArrayRef(slice.offsets).take_front(2));
      Value size = e.index(settings.tileSize);
      Value tile = e.add(
          e.make<arith::MulIOp>(e.make<arith::DivUIOp>(pixel[0], size), e.index(settings.tilesX())),
          e.make<arith::DivUIOp>(pixel[1], size));
      EntryRange range = emitRange(e, blending, tile, e.index(0), capacity);
      auto nothing = [](auto &&...) { return SmallVector<Value>(); };
      Blend blend = emitBlend(e, blending, range, pixelCenter(e, pixel[1]),
                              pixelCenter(e, pixel[0]), {}, nothing)
                        .blend;
      SmallVector<Value> to(position);
      to.push_back({});
      Value result = carried[0];
      for (unsigned i = 0; i < 4; ++i) {
        to.back() = e.index(i);
        Expr value = 1.0 + -blend.transmittance;
        if (i < 3) {
          Expr light = max(blend.color[i] + blend.transmittance * e.expr(behind[i].value), 0.0);
          value = light.apply<math::PowFOp>(e.constant(kSplatGamma));
        }
        result = tensor::InsertOp::create(inner, at, value.value, result, to);
      }
      return SmallVector<Value>{result};
    };
    return inOrder(nested, l, ArrayRef(slice.sizes).take_front(2), slice.tensors, pixel);
  };
  // A step of a pixel is about 30 operations.
  return forEachSlice(b, getLoc(), emptyResult(b, *this, operands), {0, 1}, settings.maxSteps * 30,
                      slices);
}
