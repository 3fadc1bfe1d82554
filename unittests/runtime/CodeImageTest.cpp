// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code images: hand-written machine code in valid and invalid images.
#include <algorithm>

#include <gtest/gtest.h>

#include "runtime/cpu/CodeImage.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/cpu/KernelImports.h"
#include "unittests/runtime/StatusMatchers.h"

#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

using namespace rlx::rt;

namespace {

using Protection = CodeImage::Protection;

// A kernel `zero` that returns 0, and one `length` that jumps to an import through a table.
CodeImage smallImage() {
  CodeImage image;
  image.architecture = std::string(hostArchitecture());
  std::vector<uint8_t> code(16, 0xCC);
  const uint8_t zero[] = {0x31, 0xC0, 0xC3};                // xor eax, eax; ret
  const uint8_t jump[] = {0xFF, 0x25, 0xF2, 0xFF, 0x00, 0}; // jmp [rip + 65522]: the table's slot
  std::copy(std::begin(zero), std::end(zero), code.begin());
  std::copy(std::begin(jump), std::end(jump), code.begin() + 8);
  image.segments = {{Protection::ReadExecute, 0, code},
                    {Protection::ReadWrite, kCodeSegmentAlignment, std::vector<uint8_t>(16)}};
  image.imports = {{kCodeSegmentAlignment, "floorf"}};
  image.relative = {kCodeSegmentAlignment + 8};
  image.kernels = {{"zero", 0}, {"floor", 8}};
  return image;
}

Status load(const CodeImage &image, KernelTable &table) {
  RLX_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, encodeCodeImage(image));
  return loadCodeImage(bytes, table);
}

Status loadChanged(void (*change)(CodeImage &)) {
  CodeImage image = smallImage();
  change(image);
  KernelTable table;
  return load(image, table);
}

#ifdef __x86_64__
TEST(CodeImage, RunsAndCallsImports) {
  KernelTable table;
  ASSERT_OK(load(smallImage(), table));
  ASSERT_NE(table.findCPU("zero"), nullptr);
  EXPECT_EQ(table.findCPU("zero")(nullptr, 0, 0, 0), 0);
  const auto floors =
      reinterpret_cast<float (*)(float)>(reinterpret_cast<void (*)()>(table.findCPU("floor")));
  EXPECT_EQ(floors(2.5f), 2.0f);
  int64_t bytes = 0;
  for (const CodeImage::Segment &segment : smallImage().segments)
    bytes += static_cast<int64_t>(segment.bytes.size());
  EXPECT_GT(bytes, 0);
  EXPECT_EQ(table.codeBytes(), bytes);
}
#endif

TEST(CodeImage, ComesBackAsItWas) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeCodeImage(smallImage()));
  ASSERT_OK_AND_ASSIGN(const CodeImage image, decodeCodeImage(bytes));
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> again, encodeCodeImage(image));
  EXPECT_EQ(again, bytes);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decodeCodeImage(std::span(bytes).first(size)).ok()) << size;
}

TEST(CodeImage, Refused) {
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.architecture = "vax"; }), Unsupported,
               "kernels for vax processors do not run on this machine");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.imports[0].name = "system"; }), Unsupported,
               "call the function 'system', which this runtime does not have");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.imports[0].slot += 9; }), DataLoss,
               "wants the address of 'floorf' outside of its segments");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.relative[0] = ~uint64_t(0) - 3; }), DataLoss,
               "an address outside of its segments");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.kernels[0].address = 16; }), DataLoss,
               "kernel 'zero' lies outside of the image's code");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.kernels[1].address = kCodeSegmentAlignment; }),
               DataLoss, "kernel 'floor' lies outside of the image's code");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.segments[1].address = 4096; }), DataLoss,
               "segments of the code image are malformed");
  EXPECT_ERROR(loadChanged([](CodeImage &i) {
                 i.segments.insert(i.segments.begin(), {Protection::Read, 0, {}});
               }),
               DataLoss, "segments of the code image are malformed");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.segments.resize(100, i.segments[0]); }), DataLoss,
               "100 segments, expected at most 16");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.segments[0].protection = Protection(3); }),
               DataLoss, "segments of the code image are malformed");
  EXPECT_ERROR(loadChanged([](CodeImage &i) { i.kernels.push_back(i.kernels[0]); }), AlreadyExists,
               "'zero' was added twice");
}

TEST(CodeImage, OtherVersions) {
  ASSERT_OK_AND_ASSIGN(std::vector<uint8_t> bytes, encodeCodeImage(smallImage()));
  bytes[8] = 9;
  EXPECT_ERROR(decodeCodeImage(bytes).status(), Unsupported,
               "a code image of version 9 for kernel ABI");
  bytes[0] = 0;
  EXPECT_ERROR(decodeCodeImage(bytes).status(), DataLoss, "mark of an RLX code image");
}

TEST(CpuFeatures, AreKnownByName) {
  EXPECT_FALSE(hostHasCpuFeature("avx9000"));
  EXPECT_FALSE(hostHasCpuFeature(""));
  EXPECT_FALSE(knownCpuFeatures("x86_64").empty());
  EXPECT_FALSE(knownCpuFeatures("aarch64").empty());
  EXPECT_TRUE(knownCpuFeatures("abacus").empty());
  EXPECT_TRUE(hostHasCpuFeature(hostArchitecture()));
#ifdef __x86_64__
  EXPECT_FALSE(hostHasCpuFeature("aarch64"));
  EXPECT_FALSE(hostHasCpuFeature("dotprod"));
  EXPECT_EQ(hostHasCpuFeature("avx2"), __builtin_cpu_supports("avx2") != 0);
#endif
}

// A process has no tiles before it has asked for them, or the kernel refuses them.
TEST(CpuFeatures, AskForTiles) {
  EXPECT_EQ(std::ranges::count(knownCpuFeatures("x86_64"), "amx-int8"), 1);
  EXPECT_EQ(std::ranges::count(knownCpuFeatures("aarch64"), "amx-int8"), 0);
#if defined(__linux__) && defined(__x86_64__)
  constexpr long kGetPermission = 0x1022, kTileData = 18;
  uint64_t granted = 0;
  const bool known = hostHasCpuFeature("amx-tile");
  ASSERT_TRUE(!known || syscall(SYS_arch_prctl, kGetPermission, &granted) == 0);
  EXPECT_EQ(known, (granted >> kTileData & 1) != 0);
  EXPECT_EQ(hostHasCpuFeature("amx-tile"), known);
  EXPECT_TRUE(known || !hostHasCpuFeature("amx-int8"));
#endif
}

} // namespace
