// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Benchmarks of matmuls with weights in bf16 and in 8-bit integers: with operands of the same type,
// and with f32 operands that are converted in the kernel. Integers also with 8-bit results.
//
// The peers are oneDNN's primitives for the same types.
#include <cstdio>

#include "benchmarks/kernels/Cases.h"
#include "benchmarks/kernels/Dnnl.h"
#include "benchmarks/kernels/Model.h"
#include "runtime/base/StrCat.h"

namespace rlx::bench {

namespace {
using rt::DType;

std::string tensor(int64_t rows, int64_t columns, const char *element) {
  return rt::strCat("tensor<", rows, "x", columns, "x", element, ">");
}

// y = x * w in bf16; x and y are f32 if `converts`.
std::string bf16Source(const MatmulCase &c, bool converts) {
  const std::string x = tensor(c.m, c.k, "bf16"), w = tensor(c.k, c.n, "bf16"),
                    y = tensor(c.m, c.n, "bf16"), x32 = tensor(c.m, c.k, "f32"),
                    y32 = tensor(c.m, c.n, "f32");
  const std::string from = converts ? x32 : x, to = converts ? y32 : y;
  std::string text =
      rt::strCat("func.func @main(%x: ", from, " {rlx.kind = \"input\", rlx.name = \"x\"}, %w: ", w,
                 " {rlx.kind = \"param\", rlx.name = \"w\"}) -> (", to, " {rlx.name = \"y\"}) {\n");
  if (converts)
    text += rt::strCat("  %l = rlx.cast %x to bf16 : (", x32, ") -> ", x, "\n");
  text += rt::strCat("  %0 = rlx.matmul ", converts ? "%l" : "%x", ", %w : (", x, ", ", w, ") -> ",
                     y, "\n");
  if (converts)
    text += rt::strCat("  %1 = rlx.cast %0 to f32 : (", y, ") -> ", y32, "\n");
  return text + rt::strCat("  return ", converts ? "%1" : "%0", " : ", to, "\n}");
}

// For 8-bit integers: left and result are centered at 128, weights at 0.
constexpr int32_t kZeroPoint = 128;
constexpr float kLeftScale = 1.0f / 128, kMultiplier = 1.0f / 4096;

// Enough digits to parse back the same float.
std::string number(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

enum class Integers { Sums, Requantised, FromFloats };

std::string integerSource(const MatmulCase &c, Integers form) {
  const std::string x = tensor(c.m, c.k, "ui8"), w = tensor(c.k, c.n, "i8"),
                    sums = tensor(c.m, c.n, "i32"), x32 = tensor(c.m, c.k, "f32"),
                    y32 = tensor(c.m, c.n, "f32"), y8 = tensor(c.m, c.n, "ui8");
  const std::string from = form == Integers::FromFloats ? x32 : x,
                    to = form == Integers::Sums          ? sums
                         : form == Integers::Requantised ? y8
                                                         : y32;
  const std::string head =
      rt::strCat("func.func @main(%x: ", from, " {rlx.kind = \"input\", rlx.name = \"x\"}, %w: ", w,
                 " {rlx.kind = \"param\", rlx.name = \"w\"}) -> (", to, " {rlx.name = \"y\"}) {\n",
                 "  %z = rlx.constant dense<", kZeroPoint, "> : tensor<ui8>\n",
                 "  %m = rlx.constant dense<", number(kMultiplier), "> : tensor<f32>\n",
                 "  %s = rlx.constant dense<", number(kLeftScale), "> : tensor<f32>\n");
  const std::string tail = rt::strCat("  return %y : ", to, "\n}");
  switch (form) {
  case Integers::Sums:
    return rt::strCat(head, "  %y = rlx.matmul_integer %x, %w : (", x, ", ", w, ") -> ", sums, "\n",
                      tail);
  case Integers::Requantised:
    return rt::strCat(head, "  %y = rlx.q_matmul %x, %w lhs_zero_point %z multiplier %m ",
                      "result_zero_point %z to ui8 : (", x, ", ", w,
                      ", tensor<ui8>, tensor<f32>, tensor<ui8>) -> ", y8, "\n", tail);
  case Integers::FromFloats:
    return rt::strCat(head, "  %l = rlx.quantize %x scale %s zero_point %z to ui8 : (", x32,
                      ", tensor<f32>, tensor<ui8>) -> ", x,
                      "\n  %0 = rlx.matmul_integer %l, %w lhs_zero_point %z : (", x, ", ", w,
                      ", tensor<ui8>) -> ", sums, "\n  %1 = rlx.cast %0 to f32 : (", sums, ") -> ",
                      y32, "\n  %y = rlx.mul %1, %m : (", y32, ", tensor<f32>) -> ", y32, "\n",
                      tail);
  }
  return {};
}

rt::StatusOr<Measured> measureProduct(const TypedProduct &p, const std::string &source,
                                      const Run &run) {
  const auto [m, n, k] = p.size;
  Data data;
  RLX_ASSIGN_OR_RETURN(auto model, Model::make(source, run.threads, data, {{m, k}}));
  void *out = data.zeros(static_cast<size_t>(m * n), p.result);
  std::vector<Contender> all =
      dnnlTypedProduct(p, data.random("x", static_cast<size_t>(m * k), p.source),
                       data.random("w", static_cast<size_t>(k * n), p.right), out);
  RLX_RETURN_IF_ERROR(all.front().run());
  const double error =
      greatestError(model->outputData(), out, static_cast<size_t>(m * n), p.result);
  all.insert(all.begin(), {"RLX", [&] { return model->run(); }});
  return compare(all, 2.0 * static_cast<double>(m * n * k), error, run);
}

} // namespace

std::vector<Case> lowPrecisionCases() {
  constexpr MatmulCase kSizes[] = {
      {128, 384, 384}, {512, 512, 512}, {1024, 1024, 1024}, {128, 1536, 384}, {128, 384, 1536},
      {100, 384, 384}, {13, 384, 384},  {32, 2048, 2048},   {8, 2048, 2048},  {1, 2048, 2048}};
  std::vector<Case> cases;
  auto add = [&](const char *family, const TypedProduct &p, const std::string &source) {
    const auto &[m, n, k] = p.size;
    cases.push_back({family, rt::strCat(m, "x", n, "x", k),
                     [=](const Run &run) { return measureProduct(p, source, run); }});
  };
  for (const MatmulCase &c : kSizes)
    add("matmul-bf16", {c, DType::BF16, DType::BF16, DType::BF16, DType::BF16},
        bf16Source(c, false));
  for (const MatmulCase &c : kSizes)
    add("matmul-bf16-from-f32", {c, DType::F32, DType::BF16, DType::BF16, DType::F32},
        bf16Source(c, true));
  for (const MatmulCase &c : kSizes)
    add("matmul-int8", {c, DType::U8, DType::U8, DType::I8, DType::I32},
        integerSource(c, Integers::Sums));
  for (const MatmulCase &c : kSizes)
    add("matmul-int8-requantised",
        {c, DType::U8, DType::U8, DType::I8, DType::U8, 1, kZeroPoint, kMultiplier, kZeroPoint},
        integerSource(c, Integers::Requantised));
  for (const MatmulCase &c : kSizes)
    add("matmul-int8-from-f32",
        {c, DType::F32, DType::U8, DType::I8, DType::F32, kLeftScale, kZeroPoint, kMultiplier},
        integerSource(c, Integers::FromFloats));
  return cases;
}

} // namespace rlx::bench
