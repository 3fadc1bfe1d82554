// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra.
#include "importers/stablehlo/OpTable.h"

using namespace rlx::shlo;

void rlx::shlo::addLinalgOps(OpTable &table) {
  (void)table;
}
