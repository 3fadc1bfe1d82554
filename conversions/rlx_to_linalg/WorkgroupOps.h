// Which ops rlx-lower-to-linalg leaves to a schedule of the target's.
#ifndef RLX_CONVERSIONS_RLXTOLINALG_WORKGROUPOPS_H
#define RLX_CONVERSIONS_RLXTOLINALG_WORKGROUPOPS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On such an op, whose types are signless; a unit.
inline constexpr llvm::StringLiteral kWorkgroupOpAttr = "lir.workgroup_op";

} // namespace rlx

#endif // RLX_CONVERSIONS_RLXTOLINALG_WORKGROUPOPS_H
