// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixture-of-experts layers of a program: their rules, and their text for messages.
//
// The compiler finds the layers and lists them in the program. Nothing here depends on a run: the
// records of runs are in observe/MoeRecords.h.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_MOELAYERS_H
#define RLX_RUNTIME_PROGRAM_MODEL_MOELAYERS_H

#include <string>
#include <vector>

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Part of verifyProgram; all other checks have passed. A captured selection must be outside while
// loops, since the number of iterations must be known before a run.
Status verifyMoeLayers(const Program &program);

// One layer: "0 (grouped_matmul @ mlp): 8 experts, 3 products, top 2".
std::string moeLayerText(const Program &program, size_t layer);
// All layers, separated by semicolons; "none" if there are none.
std::string listMoeLayers(const Program &program);

// The For commands that enclose main command `command`.
std::vector<uint32_t> loopsAround(const Program &program, uint32_t command);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_MOELAYERS_H
