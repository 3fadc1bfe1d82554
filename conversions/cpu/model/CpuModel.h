// What the code generator knows about a CPU: vector width, register tiles, caches. The one table
// of tile sizes; passes hold none. Plain data, no host queries (the caller passes the features).
#ifndef RLX_CONVERSIONS_CPU_MODEL_CPUMODEL_H
#define RLX_CONVERSIONS_CPU_MODEL_CPUMODEL_H

#include <algorithm>
#include <cstdint>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

struct CpuModel {
  int64_t lanes = 8;       // f32 elements of a vector register
  int64_t registers = 16;  // vector registers
  int64_t panelWidth = 16; // columns of a weight panel (NR); a multiple of lanes
  int64_t tileRows = 6;    // rows of the register tile of a matrix product (MR)
  int64_t l2Bytes = 512 << 10;
  int64_t prefetchRows = 128; // how far ahead weight panels are prefetched
  double gflops = 60;         // rough f32 rate of one core, for cost estimates
  bool convertsF16 = false;   // vectors of f16 to f32 and back
  bool hasBf16Dot = false;    // sums of products of pairs of bf16 in f32 (vdpbf16ps)
  bool isBf16DotSlow = false; // four multiply-adds of f32 take no longer than one of them
  bool hasByteDot = false;    // sums of products of four bytes in 32 bits (vpdpbusd)
  bool hasPairDot = false;    // sums of products of pairs of 16-bit integers in 32 bits (vpmaddwd)

  // About how long one core takes, at least 1.
  int64_t nanoseconds(double flops) const {
    return static_cast<int64_t>(std::clamp(flops / gflops, 0.0, 1e15)) + 1;
  }

  // The table entry for a set of LLVM feature names such as "+avx512f" or "avx2"; names that start
  // with '-' and unknown names count as absent. Without any known feature: 128-bit vectors.
  static CpuModel fromFeatures(llvm::ArrayRef<llvm::StringRef> features);
};

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_MODEL_CPUMODEL_H
