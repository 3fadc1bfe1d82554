// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks against plain loops in double precision, and the source locations of their ops.
#include "dialects/rlx/builder/GraphBlocks.h"
#include "unittests/builder/GraphCheck.h"

#include <cmath>

using namespace rlx;
using namespace rlx::test;
using rt::DType;

namespace {

using Numbers = std::vector<double>;

// ---- the definitions, over rows

// x [rows, K] w [K, N]
Numbers product(const Numbers &x, const Array &w) {
  int64_t k = w.shape[0], n = w.shape[1], rows = int64_t(x.size()) / k;
  Numbers y(rows * n);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        y[i * n + j] += x[i * k + l] * w.values[l * n + j];
  return y;
}

Numbers normalized(Numbers x, const Array &gamma, double eps, const Array *beta = nullptr) {
  size_t n = gamma.values.size();
  for (size_t row = 0; row < x.size(); row += n) {
    double square = 0;
    for (size_t j = 0; j < n; ++j)
      square += x[row + j] * x[row + j];
    for (size_t j = 0; j < n; ++j)
      x[row + j] = x[row + j] / std::sqrt(square / double(n) + eps) * gamma.values[j] +
                   (beta ? beta->values[j] : 0);
  }
  return x;
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

Numbers swiGlu(const Numbers &x, const Array &up, const Array &gate, const Array &down) {
  Numbers hidden = product(x, up), gates = product(x, gate);
  for (size_t i = 0; i < hidden.size(); ++i)
    hidden[i] *= gates[i] * sigmoid(gates[i]);
  return product(hidden, down);
}

struct Heads {
  int64_t batch, length, size, rotated; // rotated: the number of rotated elements per head
};

// x [B, S, heads, D], in place
void rotate(Numbers &x, int64_t heads, const Heads &h, const Array &cos, const Array &sin,
            const std::vector<int64_t> &positions) {
  int64_t half = h.rotated / 2;
  for (int64_t b = 0; b < h.batch; ++b)
    for (int64_t s = 0; s < h.length; ++s)
      for (int64_t head = 0; head < heads; ++head)
        for (int64_t i = 0; i < half; ++i) {
          double *at = &x[((b * h.length + s) * heads + head) * h.size];
          double c = cos.at({positions[s], i}), d = sin.at({positions[s], i});
          double first = at[i], second = at[i + half];
          at[i] = first * c - second * d;
          at[i + half] = second * c + first * d;
        }
}

// Causal, [B, S, heads, D]; head i of q sees head i * kvHeads / heads of k and v.
Numbers attended(const Numbers &q, const Numbers &k, const Numbers &v, int64_t heads,
                 int64_t kvHeads, const Heads &h) {
  Numbers result(q.size());
  auto at = [&](int64_t b, int64_t s, int64_t head, int64_t count) {
    return ((b * h.length + s) * count + head) * h.size;
  };
  for (int64_t b = 0; b < h.batch; ++b)
    for (int64_t head = 0; head < heads; ++head)
      for (int64_t s = 0; s < h.length; ++s) {
        int64_t kv = head * kvHeads / heads;
        Numbers scores;
        double total = 0;
        for (int64_t t = 0; t <= s; ++t) {
          double score = 0;
          for (int64_t d = 0; d < h.size; ++d)
            score += q[at(b, s, head, heads) + d] * k[at(b, t, kv, kvHeads) + d];
          scores.push_back(std::exp(score / std::sqrt(double(h.size))));
          total += scores.back();
        }
        for (int64_t t = 0; t <= s; ++t)
          for (int64_t d = 0; d < h.size; ++d)
            result[at(b, s, head, heads) + d] += scores[t] / total * v[at(b, t, kv, kvHeads) + d];
      }
  return result;
}

Numbers sum(Numbers x, const Numbers &y) {
  for (size_t i = 0; i < x.size(); ++i)
    x[i] += y[i];
  return x;
}

Array angles(int64_t count, int64_t half, bool isSine) {
  Array table{DType::F32, {count, half}, {}};
  for (int64_t p = 0; p < count; ++p)
    for (int64_t i = 0; i < half; ++i) {
      double angle = double(p) * std::pow(100.0, -double(i) / double(half));
      table.values.push_back(float(isSine ? std::sin(angle) : std::cos(angle)));
    }
  return table;
}

// ---- whole layers

TEST(GraphBlocks, LlamaDecoderBlock) {
  const int64_t B = 2, S = 5, E = 12, H = 4, K = 2, D = 6, I = 10;
  const std::vector<int64_t> positions = {2, 3, 4, 5, 6};
  Heads heads = {B, S, D, 4};
  Array x = noise({B, S, E}, 1), g1 = noise({E}, 2), g2 = noise({E}, 3), b2 = noise({E}, 4),
        q = noise({E, H * D}, 5, 0.5), k = noise({E, K * D}, 6, 0.5), v = noise({E, K * D}, 7),
        o = noise({H * D, E}, 8, 0.3), gate = noise({E, I}, 9), up = noise({E, I}, 10),
        down = noise({I, E}, 11), cos = angles(8, 2, false), sin = angles(8, 2, true);
  Numbers n = normalized(x.values, g1, 1e-5);
  Numbers qs = product(n, q), ks = product(n, k);
  rotate(qs, H, heads, cos, sin, positions);
  rotate(ks, K, heads, cos, sin, positions);
  Numbers h = sum(x.values, product(attended(qs, ks, product(n, v), H, K, heads), o));
  Numbers expected = sum(h, swiGlu(normalized(h, g2, 1e-5, &b2), up, gate, down));

  GraphBuilder g;
  blocks::LlamaDecoderWeights w = {.ln1Gamma = g.param("g1", tensorOf(g1)),
                                   .q = g.param("q", tensorOf(q)),
                                   .k = g.param("k", tensorOf(k)),
                                   .v = g.param("v", tensorOf(v)),
                                   .o = g.param("o", tensorOf(o)),
                                   .ln2Gamma = g.param("g2", tensorOf(g2)),
                                   .gate = g.param("gate", tensorOf(gate)),
                                   .up = g.param("up", tensorOf(up)),
                                   .down = g.param("down", tensorOf(down)),
                                   .ln2Beta = g.param("b2", tensorOf(b2))};
  GraphValue in = g.input("x", DType::F32, {"batch", "length", E});
  GraphValue out =
      blocks::llamaDecoderBlock(g, in, w, g.constant(tensorOf(cos)), g.constant(tensorOf(sin)),
                                {.heads = H,
                                 .headDim = D,
                                 .kvHeads = K,
                                 .positions = g.input("positions", DType::I64, {"length"})});
  EXPECT_EQ(out.shape(), in.shape());
  g.output("y", out);
  Array positionIds{DType::I64, {S}, {positions.begin(), positions.end()}};
  expectNear(run(g, {{"x", x}, {"positions", positionIds}})["y"], expected, 2e-4);
}

TEST(GraphBlocks, Qwen35MtpHead) {
  const int64_t B = 2, S = 4, E = 8, H = 4, K = 2, D = 6, I = 10, V = 11;
  const std::vector<int64_t> positions = {0, 1, 2, 3}, ids = {3, 10, 0, 7, 7, 1, 2, 9};
  Heads heads = {B, S, D, 4};
  std::map<std::string, Array> w = {
      {"embed", noise({V, E}, 1)},       {"h_norm", noise({E}, 2)},
      {"e_norm", noise({E}, 3)},         {"eh", noise({2 * E, E}, 4)},
      {"attn_norm", noise({E}, 5)},      {"q_gate", noise({E, H * 2 * D}, 6, 0.5)},
      {"k", noise({E, K * D}, 7)},       {"v", noise({E, K * D}, 8)},
      {"q_norm", noise({D}, 9)},         {"k_norm", noise({D}, 10)},
      {"o", noise({H * D, E}, 11, 0.3)}, {"post_norm", noise({E}, 12)},
      {"gate", noise({E, I}, 13)},       {"up", noise({E, I}, 14)},
      {"down", noise({I, E}, 15)},       {"head_norm", noise({E}, 16)},
      {"lm_head", noise({E, V}, 17)},    {"k_beta", noise({D}, 18)},
      {"cos", angles(6, 2, false)},      {"sin", angles(6, 2, true)}};
  Array h = noise({B, S, E}, 20);
  const double eps = 1e-6;

  Numbers embedded;
  for (int64_t id : ids)
    embedded.insert(embedded.end(), w["embed"].values.begin() + id * E,
                    w["embed"].values.begin() + (id + 1) * E);
  Numbers left = normalized(embedded, w["e_norm"], eps),
          right = normalized(h.values, w["h_norm"], eps);
  Numbers joined;
  for (int64_t row = 0; row < B * S; ++row)
    for (const Numbers *half : {&left, &right})
      joined.insert(joined.end(), half->begin() + row * E, half->begin() + (row + 1) * E);
  Numbers x = product(joined, w["eh"]), n = normalized(x, w["attn_norm"], eps);
  Numbers packed = product(n, w["q_gate"]), q, gates;
  for (size_t i = 0; i < packed.size(); ++i)
    (i % (2 * D) < size_t(D) ? q : gates).push_back(packed[i]);
  q = normalized(q, w["q_norm"], eps);
  Numbers k = normalized(product(n, w["k"]), w["k_norm"], eps, &w["k_beta"]);
  rotate(q, H, heads, w["cos"], w["sin"], positions);
  rotate(k, K, heads, w["cos"], w["sin"], positions);
  Numbers mixed = attended(q, k, product(n, w["v"]), H, K, heads);
  for (size_t i = 0; i < mixed.size(); ++i)
    mixed[i] *= sigmoid(gates[i]);
  x = sum(x, product(mixed, w["o"]));
  x = sum(x, swiGlu(normalized(x, w["post_norm"], eps), w["up"], w["gate"], w["down"]));
  Numbers last;
  for (int64_t b = 0; b < B; ++b)
    last.insert(last.end(), x.begin() + (b * S + 2) * E, x.begin() + (b * S + 3) * E);
  Numbers expected = product(normalized(last, w["head_norm"], eps), w["lm_head"]);

  GraphBuilder g;
  auto p = [&](const char *name) { return g.param(name, tensorOf(w.at(name))); };
  GraphValue out = blocks::qwen35MtpHead(g, g.input("h", DType::F32, {"batch", "length", E}),
                                         g.input("ids", DType::I64, {"batch", "length"}), p("cos"),
                                         p("sin"), g.input("last", DType::I64, {}),
                                         {.embed = p("embed"),
                                          .hNormGamma = p("h_norm"),
                                          .eNormGamma = p("e_norm"),
                                          .eh = p("eh"),
                                          .attnNormGamma = p("attn_norm"),
                                          .qGate = p("q_gate"),
                                          .k = p("k"),
                                          .v = p("v"),
                                          .qNormGamma = p("q_norm"),
                                          .kNormGamma = p("k_norm"),
                                          .o = p("o"),
                                          .postNormGamma = p("post_norm"),
                                          .gate = p("gate"),
                                          .up = p("up"),
                                          .down = p("down"),
                                          .headNormGamma = p("head_norm"),
                                          .lmHead = p("lm_head"),
                                          .kNormBeta = p("k_beta")},
                                         {.heads = H, .headDim = D, .kvHeads = K, .eps = eps});
  g.output("logits", out);
  Arrays values = {{"h", h},
                   {"ids", {DType::I64, {B, S}, {ids.begin(), ids.end()}}},
                   {"last", {DType::I64, {}, {2}}}};
  Array logits = run(g, values, 5e-4)["logits"];
  EXPECT_EQ(logits.shape, (std::vector<int64_t>{B, V}));
  expectNear(logits, expected, 1e-3);
}

// ---- smaller ones

TEST(GraphBlocks, Linear) {
  Array x = noise({3, 4}, 1), w = noise({4, 5}, 2), b = noise({5}, 3), v = noise({4, 5}, 4);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {"n", 4}), weight = g.param("w", tensorOf(w)),
             bias = g.param("b", tensorOf(b));
  blocks::LinearOptions options = {.bias = bias, .activation = FusedActivation::Relu};
  g.output("linear", blocks::linear(g, in, weight, options));
  g.output("fused", blocks::linearFused(g, in, weight, options));
  auto [first, second] = blocks::sharedLinearPair(g, in, weight, g.param("v", tensorOf(v)));
  g.output("first", first);
  g.output("second", second);
  Arrays out = run(g, {{"x", x}});
  Numbers expected = product(x.values, w);
  expectNear(out["first"], expected);
  expectNear(out["second"], product(x.values, v));
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = std::max(0.0, expected[i] + b.values[i % 5]);
  expectNear(out["linear"], expected);
  expectNear(out["fused"], expected);
}

TEST(GraphBlocks, Norms) {
  Array x = noise({3, 4}, 1), r = noise({3, 4}, 2), gamma = noise({4}, 3), beta = noise({4}, 4);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {"n", 4}), residual = g.input("r", DType::F32, {"n", 4});
  blocks::NormOptions options = {.gamma = g.param("gamma", tensorOf(gamma)),
                                 .beta = g.param("beta", tensorOf(beta)),
                                 .eps = 1e-3};
  g.output("norm", blocks::rmsNorm(g, in, options));
  g.output("sum", blocks::residualRmsNorm(g, in, residual, options));
  Arrays out = run(g, {{"x", x}, {"r", r}});
  expectNear(out["norm"], normalized(x.values, gamma, 1e-3, &beta));
  expectNear(out["sum"], normalized(sum(x.values, r.values), gamma, 1e-3, &beta));
}

