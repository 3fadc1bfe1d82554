// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of gaussian_splat_prepare_backward: reverse-mode differentiation. The record of a
// Gaussian is computed as in gaussian_splat_prepare. Then the emitted ops are visited backwards,
// and each propagates the gradient of its result to its operands.
#include "dialects/rlx/ir/SplatOps.h"
#include "dialects/rlx/ops/splat/SplatProject.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::splat;

namespace {

using F = arith::CmpFPredicate;

// Reverse-mode differentiation of straight-line scalar code.
class ReverseSweep {
public:
  explicit ReverseSweep(const Emitter &e) : e(e) {}

  void add(Expr value, Expr gradient) {
    auto [it, isNew] = gradients.try_emplace(value.value, gradient.value);
    if (!isNew)
      it->second = (e.expr(it->second) + gradient).value;
  }
  // The gradient of a value; 0 if the result does not depend on it.
  Expr of(Expr value) const {
    auto it = gradients.find(value.value);
    return it == gradients.end() ? e.constant(0) : e.expr(it->second);
  }

  // `ops` in the order of execution.
  void run(ArrayRef<Operation *> ops) {
    for (Operation *op : llvm::reverse(ops))
      if (op->getNumResults() == 1 && gradients.contains(op->getResult(0)))
        visit(op);
  }

private:
  void visit(Operation *op) {
    Expr g = e.expr(gradients.lookup(op->getResult(0))), result = e.expr(op->getResult(0));
    auto operand = [&](unsigned i) { return e.expr(op->getOperand(i)); };
    llvm::TypeSwitch<Operation *>(op)
        .Case<arith::AddFOp>([&](auto) {
          add(operand(0), g);
          add(operand(1), g);
        })
        .Case<arith::SubFOp>([&](auto) {
          add(operand(0), g);
          add(operand(1), -g);
        })
        .Case<arith::MulFOp>([&](auto) {
          add(operand(0), g * operand(1));
          add(operand(1), g * operand(0));
        })
        .Case<arith::DivFOp>([&](auto) {
          Expr part = g / operand(1);
          add(operand(0), part);
          add(operand(1), -(part * result));
        })
        .Case<arith::NegFOp>([&](auto) { add(operand(0), -g); })
        .Case<math::ExpOp>([&](auto) { add(operand(0), g * result); })
        .Case<math::SqrtOp>([&](auto) { add(operand(0), 0.5 * (g / result)); })
        .Case<tensor::ExtractOp, arith::ConstantOp>([](auto) {}) // leaves
        .Default([](Operation *) { llvm_unreachable("records are computed by other ops only"); });
  }

  Emitter e;
  llvm::DenseMap<Value, Value> gradients;
};

// Emits the gradients of one Gaussian.
class GaussianGradient {
public:
  GaussianGradient(OpBuilder &b, Location loc, ValueRange operands, const SplatSettings &settings)
      : e{b, loc, getElementTypeOrSelf(operands[0].getType())}, scene(Scene::of(operands)),
        dRecords(operands[7]), settings(settings) {}

