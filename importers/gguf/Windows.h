// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention in a window: a row sees itself and the window - 1 rows before it. By the metadata
// "attention.sliding_window" and "attention.sliding_window_pattern".
#ifndef RLX_IMPORTERS_GGUF_WINDOWS_H
#define RLX_IMPORTERS_GGUF_WINDOWS_H

#include <algorithm>

#include "importers/gguf/DecoderSizes.h"

namespace rlx::gguf {

struct Windows {
  int64_t size = 0; // 0: the window is not smaller than the context, or there is none
  // Those with a window, whatever its size: in some architectures they have other rotations.
  std::vector<bool> layers;

  bool hasAny() const { return std::ranges::find(layers, true) != layers.end(); }
  bool has(int64_t layer) const { return layers[static_cast<size_t>(layer)]; }
  // Whether rows of this layer do not see all rows before them.
  bool limits(int64_t layer) const { return size > 0 && has(layer); }
};

// For files that do not say it.
struct WindowDefaults {
  int64_t size = 0;   // 0: no window
  int64_t period = 0; // of each so many layers the last one sees all rows; 0: none does
};

rt::StatusOr<Windows> readWindows(const Hyperparameters &parameters, const DecoderSizes &sizes,
                                  const WindowDefaults &defaults);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_WINDOWS_H
