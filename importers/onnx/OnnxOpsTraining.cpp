// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimisers of the domain ai.onnx.preview.training: Adagrad, Adam, Momentum. Each makes one step
// for any number of tensors.
//
// Inputs are the learning rate, the number of the step, and then lists of the same length: the
// tensors, their gradients and their states. Outputs are the new tensors and states.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

constexpr StringRef kTrainingDomain = "ai.onnx.preview.training";

// A step of an optimiser, with arithmetic on its operands.
class OptimiserStep {
public:
  explicit OptimiserStep(Node &node) : n(node) {}

  // Applies `update` to each tensor. It gets a tensor, its gradient and its states, and returns the
  // new tensor and states.
  using Update = function_ref<SmallVector<Value>(Value x, Value gradient, ArrayRef<Value> states)>;
  void run(unsigned numStates, Update update);

  // The gradient of the loss and of the regularization norm_coefficient / 2 * |x|^2.
  Value regularized(Value x, Value gradient, double coefficient) {
    return add(gradient, scaled(x, coefficient));
  }
  Value scaled(Value x, double factor) { return mul(x, n.scalar(type, factor)); }
  Value add(Value l, Value r) { return n.emit("rlx.add", {l, r}); }
  Value sub(Value l, Value r) { return n.emit("rlx.sub", {l, r}); }
  Value mul(Value l, Value r) { return n.emit("rlx.mul", {l, r}); }
  Value div(Value l, Value r) { return n.emit("rlx.div", {l, r}); }
  Value sqrt(Value x) { return n.emit("rlx.sqrt", x); }
  Value number(double value) { return n.scalar(type, value); }
  // The number of the step, and whether it is positive.
  Value step() { return n.cast(n.single(1, "T"), type); }
  Value isLater() { return n.compare(ComparePredicate::gt, step(), number(0)); }
  Value rate() { return n.cast(n.single(0, "R"), type); }

private:
  Node &n;
  Type type;
};

void OptimiserStep::run(unsigned numStates, Update update) {
  const unsigned lists = 2 + numStates, given = n.numInputs() - 2;
  if (given == 0 || given % lists != 0)
    return n.fail("expects a multiple of " + Twine(lists) + " inputs after R and T, but got " +
                  Twine(given));
  const unsigned count = given / lists;
  if (n.numOutputs() != count * (1 + numStates))
    return n.fail("expects " + Twine(count * (1 + numStates)) + " outputs for " + Twine(count) +
                  " tensors, but got " + Twine(n.numOutputs()));
  for (unsigned i = 0; i < count && !n.hasFailed(); ++i) {
    SmallVector<Value> operands;
    for (unsigned list = 0; list < lists; ++list) {
      const unsigned input = 2 + list * count + i;
      if (!mayBeEqual(n.dims(input), n.dims(2 + i)) || n.elementType(input) != n.elementType(2 + i))
        return n.fail("expects " + n.inputText(input) + " to be like " + n.inputText(2 + i));
      operands.push_back(n.tensor(input));
    }
    type = n.elementType(2 + i);
    SmallVector<Value> results = update(operands[0], operands[1], ArrayRef(operands).drop_front(2));
    for (auto [list, result] : llvm::enumerate(results))
      n.set(static_cast<unsigned>(list) * count + i, result);
  }
}

void importAdagrad(Node &n) {
  const double epsilon = n.floatAttr("epsilon", 1e-6), decay = n.floatAttr("decay_factor", 0),
               coefficient = n.floatAttr("norm_coefficient", 0);
  OptimiserStep s(n);
  s.run(1, [&](Value x, Value gradient, ArrayRef<Value> states) {
    Value rate = s.div(s.rate(), s.add(s.number(1), s.scaled(s.step(), decay)));
    gradient = s.regularized(x, gradient, coefficient);
    Value squares = s.add(states[0], s.mul(gradient, gradient));
    Value adaptive = s.add(s.sqrt(squares), s.number(epsilon));
    Value moved = s.sub(x, s.div(s.mul(rate, gradient), adaptive));
    return SmallVector<Value>{moved, squares};
  });
}

void importAdam(Node &n) {
  const double alpha = n.floatAttr("alpha", 0.9), beta = n.floatAttr("beta", 0.999),
               epsilon = n.floatAttr("epsilon", 1e-6),
               coefficient = n.floatAttr("norm_coefficient", 0),
               after = n.floatAttr("norm_coefficient_post", 0);
  OptimiserStep s(n);
  s.run(2, [&](Value x, Value gradient, ArrayRef<Value> states) {
    gradient = s.regularized(x, gradient, coefficient);
    Value mean = s.add(s.scaled(states[0], alpha), s.scaled(gradient, 1 - alpha));
    Value squares = s.add(s.scaled(states[1], beta), s.scaled(s.mul(gradient, gradient), 1 - beta));
    Value root = s.add(s.sqrt(squares), s.number(epsilon));
    auto rest = [&](double factor) { // 1 - factor^T
      return s.sub(s.number(1), n.emit("rlx.pow", {s.number(factor), s.step()}));
    };
    Value corrected = s.div(s.mul(s.rate(), s.sqrt(rest(beta))), rest(alpha));
    Value rate = n.emit("rlx.where", {s.isLater(), corrected, s.rate()});
    Value moved = s.sub(x, s.mul(rate, s.div(mean, root)));
    return SmallVector<Value>{s.scaled(moved, 1 - after), mean, squares};
  });
}

// beta applies from the second step on.
void importMomentum(Node &n) {
  const std::string mode = n.stringAttr("mode", "");
  for (StringRef name : {"alpha", "beta", "norm_coefficient"})
    if (!n.hasAttr(name))
      n.fail("attribute '" + name + "' is missing");
  const double alpha = n.floatAttr("alpha", 0), beta = n.floatAttr("beta", 0),
               coefficient = n.floatAttr("norm_coefficient", 0);
  if (mode != "standard" && mode != "nesterov")
    n.fail("attribute 'mode' is '" + mode + "', but must be standard or nesterov");
  if (n.hasFailed())
    return;
  OptimiserStep s(n);
  s.run(1, [&](Value x, Value gradient, ArrayRef<Value> states) {
    gradient = s.regularized(x, gradient, coefficient);
    Value factor = n.emit("rlx.where", {s.isLater(), s.number(beta), s.number(1)});
    Value velocity = s.add(s.scaled(states[0], alpha), s.mul(factor, gradient));
    Value direction = mode == "nesterov" ? s.add(gradient, s.scaled(velocity, alpha)) : velocity;
    return SmallVector<Value>{s.sub(x, s.mul(s.rate(), direction)), velocity};
  });
}

} // namespace

void rlx::onnxim::addTrainingOps(OpTable &table) {
  table.add("Adagrad", {importAdagrad, nullptr, 1, 1}, kTrainingDomain);
  table.add("Adam", {importAdam, nullptr, 1, 1}, kTrainingDomain);
  table.add("Momentum", {importMomentum, nullptr, 1, 1}, kTrainingDomain);
}
