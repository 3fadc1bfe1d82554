// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two checks of JSON that llvm::json does not make. Its parser recurses for each level of nesting,
// and of members with the same name it keeps the last one. Call it before the parser, for text that
// users have written.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_JSONDEPTH_H
#define RLX_CONVERSIONS_GPU_DEVICE_JSONDEPTH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace rlx {

struct JsonDepth {
  bool isTooDeep = false; // the rest was not read then
  std::string twice;      // the first duplicate member, as it is written; empty: none
};

// Takes any text. Whether it is JSON at all is left to the parser.
JsonDepth outlineOf(llvm::StringRef json, size_t maxLevels);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_JSONDEPTH_H
