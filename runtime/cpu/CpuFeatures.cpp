// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One table of features per architecture, with the test for each.
//
// x86-64 asks the compiler's builtin; AArch64 reads Linux's hardware capabilities. AMX is
// different: Linux gives a process the state of its tiles only on request.
#include "runtime/cpu/CpuFeatures.h"

#if defined(__aarch64__)
#include <sys/auxv.h>
#elif defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace rlx::rt {

namespace {

#define RLX_X86_64_FEATURES(X)                                                                     \
  X("sse3")                                                                                        \
  X("ssse3")                                                                                       \
  X("sse4.1")                                                                                      \
  X("sse4.2")                                                                                      \
  X("sse4a")                                                                                       \
  X("popcnt")                                                                                      \
  X("movbe")                                                                                       \
  X("lzcnt")                                                                                       \
  X("bmi")                                                                                         \
  X("bmi2")                                                                                        \
  X("f16c")                                                                                        \
  X("avx")                                                                                         \
  X("avx2")                                                                                        \
  X("fma")                                                                                         \
  X("fma4")                                                                                        \
  X("xop")                                                                                         \
  X("gfni")                                                                                        \
  X("avxvnni")                                                                                     \
  X("avxvnniint8")                                                                                 \
  X("avxvnniint16")                                                                                \
  X("avxifma")                                                                                     \
  X("avxneconvert")                                                                                \
  X("avx512f")                                                                                     \
  X("avx512cd")                                                                                    \
  X("avx512bw")                                                                                    \
  X("avx512dq")                                                                                    \
  X("avx512vl")                                                                                    \
  X("avx512ifma")                                                                                  \
  X("avx512vbmi")                                                                                  \
  X("avx512vbmi2")                                                                                 \
  X("avx512vnni")                                                                                  \
  X("avx512bitalg")                                                                                \
  X("avx512vpopcntdq")                                                                             \
  X("avx512vp2intersect")                                                                          \
  X("avx512bf16")                                                                                  \
  X("avx512fp16")

// For each name: the bit of EDX in CPUID's leaf 7.
#define RLX_X86_64_TILE_FEATURES(X)                                                                \
  X("amx-bf16", 22)                                                                                \
  X("amx-tile", 24)                                                                                \
  X("amx-int8", 25)

// For each name: the word of Linux's hardware capabilities that reports it (1: HWCAP, 2: HWCAP2),
// and the bit (arch/arm64/include/uapi/asm/hwcap.h). The bits are written out, because older
// headers lack the last ones.
#define RLX_AARCH64_FEATURES(X)                                                                    \
  X("lse", 1, 8)                                                                                   \
  X("lse2", 1, 25)                                                                                 \
  X("lse128", 2, 47)                                                                               \
  X("crc", 1, 7)                                                                                   \
  X("rdm", 1, 12)                                                                                  \
  X("jsconv", 1, 13)                                                                               \
  X("complxnum", 1, 14)                                                                            \
  X("rcpc", 1, 15)                                                                                 \
  X("rcpc-immo", 1, 26)                                                                            \
  X("rcpc3", 2, 46)                                                                                \
  X("sha3", 1, 17)                                                                                 \
  X("dotprod", 1, 20)                                                                              \
  X("fullfp16", 1, 10)                                                                             \
  X("fp16fml", 1, 23)                                                                              \
  X("flagm", 1, 27)                                                                                \
  X("altnzcv", 2, 7)                                                                               \
  X("fptoint", 2, 8)                                                                               \
  X("bf16", 2, 14)                                                                                 \
  X("i8mm", 2, 13)                                                                                 \
  X("cssc", 2, 34)                                                                                 \
  X("mops", 2, 43)                                                                                 \
  X("hbc", 2, 44)                                                                                  \
  X("lut", 2, 49)                                                                                  \
  X("faminmax", 2, 50)                                                                             \
  X("sve", 1, 22)                                                                                  \
  X("sve2", 2, 1)                                                                                  \
  X("sve2p1", 2, 36)                                                                               \
  X("sve-bitperm", 2, 4)                                                                           \
  X("sve-b16b16", 2, 45)

#define RLX_X86_64_NAME(NAME) std::string_view(NAME),
#define RLX_X86_64_TILE_NAME(NAME, BIT) std::string_view(NAME),
constexpr std::string_view kX86Names[] = {RLX_X86_64_FEATURES(RLX_X86_64_NAME)
                                              RLX_X86_64_TILE_FEATURES(RLX_X86_64_TILE_NAME)};

#define RLX_AARCH64_NAME(NAME, WORD, BIT) std::string_view(NAME),
constexpr std::string_view kArmNames[] = {RLX_AARCH64_FEATURES(RLX_AARCH64_NAME)};

#if defined(__x86_64__)

// Asks the kernel for the state of tiles, for all threads of the process. It refuses if it does not
// save that state, or if a signal stack is too small for it.
bool requestTiles() noexcept {
#if defined(__linux__) && defined(SYS_arch_prctl)
  constexpr long kRequestPermission = 0x1023, kTileData = 18; // arch/x86/include/uapi/asm/prctl.h
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
  return false;
#endif
}

bool hostHasTileFeature(unsigned bit) noexcept {
  static const unsigned bits = [] {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    constexpr unsigned kTiles = 1U << 24;
    const bool known = __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0;
    return known && (edx & kTiles) != 0 && requestTiles() ? edx : 0U;
  }();
  return (bits >> bit & 1) != 0;
}

#endif

} // namespace

std::string_view hostArchitecture() noexcept {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

std::span<const std::string_view> knownCpuFeatures(std::string_view architecture) noexcept {
  if (architecture == "x86_64")
    return kX86Names;
  if (architecture == "aarch64")
    return kArmNames;
  return {};
}

bool hostHasCpuFeature(std::string_view name) noexcept {
  if (name == hostArchitecture())
    return true;
#if defined(__x86_64__)
  // The compiler's builtin uses the same names.
#define RLX_TEST(NAME)                                                                             \
  if (name == NAME)                                                                                \
    return __builtin_cpu_supports(NAME) != 0;
  RLX_X86_64_FEATURES(RLX_TEST)
#define RLX_TEST_TILES(NAME, BIT)                                                                  \
  if (name == NAME)                                                                                \
    return hostHasTileFeature(BIT);
  RLX_X86_64_TILE_FEATURES(RLX_TEST_TILES)
#elif defined(__aarch64__)
#define RLX_TEST(NAME, WORD, BIT)                                                                  \
  if (name == NAME)                                                                                \
    return getauxval(WORD == 1 ? AT_HWCAP : AT_HWCAP2) >> BIT & 1;
  RLX_AARCH64_FEATURES(RLX_TEST)
#endif
  return false;
}

} // namespace rlx::rt
