// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Language models from GGUF files compute the logits of the reference, however a prompt is cut into
// runs, and update their caches in place.
#include <gtest/gtest.h>

#include "session/Session.h"
#include "unittests/TestSet.h"
#include "unittests/importers/RandomLlama.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/LlamaReference.h"
#include "unittests/session/TempFolder.h"

namespace llama_test {

using namespace rlx;
using namespace rlx::rt;
using namespace rlx::test;

namespace {

using Type = gguf::TensorType;
using Logits = std::vector<std::vector<float>>;
constexpr double kTolerance = 1e-4; // of the range of the logits

// A compiled model with caches that are fed back.
class Llama {
public:
  explicit Llama(const std::string &path, int64_t capacity = 32) {
    auto made = Session::fromFile(path);
    EXPECT_TRUE(made.ok()) << made.status().toString();
    if (!made.ok())
      return;
    session = std::move(*made);
    auto file = gguf::GgufModel::open(path);
    const gguf::Metadata &metadata = (*file)->metadata();
    keyHeads = *metadata.integer("llama.attention.head_count_kv");
    headSize = *metadata.integer("llama.attention.key_length",
                                 *metadata.integer("llama.embedding_length") /
                                     *metadata.integer("llama.attention.head_count"));
    for (const TensorSpec &input : program().inputs)
      if (input.name.starts_with("k.") || input.name.starts_with("v."))
        caches.push_back(input.name);
    clear(capacity);
  }

  bool ok() const { return session != nullptr; }
  Executable &get() { return session->executable(); }
  const Program &program() { return get().program(); }

  void clear(int64_t capacity) {
    for (size_t i = 0; i < caches.size(); ++i) {
      const std::vector<int64_t> sizes{keyHeads, capacity, headSize};
      const std::vector<float> zeros(static_cast<size_t>(sizes[0] * sizes[1] * sizes[2]));
      EXPECT_OK(get().bindHandle(caches[i], {DType::F32, sizes, zeros.data()}));
      EXPECT_OK(get().setHandleFeed(caches[i], i + 1)); // behind the logits
    }
  }
  // The memory of each cache.
  std::vector<const void *> memory() {
    std::vector<const void *> found;
    for (const std::string &name : caches)
      found.push_back(get().readHandle(name)->data);
    return found;
  }

