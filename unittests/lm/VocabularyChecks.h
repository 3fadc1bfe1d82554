// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of the tests of vocabularies.
#ifndef RLX_UNITTESTS_LM_VOCABULARYCHECKS_H
#define RLX_UNITTESTS_LM_VOCABULARYCHECKS_H

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "formats/gguf/GgufFile.h"
#include "lm/Vocabulary.h"
#include "unittests/formats/GgufWriter.h"

namespace rlx::test {

using Tokens = std::vector<lm::Token>;

// The vocabulary of a file's metadata.
inline rt::StatusOr<std::shared_ptr<const lm::Vocabulary>> made(const GgufWriter &writer) {
  const std::vector<uint8_t> bytes = writer.bytes();
  RLX_ASSIGN_OR_RETURN(const gguf::GgufFile file, gguf::GgufFile::parse(bytes));
  return lm::Vocabulary::create(file.metadata);
}

inline std::string textOf(const lm::Vocabulary &vocabulary, const Tokens &tokens) {
  std::string text;
  for (const lm::Token token : tokens)
    text += vocabulary.bytes(token);
  return text;
}

inline void expectTokens(const rt::StatusOr<Tokens> &got, const Tokens &expected) {
  ASSERT_TRUE(got.ok()) << got.status().toString();
  EXPECT_EQ(*got, expected);
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_LM_VOCABULARYCHECKS_H
