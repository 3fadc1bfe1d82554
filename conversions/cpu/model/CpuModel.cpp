// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of register tiles, one entry per vector extension; see CpuModel.h.
//
// A tile of MR x NR f32 accumulators must leave registers for one row of weights and a broadcast
// element. For example, AVX2 has 16 registers: 6 x 16 takes 12 accumulators, 2 weights, 1
// broadcast.
#include "conversions/cpu/model/CpuModel.h"

#include "llvm/ADT/STLExtras.h"

namespace rlx {

CpuModel CpuModel::fromFeatures(llvm::ArrayRef<llvm::StringRef> features) {
  auto has = [&](llvm::StringRef name) {
    return llvm::any_of(features, [&](llvm::StringRef feature) {
      feature.consume_front("+");
      return feature == name;
    });
  };
  CpuModel target;
  if (has("avx512f")) {
    target = {.lanes = 16,
              .registers = 32,
              .panelWidth = 32,
              .tileRows = 8,
              // Processors with AMX have 2 MiB.
              .l2Bytes = has("amx-int8") ? 2 << 20 : 1 << 20,
              .prefetchRows = 128,
              .gflops = 100,
              .convertsF16 = true,
              .hasBf16Dot = has("avx512bf16"),
              // Of the processors with bf16 dot products, avx512fp16 marks Intel's. Their fast bf16
              // unit is AMX.
              .isBf16DotSlow = has("avx512fp16"),
              .hasByteDot = has("avx512bw") && has("avx512vnni"),
              .hasTileDot = has("avx512bw") && has("avx512vnni") && has("amx-int8"),
              .hasPairDot = has("avx512bw"),
              .bytePairs = has("avx512bw") ? 64 : 0};
  } else if (has("avx2") && has("fma")) {
    target = {.lanes = 8,
              .registers = 16,
              .panelWidth = 16,
              .tileRows = 6,
              .l2Bytes = 512 << 10,
              .prefetchRows = 128,
              .gflops = 60,
              .convertsF16 = has("f16c"),
              .hasPairDot = true,
              .bytePairs = 32};
  } else if (has("neon")) {
    target = {.lanes = 4,
              .registers = 32,
              .panelWidth = 8,
              .tileRows = 8,
              .l2Bytes = 512 << 10,
              .prefetchRows = 64,
              .gflops = 30,
              .convertsF16 = true};
  } else {
    target = {.lanes = 4,
              .registers = 16,
              .panelWidth = 8,
              .tileRows = 4,
              .l2Bytes = 256 << 10,
              .prefetchRows = 64,
              .gflops = 15};
  }
  return target;
}

} // namespace rlx
