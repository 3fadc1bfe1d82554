// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of GraphBuilder that rlx-graph-ops-gen generates from the op definitions, and their
// rows of OpTable.h. A method is one OpCall: operands, attributes, then the result. Nothing in this
// file is written by hand; ops with regions are in GraphRegions.cpp and NamedRegions.cpp.
#include "dialects/rlx/builder/OpCall.h"
#include "dialects/rlx/builder/OpTable.h"

namespace rlx {

#include "dialects/rlx/builder/GraphOps.cpp.inc"

#include "dialects/rlx/builder/GraphOpTable.inc"

llvm::ArrayRef<graph::OpInfo> graph::generatedOps() {
  return kGeneratedOps;
}

} // namespace rlx
