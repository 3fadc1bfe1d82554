// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text that comes in pieces of bytes, as tokens give it, and leaves in whole UTF-8 sequences.
#ifndef RLX_LM_TEXTSTREAM_H
#define RLX_LM_TEXTSTREAM_H

#include <string>
#include <string_view>

namespace rlx::lm {

class TextStream {
public:
  // The text that is whole with these bytes. A sequence that is not is held. Each malformed one
  // becomes U+FFFD.
  std::string push(std::string_view bytes);
  // The rest at the end: U+FFFD for a sequence that was not finished.
  std::string finish();

private:
  std::string held; // at most three bytes, which begin a sequence
};

} // namespace rlx::lm

#endif // RLX_LM_TEXTSTREAM_H
