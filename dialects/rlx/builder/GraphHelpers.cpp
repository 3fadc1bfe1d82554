// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of GraphHelpers.h: layers, quantization and loops. Transforms are in
// GraphSpectral.cpp. Helpers call methods of the builder only, so errors and locations are those of
// their calls.
#include "dialects/rlx/builder/GraphHelpers.h"

namespace rlx::graph {

// ---- layers ----

GraphValue activate(GraphBuilder &g, GraphValue x, FusedActivation activation,
                    SourceLocation where) {
  switch (activation) {
  case FusedActivation::None:
    return x;
  case FusedActivation::Relu:
    return g.relu(x, where);
  case FusedActivation::Gelu:
    return g.gelu(x, where);
  case FusedActivation::GeluTanh:
    return g.geluTanh(x, where);
  case FusedActivation::Silu:
    return g.silu(x, where);
  case FusedActivation::Sigmoid:
    return g.sigmoid(x, where);
  case FusedActivation::Tanh:
    return g.tanh(x, where);
  case FusedActivation::Exp:
    return g.exp(x, where);
  case FusedActivation::Log:
    return g.log(x, where);
  case FusedActivation::Sqrt:
    return g.sqrt(x, where);
  case FusedActivation::Rsqrt:
    return g.rsqrt(x, where);
  case FusedActivation::Neg:
    return g.neg(x, where);
  case FusedActivation::Abs:
    return g.abs(x, where);
  case FusedActivation::Sin:
    return g.sin(x, where);
  case FusedActivation::Cos:
    return g.cos(x, where);
  case FusedActivation::Tan:
    return g.tan(x, where);
  case FusedActivation::Atan:
    return g.atan(x, where);
  case FusedActivation::Round:
    return g.round(x, where);
  }
  g.fail("there is no activation " + std::to_string(static_cast<uint32_t>(activation)), where);
  return {};
}

GraphValue linear(GraphBuilder &g, GraphValue x, GraphValue w, std::optional<GraphValue> bias,
                  FusedActivation activation, SourceLocation where) {
  GraphValue y = g.matmul(x, w, where);
  return activate(g, bias ? g.add(y, *bias, where) : y, activation, where);
}

GraphValue swigluFfn(GraphBuilder &g, GraphValue x, GraphValue up, GraphValue gate, GraphValue down,
                     SourceLocation where) {
  GraphValue gated = g.silu(g.matmul(x, gate, where), where);
  return g.matmul(g.mul(gated, g.matmul(x, up, where), where), down, where);
}

std::array<GraphValue, 2> sharedMatmulPair(GraphBuilder &g, GraphValue x, GraphValue w1,
                                           GraphValue w2, SourceLocation where) {
  GraphValue first = g.matmul(x, w1, where);
  return {first, g.matmul(x, w2, where)};
}

// ---- quantization ----

// A constant with these elements; rank 0 if there is no axis. An integer that the element type
// cannot represent is an error.
template <typename T>
static GraphValue numbers(GraphBuilder &g, rt::DType dtype, const std::vector<T> &values,
                          bool isScalar, SourceLocation where) {
  std::vector<int64_t> shape;
  if (!isScalar)
    shape.push_back(static_cast<int64_t>(values.size()));
  rt::StatusOr<rt::Tensor> tensor = rt::Tensor::allocate(dtype, shape);
  if (!tensor.ok())
    return g.full(dtype, 0, shape, where); // reports the invalid type
  for (size_t i = 0; i < values.size(); ++i) {
    auto number = static_cast<double>(values[i]);
    auto index = static_cast<int64_t>(i);
    rt::storeElement(dtype, tensor->data(), index, number);
    if (std::is_integral_v<T> && rt::loadElement(dtype, tensor->data(), index) != number) {
      g.fail("a zero point is " + std::to_string(values[i]) + ", which " +
                 std::string(rt::name(dtype)) + " does not hold",
             where);
      return {};
    }
  }
  return g.constant(std::move(*tensor), where);
}

static GraphValue quantizeWith(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                               const std::vector<int64_t> &zeroPoints, std::optional<int64_t> axis,
                               rt::DType to, SourceLocation where) {
  GraphValue scale = numbers(g, x.dtype(), scales, !axis, where);
  GraphValue zeroPoint = numbers(g, to, zeroPoints, !axis, where);
  return g.quantize(x, scale, to, {.zeroPoint = zeroPoint, .axis = axis}, where);
}

static GraphValue dequantizeWith(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                                 const std::vector<int64_t> &zeroPoints,
                                 std::optional<int64_t> axis, rt::DType to, SourceLocation where) {
  GraphValue scale = numbers(g, to, scales, !axis, where);
  GraphValue zeroPoint = numbers(g, x.dtype(), zeroPoints, !axis, where);
  return g.dequantize(x, scale, {.zeroPoint = zeroPoint, .axis = axis}, where);
}

GraphValue quantizePerTensor(GraphBuilder &g, GraphValue x, double scale, int64_t zeroPoint,
                             rt::DType to, SourceLocation where) {
  return quantizeWith(g, x, {scale}, {zeroPoint}, std::nullopt, to, where);
}

GraphValue dequantizePerTensor(GraphBuilder &g, GraphValue x, double scale, int64_t zeroPoint,
                               rt::DType to, SourceLocation where) {
  return dequantizeWith(g, x, {scale}, {zeroPoint}, std::nullopt, to, where);
}

GraphValue quantizePerChannel(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                              const std::vector<int64_t> &zeroPoints, int64_t axis, rt::DType to,
                              SourceLocation where) {
  return quantizeWith(g, x, scales, zeroPoints, axis, to, where);
}

GraphValue dequantizePerChannel(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                                const std::vector<int64_t> &zeroPoints, int64_t axis, rt::DType to,
                                SourceLocation where) {
  return dequantizeWith(g, x, scales, zeroPoints, axis, to, where);
}

// ---- loops ----

GraphValues scanTrajectory(GraphBuilder &g, const GraphValues &inits, const GraphValues &inputs,
                           const Body &body, const ScanOptions &options, SourceLocation where) {
  auto twice = [&](const GraphValues &arguments) {
    GraphValues next = body(arguments), both = next;
    for (GraphValue value : next)
      both.push_back(value);
    return both;
  };
  GraphValues results = g.scan(inits, inputs, body ? Body(twice) : Body(), options, where);
  GraphValues stacked;
  for (size_t i = inits.size(); i < results.size(); ++i)
    stacked.push_back(results[i]);
  return stacked;
}

} // namespace rlx::graph
