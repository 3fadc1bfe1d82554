// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of paged caches follows the texts: it grows with them up to the context, or to what is
// reserved, without another compilation and without a change of any bit.
#include <rlx/rlx_compiler.h>

#include <random>

#include <gtest/gtest.h>

#include "lm/Decoder.h"
#include "runtime/capi/Wrap.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace cache_growth_test {
namespace {

using namespace rlx;
using namespace rlx::lm;
using Tokens = std::vector<Token>;

constexpr int64_t kContext = 2048;

class CacheGrowth : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    const std::vector<uint8_t> bytes = test::RandomDecoder{.context = kContext}.bytes();
    const rlx::testing::TempFolder folder;
    const std::string path = folder.write("m.gguf", std::string(bytes.begin(), bytes.end()));
    test::expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
    test::expectOk(rlx_executable_clone(executable, &clone));
  }
  static void TearDownTestSuite() {
    rlx_executable_free(executable);
    rlx_executable_free(clone);
  }
  void SetUp() override {
    model = StepModel::create(capi::unwrap(executable), kContext).value();
    other = StepModel::create(capi::unwrap(clone), kContext).value();
  }
  static Tokens tokens(size_t count) {
    std::mt19937_64 engine(count);
    Tokens made(count);
    for (Token &token : made)
      token = static_cast<Token>(engine() % 50);
    return made;
  }
  static int64_t blocks(rlx_executable_t *used) {
    return capi::unwrap(used).readDeviceHandle("v.0").value().shape[0];
  }
  // The logits behind the tokens, which are appended in parts of this size.
  static std::vector<float> logits(Decoder &decoder, std::span<const Token> tokens, size_t part) {
    std::vector<float> last;
    for (size_t done = 0; done < tokens.size(); done += part) {
      const auto rows = decoder.append(tokens.subspan(done, std::min(part, tokens.size() - done)));
      EXPECT_TRUE(rows.ok()) << rows.status().toString();
      if (!rows.ok())
        return {};
      last.assign(rows->values.begin(), rows->values.end());
    }
    return last;
  }

  static inline rlx_executable_t *executable = nullptr, *clone = nullptr;
  std::shared_ptr<StepModel> model, other;
};

TEST_F(CacheGrowth, ATextGrowsThemByDoubling) {
  const Tokens text = tokens(1500);
  Decoder decoder(model), whole(other);
  EXPECT_EQ(blocks(executable), 8);
  logits(decoder, std::span(text).first(512), 100);
  EXPECT_EQ(blocks(executable), 8);
  logits(decoder, std::span(text).subspan(512, 1), 1);
  EXPECT_EQ(blocks(executable), 16);
  const std::vector<float> grown = logits(decoder, std::span(text).subspan(513), 90);
  EXPECT_EQ(blocks(executable), 32);
  EXPECT_EQ(logits(whole, text, text.size()), grown); // once, from the first blocks
  EXPECT_EQ(blocks(clone), 24);
  // A shorter text leaves them as they are.
  decoder.truncate(20);
  EXPECT_EQ(logits(decoder, std::span(text).subspan(20, 5), 5),
            (whole.truncate(0), logits(whole, std::span(text).first(25), 25)));
  EXPECT_EQ(blocks(executable), 32);
}

TEST_F(CacheGrowth, TheContextBoundsThem) {
  const Tokens text = tokens(kContext);
  Decoder decoder(model);
  EXPECT_EQ(logits(decoder, text, 700).size(), 50U);
  EXPECT_EQ(blocks(executable), kContext / 64);
  EXPECT_ERROR(decoder.append(std::span(text).first(1)).status(), OutOfRange,
               "the context has 2048 tokens, but the text has 2049");
}

// Room for a million tokens takes no memory before there are texts. A text of its own has as much
// as it needs.
TEST_F(CacheGrowth, ReservedRoomTakesNoMemory) {
  const uint64_t before = rt::allocationStats().liveBytes;
  ASSERT_OK(model->reserve(1 << 20));
  EXPECT_EQ(model->blocks().available(), (1U << 20) / 64);
  EXPECT_EQ(blocks(executable), 8);
  EXPECT_LE(rt::allocationStats().liveBytes, before + (1U << 20)); // and not 500 MB
  const Tokens text = tokens(300);
  Decoder first(model), second(model), alone(other);
  const std::vector<float> expected = logits(alone, text, 300);
  EXPECT_EQ(logits(first, text, 300), expected);
  Tokens changed = text;
  changed.front() ^= 1;
  EXPECT_NE(logits(second, changed, 300), expected);
  EXPECT_EQ(blocks(executable), 16);
  first.truncate(299);
  EXPECT_EQ(logits(first, std::span(text).last(1), 1), expected);
  // Another reservation begins anew.
  first.truncate(0);
  second.truncate(0);
  ASSERT_OK(model->reserve(kContext));
  EXPECT_EQ(blocks(executable), 8);
  EXPECT_EQ(logits(first, text, 300), expected);
}

// All caches are empty after a failed run, and as small as at first.
TEST_F(CacheGrowth, AFailedRunBeginsAnew) {
  const Tokens text = tokens(600);
  Decoder decoder(model), alone(other);
  logits(decoder, text, 200);
  EXPECT_EQ(blocks(executable), 16);
  const Token wrong = 1000; // none of the vocabulary
  EXPECT_FALSE(decoder.append({&wrong, 1}).ok());
  EXPECT_EQ(decoder.length(), 0);
  EXPECT_EQ(logits(decoder, std::span(text).first(10), 10),
            logits(alone, std::span(text).first(10), 10));
  EXPECT_EQ(blocks(executable), 8);
}

} // namespace
} // namespace cache_growth_test
