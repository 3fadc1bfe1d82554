// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random bits.
#include "importers/stablehlo/OpTable.h"

using namespace rlx::shlo;

void rlx::shlo::addRandomOps(OpTable &table) {
  (void)table;
}
