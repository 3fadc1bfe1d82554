// The compiler's own test of the processor; see CpuFeatures.h.
#include "runtime/cpu/CpuFeatures.h"

#include <array>

namespace rlx::rt {

namespace {

#if defined(__x86_64__)
// LLVM's names, and beside them the names that __builtin_cpu_supports knows.
#define RLX_CPU_FEATURES(X)                                                                        \
  X("sse3", "sse3")                                                                                \
  X("ssse3", "ssse3")                                                                              \
  X("sse4.1", "sse4.1")                                                                            \
  X("sse4.2", "sse4.2")                                                                            \
  X("sse4a", "sse4a")                                                                              \
  X("popcnt", "popcnt")                                                                            \
  X("movbe", "movbe")                                                                              \
  X("lzcnt", "lzcnt")                                                                              \
  X("bmi", "bmi")                                                                                  \
  X("bmi2", "bmi2")                                                                                \
  X("f16c", "f16c")                                                                                \
  X("avx", "avx")                                                                                  \
  X("avx2", "avx2")                                                                                \
  X("fma", "fma")                                                                                  \
  X("fma4", "fma4")                                                                                \
  X("xop", "xop")                                                                                  \
  X("gfni", "gfni")                                                                                \
  X("avxvnni", "avxvnni")                                                                          \
  X("avxvnniint8", "avxvnniint8")                                                                  \
  X("avxvnniint16", "avxvnniint16")                                                                \
  X("avxifma", "avxifma")                                                                          \
  X("avxneconvert", "avxneconvert")                                                                \
  X("avx512f", "avx512f")                                                                          \
  X("avx512cd", "avx512cd")                                                                        \
  X("avx512bw", "avx512bw")                                                                        \
  X("avx512dq", "avx512dq")                                                                        \
  X("avx512vl", "avx512vl")                                                                        \
  X("avx512ifma", "avx512ifma")                                                                    \
  X("avx512vbmi", "avx512vbmi")                                                                    \
  X("avx512vbmi2", "avx512vbmi2")                                                                  \
  X("avx512vnni", "avx512vnni")                                                                    \
  X("avx512bitalg", "avx512bitalg")                                                                \
  X("avx512vpopcntdq", "avx512vpopcntdq")                                                          \
  X("avx512vp2intersect", "avx512vp2intersect")                                                    \
  X("avx512bf16", "avx512bf16")                                                                    \
  X("avx512fp16", "avx512fp16")
#else
#define RLX_CPU_FEATURES(X)
#endif

#define RLX_NAME(LLVM, BUILTIN) std::string_view(LLVM),
constexpr auto kNames = std::to_array<std::string_view>(
    {RLX_CPU_FEATURES(RLX_NAME) std::string_view("")}); // never empty

} // namespace

std::span<const std::string_view> knownCpuFeatures() noexcept {
  return std::span(kNames).first(kNames.size() - 1);
}

bool hostHasCpuFeature(std::string_view name) noexcept {
#define RLX_TEST(LLVM, BUILTIN)                                                                    \
  if (name == LLVM)                                                                                \
    return __builtin_cpu_supports(BUILTIN) != 0;
  RLX_CPU_FEATURES(RLX_TEST)
  return false;
}

} // namespace rlx::rt
