// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader of GGUF: files as they should be, and each way in which one can be wrong.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

#include "formats/gguf/GgufModel.h"
#include "unittests/formats/GgufWriter.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using namespace rlx::gguf;
using test::GgufWriter;

namespace {

std::vector<uint8_t> counted(size_t size) {
  std::vector<uint8_t> bytes(size);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  return bytes;
}

// One value of each type, and two tensors.
GgufWriter everything(uint32_t version, uint64_t alignment = 32) {
  GgufWriter writer(version, alignment);
  writer.value<uint32_t>("general.alignment", ValueType::U32, static_cast<uint32_t>(alignment))
      .value<uint8_t>("u8", ValueType::U8, 200)
      .value<int8_t>("i8", ValueType::I8, -100)
      .value<uint16_t>("u16", ValueType::U16, 60000)
      .value<int16_t>("i16", ValueType::I16, -30000)
      .value<int32_t>("i32", ValueType::I32, -2000000000)
      .value<uint64_t>("u64", ValueType::U64, 1ULL << 62)
      .value<uint64_t>("huge", ValueType::U64, 1ULL << 63)
      .value<int64_t>("i64", ValueType::I64, -(1LL << 62))
      .value<float>("f32", ValueType::F32, 0.5f)
      .value<double>("f64", ValueType::F64, 1e300)
      .value<uint8_t>("yes", ValueType::Bool, 1)
      .text("text", "Grüße")
      .text("empty", "")
      .array<int32_t>("integers", ValueType::I32, {3, -1, 7})
      .array<float>("numbers", ValueType::F32, {0.25f, 2.0f})
      .array<uint8_t>("none", ValueType::U8, {})
      .texts("texts", {"a", "", "longer than the others"})
      .tensor("blocks.weight", TensorType::Q4_0, {2, 64}, counted(72))
      .tensor("norm.weight", TensorType::F32, {3}, counted(12));
  return writer;
}

rt::Status parsed(const GgufWriter &writer) {
  return GgufFile::parse(writer.bytes()).status();
}

class GgufVersions : public ::testing::TestWithParam<uint32_t> {};

TEST_P(GgufVersions, ValuesAndTensorsAreRead) {
  for (const uint64_t alignment : {8, 32, 4096}) {
    const std::vector<uint8_t> bytes = everything(GetParam(), alignment).bytes();
    ASSERT_OK_AND_ASSIGN(const GgufFile file, GgufFile::parse(bytes));
    const Metadata &metadata = file.metadata;
    EXPECT_EQ(file.version, GetParam());
    EXPECT_EQ(metadata.keys().size(), 18U);
    EXPECT_EQ(metadata.keys()[1], "u8");
    EXPECT_EQ(metadata.integer("u8").value(), 200);
    EXPECT_EQ(metadata.integer("i8").value(), -100);
    EXPECT_EQ(metadata.integer("u16").value(), 60000);
    EXPECT_EQ(metadata.integer("i16").value(), -30000);
    EXPECT_EQ(metadata.integer("i32").value(), -2000000000);
    EXPECT_EQ(metadata.integer("u64").value(), 1LL << 62);
    EXPECT_EQ(metadata.integer("i64").value(), -(1LL << 62));
    EXPECT_EQ(metadata.number("f32").value(), 0.5);
    EXPECT_EQ(metadata.number("f64").value(), 1e300);
    EXPECT_EQ(metadata.number("i8").value(), -100);
    EXPECT_EQ(metadata.number("huge").value(), 0x1p63);
    EXPECT_TRUE(metadata.boolean("yes").value());
    EXPECT_EQ(metadata.string("text").value(), "Grüße");
    EXPECT_EQ(metadata.string("empty").value(), "");
    EXPECT_EQ(metadata.integers("integers").value(), (std::vector<int64_t>{3, -1, 7}));
    EXPECT_EQ(metadata.integers("u8").value(), std::vector<int64_t>{200});
    EXPECT_EQ(metadata.numbers("numbers").value(), (std::vector<double>{0.25, 2}));
    EXPECT_TRUE(metadata.integers("none").value().empty());
    EXPECT_EQ(metadata.strings("texts").value()[2], "longer than the others");

    ASSERT_EQ(file.tensors.size(), 2U);
    const TensorView &blocks = file.tensors[0];
    EXPECT_EQ(blocks.name, "blocks.weight");
    EXPECT_EQ(blocks.type, TensorType::Q4_0);
    EXPECT_EQ(blocks.shape, (std::vector<int64_t>{2, 64}));
    EXPECT_EQ(std::vector(blocks.data.begin(), blocks.data.end()), counted(72));
    EXPECT_EQ((blocks.data.data() - bytes.data()) % alignment, 0U);
    EXPECT_EQ(file.tensors[1].shape, std::vector<int64_t>{3});
    EXPECT_EQ(file.tensors[1].data.size(), 12U);
  }
}

// Whatever is cut off, the rest is an error and nothing is read beyond it.
TEST_P(GgufVersions, EveryTruncationIsAnError) {
  const std::vector<uint8_t> bytes = everything(GetParam()).bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<uint8_t> start(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_EQ(GgufFile::parse(start).status().code(), rt::StatusCode::DataLoss) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GgufVersions, ::testing::Values(1, 2, 3));

TEST(Gguf, ValuesOfOtherTypesAreErrors) {
  const std::vector<uint8_t> bytes = everything(3).bytes();
  ASSERT_OK_AND_ASSIGN(const GgufFile file, GgufFile::parse(bytes));
  const Metadata &metadata = file.metadata;
  EXPECT_ERROR(metadata.integer("layers").status(), NotFound, "the metadata has no 'layers'");
  EXPECT_ERROR(metadata.integer("text").status(), InvalidArgument,
               "metadata 'text' is string, expected an integer");
  EXPECT_ERROR(metadata.integer("f32").status(), InvalidArgument, "is f32, expected an integer");
  EXPECT_ERROR(metadata.integer("huge").status(), InvalidArgument,
               "expected an integer of 64 bits");
  EXPECT_ERROR(metadata.integer("integers").status(), InvalidArgument, "is array of 3 i32");
  EXPECT_ERROR(metadata.number("text").status(), InvalidArgument, "expected a number");
  EXPECT_ERROR(metadata.boolean("u8").status(), InvalidArgument, "is u8, expected bool");
  EXPECT_ERROR(metadata.string("texts").status(), InvalidArgument, "is array of 3 string");
  EXPECT_ERROR(metadata.strings("integers").status(), InvalidArgument, "expected strings");
  EXPECT_ERROR(metadata.integers("numbers").status(), InvalidArgument, "is array of 2 f32");
  // A default is for a missing value, not for a wrong one.
  EXPECT_EQ(metadata.integer("layers", 7).value(), 7);
  EXPECT_EQ(metadata.string("name", "none").value(), "none");
  EXPECT_ERROR(metadata.integer("text", 7).status(), InvalidArgument, "expected an integer");
}

TEST(Gguf, OtherFilesAreErrors) {
  EXPECT_ERROR(GgufFile::parse({}).status(), DataLoss, "not a GGUF file: the file is empty");
  const std::string text = "PK\3\4 something else";
  EXPECT_ERROR(
      GgufFile::parse({reinterpret_cast<const uint8_t *>(text.data()), text.size()}).status(),
      DataLoss, "not a GGUF file");
  EXPECT_ERROR(parsed(GgufWriter(4)), Unsupported, "version 4 of GGUF; versions 1 to 3");
  EXPECT_ERROR(parsed(GgufWriter(0)), Unsupported, "version 0");
  EXPECT_ERROR(parsed(GgufWriter(3U << 24)), Unsupported, "big-endian");
}

TEST(Gguf, WrongMetadataIsAnError) {
  EXPECT_ERROR(parsed(GgufWriter().text("a", "1").text("a", "2")), DataLoss,
               "the key is there twice");
  EXPECT_ERROR(parsed(GgufWriter().value<uint8_t>("a", static_cast<ValueType>(13), 0)), Unsupported,
               "a value of type 13; while reading metadata 'a'");
  EXPECT_ERROR(parsed(GgufWriter().array<uint8_t>("a", ValueType::Array, {1})), Unsupported,
               "an array of arrays");
  for (const uint32_t alignment : {0U, 24U})
    EXPECT_ERROR(
        parsed(GgufWriter().value<uint32_t>("general.alignment", ValueType::U32, alignment)),
        DataLoss, "expected a power of two");
  EXPECT_ERROR(parsed(GgufWriter().text("general.alignment", "32")), InvalidArgument,
               "metadata 'general.alignment' is string");
  // Lengths that the file cannot have reserve no memory.
  std::vector<uint8_t> bytes = GgufWriter().texts("a", {"one"}).bytes();
  bytes[24 + 9 + 4 + 4 + 6] = 0xFF; // a byte of the array's length
  EXPECT_ERROR(GgufFile::parse(bytes).status(), DataLoss, "strings, but the file has");
}

TEST(Gguf, WrongTensorsAreErrors) {
  const auto f32 = static_cast<uint32_t>(TensorType::F32);
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", 4, {1}, counted(4))), Unsupported,
               "tensor type 4; while reading tensor 'a'");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", TensorType::Q4_K, {2, 128}, counted(144))), DataLoss,
               "rows of 128 elements, but a block of Q4_K has 256");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", f32, {1, 1, 1, 1, 1}, counted(4))), DataLoss,
               "5 dimensions, expected at most 4");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", f32, {1ULL << 63}, counted(4))), DataLoss,
               "a dimension of 2^63 or more");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", f32, {1ULL << 40, 1ULL << 40}, counted(4))),
               DataLoss, "2^63 bytes or more");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", f32, {100}, counted(4))), DataLoss,
               "tensor 'a' has 400 bytes at offset 0, but the file has 4 bytes of tensors, "
               "aligned to 32; the file is cut off or damaged: download it again");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", f32, {1}, counted(4)).tensorAt("b", f32, {1}, 4)),
               DataLoss, "aligned to 32");
  EXPECT_ERROR(parsed(GgufWriter().tensor("a", f32, {1}, counted(4)).tensor("a", f32, {1}, {})),
               DataLoss, "the name is there twice");
  EXPECT_ERROR(
      parsed(GgufWriter().tensor("a", f32, {16}, counted(64)).tensorAt("b\n", f32, {1}, 32)),
      DataLoss, "tensors 'a' and 'b?' overlap");
}

