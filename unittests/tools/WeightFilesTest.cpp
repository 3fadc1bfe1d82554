// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damaged weight files: truncated, of another format, or with wrong sizes. Each is an error.
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "runtime/tensor/Npy.h"
#include "tools/rlx-run/common/Params.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using namespace rlx::rt;
using run::TensorMap;

namespace {

const int64_t kShape[] = {2, 3};
const float kSixValues[6] = {1, 2, 3, 4, 5, 6};

std::string tempPath(const std::string &name) {
  return ::testing::TempDir() + "rlx-weight-files-" + std::to_string(::getpid()) + name;
}

TensorMap twoTensors() {
  TensorMap tensors;
  tensors.emplace("a", *Tensor::copyOf({DType::F32, kShape, kSixValues}));
  tensors.emplace("b", *Tensor::copyOf({DType::I64, {}, kSixValues}));
  return tensors;
}

std::vector<uint8_t> safetensors(const std::string &header, size_t dataBytes) {
  std::vector<uint8_t> file(8 + header.size() + dataBytes);
  const uint64_t length = header.size();
  std::memcpy(file.data(), &length, 8);
  std::memcpy(file.data() + 8, header.data(), header.size());
  return file;
}

TEST(WeightFiles, EveryTruncationIsAnError) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, run::formatSafetensors(twoTensors()));
  EXPECT_TRUE(run::parseSafetensors(bytes).ok());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(run::parseSafetensors(std::span(bytes).first(size)).ok()) << size;
}

TEST(WeightFiles, WhatIsNoFileIsAnError) {
  const std::string folder = tempPath(".safetensors");
  ASSERT_EQ(::mkdir(folder.c_str(), 0700), 0);
  EXPECT_ERROR(run::readTensors(folder).status(), InvalidArgument, "cannot read '" + folder);
  ::rmdir(folder.c_str());
  EXPECT_ERROR(run::readTensors(folder).status(), NotFound, "cannot open '" + folder);
  // Files of /proc report no bytes, but have some.
  const std::string link = tempPath(".npz");
  ASSERT_EQ(::symlink("/proc/self/stat", link.c_str()), 0);
  EXPECT_ERROR(run::readTensors(link).status(), DataLoss, "no zip directory");
  EXPECT_ERROR(readNpy(link).status(), DataLoss, "not a .npy file");
  ::unlink(link.c_str());
}

// A pipe gives its data in chunks. All of it is read, and an early end is detected.
TEST(WeightFiles, PipesAreReadToTheirEnd) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, run::formatSafetensors(twoTensors()));
  const std::string path = tempPath(".pipe.safetensors");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  for (const bool whole : {true, false}) {
    std::thread writer([&] {
      std::ofstream pipe(path, std::ios::binary);
      for (size_t i = 0; i + !whole < bytes.size(); ++i)
        pipe.put(static_cast<char>(bytes[i])).flush();
    });
    const auto tensors = run::readTensors(path);
    writer.join();
    EXPECT_EQ(tensors.ok(), whole);
    if (whole)
      EXPECT_EQ(tensors->at("a").as<float>()[5], 6);
    else
      EXPECT_EQ(tensors.status().code(), StatusCode::DataLoss);
  }
  ::unlink(path.c_str());
}

TEST(WeightFiles, AFullDiskIsAnError) {
  EXPECT_ERROR(run::writeSafetensors("/dev/full", twoTensors()), FailedPrecondition,
               "cannot write all of");
  EXPECT_ERROR(writeNpy("/dev/full", {DType::F32, kShape, kSixValues}), FailedPrecondition,
               "cannot write all of '/dev/full', it is incomplete: No space left on device");
}

// With shared bytes a small file could request a multiple of its size.
TEST(WeightFiles, TensorsDoNotShareBytes) {
  const std::string entry = R"({"dtype":"U8","shape":[8],"data_offsets":[0,8]})";
  EXPECT_TRUE(run::parseSafetensors(safetensors(R"({"a":)" + entry + "}", 8)).ok());
  EXPECT_ERROR(
      run::parseSafetensors(safetensors(R"({"a":)" + entry + R"(,"b":)" + entry + "}", 8)).status(),
      DataLoss, "tensors 'a' and 'b' overlap");
}

// The format has elements that the runtime has not.
TEST(WeightFiles, UnknownTypesAreNamed) {
  const std::string entry = R"({"dtype":"F4","shape":[16],"data_offsets":[0,8]})";
  EXPECT_ERROR(run::parseSafetensors(safetensors(R"({"a":)" + entry + "}", 8)).status(),
               Unsupported, "tensor 'a' has type F4, but the types that RLX has are BOOL, I8,");
}

// LLVM's JSON treats such a name as a bug of the caller.
TEST(WeightFiles, NamesAreUtf8) {
  TensorMap tensors;
  tensors.emplace("gr\xFC\xDF", *Tensor::copyOf({DType::F32, kShape, kSixValues}));
  EXPECT_ERROR(run::formatSafetensors(tensors).status(), InvalidArgument, "is not UTF-8");
}

} // namespace