  Status step(const std::vector<int64_t> &tokens, int64_t first, const std::vector<int64_t> &rows) {
    std::vector<int64_t> positions;
    for (size_t i = 0; i < tokens.size(); ++i)
      positions.push_back(first + static_cast<int64_t>(i));
    const std::vector<int64_t> count{static_cast<int64_t>(tokens.size())};
    const std::vector<int64_t> selected{static_cast<int64_t>(rows.size())};
    return get().run(std::vector<NamedTensor>{{"tokens", {DType::I64, count, tokens.data()}},
                                              {"positions", {DType::I64, count, positions.data()}},
                                              {"rows", {DType::I64, selected, rows.data()}}});
  }
  Logits logits() {
    const TensorView view = get().output(0);
    const auto columns = static_cast<size_t>(view.shape[1]);
    Logits result;
    for (int64_t i = 0; i < view.shape[0]; ++i) {
      const float *row = view.as<float>() + static_cast<size_t>(i) * columns;
      result.emplace_back(row, row + columns);
    }
    return result;
  }

private:
  std::unique_ptr<Session> session;
  std::vector<std::string> caches;
  int64_t keyHeads = 0, headSize = 0;
};

// A file that is removed with the object.
struct Written {
  explicit Written(const RandomLlama &llama) {
    const std::vector<uint8_t> bytes = llama.bytes();
    path = folder.write("model.gguf", std::string(bytes.begin(), bytes.end()));
  }
  rlx::testing::TempFolder folder;
  std::string path;
};

std::vector<int64_t> numbersUpTo(int64_t count) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(i);
  return numbers;
}

std::vector<int64_t> randomTokens(size_t count, int64_t vocabulary) {
  std::mt19937_64 engine(11);
  std::vector<int64_t> tokens;
  for (size_t i = 0; i < count; ++i)
    tokens.push_back(static_cast<int64_t>(engine() % static_cast<uint64_t>(vocabulary)));
  return tokens;
}

// The logits of a prompt that is given in runs of these lengths.
Logits inChunks(Llama &model, const std::vector<int64_t> &tokens,
                const std::vector<size_t> &lengths, int64_t capacity = 32) {
  model.clear(capacity);
  Logits all;
  size_t at = 0;
  for (const size_t length : lengths) {
    const std::vector<int64_t> part(tokens.begin() + static_cast<int64_t>(at),
                                    tokens.begin() + static_cast<int64_t>(at + length));
    const Status ran =
        model.step(part, static_cast<int64_t>(at), numbersUpTo(static_cast<int64_t>(length)));
    EXPECT_TRUE(ran.ok()) << ran.toString();
    for (std::vector<float> &row : model.logits())
      all.push_back(std::move(row));
    at += length;
  }
  EXPECT_EQ(at, tokens.size());
  return all;
}

void expectNear(const Logits &got, const Rows &expected) {
  ASSERT_EQ(got.size(), expected.size());
  double low = expected[0][0], high = low, worst = 0;
  for (size_t t = 0; t < got.size(); ++t) {
    ASSERT_EQ(got[t].size(), expected[t].size());
    for (size_t i = 0; i < got[t].size(); ++i) {
      low = std::min(low, expected[t][i]);
      high = std::max(high, expected[t][i]);
      const double difference = std::abs(got[t][i] - expected[t][i]);
      worst = difference <= worst ? worst : difference; // NaN, too
    }
  }
  EXPECT_GT(high - low, 0.1);
  EXPECT_LE(worst, kTolerance * (high - low));
}

Rows asRows(const Logits &logits) {
  Rows rows;
  for (const std::vector<float> &row : logits)
    rows.emplace_back(row.begin(), row.end());
  return rows;
}

// In one run, in chunks, and token by token.
void expectReference(const std::string &path, const std::vector<int64_t> &tokens) {
  ASSERT_OK_AND_ASSIGN(std::shared_ptr<const gguf::GgufModel> file, gguf::GgufModel::open(path));
  const Rows expected = LlamaReference(*file).logits(tokens);
  Llama model(path);
  ASSERT_TRUE(model.ok());
  const size_t count = tokens.size();
  expectNear(inChunks(model, tokens, {count}), expected);
  expectNear(inChunks(model, tokens, {5, 1, count - 6}), expected);
  expectNear(inChunks(model, tokens, std::vector<size_t>(count, 1)), expected);
}

void expectReference(const RandomLlama &llama) {
  const Written file(llama);
  expectReference(file.path, randomTokens(13, llama.vocabulary));
}

} // namespace

// Old blocks, and the types of plain numbers; the head is the embedding.
TEST(Llama, TypesOf32Elements) {
  expectReference({.types = {{"token_embd", Type::Q8_0},
                             {"attn_q", Type::Q4_0},
                             {"attn_k", Type::Q4_1},
                             {"attn_v", Type::Q5_0},
                             {"attn_output", Type::Q5_1},
                             {"ffn_gate", Type::F16},
                             {"ffn_up", Type::BF16},
                             {"ffn_down", Type::Q8_0}}});
}

// Blocks of 256 elements, and a head of its own.
TEST(Llama, TypesOf256Elements) {
  expectReference({.layers = 1,
                   .embedding = 256,
                   .feedForward = 256,
                   .headSize = 64,
                   .types = {{"token_embd", Type::Q6_K},
                             {"output", Type::Q5_K},
                             {"attn_q", Type::Q2_K},
                             {"attn_k", Type::Q3_K},
                             {"attn_v", Type::Q4_K},
                             {"attn_output", Type::Q5_K},
                             {"ffn_gate", Type::Q6_K},
                             {"ffn_up", Type::Q8_K},
                             {"ffn_down", Type::Q4_K}},
                   .hasHead = true});
}

