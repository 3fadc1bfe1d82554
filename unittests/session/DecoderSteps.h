// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs compiled language models of GGUF files in steps, and compares their logits with those of
// DecoderReference.h, however a prompt is cut into runs.
#ifndef RLX_UNITTESTS_SESSION_DECODERSTEPS_H
#define RLX_UNITTESTS_SESSION_DECODERSTEPS_H

#include <gtest/gtest.h>

#include "runtime/program/model/ExprEval.h"
#include "session/Session.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/DecoderReference.h"
#include "unittests/session/TempFolder.h"

namespace rlx::test {

using Logits = std::vector<std::vector<float>>;
constexpr double kLogitTolerance = 1e-4; // of the range of the logits

inline std::vector<int64_t> numbersUpTo(int64_t count) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(i);
  return numbers;
}

// A compiled model with caches that are fed back. Paged ones have the text's blocks in descending
// order.
class DecoderSteps {
public:
  explicit DecoderSteps(const std::string &path, int64_t capacity = 32,
                        const SessionOptions &options = {})
      : cacheType(options.cacheType.value_or(rt::DType::F32)) {
    auto made = Session::fromFile(path, options);
    EXPECT_TRUE(made.ok()) << made.status().toString();
    if (!made.ok())
      return;
    session = std::move(*made);
    for (const rt::TensorSpec &input : program().inputs)
      if (input.name.starts_with("k.") || input.name.starts_with("v.")) {
        EXPECT_EQ(input.dtype, cacheType);
        caches.push_back(input.name);
        isPaged = input.shape.size() == 4;
        keyHeads = *rt::evaluate(input.shape[isPaged ? 1 : 0], {});
        headSize = *rt::evaluate(input.shape.back(), {});
      }
    clear(capacity);
  }

  bool ok() const { return session != nullptr; }
  rt::Executable &get() { return session->executable(); }
  const rt::Program &program() { return get().program(); }