TEST(GraphBlocks, AttentionWithABias) {
  const int64_t B = 1, S = 3, H = 2, D = 2;
  Array q = noise({B, S, H * D}, 1), bias = noise({S, S}, 2);
  GraphBuilder g;
  GraphValue in = g.input("q", DType::F32, {B, "s", H * D});
  g.output("y", blocks::attention(g, in, in, in, H, H, D,
                                  {.maskKind = AttentionMask::Bias,
                                   .mask = g.reshape(g.param("bias", tensorOf(bias)), {1, 1, S, S}),
                                   .scale = 0.5}));
  Array y = run(g, {{"q", q}})["y"];
  for (int64_t head = 0; head < H; ++head)
    for (int64_t s = 0; s < S; ++s)
      for (int64_t d = 0; d < D; ++d) {
        double total = 0, weighted = 0;
        for (int64_t t = 0; t < S; ++t) {
          double score = bias.at({s, t});
          for (int64_t e = 0; e < D; ++e)
            score += 0.5 * q.at({0, s, head * D + e}) * q.at({0, t, head * D + e});
          total += std::exp(score);
          weighted += std::exp(score) * q.at({0, t, head * D + d});
        }
        EXPECT_NEAR(y.at({0, s, head * D + d}), weighted / total, 1e-5);
      }
}

