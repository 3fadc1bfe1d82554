// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of activation functions; see OnnxActivation.h.
#include "importers/onnx/OnnxActivation.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::onnxim {

static constexpr KnownActivation kActivations[] = {
    {"sigmoid", "rlx.sigmoid", {}, {}},   {"tanh", "rlx.tanh", {}, {}},
    {"relu", "rlx.relu", {}, {}},         {"softplus", "rlx.softplus", {}, {}},
    {"softsign", "rlx.softsign", {}, {}}, {"leakyrelu", "rlx.leaky_relu", 0.01, {}},
    {"elu", "rlx.elu", 1.0, {}},          {"hardsigmoid", "rlx.hard_sigmoid", 0.2, 0.5},
};

const KnownActivation *findActivation(StringRef name) {
  const KnownActivation *known = llvm::find_if(kActivations, [&](const KnownActivation &each) {
    return each.name.equals_insensitive(name);
  });
  return known == std::end(kActivations) ? nullptr : known;
}

Activation::Activation(const KnownActivation &known, NextParameter alpha, NextParameter beta)
    : op(known.op.str()) {
  if (known.alpha)
    parameters.emplace_back("alpha", alpha().value_or(*known.alpha));
  if (known.beta)
    parameters.emplace_back("beta", beta().value_or(*known.beta));
}

Value Activation::apply(Node &n, Value x) const {
  SmallVector<NamedAttribute> attributes;
  for (auto [name, number] : parameters)
    attributes.push_back(n.f64(name, number));
  return n.emit(op, x, attributes);
}

Value emitFusedActivation(Node &n, Value x, ArrayRef<double> given) {
  const std::string name = n.stringAttr("activation", "");
  if (name.empty() || !x)
    return x;
  auto parameter = [&](size_t i) {
    return [=] { return i < given.size() ? std::optional(given[i]) : std::nullopt; };
  };
  if (name == "Clip" && given.size() == 2) {
    Type type = cast<RankedTensorType>(x.getType()).getElementType();
    return n.emit(
        "rlx.clamp", x,
        {n.attr("min", n.scalarAttr(type, given[0])), n.attr("max", n.scalarAttr(type, given[1]))});
  }
  if (const KnownActivation *known = findActivation(name))
    return Activation(*known, parameter(0), parameter(1)).apply(n, x);
  n.unsupported("attribute 'activation' is '" + name +
                "'; supported are Clip with two parameters, Elu, HardSigmoid, LeakyRelu, Relu, "
                "Sigmoid, Softplus, Softsign and Tanh");
  return {};
}

} // namespace rlx::onnxim
