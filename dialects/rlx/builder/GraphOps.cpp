// The methods of GraphBuilder that are made from the ops' definitions.
#include "dialects/rlx/builder/OpCall.h"

namespace rlx {

#include "dialects/rlx/builder/GraphOps.cpp.inc"

} // namespace rlx
