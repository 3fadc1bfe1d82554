// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How fast threads read memory: the roofline of steps that read all weights.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_READBANDWIDTH_H
#define RLX_TOOLS_RLXRUN_GENERATE_READBANDWIDTH_H

#include <cstddef>

namespace rlx::run {

// Bytes per second of the best pass over a buffer of `bytes`, or of 512 MB if that is less: a model
// that fits a cache is read from there. benchmarks/read_bandwidth.c tries more forms of loops.
// Takes at most 0.3 s. 0 without memory for the buffer.
double readBandwidth(size_t bytes, unsigned threads);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_READBANDWIDTH_H
