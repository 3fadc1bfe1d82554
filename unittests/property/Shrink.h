// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a failing graph small.
#ifndef RLX_UNITTESTS_PROPERTY_SHRINK_H
#define RLX_UNITTESTS_PROPERTY_SHRINK_H

#include "unittests/property/Routes.h"

namespace rlx::property {

// Returns a smaller graph that fails in the same way as `graph`, and updates `failure`. It has one
// result, fewer ops (inputs with the reference's values replace results), fewer runs, smaller
// dynamic sizes, and static sizes.
Graph shrink(Graph graph, Failure &failure);

} // namespace rlx::property

#endif // RLX_UNITTESTS_PROPERTY_SHRINK_H
