// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Benchmarks of block-quantized matmuls, beside ggml.
//
// ggml first rounds the rows to 8 bits, which RLX does not. So both errors are relative to sums in
// double precision over the same weights.
#include <cmath>

#include "benchmarks/kernels/Cases.h"
#include "benchmarks/kernels/Ggml.h"
#include "benchmarks/kernels/Model.h"
#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "runtime/base/StrCat.h"

namespace rlx::bench {

namespace {

std::vector<double> exactProduct(const BlocksCase &c, const float *x,
                                 const std::vector<uint8_t> &blocks) {
  const BlockScheme scheme = *symbolizeBlockScheme(c.scheme);
  std::vector<double> result(static_cast<size_t>(c.m * c.n));
  const size_t rowBytes = blocks.size() / static_cast<size_t>(c.n);
  for (int64_t n = 0; n < c.n; ++n) {
    ref::Tensor row;
    row.ints.assign(blocks.begin() + n * rowBytes, blocks.begin() + (n + 1) * rowBytes);
    const std::vector<double> weights = ref::decodeBlocks(scheme, row);
    for (int64_t m = 0; m < c.m; ++m)
      for (int64_t k = 0; k < c.k; ++k)
        result[m * c.n + n] += weights[k] * x[m * c.k + k];
  }
  return result;
}

// The largest error, relative to the largest value, since terms of both signs cancel.
double errorOf(const float *values, const std::vector<double> &exact) {
  double worst = 0, largest = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    worst = std::max(worst, std::abs(values[i] - exact[i]));
    largest = std::max(largest, std::abs(exact[i]));
  }
  return worst / largest;
}

rt::StatusOr<Measured> measureBlocks(const BlocksCase &c, const Run &run) {
  Data data;
  const float *x = data.random("x", static_cast<size_t>(c.m * c.k));
  RLX_ASSIGN_OR_RETURN(
      auto peer,
      GgmlProduct::make(c, run.threads, x, data.random("w", static_cast<size_t>(c.n * c.k))));
  const std::vector<uint8_t> &blocks = peer->blocks();
  data.setBytes("blocks", blocks);
  const std::string lhs = rt::strCat("tensor<", c.m, "x", c.k, "xf32>"),
                    w = rt::strCat("tensor<", c.n, "x", blocks.size() / c.n, "xui8>"),
                    y = rt::strCat("tensor<", c.m, "x", c.n, "xf32>");
  const std::string source =
      rt::strCat("func.func @main(%x: ", lhs, " {rlx.kind = \"input\", rlx.name = \"x\"}, %w: ", w,
                 " {rlx.kind = \"param\", rlx.name = \"blocks\"}) -> (", y,
                 " {rlx.name = \"y\"}) {\n", "  %0 = rlx.dequant_matmul %x, %w scheme = ", c.scheme,
                 " : (", lhs, ", ", w, ") -> ", y, "\n  return %0 : ", y, "\n}");
  RLX_ASSIGN_OR_RETURN(auto model, Model::make(source, run.threads, data, {{c.m, c.k}}));
  const std::vector<double> exact = exactProduct(c, x, blocks);
  std::vector<Contender> all = peer->contenders();
  double peerError = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    RLX_RETURN_IF_ERROR(all[i].run());
    peerError = std::max(peerError, errorOf(peer->output(i).data(), exact));
  }
  all.insert(all.begin(), {"RLX", [&] { return model->run(); }});
  RLX_ASSIGN_OR_RETURN(Measured measured, compare(all, 2.0 * static_cast<double>(c.m * c.n * c.k),
                                                  errorOf(model->output(), exact), run));
  measured.peerError = peerError;
  return measured;
}

} // namespace

std::vector<Case> blockCases() {
  std::vector<Case> cases;
  if (!hasGgml())
    return cases;
  for (const int64_t rows : {1, 4, 32})
    for (const char *scheme : {"q4_0", "q8_0", "q4_k", "q6_k"}) {
      const BlocksCase c = {scheme, rows, 4096, 4096};
      cases.push_back({rows == 1 ? "blocks-row" : "blocks-rows",
                       rt::strCat(scheme, " ", c.m, "x", c.n, "x", c.k),
                       [=](const Run &run) { return measureBlocks(c, run); }});
    }
  return cases;
}

} // namespace rlx::bench
