// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Parts.h. It strips NameLocs from the outside in, and joins their names with
// "/". A source mark around the location is removed first, since it is not part of the user's
// location.
#include "dialects/rlx/interfaces/Parts.h"

#include "dialects/rlx/interfaces/SourceOp.h"

using namespace mlir;

rlx::SplitLocation rlx::splitParts(Location loc) {
  if (std::optional<SourceOp> source = sourceOpOf(loc))
    loc = source->loc;
  SplitLocation result = {loc, ""};
  for (auto name = dyn_cast<NameLoc>(loc); name && !isa<UnknownLoc>(name.getChildLoc());
       name = dyn_cast<NameLoc>(result.location)) {
    result.parts += (result.parts.empty() ? "" : "/") + name.getName().str();
    result.location = name.getChildLoc();
  }
  return result;
}
