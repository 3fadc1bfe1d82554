// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mapped files: what pages a process holds, and when weights in files give theirs back.
#include "runtime/base/MappedFile.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "unittests/runtime/SumCase.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

// A file of floats that is mapped, and deleted at once.
std::shared_ptr<const MappedFile> mapFloats(const std::vector<float> &values) {
  const std::string path = std::filesystem::path(::testing::TempDir()) / "mapped_floats";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(values.data()),
             static_cast<std::streamsize>(values.size() * 4));
  auto file = MappedFile::open(path);
  std::filesystem::remove(path);
  EXPECT_TRUE(file.ok()) << file.status().toString();
  return file.ok() ? *file : nullptr;
}

// The bytes in memory of the mapping that begins at `address`, as the system counts them.
size_t residentBytes(const void *address) {
  std::ifstream maps("/proc/self/smaps");
  char begin[32];
  std::snprintf(begin, sizeof begin, "%lx-", reinterpret_cast<unsigned long>(address));
  for (std::string line; std::getline(maps, line);)
    if (line.starts_with(begin))
      while (std::getline(maps, line))
        if (line.starts_with("Rss:"))
          return std::stoul(line.substr(4)) * 1024;
  ADD_FAILURE() << "no mapping begins at " << begin;
  return 0;
}

float sumOf(std::span<const uint8_t> bytes) {
  float sum = 0;
  for (size_t i = 0; i < bytes.size(); i += 4096)
    sum += *reinterpret_cast<const float *>(bytes.data() + i);
  return sum;
}

constexpr size_t kFloats = 1 << 20;

// 64 workgroups double a part of the param each. They keep the most bytes of the file that were in
// memory behind one of them.
constexpr uint32_t kParts = 64;
size_t mostResident;

int32_t doublePart(const rlx_kernel_args *args, uint32_t part, uint32_t, uint32_t) {
  const auto *scale = static_cast<const float *>(args->buffers[0]);
  auto *prepared = static_cast<float *>(args->buffers[1]);
  const size_t each = static_cast<size_t>(args->dims[0]) / kParts;
  for (size_t i = part * each; i < (part + 1) * each; ++i)
    prepared[i] = 2 * scale[i];
  mostResident = std::max(mostResident, residentBytes(scale));
  return RLX_KERNEL_OK;
}

} // namespace

TEST(MappedFile, DropsPagesAndReadsThemAgain) {
  const std::vector<float> values = ramp(kFloats, 1);
  const auto file = mapFloats(values);
  ASSERT_TRUE(file);
  const std::span<const uint8_t> bytes = file->bytes();
  const float sum = sumOf(bytes);
  ASSERT_EQ(residentBytes(bytes.data()), bytes.size());
  // Whole pages only, from the second one of this half. Huge pages go as a whole.
  MappedFile::dropPages(bytes.subspan(4, bytes.size() / 2));
  EXPECT_GE(residentBytes(bytes.data()), bytes.size() / 2);
  EXPECT_LE(residentBytes(bytes.data()), bytes.size() / 2 + 4096);
  MappedFile::dropPages(bytes);
  EXPECT_EQ(residentBytes(bytes.data()), 0u);
  EXPECT_EQ(sumOf(bytes), sum);
}

TEST(MappedFile, KeepsMemoryThatIsNoFile) {
  const auto file = mapFloats(ramp(kFloats, 1));
  ASSERT_TRUE(file);
  const std::vector<float> values = ramp(kFloats, 2);
  std::vector<float> own = values;
  const auto *const memory = reinterpret_cast<const uint8_t *>(own.data());
  MappedFile::dropPages({memory, own.size() * 4});
  EXPECT_EQ(own, values);
  MappedFile::dropPages({});
}

TEST(MappedFile, PagesGoBackWhileALargeParamIsPrepared) {
  constexpr size_t cols = kFloats * 4;
  const std::vector<float> values = ramp(cols, 1);
  auto file = mapFloats(values);
  ASSERT_TRUE(file);
  Program program = sumProgram({.cols = cols});
  program.prepare[0].grid[0] = rlx::rt::testing::c(kParts);
  KernelTable kernels;
  kernels.addCPU("double", doublePart).ignore();
  kernels.addCPU("add_rows", addRowsKernel).ignore();
  kernels.addCPU("scale_rows", scaleRowsKernel).ignore();
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(program), kernels, {"", 1}));
  const int64_t shape = cols;
  ASSERT_OK_AND_ASSIGN(Tensor param, Tensor::wrap(DType::F32, {&shape, 1},
                                                  const_cast<uint8_t *>(file->bytes().data()),
                                                  std::const_pointer_cast<MappedFile>(file)));
  ASSERT_OK(executable->adoptParam("scale", std::move(param)));
  mostResident = 0;
  ASSERT_OK(executable->prepare());
  EXPECT_GT(mostResident, 0u);
  EXPECT_LT(mostResident, cols * sizeof(float) / 2);
  ASSERT_OK_AND_ASSIGN(const ModelWeights weights, executable->shareWeights());
  const auto *const prepared = weights.persistent.as<float>();
  EXPECT_TRUE(std::equal(values.begin(), values.end(), prepared,
                         [](float value, float doubled) { return doubled == 2 * value; }));
}

TEST(MappedFile, PreparedParamsGiveTheirPagesBack) {
  Case test(2, kFloats, 1);
  auto file = mapFloats(test.scale);
  ASSERT_TRUE(file);
  const std::span<const uint8_t> bytes = file->bytes();
  Program program = sumProgram({.cols = kFloats});
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(program), testKernels()));
  ASSERT_OK_AND_ASSIGN(Tensor param, Tensor::wrap(DType::F32, std::span(test.shape).subspan(1),
                                                  const_cast<uint8_t *>(bytes.data()),
                                                  std::const_pointer_cast<MappedFile>(file)));
  ASSERT_OK(executable->adoptParam("scale", std::move(param)));
  ASSERT_OK(executable->prepare());
  EXPECT_EQ(residentBytes(bytes.data()), 0u);
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  // The param is still there: weights can be taken out, and prepared once more.
  ASSERT_OK_AND_ASSIGN(const ModelWeights weights, executable->shareWeights());
  ASSERT_EQ(weights.params.size(), 1u);
  const auto *const values = weights.params[0].as<float>();
  EXPECT_TRUE(std::equal(test.scale.begin(), test.scale.end(), values));
}
