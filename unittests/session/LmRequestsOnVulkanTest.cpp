// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests on a Vulkan device: caches are paged there, too, and several texts are one step. Their
// tokens are those that the CPU chooses.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <gtest/gtest.h>

#include "runtime/device/DeviceRegistry.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace lm_requests_on_vulkan_test {
namespace {

using Tokens = std::vector<uint32_t>;
using rlx::test::expectOk;

rlx_lm_settings_t greedy(int64_t most) {
  rlx_lm_settings_t settings;
  rlx_lm_settings_init(&settings);
  settings.temperature = 0;
  settings.max_tokens = most;
  return settings;
}

// A language model on a device.
class Model {
public:
  Model(const std::string &path, const char *device) {
    rlx_compile_options_t *options = nullptr;
    expectOk(rlx_compile_options_create(&options));
    expectOk(rlx_compile_options_set_device(options, device));
    expectOk(rlx_compile_file(path.c_str(), options, &executable));
    rlx_compile_options_free(options);
    expectOk(rlx_lm_create(executable, path.c_str(), 256, &lm));
    expectOk(rlx_lm_reserve(lm, 1200));
  }
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;
  ~Model() {
    rlx_lm_free(lm);
    rlx_executable_free(executable);
  }

  rlx_lm_request_t *submit(const Tokens &prompt, int64_t most) {
    const rlx_lm_settings_t settings = greedy(most);
    rlx_lm_request_t *request = nullptr;
    expectOk(
        rlx_lm_submit(lm, prompt.data(), prompt.size(), &settings, nullptr, nullptr, &request));
    return request;
  }
  // The texts of requests that run at the same time.
  std::vector<std::string> answer(const std::vector<Tokens> &prompts, int64_t most) {
    std::vector<rlx_lm_request_t *> requests;
    for (const Tokens &prompt : prompts)
      requests.push_back(submit(prompt, most));
    std::vector<std::string> texts;
    for (rlx_lm_request_t *request : requests) {
      rlx_lm_answer_t answer{};
      expectOk(rlx_lm_wait(request, &answer));
      texts.emplace_back(answer.text ? answer.text : "");
      rlx_lm_request_free(request);
    }
    return texts;
  }

private:
  rlx_executable_t *executable = nullptr;
  rlx_lm_t *lm = nullptr;
};

Tokens prompt(uint32_t first, uint32_t length) {
  Tokens tokens;
  for (uint32_t i = 0; i < length; ++i)
    tokens.push_back((first + i * i) % 50);
  return tokens;
}

} // namespace

// Prompts of some tokens and of more than a tile of attention, on caches of f32.
TEST(LmRequestsOnVulkan, TheirTextsAreThoseOfTheCpu) {
  if (auto device = rlx::rt::DeviceRegistry::get().find("vulkan"); !device.ok())
    GTEST_SKIP() << device.status().message();
  rlx::testing::TempFolder folder;
  std::vector<std::string> letters;
  for (char letter = 'A'; letters.size() < 50; ++letter)
    letters.emplace_back(1, letter);
  const rlx::test::RandomDecoder llama{.tokens = letters};
  const std::vector<uint8_t> bytes = llama.bytes();
  const std::string path = folder.write("model.gguf", std::string(bytes.begin(), bytes.end()));
  const std::vector<Tokens> prompts = {prompt(1, 3), prompt(7, 90), prompt(20, 17), prompt(33, 1)};
  constexpr int64_t kTokens = 8;
  Model cpu(path, "cpu"), vulkan(path, "vulkan");
  const std::vector<std::string> expected = cpu.answer(prompts, kTokens);
  EXPECT_EQ(vulkan.answer(prompts, kTokens), expected);
  EXPECT_EQ(vulkan.answer({prompts[1]}, kTokens).front(), expected[1]);
}

} // namespace lm_requests_on_vulkan_test
