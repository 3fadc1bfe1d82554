// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradient cases of attention: mask kinds, layouts and head counts, with and without scale and
// softcap.
#include "GradientTest.h"

#include "llvm/ADT/ArrayRef.h"

using namespace rlx;

namespace {

struct Form {
  std::string name, layout;
  int heads, keyHeads, queries, keys;
};

constexpr int kBatch = 2, kSize = 3, kValueSize = 2;

std::string tensorType(const Form &form, int heads, int length, int size) {
  bool headsFirst = form.layout == "bhsd";
  return "tensor<" + std::to_string(kBatch) + "x" + std::to_string(headsFirst ? heads : length) +
         "x" + std::to_string(headsFirst ? length : heads) + "x" + std::to_string(size) + "xf64>";
}

// `mask` is the value and type of a constant, or empty.
GradientCase attention(const Form &form, const std::string &name, const std::string &attributes,
                       const std::string &mask = "", const std::string &maskType = "") {
  std::string q = tensorType(form, form.heads, form.queries, kSize),
              k = tensorType(form, form.keyHeads, form.keys, kSize),
              v = tensorType(form, form.keyHeads, form.keys, kValueSize),
              y = tensorType(form, form.heads, form.queries, kValueSize);
  bool hasMask = !mask.empty();
  std::string inputs = "(" + q + ", " + k + ", " + v, tail = hasMask ? ", " + maskType : "",
              details = std::string(hasMask ? ", %m" : "") + " layout = " + form.layout +
                        " mask = " + attributes;
  return {form.name + "_" + name,
          "%q: " + q + ", %k: " + k + ", %v: " + v,
          y,
          "%y = rlx.attention %q, %k, %v" + details + " : " + inputs + tail + ") -> " + y,
          "%dq, %dk, %dv = rlx.attention_backward %q, %k, %v, %dy" + details + " : " + inputs +
              ", " + y + tail + ") -> (" + q + ", " + k + ", " + v + ")",
          {{"%q", "%dq"}, {"%k", "%dk"}, {"%v", "%dv"}},
          hasMask ? "%m = rlx.constant dense<" + mask + "> : " + maskType : ""};
}

std::vector<GradientCase> attentionCases() {
  const Form forms[] = {{"bhsd", "bhsd", 2, 2, 3, 4},
                        {"bshd", "bshd", 2, 2, 3, 4},
                        {"bhsd_grouped", "bhsd", 4, 2, 3, 4},
                        {"bshd_one_key_head", "bshd", 4, 1, 3, 4},
                        {"bhsd_more_queries", "bhsd", 2, 1, 4, 2}};
  std::vector<GradientCase> result;
  for (const Form &form : forms) {
    result.push_back(attention(form, "none", "none"));
    result.push_back(attention(form, "none_scale_softcap", "none scale = 0.8 softcap = 1.5"));
    result.push_back(attention(form, "causal", "causal"));
    result.push_back(attention(form, "causal_softcap", "causal softcap = 0.7"));
    result.push_back(attention(form, "window", "sliding_window window = 1"));
    result.push_back(attention(form, "window_scale", "sliding_window window = 0 scale = 2.0"));
  }
  // The second batch has no visible key.
  const std::string keys = "[[true, false, true, true], [false, false, false, false]]",
                    scores = "[[[[true, false, true, true], [true, true, false, false], "
                             "[false, false, false, true]]]]",
                    bias = "[[0.5, -1.0, 0.25, 0xFFF0000000000000], [0.0, 2.0, -0.5, 1.0], "
                           "[-0.25, 0.5, 1.5, -2.0]]";
  for (const Form &form : llvm::ArrayRef(forms).drop_back()) {
    result.push_back(attention(form, "custom_keys", "custom", keys, "tensor<2x4xi1>"));
    result.push_back(
        attention(form, "custom_scores", "custom softcap = 2.0", scores, "tensor<1x1x3x4xi1>"));
    result.push_back(attention(form, "bias", "bias", bias, "tensor<3x4xf64>"));
    result.push_back(
        attention(form, "bias_scale", "bias scale = -0.5 softcap = 1.0", bias, "tensor<3x4xf64>"));
  }
  return result;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Attention, GradientTest, ::testing::ValuesIn(attentionCases()), caseName);
