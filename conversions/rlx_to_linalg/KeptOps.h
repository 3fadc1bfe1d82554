// Which ops rlx-lower-to-linalg leaves to a schedule of the target's.
#ifndef RLX_CONVERSIONS_RLXTOLINALG_KEPTOPS_H
#define RLX_CONVERSIONS_RLXTOLINALG_KEPTOPS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On such an op, whose types are signless; a unit.
inline constexpr llvm::StringLiteral kKeptAttr = "lir.kept";

} // namespace rlx

#endif // RLX_CONVERSIONS_RLXTOLINALG_KEPTOPS_H