TEST(GraphBlocks, DepthwiseConv1dCausal) {
  const int64_t B = 2, S = 5, C = 3, K = 4;
  Array x = noise({B, S, C}, 1), w = noise({C, K}, 2), left = noise({B, K - 1, C}, 3);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {B, "s", C}), weights = g.param("w", tensorOf(w));
  g.output("zeros", blocks::depthwiseConv1dCausal(g, in, weights));
  g.output("left", blocks::depthwiseConv1dCausal(g, in, weights,
                                                 g.input("left", DType::F32, {B, K - 1, C})));
  Arrays out = run(g, {{"x", x}, {"left", left}});
  for (int64_t b = 0; b < B; ++b)
    for (int64_t s = 0; s < S; ++s)
      for (int64_t c = 0; c < C; ++c) {
        double zeros = 0, before = 0;
        for (int64_t k = 0; k < K; ++k) {
          int64_t t = s + k - (K - 1);
          (t < 0 ? before : zeros) +=
              w.at({c, k}) * (t < 0 ? left.at({b, t + K - 1, c}) : x.at({b, t, c}));
        }
        EXPECT_NEAR(out["zeros"].at({b, s, c}), zeros, 1e-5);
        EXPECT_NEAR(out["left"].at({b, s, c}), zeros + before, 1e-5);
      }
}

