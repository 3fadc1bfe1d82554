// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash of a module's content: everything that a compilation can see, without locations.
//
// Modules that are printed differently but compile to the same code have the same hash, for example
// after renaming SSA values.
#ifndef RLX_SESSION_CACHE_MODULEHASH_H
#define RLX_SESSION_CACHE_MODULEHASH_H

#include "mlir/IR/BuiltinOps.h"
#include "session/cache/Hasher.h"

namespace rlx {

// Hashes ops, attributes, types, data edges, and the elements of all constants, including
// resources. Names of SSA values and resources, and locations, are ignored: modules that differ
// only in these are equal. It walks the module instead of hashing bytecode, which contains resource
// names and would have to be kept in memory.
//
// Cost: reads the constants once, copies nothing.
void hashModule(mlir::ModuleOp module, Hasher &into);

} // namespace rlx

#endif // RLX_SESSION_CACHE_MODULEHASH_H
