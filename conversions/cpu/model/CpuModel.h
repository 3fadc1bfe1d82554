// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers that the code generator knows about a CPU: vector width, register tiles, caches.
//
// This is the only table of CPU tile sizes; passes hold none. The model is plain data and never
// asks the host: the caller passes the features, so cross compilation and tests see the same
// numbers.
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
  int64_t panelWidth = 16; // columns of a weight panel (NR), a multiple of lanes
  int64_t tileRows = 6;    // rows of a matmul's register tile (MR)
  int64_t l2Bytes = 512 << 10;
  int64_t prefetchRows = 128; // prefetch distance in weight panels, in rows
  double gflops = 60;         // approximate f32 rate of one core, for cost estimates
  bool convertsF16 = false;   // converts vectors between f16 and f32
  bool hasBf16Dot = false;    // dot products of bf16 pairs, accumulated in f32 (vdpbf16ps)
  bool isBf16DotSlow = false; // one vdpbf16ps takes at least as long as four f32 FMAs
  bool hasByteDot = false;    // dot products of four bytes, accumulated in i32 (vpdpbusd)
  bool hasTileDot = false; // tiles of 16 rows of bytes by bytes, accumulated in i32 (AMX's tdpbsud)
  bool hasPairDot = false; // dot products of i16 pairs, accumulated in i32 (vpmaddwd)
  // Bytes of a vector whose pairs have dot products, unsigned by signed, saturated to i16
  // (vpmaddubsw); 0: none.
  int64_t bytePairs = 0;

  // Whether there are instructions for sums of unsigned bytes times signed ones.
  bool multipliesBytes() const { return hasByteDot || bytePairs != 0; }

  // An estimate of the time that one core takes, at least 1.
  int64_t nanoseconds(double flops) const {
    return static_cast<int64_t>(std::clamp(flops / gflops, 0.0, 1e15)) + 1;
  }

  // The table entry for a set of LLVM feature names such as "+avx512f" or "avx2". Names that start
  // with '-' and unknown names count as absent. Without any known feature the model has 128-bit
  // vectors.
  static CpuModel fromFeatures(llvm::ArrayRef<llvm::StringRef> features);
};

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_MODEL_CPUMODEL_H