TEST(GraphBlocks, GatedDeltaNet) {
  const int64_t S = 3, N = 2;
  Array q = noise({1, S, 1, N}, 1), k = noise({1, S, 1, N}, 2), v = noise({1, S, 1, N}, 3),
        decay = noise({1, S, 1}, 4), beta = noise({1, S, 1}, 5), state = noise({1, 1, N, N}, 6);
  GraphBuilder g;
  auto in = [&](const char *name, const Array &a) {
    return g.input(name, DType::F32, {a.shape.begin(), a.shape.end()});
  };
  auto [o, last] = blocks::gatedDeltaNet(g, in("q", q), in("k", k), in("v", v), in("decay", decay),
                                         in("beta", beta), {.state = in("state", state)});
  g.output("o", o);
  g.output("last", last);
  Arrays out =
      run(g, {{"q", q}, {"k", k}, {"v", v}, {"decay", decay}, {"beta", beta}, {"state", state}});
  Numbers memory = state.values, expected;
  for (int64_t s = 0; s < S; ++s) {
    for (double &number : memory)
      number *= std::exp(decay.values[s]);
    for (int64_t j = 0; j < N; ++j) {
      double held = 0;
      for (int64_t i = 0; i < N; ++i)
        held += memory[i * N + j] * k.values[s * N + i];
      for (int64_t i = 0; i < N; ++i)
        memory[i * N + j] += k.values[s * N + i] * beta.values[s] * (v.values[s * N + j] - held);
    }
    for (int64_t j = 0; j < N; ++j) {
      double read = 0;
      for (int64_t i = 0; i < N; ++i)
        read += memory[i * N + j] * q.values[s * N + i];
      expected.push_back(read / std::sqrt(double(N)));
    }
  }
  expectNear(out["o"], expected);
  expectNear(out["last"], memory);
}

