// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Benchmarks of convolutions: those of ResNet-50 with bias, residual and relu, and depthwise ones
// of MobileNetV2 and of text recognition. One image, channels-last. Some in bf16, and some with
// 8-bit integers and requantized results.
#include <algorithm>

#include "benchmarks/kernels/Cases.h"
#include "benchmarks/kernels/Dnnl.h"
#include "benchmarks/kernels/Model.h"
#include "runtime/base/StrCat.h"

namespace rlx::bench {

namespace {

// A residual must be an intermediate value of the model, as the result must. So one more kernel
// writes the residual, and one reads the first row of the result. Neither is timed.
constexpr const char *kTimedLabel = "_packed";

const char *nameOf(rt::DType type) {
  switch (type) {
  case rt::DType::BF16:
    return "bf16";
  case rt::DType::U8:
    return "ui8";
  case rt::DType::I8:
    return "i8";
  case rt::DType::I32:
    return "i32";
  default:
    return "f32";
  }
}

std::string sourceOf(const ConvCase &c) {
  auto tensor = [&](int64_t rows, int64_t columns, int64_t channels) {
    return rt::strCat("tensor<1x", rows, "x", columns, "x", channels, "x", nameOf(c.type), ">");
  };
  const std::string x = tensor(c.height, c.width, c.in),
                    y = tensor(c.outHeight(), c.outWidth(), c.out),
                    result = c.residual ? tensor(1, c.outWidth(), c.out) : y,
                    w = rt::strCat("tensor<", c.out, "x", c.depthwise ? 1 : c.in, "x", c.kernel,
                                   "x", c.kernel, "x", nameOf(c.weightType()), ">"),
                    b = rt::strCat("tensor<", c.out, "x", nameOf(c.biasType()), ">");
  auto argument = [](const char *name, const std::string &type, const char *kind) {
    return rt::strCat("%", name, ": ", type, " {rlx.kind = \"", kind, "\", rlx.name = \"", name,
                      "\"}");
  };
  std::string source = rt::strCat("func.func @main(", argument("x", x, "input"), ", ");
  if (c.residual)
    source += argument("r", y, "input") + ", ";
  source += rt::strCat(argument("w", w, "param"), ", ", argument("b", b, "param"), ") -> (", result,
                       " {rlx.name = \"y\"}) {\n");
  std::string window = rt::strCat(" strides = [", c.stride, ", ", c.stride, "] pads = [", c.pad,
                                  ", ", c.pad, ", ", c.pad, ", ", c.pad, "]");
  if (c.depthwise)
    window += rt::strCat(" groups = ", c.in);
  window += " data_format = channels_last : (";
  if (c.isInteger())
    return rt::strCat(source, "  %m = rlx.constant dense<", std::to_string(c.multiplier),
                      "> : tensor<f32>\n  %0 = rlx.q_conv %x, %w bias %b multiplier %m to ui8",
                      window, x, ", ", w, ", ", b, ", tensor<f32>) -> ", y, "\n  return %0 : ", y,
                      "\n}");
  source += rt::strCat("  %0 = rlx.conv %x, %w, %b", window, x, ", ", w, ", ", b, ") -> ", y, "\n");
  auto unary = [&](const char *result, const char *op, const char *operand) {
    return rt::strCat("  ", result, " = rlx.", op, " ", operand, " : (", y, ") -> ", y, "\n");
  };
  if (!c.residual)
    return source + unary("%1", "relu", "%0") + "  return %1 : " + y + "\n}";
  source += unary("%1", "relu", "%r");
  source += rt::strCat("  %2 = rlx.add %0, %1 : (", y, ", ", y, ") -> ", y, "\n");
  source += unary("%3", "relu", "%2");
  return source + rt::strCat("  %4 = rlx.slice %3 from [0, 0, 0, 0] sizes [1, 1, ", c.outWidth(),
                             ", ", c.out, "] : (", y, ") -> ", result, "\n  return %4 : ", result,
                             "\n}");
}

rt::StatusOr<Measured> measureConv(const ConvCase &c, const Run &run) {
  Data data;
  std::vector<std::vector<int64_t>> shapes = {{1, c.height, c.width, c.in}};
  if (c.residual)
    shapes.push_back({1, c.outHeight(), c.outWidth(), c.out});
  RLX_ASSIGN_OR_RETURN(auto model, Model::make(sourceOf(c), run.threads, data, shapes));
  const auto count = static_cast<size_t>(c.outputs());
  float *residual = c.residual ? data.zeros(count) : nullptr;
  void *out = data.zeros(count, c.type);
  if (residual) {
    const float *r = data.random("r", count);
    std::transform(r, r + count, residual, [](float value) { return std::max(value, 0.0F); });
    std::copy_n(residual, count, static_cast<float *>(out));
  }
  std::vector<Contender> all =
      dnnlConv(c, data.random("x", static_cast<size_t>(c.inputs()), c.type),
               data.random("w", static_cast<size_t>(c.weights()), c.weightType()),
               data.random("b", static_cast<size_t>(c.out), c.biasType()), residual, out);
  if (all.empty())
    return rt::unsupported("oneDNN does not take the convolution on this processor");
  RLX_RETURN_IF_ERROR(all.front().run());
  const double error = greatestError(model->outputData(), out, model->outputElements(), c.type);
  DispatchClock clock(kTimedLabel);
  Contender mine = {"RLX", [&] { return model->run(); }};
  if (c.residual) {
    RLX_RETURN_IF_ERROR(model->observe(clock));
    RLX_RETURN_IF_ERROR(model->run());
    if (clock.seconds() == 0)
      return rt::internalError(rt::strCat("no dispatch has '", kTimedLabel, "' in its label"));
    mine.clock = [&] { return clock.seconds(); };
  }
  all.insert(all.begin(), std::move(mine));
  const int64_t products = c.outputs() * c.kernel * c.kernel * (c.depthwise ? 1 : c.in);
  return compare(all, 2.0 * static_cast<double>(products), error, run);
}

} // namespace

std::vector<Case> convCases() {
  constexpr bool kResidual = true, kDepthwise = true;
  const ConvCase dense[] = {
      {224, 224, 3, 64, 7, 2, 3},
      {56, 56, 64, 64, 1, 1, 0},
      {56, 56, 64, 64, 3, 1, 1},
      {56, 56, 64, 256, 1, 1, 0},
      {56, 56, 64, 256, 1, 1, 0, false, kResidual},
      {56, 56, 256, 64, 1, 1, 0},
      {56, 56, 256, 128, 1, 1, 0},
      {56, 56, 128, 128, 3, 2, 1},
      {56, 56, 256, 512, 1, 2, 0},
      {28, 28, 128, 512, 1, 1, 0, false, kResidual},
      {28, 28, 512, 128, 1, 1, 0},
      {28, 28, 128, 128, 3, 1, 1},
      {28, 28, 512, 256, 1, 1, 0},
      {28, 28, 256, 256, 3, 2, 1},
      {28, 28, 512, 1024, 1, 2, 0},
      {14, 14, 256, 1024, 1, 1, 0, false, kResidual},
      {14, 14, 1024, 256, 1, 1, 0},
      {14, 14, 256, 256, 3, 1, 1},
      {14, 14, 1024, 512, 1, 1, 0},
      {14, 14, 512, 512, 3, 2, 1},
      {14, 14, 1024, 2048, 1, 2, 0},
      {7, 7, 512, 2048, 1, 1, 0, false, kResidual},
      {7, 7, 2048, 512, 1, 1, 0},
      {7, 7, 512, 512, 3, 1, 1},
  };
  const ConvCase depthwise[] = {
      {112, 112, 32, 32, 3, 1, 1, kDepthwise},  {112, 112, 96, 96, 3, 2, 1, kDepthwise},
      {56, 56, 144, 144, 3, 1, 1, kDepthwise},  {56, 56, 144, 144, 3, 2, 1, kDepthwise},
      {28, 28, 192, 192, 3, 1, 1, kDepthwise},  {28, 28, 192, 192, 3, 2, 1, kDepthwise},
      {14, 14, 384, 384, 3, 1, 1, kDepthwise},  {14, 14, 576, 576, 3, 1, 1, kDepthwise},
      {14, 14, 576, 576, 3, 2, 1, kDepthwise},  {7, 7, 960, 960, 3, 1, 1, kDepthwise},
      {12, 160, 128, 128, 5, 1, 2, kDepthwise}, {6, 160, 240, 240, 5, 1, 2, kDepthwise},
  };
  std::vector<Case> cases;
  auto add = [&](const char *family, const ConvCase &c) {
    std::string name = rt::strCat(c.kernel, "x", c.kernel, c.stride == 2 ? " s2 " : " ", c.in, "->",
                                  c.out, " @", c.height, "x", c.width, c.residual ? " +r" : "");
    cases.push_back({family, name, [=](const Run &run) { return measureConv(c, run); }});
  };
  for (const ConvCase &c : dense)
    add("conv", c);
  for (const ConvCase &c : depthwise)
    add("depthwise", c);
  auto addTyped = [&](const char *family, rt::DType type, llvm::ArrayRef<ConvCase> all) {
    for (ConvCase c : all) {
      c.type = type;
      if (!c.residual)
        add(family, c);
    }
  };
  addTyped("conv-bf16", rt::DType::BF16, dense);
  addTyped("depthwise-bf16", rt::DType::BF16, depthwise);
  addTyped("conv-int8", rt::DType::U8, dense);
  addTyped("depthwise-int8", rt::DType::U8, depthwise);
  return cases;
}

} // namespace rlx::bench
