// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long conversation: each answer is that of its messages alone, though the caches keep what they
// can of those before, and the oldest messages are lost.
#include <rlx/rlx_compiler.h>

#include <gtest/gtest.h>

#include "formats/gguf/GgufModel.h"
#include "lm/Chat.h"
#include "runtime/capi/Wrap.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace chat_test {
namespace {

using namespace rlx;
using namespace rlx::lm;

constexpr int64_t kContext = 200;
constexpr int kTurns = 30;

class Talk : public ::testing::Test {
protected:
  void SetUp() override {
    std::vector<std::string> names;
    for (char letter = 'A'; names.size() < 50; ++letter)
      names.emplace_back(1, letter);
    const test::RandomDecoder llama{.tokens = names,
                                    .chatTemplate =
                                        "{% for m in messages %}{{ m['content'] }}"
                                        "{{ 'B' if m['role'] == 'user' else 'C' }}{% endfor %}"};
    const std::vector<uint8_t> bytes = llama.bytes();
    const std::string path = folder.write("m.gguf", std::string(bytes.begin(), bytes.end()));
    test::expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
    test::expectOk(rlx_executable_clone(executable, &other));
    const auto file = gguf::GgufModel::open(path).value();
    vocabulary = Vocabulary::create(file->metadata()).value();
    chatTemplate = ChatTemplate::create(file->metadata(), *vocabulary).value();
    sampling.temperature = 0;
    limits.maxTokens = 10;
  }
  void TearDown() override {
    rlx_executable_free(other);
    rlx_executable_free(executable);
  }
  // Of a model that has read nothing.
  Answer alone(std::span<const Message> messages) {
    Decoder decoder = Decoder::create(capi::unwrap(other), kContext).value();
    const std::string text = chatTemplate->render(messages).value();
    Sampler sampler(sampling);
    return generate(decoder, *vocabulary, sampler, vocabulary->encode(text, true).value(), limits,
                    [](std::string_view) { return true; })
        .value();
  }

  rlx::testing::TempFolder folder;
  rlx_executable_t *executable = nullptr, *other = nullptr;
  std::shared_ptr<const Vocabulary> vocabulary;
  std::optional<ChatTemplate> chatTemplate;
  SamplingOptions sampling;
  AnswerOptions limits;
};

TEST_F(Talk, EachOfThirtyAnswersIsThatOfItsMessages) {
  Chat chat(vocabulary, *chatTemplate, Decoder::create(capi::unwrap(executable), kContext).value(),
            sampling, limits, "SYSTEM");
  size_t reused = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const size_t lost = chat.numLost();
    const std::string message = std::string(5, static_cast<char>('D' + turn)) + "EFG";
    ASSERT_OK_AND_ASSIGN(const Answer answer,
                         chat.say(message, [](std::string_view) { return true; }));
    const std::span<const Message> messages = chat.messages();
    ASSERT_EQ(messages.front().content, "SYSTEM") << turn;
    ASSERT_EQ(messages[messages.size() - 2].content, message) << turn;
    ASSERT_EQ(messages.back().content, answer.text) << turn;
    ASSERT_EQ(messages.size() + chat.numLost(), static_cast<size_t>(2 * turn + 3));
    ASSERT_EQ(alone(messages.first(messages.size() - 1)).ids, answer.ids) << turn;
    if (chat.numLost() == lost && turn > 0) { // only the new message is read
      EXPECT_GE(answer.reusedTokens + message.size() + 3, answer.promptTokens) << turn;
      ++reused;
    }
  }
  EXPECT_GT(chat.numLost(), 20u);
  EXPECT_GT(reused, 5u);
}

} // namespace
} // namespace chat_test
