// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Rope.h.
#include "importers/gguf/Rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rlx::gguf {
namespace {

const std::vector<std::string_view> kKnown = {"rope.dimension_count",
                                              "rope.freq_base",
                                              "rope.scale_linear",
                                              "rope.scaling.type",
                                              "rope.scaling.factor",
                                              "rope.scaling.attn_factor",
                                              "rope.scaling.original_context_length",
                                              "rope.scaling.finetuned",
                                              "rope.scaling.yarn_log_multiplier",
                                              "rope.scaling.yarn_beta_fast",
                                              "rope.scaling.yarn_beta_slow"};

// The number by which positions are divided. Old files have it under another key.
rt::StatusOr<double> readFactor(const Hyperparameters &parameters) {
  RLX_ASSIGN_OR_RETURN(const double old, parameters.number("rope.scale_linear", 0));
  RLX_ASSIGN_OR_RETURN(const double factor, parameters.number("rope.scaling.factor", old));
  if (factor < 0)
    return rt::invalidArgument(parameters.shown("rope.scaling.factor") + " is negative");
  return factor == 0 ? 1 : factor;
}

// The growth of attention's logits that makes up for a longer context.
double magnitudeOf(double factor, double multiplier) {
  return factor <= 1 ? 1 : 0.1 * multiplier * std::log(factor) + 1;
}

// Scales the frequencies by 1 / factor for slow pairs, by 1 for fast ones, and between for those in
// between. A pair is fast if it turns `betaFast` times within the original context.
rt::Status applyYarn(const Hyperparameters &parameters, double base, double factor,
                     int64_t contextLength, Rope &rope) {
  RLX_ASSIGN_OR_RETURN(const int64_t original,
                       parameters.size("rope.scaling.original_context_length", contextLength));
  RLX_ASSIGN_OR_RETURN(const double betaFast, parameters.number("rope.scaling.yarn_beta_fast", 32));
  RLX_ASSIGN_OR_RETURN(const double betaSlow, parameters.number("rope.scaling.yarn_beta_slow", 1));
  RLX_ASSIGN_OR_RETURN(const double multiplier,
                       parameters.number("rope.scaling.yarn_log_multiplier", 0));
  if (betaFast <= 0 || betaSlow <= 0)
    return rt::invalidArgument(parameters.shown("rope.scaling.yarn_beta_fast") + " and " +
                               parameters.shown("rope.scaling.yarn_beta_slow") +
                               " must be positive");
  const auto dimensions = static_cast<double>(2 * rope.frequencies.size());
  const auto pairThatTurns = [&](double times) {
    return dimensions * std::log(static_cast<double>(original) / (times * 2 * std::numbers::pi)) /
           (2 * std::log(base));
  };
  const double low = std::max(0.0, std::floor(pairThatTurns(betaFast)));
  const double high = std::min(dimensions - 1, std::ceil(pairThatTurns(betaSlow)));
  for (size_t i = 0; i < rope.frequencies.size(); ++i) {
    const double ramp = (static_cast<double>(i) - low) / std::max(0.001, high - low);
    const double slow = std::clamp(ramp, 0.0, 1.0);
    rope.frequencies[i] *= slow / factor + (1 - slow);
  }
  rope.magnitude *= magnitudeOf(factor, 1);
  if (multiplier != 0)
    rope.magnitude /= magnitudeOf(factor, multiplier);
  return rt::okStatus();
}

rt::StatusOr<std::string_view> readType(const Hyperparameters &parameters, bool hasFactors) {
  RLX_ASSIGN_OR_RETURN(const std::string_view type,
                       parameters.string("rope.scaling.type", "linear"));
  if (type == "none" || type == "linear" || type == "yarn" || (hasFactors && type == "longrope"))
    return type;
  return rt::unsupported(parameters.shown("rope.scaling.type") + " is '" + std::string(type) +
                         "'; none, linear and yarn are supported" +
                         (type == "longrope" ? ", and longrope if the file has the tensor "
                                               "'rope_factors_long.weight'"
                                             : ""));
}

// The angles of positions 0, step, 2 step, …, as cosines or sines times `magnitude`.
GraphValue table(GraphBuilder &g, const Rope &rope, int64_t rows, int64_t step, double magnitude,
                 double (*function)(double)) {
  const auto pairs = static_cast<int64_t>(rope.frequencies.size());
  const std::vector<int64_t> shape{rows, pairs};
  rt::StatusOr<rt::Tensor> tensor = rt::Tensor::allocate(rt::DType::F32, shape);
  if (!tensor.ok()) {
    g.fail("there is not enough memory for the tables of rotations");
    return {};
  }
  float *values = tensor->as<float>();
  for (int64_t row = 0; row < rows; ++row)
    for (const double frequency : rope.frequencies)
      *values++ =
          static_cast<float>(magnitude * function(static_cast<double>(row * step) * frequency));
  return g.constant(std::move(*tensor));
}

} // namespace

