// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mark of workgroup ops, which rlx-lower-to-linalg leaves to a schedule of the target.
//
// For example, rlx-select-workgroup-ops marks a prefix scan, and rlx-gpu-schedule writes its loops.
#ifndef RLX_CONVERSIONS_RLXTOLINALG_WORKGROUPOPS_H
#define RLX_CONVERSIONS_RLXTOLINALG_WORKGROUPOPS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// A unit attribute on such an op, whose types are signless.
inline constexpr llvm::StringLiteral kWorkgroupOpAttr = "lir.workgroup_op";

} // namespace rlx

#endif // RLX_CONVERSIONS_RLXTOLINALG_WORKGROUPOPS_H
