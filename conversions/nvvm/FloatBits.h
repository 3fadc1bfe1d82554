// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A workaround for NVIDIA's assembler: bits of floats that are stored in part.
//
// `st.b8 [%rd1], %r1` stores the low byte of a register. If a float instruction wrote the register,
// the assembler (CUDA 12.9 and 13.0) converts the float to an integer instead. Registers that a
// `mov` wrote are safe.
#ifndef RLX_CONVERSIONS_NVVM_FLOATBITS_H
#define RLX_CONVERSIONS_NVVM_FLOATBITS_H

#include "llvm/IR/Module.h"

namespace rlx {

// Moves the bits of each float that is truncated as an integer. Call it after all optimizations of
// LLVM IR, which would fold other forms of it.
void moveTruncatedFloatBits(llvm::Module &module);

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_FLOATBITS_H
