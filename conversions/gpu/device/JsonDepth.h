// What llvm::json does not look at: how deep a text is nested, before its parser follows with a
// call for each level, and members that an object has twice, of which it keeps the last.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_JSONDEPTH_H
#define RLX_CONVERSIONS_GPU_DEVICE_JSONDEPTH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace rlx {

struct JsonDepth {
  bool isTooDeep = false; // nothing is known of what comes then
  std::string twice;      // the first such member, as it is written; empty: there is none
};

// Of any text: that it is JSON, who parses it says.
JsonDepth outlineOf(llvm::StringRef json, size_t maxLevels);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_JSONDEPTH_H