rt::StatusOr<double> readRopeBase(const Hyperparameters &parameters, std::string_view name,
                                  double otherwise) {
  RLX_ASSIGN_OR_RETURN(const double base, parameters.number(name, otherwise));
  if (base <= 1)
    return rt::invalidArgument(parameters.shown(name) + " is " + std::to_string(base) +
                               ", expected more than 1");
  return base;
}

rt::StatusOr<Rope> readRope(const Hyperparameters &parameters, const RopeRequest &request) {
  std::vector<std::string_view> known = kKnown;
  if (request.hasWindowBase)
    known.push_back("rope.freq_base_swa");
  RLX_RETURN_IF_ERROR(parameters.checkGroup("rope.", known));
  RLX_ASSIGN_OR_RETURN(const double base, readRopeBase(parameters, "rope.freq_base", 10000));
  RLX_ASSIGN_OR_RETURN(const double factor, readFactor(parameters));
  RLX_ASSIGN_OR_RETURN(const std::string_view type, readType(parameters, request.hasFactors));
  Rope rope = plainRope(base, request.dimensions);
  RLX_ASSIGN_OR_RETURN(rope.magnitude, parameters.number("rope.scaling.attn_factor", 1));
  for (size_t i = 0; i < rope.frequencies.size(); ++i) {
    double &frequency = rope.frequencies[i];
    if (!request.divisors.empty())
      frequency /= request.divisors[i];
    if (!std::isfinite(frequency))
      return rt::invalidArgument("the frequency of pair " + std::to_string(i) +
                                 " of the rotary embedding is not finite");
    if (type == "linear" || type == "longrope")
      frequency /= factor;
  }
  if (type == "yarn")
    RLX_RETURN_IF_ERROR(applyYarn(parameters, base, factor, request.contextLength, rope));
  return rope;
}

Rope plainRope(double base, int64_t dimensions) {
  Rope rope;
  for (int64_t i = 0; i < dimensions / 2; ++i)
    rope.frequencies.push_back(
        std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(dimensions)));
  return rope;
}

// With position = kStep * high + low, the angle is a sum, whose cosine and sine follow from those
// of its terms. Two small tables so replace one with a row per position, and are as exact.
RopeTables ropeTables(GraphBuilder &g, const Rope &rope, GraphValue positions,
                      int64_t contextLength) {
  constexpr int64_t kStep = 256;
  const auto scope = g.scope("rope_tables");
  GraphValue step = g.scalarLike(positions, kStep);
  GraphValue high = g.div(positions, step);
  GraphValue low = g.sub(positions, g.mul(high, step));
  const int64_t highRows = (contextLength + kStep - 1) / kStep;
  const auto rowsOf = [&](GraphValue index, int64_t rows, int64_t each, double magnitude,
                          double (*function)(double)) {
    return g.gather(table(g, rope, rows, each, magnitude, function), index, 0);
  };
  GraphValue highCos = rowsOf(high, highRows, kStep, 1, std::cos);
  GraphValue highSin = rowsOf(high, highRows, kStep, 1, std::sin);
  GraphValue lowCos = rowsOf(low, kStep, 1, rope.magnitude, std::cos);
  GraphValue lowSin = rowsOf(low, kStep, 1, rope.magnitude, std::sin);
  return {g.sub(g.mul(highCos, lowCos), g.mul(highSin, lowSin)),
          g.add(g.mul(highSin, lowCos), g.mul(highCos, lowSin))};
}

} // namespace rlx::gguf