TEST(GraphBlocks, DequantMatmul) {
  // Q8_0: blocks of 32 values, an f16 scale and then the bytes.
  const int64_t K = 32, N = 2;
  Array x = noise({3, K}, 1), blocks{DType::U8, {N, 34}, {}}, w{DType::F32, {K, N}, Numbers(K * N)};
  for (int64_t n = 0; n < N; ++n) {
    blocks.values.push_back(0x00); // 0.5 in f16 is 0x3800
    blocks.values.push_back(0x38);
    for (int64_t i = 0; i < K; ++i) {
      int64_t byte = (i * 37 + n * 11) % 256;
      blocks.values.push_back(double(byte));
      w.values[i * N + n] = 0.5 * double(byte < 128 ? byte : byte - 256);
    }
  }
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {"n", K});
  g.output("gguf", blocks::dequantMatmul(g, in, g.param("w", tensorOf(blocks)), BlockScheme::Q8_0));
  Array bytes = noise({K, N}, 2, 100, DType::I8), scale = noise({2, N}, 3);
  for (double &byte : bytes.values)
    byte = std::round(byte);
  g.output("scaled", blocks::dequantMatmul(g, in, g.param("bytes", tensorOf(bytes)),
                                           g.param("scale", tensorOf(scale)), ScaledFormat::Int8,
                                           {.blockSize = 16}));
  Arrays out = run(g, {{"x", x}});
  expectNear(out["gguf"], product(x.values, w));
  for (int64_t i = 0; i < K * N; ++i)
    w.values[i] = bytes.values[i] * scale.values[i / N / 16 * N + i % N];
  expectNear(out["scaled"], product(x.values, w));
}

// ---- source locations

TEST(GraphBlocks, ErrorsNameTheBlocksAndTheLineOfTheCall) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2, 3, 8}), w = g.param("w", DType::F32, {8, 8});
  GraphValue gamma = g.param("gamma", DType::F32, {8}), table = g.param("t", DType::F32, {4, 2});
  GraphValue odd = g.param("odd", DType::F32, {7, 8});
  auto outer = g.scope("model");
  blocks::LlamaDecoderWeights weights = {.ln1Gamma = gamma,
                                         .q = w,
                                         .k = w,
                                         .v = w,
                                         .o = w,
                                         .ln2Gamma = gamma,
                                         .gate = w,
                                         .up = odd,
                                         .down = w};
  blocks::LlamaDecoderOptions options = {.heads = 2, .headDim = 4, .kvHeads = 2};
  uint32_t line = std::source_location::current().line() + 1;
  blocks::llamaDecoderBlock(g, x, weights, table, table, options);
  std::string text = g.status().toString();
  EXPECT_NE(text.find("BlocksTest.cpp:" + std::to_string(line) + ":"), std::string::npos) << text;
  EXPECT_NE(text.find("in model/llama_decoder_block/swi_glu: 'rlx.matmul' op "), std::string::npos)
      << text;
}

