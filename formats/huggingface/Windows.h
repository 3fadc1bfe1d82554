// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention windows: sliding_window, and which layers have them.
#ifndef RLX_FORMATS_HUGGINGFACE_WINDOWS_H
#define RLX_FORMATS_HUGGINGFACE_WINDOWS_H

#include "formats/huggingface/Family.h"

namespace rlx::huggingface {

// Adds "attention.sliding_window" and its pattern. Unsupported for other kinds of layers.
rt::Status translateWindows(const Family &family, Translation &t);

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_WINDOWS_H
