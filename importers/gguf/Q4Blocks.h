// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Q1_0 and Q2_0: weights of one or two bits that are a scale times a small integer. Kernels do not
// know them; blocks of Q4_0 have the same values.
#ifndef RLX_IMPORTERS_GGUF_Q4BLOCKS_H
#define RLX_IMPORTERS_GGUF_Q4BLOCKS_H

#include "dialects/rlx/builder/GraphBuilder.h"
#include "formats/gguf/TensorView.h"

namespace rlx::gguf {

bool becomesQ4_0(TensorType type);
// Rows of Q4_0's blocks, ui8, with the elements of a tensor of such a type. OutOfMemory without
// memory for them.
rt::StatusOr<rt::Tensor> q4_0Blocks(const TensorView &tensor);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_Q4BLOCKS_H