  void clear(int64_t capacity) {
    table.clear();
    for (int64_t i = (capacity + kPlaces - 1) / kPlaces; i > 0; --i)
      table.push_back(static_cast<int32_t>(i - 1));
    const auto blocks = static_cast<int64_t>(table.size());
    const std::vector<int64_t> sizes =
        isPaged ? std::vector<int64_t>{blocks, keyHeads, kPlaces, headSize}
                : std::vector<int64_t>{keyHeads, capacity, headSize};
    const std::vector<float> zeros(
        static_cast<size_t>(std::max(capacity, blocks * kPlaces) * keyHeads * headSize));
    for (size_t i = 0; i < caches.size(); ++i) {
      EXPECT_OK(get().bindHandle(caches[i], {cacheType, sizes, zeros.data()}));
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

  rt::Status step(const std::vector<int64_t> &tokens, int64_t first,
                  const std::vector<int64_t> &rows) {
    std::vector<int64_t> positions;
    for (size_t i = 0; i < tokens.size(); ++i)
      positions.push_back(first + static_cast<int64_t>(i));
    const std::vector<int64_t> count{static_cast<int64_t>(tokens.size())};
    const std::vector<int64_t> selected{static_cast<int64_t>(rows.size())};
    std::vector<rt::NamedTensor> inputs{{"tokens", {rt::DType::I64, count, tokens.data()}},
                                        {"positions", {rt::DType::I64, count, positions.data()}},
                                        {"rows", {rt::DType::I64, selected, rows.data()}}};
    if (!isPaged)
      return get().run(inputs);
    std::vector<int64_t> slots;
    for (const int64_t position : positions)
      slots.push_back(table[static_cast<size_t>(position / kPlaces)] * kPlaces +
                      position % kPlaces);
    const std::vector<int32_t> starts{0, static_cast<int32_t>(tokens.size())},
        lengths{static_cast<int32_t>(positions.back() + 1)};
    const std::vector<int64_t> tableShape{1, static_cast<int64_t>(table.size())}, one{1}, two{2};
    inputs.push_back({"slots", {rt::DType::I64, count, slots.data()}});
    inputs.push_back({"block_table", {rt::DType::I32, tableShape, table.data()}});
    inputs.push_back({"query_starts", {rt::DType::I32, two, starts.data()}});
    inputs.push_back({"key_lengths", {rt::DType::I32, one, lengths.data()}});
    // All rows have the scales that the params of adapters have.
    const std::vector<float> own(tokens.size(), std::numeric_limits<float>::quiet_NaN());
    const std::vector<int64_t> all = numbersUpTo(count[0]), results = numbersUpTo(selected[0]);
    for (const rt::TensorSpec &input : program().inputs) {
      if (!input.name.starts_with("lora."))
        continue;
      const bool isResult = input.name.find("result_") != std::string::npos;
      const std::vector<int64_t> &size = isResult ? selected : count;
      inputs.push_back({input.name, {input.dtype, size, own.data()}});
      if (input.dtype == rt::DType::I64)
        inputs.back().tensor.data = (isResult ? results : all).data();
    }
    return get().run(inputs);
  }
  Logits logits() {
    const rt::TensorView view = get().output(0);
    const auto columns = static_cast<size_t>(view.shape[1]);
    Logits result;
    for (int64_t i = 0; i < view.shape[0]; ++i) {
      const float *row = view.as<float>() + static_cast<size_t>(i) * columns;
      result.emplace_back(row, row + columns);
    }
    return result;
  }

private:
  static constexpr int64_t kPlaces = 64; // of a block
  std::unique_ptr<Session> session;
  std::vector<std::string> caches;
  bool isPaged = false;
  std::vector<int32_t> table; // of the text
  rt::DType cacheType;
  int64_t keyHeads = 0, headSize = 0;
};

// A file that is removed with the object.
struct Written {
  explicit Written(const RandomDecoder &decoder) {
    const std::vector<uint8_t> bytes = decoder.bytes();
    path = folder.write("model.gguf", std::string(bytes.begin(), bytes.end()));
  }
  rlx::testing::TempFolder folder;
  std::string path;
};

inline std::vector<int64_t> randomTokens(size_t count, int64_t vocabulary) {
  std::mt19937_64 engine(11);
  std::vector<int64_t> tokens;
  for (size_t i = 0; i < count; ++i)
    tokens.push_back(static_cast<int64_t>(engine() % static_cast<uint64_t>(vocabulary)));
  return tokens;
}

// The logits of a prompt that is given in runs of these lengths.
inline Logits inChunks(DecoderSteps &model, const std::vector<int64_t> &tokens,
                       const std::vector<size_t> &lengths, int64_t capacity = 32) {
  model.clear(capacity);
  Logits all;
  size_t at = 0;
  for (const size_t length : lengths) {
    const std::vector<int64_t> part(tokens.begin() + static_cast<int64_t>(at),
                                    tokens.begin() + static_cast<int64_t>(at + length));
    const rt::Status ran =
        model.step(part, static_cast<int64_t>(at), numbersUpTo(static_cast<int64_t>(length)));
    EXPECT_TRUE(ran.ok()) << ran.toString();
    for (std::vector<float> &row : model.logits())
      all.push_back(std::move(row));
    at += length;
  }
  EXPECT_EQ(at, tokens.size());
  return all;
}

inline void expectNear(const Logits &got, const Rows &expected,
                       double tolerance = kLogitTolerance) {
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
  EXPECT_LE(worst, tolerance * (high - low));
}

inline Rows asRows(const Logits &logits) {
  Rows rows;
  for (const std::vector<float> &row : logits)
    rows.emplace_back(row.begin(), row.end());
  return rows;
}

struct PromptOptions {
  size_t length = 13;
  int64_t capacity = 32;
};

// In one run, in chunks, and token by token.
inline void expectReference(const std::string &path, const std::vector<int64_t> &tokens,
                            const DecoderTraits &traits = {}, int64_t capacity = 32) {
  ASSERT_OK_AND_ASSIGN(std::shared_ptr<const gguf::GgufModel> file, gguf::GgufModel::open(path));
  const Rows expected = DecoderReference(*file, traits).logits(tokens);
  DecoderSteps model(path);
  ASSERT_TRUE(model.ok());
  const size_t count = tokens.size();
  expectNear(inChunks(model, tokens, {count}, capacity), expected);
  expectNear(inChunks(model, tokens, {5, 1, count - 6}, capacity), expected);
  expectNear(inChunks(model, tokens, std::vector<size_t>(count, 1), capacity), expected);
}

inline void expectReference(const RandomDecoder &decoder, const DecoderTraits &traits = {},
                            const PromptOptions &prompt = {}) {
  const Written file(decoder);
  expectReference(file.path, randomTokens(prompt.length, decoder.vocabulary), traits,
                  prompt.capacity);
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_SESSION_DECODERSTEPS_H
