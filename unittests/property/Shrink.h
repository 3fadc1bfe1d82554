// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a failing graph small.
#ifndef RLX_UNITTESTS_PROPERTY_SHRINK_H
#define RLX_UNITTESTS_PROPERTY_SHRINK_H

#include "unittests/property/Routes.h"

namespace rlx::property {

// A smaller graph that fails in the same way as `graph` does with `failure`, which becomes that of
// the smaller graph: one result, fewer ops (values are replaced by inputs with what the reference
// computes for them), fewer runs, smaller dynamic sizes, static sizes.
Graph shrink(Graph graph, Failure &failure);

} // namespace rlx::property

#endif // RLX_UNITTESTS_PROPERTY_SHRINK_H
