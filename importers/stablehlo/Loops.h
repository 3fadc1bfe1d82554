// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While loops that are scans: JAX lowers lax.scan, lax.map and others to them.
#ifndef RLX_IMPORTERS_STABLEHLO_LOOPS_H
#define RLX_IMPORTERS_STABLEHLO_LOOPS_H

#include "importers/stablehlo/Importing.h"

namespace rlx::shlo {

// A loop for c = 0, …, length - 1 that reads row c of some tensors, and writes row c of others;
// with `reverse` row length - 1 - c.
struct ScanLoop {
  unsigned counter = 0;
  int64_t length = 0;
  bool reverse = false;
  bool isCounterFree = false;                  // the counter has no use but the numbers of rows
  llvm::SmallVector<mlir::Operation *> slices; // dynamic_slice: the rows that the body reads
  llvm::SmallVector<std::pair<unsigned, mlir::Operation *>> updates; // by carried value
};

// The scan that a stablehlo.while is. `fixed` says which carried values the body does not change.
std::optional<ScanLoop> scanLoopOf(Node &loop, llvm::ArrayRef<bool> fixed);

// Emits rlx.scan, and sets the results of the loop.
void emitScan(Node &loop, const ScanLoop &scan, llvm::ArrayRef<bool> fixed);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_LOOPS_H