  // Writes to row `row` of the six results.
  SmallVector<Value> run(Value number, const Camera &outside, Value row, ValueRange results) {
    Camera camera = rebased(outside, e);
    Gaussian g = emitGaussian(e, scene, number);
    Block *block = e.b.getInsertionBlock();
    Operation *before = &block->back(); // the last load
    auto record = emitRecord(e, g, camera, settings);
    SmallVector<Operation *> ops;
    for (Operation *op = before->getNextNode(); op; op = op->getNextNode())
      ops.push_back(op);
    Value visible = emitFootprint(e, g, record, camera, settings).visible;
    ReverseSweep sweep(e);
    for (auto [i, column] : llvm::enumerate(record))
      sweep.add(column, e.read(dRecords, {number, e.index(i)}));
    sweep.run(ops);
    return write(sweep, g, visible, row, results);
  }

private:
  SmallVector<Value> write(const ReverseSweep &sweep, const Gaussian &g, Value visible, Value row,
                           ValueRange results) {
    SmallVector<Value> next(results);
    Expr zero = e.constant(0);
    auto put = [&](unsigned result, ArrayRef<int64_t> rest, Expr value) {
      SmallVector<Value> position = {row};
      for (int64_t i : rest)
        position.push_back(e.index(i));
      next[result] = tensor::InsertOp::create(e.b, e.loc, e.choose(visible, value, zero).value,
                                              next[result], position);
    };
    Vec3 scales = limitAnisotropy(
        g, {sweep.of(g.logScale[0]), sweep.of(g.logScale[1]), sweep.of(g.logScale[2])});
    for (int64_t i = 0; i < 3; ++i) {
      put(0, i, sweep.of(g.position[i]));
      put(1, i, scales[i]);
      put(4, i, sweep.of(g.color[i]));
    }
    for (int64_t i = 0; i < 4; ++i)
      put(2, i, sweep.of(g.rotation[i]));
    put(3, {}, sweep.of(g.logit));
    int64_t trained = settings.numTrained(g.sh.size());
    for (int64_t k = 0; k < int64_t(g.sh.size()); ++k)
      for (int64_t i = 0; i < 3; ++i)
        put(5, {k, i}, k < trained ? sweep.of(g.sh[k][i]) : zero);
    return next;
  }

  // Removes the gradients that would stretch a Gaussian at the limit of anisotropy.
  Vec3 limitAnisotropy(const Gaussian &g, Vec3 d) {
    if (std::isinf(settings.maxAnisotropy))
      return d;
    const Vec3 &s = g.logScale;
    auto isFirst = [&](F better, F notWorse, unsigned i) {
      SmallVector<Value> conditions;
      for (unsigned k = 0; k < 3; ++k)
        if (k != i)
          conditions.push_back(e.compare(k < i ? better : notWorse, s[i], s[k]));
      return e.all(conditions);
    };
    auto extreme = [&](auto op) {
      using Op = decltype(op);
      return s[0].template apply<Op>(s[1]).template apply<Op>(s[2]);
    };
    Expr ratio = extreme(arith::MaximumFOp()) - extreme(arith::MinimumFOp());
    Value stretched = e.compare(F::OGE, ratio, e.constant(std::log(settings.maxAnisotropy)));
    Expr zero = e.constant(0);
    for (unsigned i = 0; i < 3; ++i) {
      Value grows = e.all({isFirst(F::OGT, F::OGE, i), e.compare(F::OLT, d[i], zero)});
      Value shrinks = e.all({isFirst(F::OLT, F::OLE, i), e.compare(F::OGT, d[i], zero)});
      Value stretches = e.all({stretched, e.make<arith::OrIOp>(grows, shrinks)});
      d[i] = e.choose(stretches, zero, d[i]);
    }
    return d;
  }

  Emitter e;
  Scene scene;
  Value dRecords;
  SplatSettings settings;
};

} // namespace

FailureOr<SmallVector<Value>>
GaussianSplatPrepareBackwardOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  SplatSettings settings = SplatSettings::of(*this);
  SmallVector<Value> inits;
  for (unsigned i = 0; i < 6; ++i)
    inits.push_back(emptyResult(b, *this, operands, i));
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    Emitter e{nested, l, getElementTypeOrSelf(operands[0].getType())};
    Camera camera = emitCamera(e, operands[6], settings);
    auto step = [&](OpBuilder &inner, Location at, ValueRange i, ValueRange carried) {
      Value number = shifted(inner, at, i, ArrayRef(slice.offsets).take_front(1))[0];
      GaussianGradient gradient(inner, at, operands, settings);
      return gradient.run(number, camera, i[0], carried);
    };
    return inOrder(nested, l, ArrayRef(slice.sizes).take_front(1), slice.tensors, step);
  };
  // A Gaussian takes about a thousand operations.
  return forEachSlice(b, getLoc(), inits, 0, 1000, slices);
}
