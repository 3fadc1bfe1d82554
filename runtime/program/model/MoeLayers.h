// The layers of experts that a program names: their rules, and as text.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_MOELAYERS_H
#define RLX_RUNTIME_PROGRAM_MODEL_MOELAYERS_H

#include <string>
#include <vector>

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Part of verifyProgram; everything else of the program has passed it. Chosen experts are written
// where the number of turns is known before a run: not in a while loop.
Status verifyMoeLayers(const Program &program);

// "0 (grouped_matmul @ mlp): 8 experts, 3 products, top 2"
std::string moeLayerText(const Program &program, size_t layer);
// All of them with semicolons between; "none" when there are none.
std::string listMoeLayers(const Program &program);

// The For commands around main command `command`.
std::vector<uint32_t> loopsAround(const Program &program, uint32_t command);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_MOELAYERS_H
