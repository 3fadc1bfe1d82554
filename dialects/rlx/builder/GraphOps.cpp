// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of GraphBuilder that rlx-graph-ops-gen generates from the op definitions. Each is one
// OpCall: operands, attributes, then the result. Nothing in this file is written by hand; ops with
// regions are in GraphRegions.cpp.
#include "dialects/rlx/builder/OpCall.h"

namespace rlx {

#include "dialects/rlx/builder/GraphOps.cpp.inc"

} // namespace rlx
