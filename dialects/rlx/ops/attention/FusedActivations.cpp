// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of FusedActivations.h: one switch from the name of an activation to its op, and
// one to its formula in double. A new case of RLX_FusedActivation needs an entry in both. `none` is
// the identity, for which no op is emitted.
#include "dialects/rlx/ops/attention/FusedActivations.h"

#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/reference/RefMath.h"

#include <cmath>

using namespace mlir;

namespace rlx {

Value composeActivation(OpComposer &c, FusedActivation activation, Value x) {
  switch (activation) {
  case FusedActivation::None:
    return x;
  case FusedActivation::Relu:
    return c.make<ReluOp>(x);
  case FusedActivation::Gelu:
    return c.make<GeluOp>(x);
  case FusedActivation::GeluTanh:
    return c.make<GeluTanhOp>(x);
  case FusedActivation::Silu:
    return c.make<SiluOp>(x);
  case FusedActivation::Sigmoid:
    return c.make<SigmoidOp>(x);
  case FusedActivation::Tanh:
    return c.make<TanhOp>(x);
  case FusedActivation::Exp:
    return c.make<ExpOp>(x);
  case FusedActivation::Log:
    return c.make<LogOp>(x);
  case FusedActivation::Sqrt:
    return c.make<SqrtOp>(x);
  case FusedActivation::Rsqrt:
    return c.make<RsqrtOp>(x);
  case FusedActivation::Neg:
    return c.make<NegOp>(x);
  case FusedActivation::Abs:
    return c.make<AbsOp>(x);
  case FusedActivation::Sin:
    return c.make<SinOp>(x);
  case FusedActivation::Cos:
    return c.make<CosOp>(x);
  case FusedActivation::Tan:
    return c.make<TanOp>(x);
  case FusedActivation::Atan:
    return c.make<AtanOp>(x);
  case FusedActivation::Round:
    return c.make<RoundOp>(x);
  }
  llvm_unreachable("all activations handled");
}

double ref::activation(FusedActivation activation, double x) {
  switch (activation) {
  case FusedActivation::None:
    return x;
  case FusedActivation::Relu:
    return std::isnan(x) || x > 0 ? x : 0;
  case FusedActivation::Gelu:
    return gelu(x);
  case FusedActivation::GeluTanh:
    return geluTanh(x);
  case FusedActivation::Silu:
    return x / (1 + std::exp(-x));
  case FusedActivation::Sigmoid:
    return 1 / (1 + std::exp(-x));
  case FusedActivation::Tanh:
    return std::tanh(x);
  case FusedActivation::Exp:
    return std::exp(x);
  case FusedActivation::Log:
    return std::log(x);
  case FusedActivation::Sqrt:
    return std::sqrt(x);
  case FusedActivation::Rsqrt:
    return 1 / std::sqrt(x);
  case FusedActivation::Neg:
    return -x;
  case FusedActivation::Abs:
    return std::fabs(x);
  case FusedActivation::Sin:
    return std::sin(x);
  case FusedActivation::Cos:
    return std::cos(x);
  case FusedActivation::Tan:
    return std::tan(x);
  case FusedActivation::Atan:
    return std::atan(x);
  case FusedActivation::Round:
    return std::nearbyint(x);
  }
  llvm_unreachable("all activations handled");
}

} // namespace rlx