TEST(GraphBlocks, ProfilesNameTheBlocks) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n", 4}), w = g.param("w", DType::F32, {4, 4});
  auto outer = std::make_optional(g.scope("model"));
  g.output("y", g.softmax(blocks::swiGlu(g, x, w, w, w), -1));
  outer.reset();
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromGraph(g));
  std::string labels;
  for (const rt::Command &command : session->executable().program().main)
    labels += command.label + "\n";
  EXPECT_NE(labels.find(" @ model/swi_glu"), std::string::npos) << labels;
  EXPECT_NE(labels.find("softmax @ model\n"), std::string::npos) << labels;
}

// An invalid value, such as a weight that was forgotten, is an error in every function.
TEST(GraphBlocks, NoValuesAreErrors) {
  const GraphValue none;
  using Call = std::function<void(GraphBuilder &)>;
  const Call calls[] = {
      [&](auto &g) { graph::linear(g, none, none, none); },
      [&](auto &g) { graph::swigluFfn(g, none, none, none, none); },
      [&](auto &g) { graph::quantizePerTensor(g, none, 1, 0, DType::U8); },
      [&](auto &g) { graph::dequantizePerChannel(g, none, {1}, {0}, 0); },
      [&](auto &g) { graph::scanTrajectory(g, none, none, nullptr); },
      [&](auto &g) { graph::fftn(g, none, {0}); },
      [&](auto &g) { graph::fftReal(g, none, 0); },
      [&](auto &g) { graph::stft(g, none, 4, 2, none); },
      [&](auto &g) { graph::fftConv1d(g, none, none); },
      [&](auto &g) { graph::psd(g, none); },
      [&](auto &g) { graph::psdReal(g, none); },
      [&](auto &g) { blocks::linearFused(g, none, none); },
      [&](auto &g) { blocks::sharedLinearPair(g, none, none, none); },
      [&](auto &g) { blocks::residualRmsNorm(g, none, none); },
      [&](auto &g) { blocks::attention(g, none, none, none, 2, 1, 4); },
      [&](auto &g) { blocks::rope(g, none, none, none, 4); },
      [&](auto &g) { blocks::depthwiseConv1dCausal(g, none, none); },
      [&](auto &g) { blocks::gatedDeltaNet(g, none, none, none, none, none); },
      [&](auto &g) { blocks::dequantMatmul(g, none, none, BlockScheme::Q4_0); },
      [&](auto &g) { blocks::dequantMatmul(g, none, none, none, ScaledFormat::Int8); },
      [&](auto &g) { blocks::llamaDecoderBlock(g, none, {}, none, none, {4, 2, 2}); },
      [&](auto &g) { blocks::qwen35MtpHead(g, none, none, none, none, none, {}, {4, 2, 2}); },
  };
  for (size_t i = 0; i < std::size(calls); ++i) {
    SCOPED_TRACE(i);
    GraphBuilder g;
    calls[i](g);
    EXPECT_ERROR(g.status(), InvalidArgument, " is no value");
    EXPECT_ERROR(g.status(), InvalidArgument, "BlocksTest.cpp:");
    calls[i](g); // has no effect
  }
}

TEST(GraphBlocks, MisuseIsAnError) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2, 3, 8}), table = g.param("t", DType::F32, {4, 2});
  blocks::rope(g, x, table, table, 3);
  EXPECT_ERROR(g.status(), InvalidArgument, "in rope: rope expects a last size that is a multiple");
  GraphBuilder h;
  blocks::depthwiseConv1dCausal(h, h.input("x", DType::F32, {2, 3, 8}),
                                h.param("w", DType::F32, {8}));
  EXPECT_ERROR(h.status(), InvalidArgument, "expects weights [C, K] of known sizes");
  GraphBuilder i;
  GraphValue y = i.input("y", DType::F32, {2, 3, 8});
  blocks::attention(i, y, y, y, 3, 3, 4);
  EXPECT_ERROR(i.status(), InvalidArgument, "in attention: 'rlx.reshape' op ");
}

} // namespace
