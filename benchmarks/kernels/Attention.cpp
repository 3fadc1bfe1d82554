// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Benchmarks of attention: over whole sequences, and decode attention with one query and a KV
// cache.
//
// The oneDNN peer gets the keys already transposed, and computes the score matrix: oneDNN of Debian
// 12 has no attention primitive. For memory-bound cases a second peer just reads keys and values.
#include "benchmarks/kernels/Cases.h"
#include "benchmarks/kernels/Dnnl.h"
#include "benchmarks/kernels/Model.h"
#include "runtime/base/StrCat.h"

namespace rlx::bench {

namespace {

rt::StatusOr<Measured> measureAttention(const AttentionCase &c, const Run &run) {
  const bool isDecoding = c.group > 1;
  const int64_t heads = c.heads * c.group, rows = c.rows / c.group;
  const std::string q = rt::strCat("tensor<1x", heads, "x", rows, "x", c.size, "xf32>"),
                    k = rt::strCat("tensor<1x", c.heads, "x", c.keys, "x", c.size, "xf32>");
  auto argument = [](const char *name, const std::string &type) {
    return rt::strCat("%", name, ": ", type, " {rlx.kind = \"input\", rlx.name = \"", name, "\"}");
  };
  const std::string source =
      rt::strCat("func.func @main(", argument("q", q), ", ", argument("k", k), ", ",
                 argument("v", k), ") -> (", q, " {rlx.name = \"y\"}) {\n",
                 "  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (", q, ", ", k, ", ",
                 k, ") -> ", q, "\n  return %0 : ", q, "\n}");
  Data data;
  const std::vector<int64_t> queries = {1, heads, rows, c.size},
                             keys = {1, c.heads, c.keys, c.size};
  RLX_ASSIGN_OR_RETURN(auto model, Model::make(source, run.threads, data, {queries, keys, keys}));
  const auto count = static_cast<size_t>(c.heads * c.rows * c.size),
             keyCount = static_cast<size_t>(c.heads * c.keys * c.size);
  const float *keyRows = data.random("k", keyCount);
  float *turned = data.zeros(keyCount), *out = data.zeros(count);
  for (int64_t head = 0; head < c.heads; ++head)
    for (int64_t i = 0; i < c.keys; ++i)
      for (int64_t j = 0; j < c.size; ++j)
        turned[(head * c.size + j) * c.keys + i] = keyRows[(head * c.keys + i) * c.size + j];
  float *values = data.random("v", keyCount);
  std::vector<Contender> all =
      dnnlAttention(c, data.random("q", count), turned, values,
                    data.zeros(static_cast<size_t>(c.heads * c.rows * c.keys)), out);
  RLX_RETURN_IF_ERROR(all.front().run());
  if (isDecoding)
    all.push_back(reader({{keyRows, keyCount}, {values, keyCount}}));
  const double error = greatestError(model->output(), out, model->outputElements());
  all.insert(all.begin(), {"RLX", [&] { return model->run(); }});
  return compare(all, 4.0 * static_cast<double>(c.heads * c.rows * c.keys * c.size), error, run);
}

} // namespace

std::vector<Case> attentionCases() {
  std::vector<Case> cases;
  for (const AttentionCase &c : {AttentionCase{12, 128, 128, 32},
                                 {12, 512, 512, 32},
                                 {12, 128, 128, 64},
                                 {12, 512, 512, 64},
                                 {4, 2048, 2048, 64}})
    cases.push_back({"attention", rt::strCat(c.heads, " heads ", c.rows, "x", c.keys, "x", c.size),
                     [=](const Run &run) { return measureAttention(c, run); }});
  // Decode attention: one query in each of 32 heads, which share 8 key heads. The peer gets the
  // queries of a group as rows.
  for (const AttentionCase &c : {AttentionCase{8, 4, 256, 128, 4},
                                 {8, 4, 2048, 128, 4},
                                 {8, 4, 8192, 128, 4},
                                 {8, 8, 2048, 64, 8}})
    cases.push_back({"decoding",
                     rt::strCat(c.heads * c.group, "/", c.heads, " heads ", c.keys, "x", c.size),
                     [=](const Run &run) { return measureAttention(c, run); }});
  return cases;
}

} // namespace rlx::bench
