// The methods of GraphBuilder that rlx-graph-ops-gen generates from the op definitions.
#include "dialects/rlx/builder/OpCall.h"

namespace rlx {

#include "dialects/rlx/builder/GraphOps.cpp.inc"

} // namespace rlx