TEST(Gguf, TensorsWithoutElementsHaveNoBytes) {
  const auto f32 = static_cast<uint32_t>(TensorType::F32);
  const std::vector<uint8_t> bytes = GgufWriter()
                                         .tensor("none", f32, {1ULL << 60, 1ULL << 60, 0}, {})
                                         .tensor("scalar", f32, {}, counted(4))
                                         .bytes();
  ASSERT_OK_AND_ASSIGN(const GgufFile file, GgufFile::parse(bytes));
  EXPECT_TRUE(file.tensors[0].data.empty());
  EXPECT_EQ(file.tensors[1].data.size(), 4U);
}

// ---- files ----

class GgufFiles : public ::testing::Test {
protected:
  void SetUp() override {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string write(const std::string &name, const GgufWriter &writer) const {
    const std::vector<uint8_t> bytes = writer.bytes();
    std::ofstream(folder / name, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return (folder / name).string();
  }
  static GgufWriter part(uint16_t number, uint16_t count, const std::string &tensor,
                         int32_t tensors = 2) {
    GgufWriter writer;
    writer.value<uint16_t>("split.no", ValueType::U16, number)
        .value<uint16_t>("split.count", ValueType::U16, count)
        .value<int32_t>("split.tensors.count", ValueType::I32, tensors)
        .tensor(tensor, TensorType::F32, {1}, counted(4));
    return writer;
  }

  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "rlx-gguf-files";
};

TEST_F(GgufFiles, OneFile) {
  ASSERT_OK_AND_ASSIGN(const auto model, GgufModel::open(write("m.gguf", everything(3))));
  EXPECT_EQ(model->tensors().size(), 2U);
  ASSERT_TRUE(model->find("norm.weight"));
  EXPECT_EQ(model->find("norm.weight")->type, TensorType::F32);
  EXPECT_FALSE(model->find("other"));
  EXPECT_ERROR(GgufModel::open((folder / "none.gguf").string()).status(), NotFound, "none.gguf");
  EXPECT_ERROR(GgufModel::open(write("bad.gguf", GgufWriter(9))).status(), Unsupported,
               "bad.gguf'");
}

TEST_F(GgufFiles, SplitModelsAreReadFromTheFirstFile) {
  const std::string first = write("m-00001-of-00002.gguf", part(0, 2, "a"));
  EXPECT_ERROR(GgufModel::open(first).status(), NotFound, "m-00002-of-00002.gguf");
  const std::string second = write("m-00002-of-00002.gguf", part(1, 2, "b"));
  ASSERT_OK_AND_ASSIGN(const auto model, GgufModel::open(first));
  EXPECT_TRUE(model->find("a") && model->find("b"));

  EXPECT_ERROR(GgufModel::open(second).status(), InvalidArgument, "m-00001-of-00002.gguf'");
  EXPECT_ERROR(GgufModel::open(write("m.gguf", part(0, 2, "a"))).status(), InvalidArgument,
               "must end in '-00001-of-00002.gguf'");
  write("m-00002-of-00002.gguf", part(1, 2, "a"));
  EXPECT_ERROR(GgufModel::open(first).status(), DataLoss, "is in another file of the model, too");
  write("m-00002-of-00002.gguf", part(0, 2, "b"));
  EXPECT_ERROR(GgufModel::open(first).status(), DataLoss, "has split.no 0 of 2, expected 1 of 2");
  write("m-00002-of-00002.gguf", part(1, 2, "b"));
  write("m-00001-of-00002.gguf", part(0, 2, "a", 3));
  EXPECT_ERROR(GgufModel::open(first).status(), DataLoss, "have 2 tensors, expected 3");
}

} // namespace
