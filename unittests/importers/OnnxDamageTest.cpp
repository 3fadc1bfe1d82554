// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damaged files: truncations and several hundred mutations of a real model give a module or an
// error, never a crash. External data cannot refer to files outside the model's directory.
#include "unittests/importers/DamageSeed.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

using namespace rlx;
using namespace rlx::test;

namespace {

// A failed import reports exactly one error.
void expectModuleOrError(llvm::StringRef bytes) {
  Imported r = importBytes(bytes);
  EXPECT_EQ(r.numErrors, r.ok ? 0 : 1) << r.errors;
}

TEST(OnnxDamage, SeedImports) {
  Imported r = importBytes(damageSeed());
  EXPECT_TRUE(r.ok) << r.errors;
}

TEST(OnnxDamage, Truncations) {
  std::string bytes = damageSeed();
  for (size_t length = 0; length < bytes.size(); length += 3)
    expectModuleOrError(llvm::StringRef(bytes).take_front(length));
}

TEST(OnnxDamage, Mutations) {
  std::mt19937 random(7);
  std::string seed = damageSeed();
  for (int run = 0; run < 600; ++run) {
    std::string bytes = seed;
    for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
      size_t at = random() % bytes.size();
      switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
        break;
      case 2:
        bytes.erase(at, 1 + random() % 8);
        break;
      default:
        bytes.insert(at, bytes.substr(random() % bytes.size(), 1 + random() % 8));
      }
      if (bytes.empty())
        break;
    }
    expectModuleOrError(bytes);
  }
}

// Repeated squaring doubles a naive expression each time.
TEST(OnnxDamage, ShapeArithmeticStaysSmall) {
  ModelBuilder b(13);
  b.input("x", {"n", "m"}).output("y");
  b.node("Shape", {"x"}, {"s0"});
  for (int i = 0; i < 60; ++i)
    b.node(i % 2 ? "Mul" : "Add", {"s" + std::to_string(i), "s" + std::to_string(i)},
           {"s" + std::to_string(i + 1)});
  b.node("Identity", {"s60"}, {"y"});
  Imported r = import(b);
  EXPECT_EQ(r.numErrors, r.ok ? 0 : 1) << r.errors;
}

class ExternalData : public ::testing::Test {
protected:
  void SetUp() override {
    root = std::filesystem::path(::testing::TempDir()) /
           ("onnx_external_" + std::to_string(::getpid()));
    std::filesystem::create_directories(root / "model");
    write(root / "model" / "weights.bin", std::string(64, '\1'));
    write(root / "secret.bin", std::string(64, '\2'));
    std::filesystem::create_symlink("../secret.bin", root / "model" / "link.bin");
  }
  void TearDown() override { std::filesystem::remove_all(root); }
  static void write(const std::filesystem::path &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  // exp(w) with w = 12 floats at the location.
  Imported run(const std::string &location, const std::string &offset = "8",
               const std::string &length = "48", bool hasDirectory = true) {
    ModelBuilder b(13);
    b.output("y");
    b.node("Exp", {"w"}, {"y"});
    onnx::TensorProto *w = b.graph().add_initializer();
    w->set_name("w");
    w->set_data_type(onnx::TensorProto::FLOAT);
    w->add_dims(12);
    w->set_data_location(onnx::TensorProto::EXTERNAL);
    for (auto [key, value] :
         {std::pair{"location", location}, {"offset", offset}, {"length", length}}) {
      onnx::StringStringEntryProto *entry = w->add_external_data();
      entry->set_key(key);
      entry->set_value(value);
    }
    return importBytes(b.bytes(), {}, hasDirectory ? (root / "model").string() : "");
  }
  std::filesystem::path root;
};

TEST_F(ExternalData, IsRead) {
  Imported r = run("weights.bin");
  ASSERT_TRUE(r.ok) << r.errors;
  ASSERT_EQ(r.model.params.size(), 1u);
  EXPECT_EQ(r.model.params[0].bytes.size(), 48u);
  EXPECT_EQ(r.model.params[0].bytes[0], 1);
}

TEST_F(ExternalData, StaysInsideTheDirectory) {
  for (std::string location : {std::string("../secret.bin"), (root / "secret.bin").string(),
                               std::string("link.bin"), std::string("a/../../secret.bin")}) {
    SCOPED_TRACE(location);
    Imported r = run(location);
    EXPECT_FALSE(r.ok);
    EXPECT_EQ(r.errors, "initializer 'w' has external data outside the model's directory: '" +
                            location + "'\n");
  }
  EXPECT_FALSE(run(".").ok);
  EXPECT_FALSE(run("").ok);
  EXPECT_FALSE(run("missing.bin").ok);
}

TEST_F(ExternalData, StaysInsideTheFile) {
  EXPECT_EQ(run("weights.bin", "32").errors,
            "initializer 'w' has external data [32, +48) outside the 64 bytes of "
            "'weights.bin'\n");
  for (std::string offset : {"-8", "65", "9223372036854775807", "99999999999999999999", "x"})
    EXPECT_FALSE(run("weights.bin", offset).ok) << offset;
  EXPECT_FALSE(run("weights.bin", "8", "40").ok);
  EXPECT_FALSE(run("weights.bin", "8", "48", /*hasDirectory=*/false).ok);
}

} // namespace
