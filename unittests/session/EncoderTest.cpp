// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encoders of GGUF files compute the hidden states of a reference in double precision, written from
// the definition. Texts of several lengths in one run are those of each text alone.
#include <gtest/gtest.h>

#include "lm/Encoder.h"
#include "session/Session.h"
#include "unittests/importers/RandomEncoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/TempFolder.h"

namespace encoder_test {

using namespace rlx;
using test::Matrix;
using test::RandomEncoder;

namespace {

class Encoders : public ::testing::TestWithParam<bool> {};

TEST_P(Encoders, EachTextIsThatOfTheReference) {
  const RandomEncoder file(GetParam());
  constexpr size_t kWidth = RandomEncoder::kWidth, kContext = RandomEncoder::kContext;
  const std::vector<uint8_t> bytes = file.bytes();
  const rlx::testing::TempFolder folder;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Session> session,
                       Session::fromFile(folder.write("model.gguf", {bytes.begin(), bytes.end()})));
  ASSERT_TRUE(lm::Encoder::fits(session->executable().program()));
  ASSERT_OK_AND_ASSIGN(lm::Encoder encoder, lm::Encoder::create(session->executable(), kContext));
  EXPECT_EQ(encoder.hiddenSize(), kWidth);
  const std::vector<std::vector<lm::Token>> texts = {
      {3, 1, 4, 1, 5, 9, 2, 6, 5, 35}, {7}, {39, 0, 39, 12, 20}};
  for (const std::vector<size_t> &chosen : {std::vector<size_t>{0, 1, 2}, {2}, {1, 0}}) {
    std::vector<std::span<const lm::Token>> views;
    for (const size_t i : chosen)
      views.emplace_back(texts[i]);
    ASSERT_OK_AND_ASSIGN(const lm::HiddenStates states, encoder.run(views));
    for (size_t i = 0; i < chosen.size(); ++i) {
      const Matrix expected = file.hidden(texts[chosen[i]]);
      for (size_t t = 0; t < expected.size(); ++t)
        for (size_t d = 0; d < kWidth; ++d)
          ASSERT_NEAR(states.row(i, t)[d], expected[t][d], 2e-5) << chosen[i] << " " << t;
    }
  }
  EXPECT_ERROR(encoder.run({}).status(), InvalidArgument, "there is no text");
  const std::vector<lm::Token> tooLong(kContext + 1), none;
  const std::span<const lm::Token> wrong[] = {texts[0], tooLong}, empty[] = {none};
  EXPECT_ERROR(encoder.run(wrong).status(), OutOfRange,
               "the context has 32 tokens, but the text has 33");
  EXPECT_ERROR(encoder.run(empty).status(), InvalidArgument, "the text has no token");
}

INSTANTIATE_TEST_SUITE_P(Architectures, Encoders, ::testing::Values(false, true));

} // namespace
} // namespace encoder_test
