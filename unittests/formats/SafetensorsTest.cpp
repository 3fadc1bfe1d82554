// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader of safetensors: files and indices as they should be, and each way in which one can be
// wrong.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <unistd.h>

#include "formats/safetensors/SafetensorsModel.h"
#include "unittests/formats/SafetensorsWriter.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using namespace rlx::safetensors;
using test::safetensorsBytes;
using test::SafetensorsWriter;

namespace {

std::vector<uint8_t> counted(size_t size) {
  std::vector<uint8_t> bytes(size);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  return bytes;
}

// Of 8 bytes of data.
rt::Status parsed(const std::string &header) {
  return SafetensorsFile::parse(safetensorsBytes(header, counted(8))).status();
}

std::string entry(const std::string &fields) {
  return R"({"w": {)" + fields + "}}";
}

TEST(Safetensors, TensorsAreRead) {
  const std::vector<uint8_t> bytes = SafetensorsWriter()
                                         .tensor("a.weight", "F32", "[2, 1]", counted(8))
                                         .tensor("half", "BF16", "[3]", counted(6))
                                         .tensor("scalar", "I64", "[]", counted(8))
                                         .tensor("none", "F16", "[0, 5]", {})
                                         .bytes();
  ASSERT_OK_AND_ASSIGN(const SafetensorsFile file, SafetensorsFile::parse(bytes));
  ASSERT_EQ(file.tensors.size(), 4U);
  const Tensor &first = file.tensors[0];
  EXPECT_EQ(first.name, "a.weight");
  EXPECT_EQ(first.dtype, "F32");
  EXPECT_EQ(first.shape, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(std::vector(first.data.begin(), first.data.end()), counted(8));
  EXPECT_EQ(file.tensors[1].data.data(), first.data.data() + 8);
  EXPECT_TRUE(file.tensors[2].shape.empty());
  EXPECT_TRUE(file.tensors[3].data.empty());
}

TEST(Safetensors, MetadataAndPaddingAreNoTensors) {
  const std::string header = R"({"__metadata__": {"format": "pt"}}    )";
  ASSERT_OK_AND_ASSIGN(const SafetensorsFile file,
                       SafetensorsFile::parse(safetensorsBytes(header, {})));
  EXPECT_TRUE(file.tensors.empty());
}

TEST(Safetensors, EveryTruncationIsAnError) {
  const std::vector<uint8_t> bytes = SafetensorsWriter()
                                         .tensor("a", "F32", "[2]", counted(8))
                                         .tensor("b", "U8", "[3]", counted(3))
                                         .bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<uint8_t> start(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_EQ(SafetensorsFile::parse(start).status().code(), rt::StatusCode::DataLoss) << size;
  }
}

TEST(Safetensors, OtherFilesAreErrors) {
  const auto parse = [](std::string_view text) {
    return SafetensorsFile::parse({reinterpret_cast<const uint8_t *>(text.data()), text.size()})
        .status();
  };
  EXPECT_ERROR(parse(""), DataLoss, "not a safetensors file: the file is empty");
  EXPECT_ERROR(parse("version https://git-lfs.github.com/spec/v1"), DataLoss, "git lfs pull");
  EXPECT_ERROR(parse("<!DOCTYPE html><p>Not found"), DataLoss, "web page");
  EXPECT_ERROR(parse("PK\3\4 something else"), DataLoss, "not a safetensors file: the header");
}

TEST(Safetensors, WrongHeadersAreErrors) {
  EXPECT_ERROR(parsed("{"), DataLoss, "line 1 column 1");
  EXPECT_ERROR(parsed("[]"), DataLoss, "the header is a list, expected an object");
  EXPECT_ERROR(parsed(R"({"w": 3})"), DataLoss,
               "expected an object with dtype, shape and data_offsets; while reading tensor 'w'");
  EXPECT_ERROR(parsed(R"({"w": {}, "w": {}})"), DataLoss, "the key 'w' is there twice");
  EXPECT_ERROR(parsed(R"({"a\u001bb": 3})"), DataLoss, "reading tensor 'a?b'");
  EXPECT_ERROR(parsed(std::string(200, '[')), DataLoss, "recursion limit");
  EXPECT_ERROR(parsed(entry(R"("dtype": "F32", "shape": [2])")), DataLoss, "data_offsets");
  EXPECT_ERROR(parsed(entry(R"("dtype": "F32", "shape": [2.0], "data_offsets": [0, 8])")), DataLoss,
               "expected an object with dtype, shape and data_offsets");
  EXPECT_ERROR(parsed(entry(R"("dtype": "F32", "shape": [-2], "data_offsets": [0, 8])")), DataLoss,
               "expected an object with dtype, shape and data_offsets");
  EXPECT_ERROR(parsed(entry(R"("dtype": "F32", "shape": [2], "data_offsets": [0, 8, 8])")),
               DataLoss, "expected an object with dtype, shape and data_offsets");
  EXPECT_ERROR(parsed(entry(R"("dtype": "F31", "shape": [2], "data_offsets": [0, 8])")),
               Unsupported, "the element type 'F31' is unknown; while reading tensor 'w'");
}

TEST(Safetensors, WrongPlacesAreErrors) {
  const auto at = [](const std::string &shape, const std::string &offsets) {
    return parsed(
        entry(R"("dtype": "F32", "shape": )" + shape + R"(, "data_offsets": )" + offsets));
  };
  EXPECT_ERROR(at("[3]", "[0, 12]"), DataLoss,
               "0 to 12, but the file has 8 bytes of data; the file");
  EXPECT_ERROR(at("[1]", "[8, 4]"), DataLoss, "data_offsets are 8 to 4");
  EXPECT_ERROR(at("[1]", "[9223372036854775807, 9223372036854775807]"), DataLoss,
               "8 bytes of data");
  EXPECT_ERROR(at("[1]", "[0, 18446744073709551615]"), DataLoss, "data_offsets");
  EXPECT_ERROR(at("[1]", "[0, 8]"), DataLoss, "0 to 8, but the shape has 4 bytes of F32");
  EXPECT_ERROR(at("[4611686018427387904, 4]", "[0, 0]"), DataLoss, "2^63 bits or more");
  EXPECT_OK(at("[4611686018427387904, 4, 0]", "[0, 0]"));
  std::string ones = "[1";
  for (int i = 0; i < 64; ++i)
    ones += ", 1";
  EXPECT_ERROR(at(ones + "]", "[0, 4]"), DataLoss, "65 dimensions, expected at most 64");
  EXPECT_ERROR(parsed(R"({"a": {"dtype": "U8", "shape": [5], "data_offsets": [0, 5]},
                          "b": {"dtype": "U8", "shape": [4], "data_offsets": [4, 8]}})"),
               DataLoss, "tensors 'a' and 'b' overlap");
  EXPECT_ERROR(parsed(entry(R"("dtype": "F4", "shape": [3], "data_offsets": [0, 2])")), DataLoss,
               "its elements end within a byte");
}

// ---- models of a folder

class SafetensorsFolder : public ::testing::Test {
protected:
  void SetUp() override {
    folder = testing::TempDir() + "safetensors-" + std::to_string(getpid());
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(const std::string &name, const std::vector<uint8_t> &bytes) {
    std::ofstream file(folder + "/" + name, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  void writeIndex(const std::string &map) {
    std::ofstream(folder + "/model.safetensors.index.json") << R"({"weight_map": )" << map << "}";
  }
  void writeTwo() {
    write("m-1.safetensors", SafetensorsWriter().tensor("a", "U8", "[3]", counted(3)).bytes());
    write("m-2.safetensors", SafetensorsWriter().tensor("b", "U8", "[2]", counted(2)).bytes());
  }
  rt::Status opened() { return SafetensorsModel::open(folder).status(); }

  std::string folder;
};

TEST_F(SafetensorsFolder, OneFileIsAModel) {
  write("model.safetensors", SafetensorsWriter().tensor("a", "U8", "[3]", counted(3)).bytes());
  ASSERT_OK_AND_ASSIGN(const SafetensorsModel model, SafetensorsModel::open(folder));
  ASSERT_EQ(model.tensors().size(), 1U);
  EXPECT_EQ(model.tensors()[0].data[2], 2);
}

TEST_F(SafetensorsFolder, AnIndexListsFiles) {
  writeTwo();
  writeIndex(R"({"a": "m-1.safetensors", "b": "m-2.safetensors"})");
  ASSERT_OK_AND_ASSIGN(const SafetensorsModel model, SafetensorsModel::open(folder));
  ASSERT_EQ(model.tensors().size(), 2U);
  EXPECT_EQ(model.tensors()[1].name, "b");
  EXPECT_EQ(model.tensors()[1].data.size(), 2U);
}

TEST_F(SafetensorsFolder, WrongIndicesAreErrors) {
  writeTwo();
  writeIndex(R"({"a": "m-1.safetensors", "b": "m-3.safetensors"})");
  EXPECT_ERROR(opened(), NotFound, "m-3.safetensors");
  writeIndex(R"({"a": "m-1.safetensors", "b": "m-1.safetensors"})");
  EXPECT_ERROR(opened(), DataLoss, "tensor 'b' is not in 'm-1.safetensors'");
  writeIndex(R"({"a": "../m-1.safetensors"})");
  EXPECT_ERROR(opened(), DataLoss, "expected the name of a .safetensors file of the folder");
  writeIndex(R"({"a": "/etc/passwd"})");
  EXPECT_ERROR(opened(), DataLoss, "tensor 'a' is in '/etc/passwd', expected the name of");
  writeIndex(R"({"a": 3})");
  EXPECT_ERROR(opened(), DataLoss, "tensor 'a' is in an integer");
  writeIndex("[]");
  EXPECT_ERROR(opened(), DataLoss, "'weight_map' is a list, expected an object");
  writeIndex("{");
  EXPECT_ERROR(opened(), DataLoss, "model.safetensors.index.json");
}

TEST_F(SafetensorsFolder, NamesAreInOneFileOnly) {
  writeTwo();
  write("m-2.safetensors", SafetensorsWriter().tensor("a", "U8", "[2]", counted(2)).bytes());
  writeIndex(R"({"a": "m-1.safetensors", "b": "m-2.safetensors"})");
  EXPECT_ERROR(opened(), DataLoss, "tensor 'a' is in 'm-1.safetensors' and in 'm-2.safetensors'");
}

TEST_F(SafetensorsFolder, MissingWeightsAreAnError) {
  EXPECT_ERROR(opened(), NotFound, "has no model.safetensors and no model.safetensors.index.json");
  write("pytorch_model.bin", {});
  EXPECT_ERROR(opened(), NotFound, "write it with save_pretrained");
  write("model.safetensors", {});
  EXPECT_ERROR(opened(), DataLoss, "not a safetensors file: the file is empty; while reading");
}

} // namespace