// Llama 3's divisors of frequencies, biases, and a head size that is not embedding / heads. A
// factor counts for nothing without a scaling.
TEST(Llama, DivisorsAndBiases) {
  expectReference({.embedding = 48,
                   .heads = 6,
                   .keyHeads = 1,
                   .types = {{"token_embd", Type::F16}},
                   .hasBiases = true,
                   .hasDivisors = true,
                   .numbers = {{"rope.freq_base", 500000}, {"rope.scaling.factor", 4}},
                   .scaling = "none"});
}

// A part of each head is rotated, by divided positions.
TEST(Llama, LinearScaling) {
  expectReference({.layers = 1,
                   .keyHeads = 4,
                   .rotated = 10,
                   .numbers = {{"rope.scaling.factor", 2.5}, {"attention.scale", 0.2}}});
}

// A prompt beyond one step of the tables of rotations.
TEST(Llama, YarnScaling) {
  const RandomLlama llama{.layers = 1,
                          .heads = 2,
                          .keyHeads = 1,
                          .hasHead = true,
                          .numbers = {{"rope.scaling.factor", 8},
                                      {"rope.scaling.original_context_length", 75},
                                      {"rope.scaling.attn_factor", 1.1f},
                                      {"rope.scaling.yarn_log_multiplier", 0.7f}},
                          .scaling = "yarn"};
  const Written file(llama);
  ASSERT_OK_AND_ASSIGN(std::shared_ptr<const gguf::GgufModel> read,
                       gguf::GgufModel::open(file.path));
  const std::vector<int64_t> tokens = randomTokens(530, llama.vocabulary);
  const Rows expected = LlamaReference(*read).logits(tokens);
  Llama model(file.path);
  ASSERT_TRUE(model.ok());
  expectNear(inChunks(model, tokens, {530}, 530), expected);
  expectNear(inChunks(model, tokens, {200, 329, 1}, 600), expected);
}

// Caches keep their memory in all runs, only rows that are asked for have logits, and one compiled
// model serves any capacity.
TEST(Llama, CachesAreUpdatedInPlace) {
  const Written file(RandomLlama{});
  Llama model(file.path);
  ASSERT_TRUE(model.ok());
  const Program &program = model.program();
  for (size_t i = 1; i < program.outputs.size(); ++i) {
    ASSERT_TRUE(program.outputs[i].donor.has_value()) << program.outputs[i].name;
    EXPECT_EQ(program.inputs[*program.outputs[i].donor].name, program.outputs[i].name);
  }
  const std::vector<int64_t> tokens = randomTokens(9, 50);
  const Rows whole = asRows(inChunks(model, tokens, {9}));
  const std::vector<const void *> memory = model.memory();
  ASSERT_OK(model.step(tokens, 0, {8, 2}));
  expectNear(model.logits(), {whole[8], whole[2]});
  ASSERT_OK(model.step({1}, 9, {}));
  EXPECT_TRUE(model.logits().empty());
  EXPECT_EQ(model.memory(), memory);
  expectNear(inChunks(model, tokens, {4, 5}, 9), whole);

  // Places that a cache, the context or the vocabulary does not have.
  EXPECT_ERROR(model.step({1}, 9, {0}), OutOfRange, "met index 9 outside its axis");
  EXPECT_ERROR(model.step({1}, 0, {0}), FailedPrecondition, "set it again");
  model.clear(1000);
  EXPECT_ERROR(model.step({1}, 768, {0}), OutOfRange, "met index 3 outside its axis");
  EXPECT_ERROR(model.step({50}, 0, {0}), OutOfRange, "met index 50 outside its axis");
  EXPECT_ERROR(model.step({1}, 0, {1}), OutOfRange, "met index 1 outside its axis");
}

// SmolLM2-135M, which scripts/fetch-models.sh smollm2 fetches.
TEST(Llama, SmolLM2) {
  if (!runsAllTests())
    GTEST_SKIP() << "only with RLX_TEST_ALL=1";
  expectReference(RLX_MODELS_DIR "/smollm2/model.gguf", randomTokens(13, 49152));
}

} // namespace llama_test
