// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary position embedding: rope_parameters, or rope_theta and rope_scaling of older files.
#ifndef RLX_FORMATS_HUGGINGFACE_ROPE_H
#define RLX_FORMATS_HUGGINGFACE_ROPE_H

#include "formats/huggingface/Family.h"

namespace rlx::huggingface {

// Adds the metadata "rope.*" and the tensors of divisors. Unsupported for a scaling that GGUF does
// not have.
rt::Status translateRope(const Family &family, Translation &t);

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_ROPE_H
