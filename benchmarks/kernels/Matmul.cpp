// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Benchmarks of matmuls with a weight: sizes of models, large squares, few rows, and dynamic
// numbers of rows. The peer always knows all sizes.
//
// Few rows are the GEMV-like products of text generation; they are limited by reading the weight.
#include "benchmarks/kernels/Cases.h"
#include "benchmarks/kernels/Dnnl.h"
#include "benchmarks/kernels/Model.h"
#include "runtime/base/StrCat.h"

namespace rlx::bench {

namespace {

rt::StatusOr<Measured> measureMatmul(const MatmulCase &c, bool dynamic, const Run &run) {
  const std::string rows = dynamic ? "?" : rt::strCat(c.m);
  const std::string x = rt::strCat("tensor<", rows, "x", c.k, "xf32>"),
                    w = rt::strCat("tensor<", c.k, "x", c.n, "xf32>"),
                    y = rt::strCat("tensor<", rows, "x", c.n, "xf32>");
  const std::string source = rt::strCat(
      "func.func @main(%x: ", x, " {rlx.kind = \"input\", rlx.name = \"x\"",
      dynamic ? ", rlx.dims = [\"n\", \"\"]" : "", "}, %w: ", w,
      " {rlx.kind = \"param\", rlx.name = \"w\"}) -> (", y, " {rlx.name = \"y\"}) {\n",
      "  %0 = rlx.matmul %x, %w : (", x, ", ", w, ") -> ", y, "\n  return %0 : ", y, "\n}");
  Data data;
  RLX_ASSIGN_OR_RETURN(auto model, Model::make(source, run.threads, data, {{c.m, c.k}}));
  float *out = data.zeros(static_cast<size_t>(c.m * c.n));
  std::vector<Contender> all = dnnlMatmul(c, data.random("x", static_cast<size_t>(c.m * c.k)),
                                          data.random("w", static_cast<size_t>(c.k * c.n)), out);
  RLX_RETURN_IF_ERROR(all.front().run());
  const double error = greatestError(model->output(), out, model->outputElements());
  all.insert(all.begin(), {"RLX", [&] { return model->run(); }});
  return compare(all, 2.0 * static_cast<double>(c.m * c.n * c.k), error, run);
}

} // namespace

std::vector<Case> matmulCases() {
  std::vector<Case> cases;
  auto add = [&](const char *family, const MatmulCase &c, bool dynamic) {
    cases.push_back({family, rt::strCat(c.m, "x", c.n, "x", c.k, dynamic ? " dynamic" : ""),
                     [=](const Run &run) { return measureMatmul(c, dynamic, run); }});
  };
  for (const MatmulCase &c : {MatmulCase{128, 128, 128},
                              {512, 512, 512},
                              {1024, 1024, 1024},
                              {2048, 2048, 2048},
                              {32, 2048, 2048},
                              {128, 384, 384},
                              {128, 1536, 384},
                              {128, 384, 1536},
                              {100, 384, 384},
                              {100, 1536, 384}})
    add("matmul", c, false);
  for (const bool dynamic : {false, true})
    for (const int64_t rows : {1, 4, 8, 13, 16})
      add(dynamic ? "matmul-rows-dynamic" : "matmul-rows", {rows, 2048, 2048}, dynamic);
  for (const int64_t rows : {1, 3, 5, 9, 13, 23, 57, 100, 128})
    add("matmul-dynamic", {rows, 384, 384}, true);
  return cases;
}

} // namespace rlx::bench
