// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the passes of all conversion rooms, for tools such as rlx-opt.
//
// Each room declares its own passes in <room>/Passes.h. CMake makes RoomPasses.h, which includes
// all of them.
#ifndef RLX_CONVERSIONS_PASSES_H
#define RLX_CONVERSIONS_PASSES_H

#include "conversions/RoomPasses.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/Passes.h.inc"

inline void registerAllConversionsPasses() {
  registerRLXConversionsPasses();
  registerRoomPasses();
}

} // namespace rlx

#endif // RLX_CONVERSIONS_PASSES_H
