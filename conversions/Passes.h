// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the passes of all conversion rooms, for tools such as rlx-opt.
//
// Each room declares its own passes in <room>/Passes.h. This header includes all of them and adds
// no pass.
#ifndef RLX_CONVERSIONS_PASSES_H
#define RLX_CONVERSIONS_PASSES_H

#include "conversions/cpu/Passes.h"
#include "conversions/gpu/Passes.h"
#include "conversions/kernel/Passes.h"
#include "conversions/program/Passes.h"
#include "conversions/rlx_to_linalg/Passes.h"
#include "conversions/spirv/Passes.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/Passes.h.inc"

inline void registerAllConversionsPasses() {
  registerRLXConversionsPasses();
  registerRLXCpuPasses();
  registerRLXGpuPasses();
  registerRLXKernelPasses();
  registerRLXProgramPasses();
  registerRLXSpirvPasses();
  registerRLXToLinalgPasses();
}

} // namespace rlx

#endif // RLX_CONVERSIONS_PASSES_H
