// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An adapter takes the place of another one or changes nothing, whichever allocation fails.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <gtest/gtest.h>

#include "unittests/CountedNew.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/RandomAdapter.h"
#include "unittests/session/TempFolder.h"

namespace adapter_memory_test {
namespace {

using rlx::test::Adapted;
using rlx::test::expectOk;
using rlx::testing::newBudget;

constexpr Adapted kQueries{"blk.0.attn_q.weight", 64, 64}, kUp{"blk.1.ffn_up.weight", 96, 64};

// Rows of scores: they are those of the adapter before, or those of the new one.
TEST(AdapterMemory, AnAdapterIsLoadedOrNot) {
  rlx::testing::TempFolder folder;
  std::vector<std::string> names;
  for (char letter = 'A'; names.size() < 50; ++letter)
    names.emplace_back(1, letter);
  const std::vector<uint8_t> bytes = rlx::test::RandomDecoder{.tokens = names}.bytes();
  const std::string path = folder.write("m.gguf", std::string(bytes.begin(), bytes.end())),
                    first =
                        folder.write("1.gguf", rlx::test::adapter({{kQueries, 3}, {kUp, 3}}, 7)),
                    second =
                        folder.write("2.gguf", rlx::test::adapter({{kQueries, 2}, {kUp, 2}}, 8));
  rlx_compile_options_t *options = nullptr;
  rlx_executable_t *executable = nullptr;
  rlx_lm_t *lm = nullptr;
  expectOk(rlx_compile_options_create(&options));
  expectOk(rlx_compile_options_add_lora(options, first.c_str(), 1));
  expectOk(rlx_compile_file(path.c_str(), options, &executable));
  rlx_compile_options_free(options);
  expectOk(rlx_lm_create(executable, path.c_str(), 128, &lm));
  const auto scores = [&] {
    const uint32_t tokens[] = {3, 1, 4, 1, 5, 9, 2, 6};
    std::vector<double> logProbs(7);
    expectOk(rlx_lm_score(lm, tokens, 8, 1, logProbs.data()));
    return logProbs;
  };
  const std::vector<double> before = scores();
  int failures = 0;
  for (bool isLoaded = false; !isLoaded; ++failures) {
    ASSERT_LT(failures, 5000);
    newBudget = failures;
    rlx_status_t *status = rlx_lm_load_adapter(lm, 0, second.c_str());
    newBudget = -1;
    isLoaded = !status;
    rlx_status_free(status);
    if (isLoaded)
      ASSERT_NE(scores(), before);
    else
      ASSERT_EQ(scores(), before) << failures;
  }
  EXPECT_GT(failures, 50);
  rlx_lm_free(lm);
  rlx_executable_free(executable);
}

} // namespace
} // namespace adapter_memory_test
