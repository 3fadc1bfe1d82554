// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Greedy decoding of a CTC output: takes the best class of every step, merges repeats, and drops
// blanks.
//
// For example, the classes "h h - e - l l - l o", with "-" for blank, give "hello".
#ifndef RLX_EXAMPLES_OCR_CTCDECODER_H
#define RLX_EXAMPLES_OCR_CTCDECODER_H

#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace ocr {

struct Text {
  std::string text;      // UTF-8
  double confidence = 0; // mean probability of the characters
};

// The classes of the model: blank, the lines of the key file, and a space.
rlx::rt::StatusOr<std::vector<std::string>> readClasses(const std::string &path);

// Decodes `probabilities`, f32[1, steps, classes].
rlx::rt::StatusOr<Text> decode(const rlx::rt::TensorView &probabilities,
                               const std::vector<std::string> &classes);

} // namespace ocr

#endif // RLX_EXAMPLES_OCR_CTCDECODER_H
