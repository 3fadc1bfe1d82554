// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model with adapters (LoRA) computes the logits of a model that has the updates in its weights.
#include <gtest/gtest.h>

#include "formats/gguf/GgufFile.h"
#include "unittests/session/DecoderSteps.h"

namespace adapter_test {

using namespace rlx;
using namespace rlx::test;

namespace {

constexpr size_t kRank = 3;
constexpr float kAlpha = 6;
// Adapted matrices: rows and columns in the file.
struct Adapted {
  const char *name;
  size_t rows, columns;
};
constexpr Adapted kAdapted[] = {{"blk.0.attn_v.weight", 32, 64}, {"blk.1.ffn_up.weight", 96, 64}};

// Adds scale * (b a) to a matrix in the bytes of a file.
void merge(std::vector<uint8_t> &bytes, const Adapted &matrix, const std::vector<float> &a,
           const std::vector<float> &b, double scale) {
  const auto file = gguf::GgufFile::parse(bytes);
  ASSERT_TRUE(file.ok());
  for (const gguf::TensorView &tensor : file->tensors) {
    if (tensor.name != matrix.name)
      continue;
    ASSERT_EQ(tensor.shape, (std::vector<int64_t>{int64_t(matrix.rows), int64_t(matrix.columns)}));
    uint8_t *data = bytes.data() + (tensor.data.data() - bytes.data());
    for (size_t row = 0; row < matrix.rows; ++row)
      for (size_t column = 0; column < matrix.columns; ++column) {
        double sum = 0;
        for (size_t r = 0; r < kRank; ++r)
          sum += double(b[row * kRank + r]) * a[r * matrix.columns + column];
        float value = 0;
        uint8_t *place = data + (row * matrix.columns + column) * sizeof(float);
        std::memcpy(&value, place, sizeof(float));
        value += static_cast<float>(scale * sum);
        std::memcpy(place, &value, sizeof(float));
      }
  }
}

std::vector<float> floatsOf(const std::vector<uint8_t> &bytes) {
  std::vector<float> floats(bytes.size() / sizeof(float));
  std::memcpy(floats.data(), bytes.data(), bytes.size());
  return floats;
}

struct Files {
  std::vector<uint8_t> adapter, merged;
};

// An adapter of the model, and the model with its updates `scale` times.
Files filesOf(const RandomDecoder &llama, double scale) {
  GgufWriter writer;
  writer.text("general.type", "adapter").text("general.architecture", "llama");
  writer.text("adapter.type", "lora");
  writer.value("adapter.lora.alpha", gguf::ValueType::F32, kAlpha);
  Files files{{}, llama.bytes()};
  RandomTensor random(3);
  for (const Adapted &matrix : kAdapted) {
    const auto part = [&](const char *end, size_t rows, size_t columns) {
      std::vector<uint8_t> bytes =
          random.bytes(gguf::TensorType::F32, static_cast<int64_t>(rows * columns), -0.4, 0.4);
      writer.tensor(std::string(matrix.name) + end, gguf::TensorType::F32, {rows, columns}, bytes);
      return floatsOf(bytes);
    };
    const std::vector<float> a = part(".lora_a", kRank, matrix.columns),
                             b = part(".lora_b", matrix.rows, kRank);
    merge(files.merged, matrix, a, b, scale * kAlpha / kRank);
  }
  files.adapter = writer.bytes();
  return files;
}

Rows referenceOf(const rlx::testing::TempFolder &folder, const std::vector<uint8_t> &bytes,
                 const std::vector<int64_t> &tokens) {
  const auto model =
      gguf::GgufModel::open(folder.write("reference.gguf", {bytes.begin(), bytes.end()}));
  EXPECT_TRUE(model.ok());
  return model.ok() ? DecoderReference(**model).logits(tokens) : Rows();
}

} // namespace

// Other matrices stay in blocks.
TEST(Adapters, UpdatesAreAdded) {
  const RandomDecoder llama{
      .types = {{"attn_q", gguf::TensorType::Q4_0}, {"ffn_down", gguf::TensorType::Q8_0}}};
  const std::vector<int64_t> tokens = randomTokens(9, llama.vocabulary);
  const Files files = filesOf(llama, 0.75);
  const rlx::testing::TempFolder folder;
  const Written base(llama);
  const std::string adapter =
      folder.write("adapter.gguf", {files.adapter.begin(), files.adapter.end()});
  DecoderSteps model(base.path, 32, {.adapters = {{adapter, 0.75}}});
  ASSERT_TRUE(model.ok());
  const Rows expected = referenceOf(folder, files.merged, tokens);
  expectNear(inChunks(model, tokens, {9}), expected);
  expectNear(inChunks(model, tokens, {4, 1, 4}), expected);
  // The scale is a param.
  const float none = 0, more = 1.5f;
  ASSERT_OK(model.get().setParam("lora.0.scale", {rt::DType::F32, {}, &none}));
  expectNear(inChunks(model, tokens, {9}), referenceOf(folder, llama.bytes(), tokens));
  ASSERT_OK(model.get().setParam("lora.0.scale", {rt::DType::F32, {}, &more}));
  expectNear(inChunks(model, tokens, {9}), referenceOf(folder, filesOf(llama, 1.5).merged, tokens));
}

// Flipped bits give a model or an error.
TEST(Adapters, DamagedFiles) {
  const RandomDecoder llama{.layers = 2};
  const Written base(llama);
  const rlx::testing::TempFolder folder;
  const std::vector<uint8_t> whole = filesOf(llama, 1).adapter;
  const auto model = gguf::GgufModel::open(base.path);
  ASSERT_TRUE(model.ok());
  std::mt19937 engine(4);
  unsigned opened = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<uint8_t> damaged = whole;
    for (unsigned flips = 1 + engine() % 3; flips > 0; --flips)
      damaged[engine() % 420] ^= static_cast<uint8_t>(1u << engine() % 8);
    const auto adapter =
        LoraAdapter::open(folder.write("damaged.gguf", {damaged.begin(), damaged.end()}), **model);
    opened += adapter.ok();
    if (!adapter.ok())
      EXPECT_FALSE(adapter.status().message().empty());
  }
  EXPECT_LT(opened, 500u);
}

} // namespace adapter_test
