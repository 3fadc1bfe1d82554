// The content of a module as a hash: everything that a compilation can see but locations.
#ifndef RLX_SESSION_CACHE_MODULEHASH_H
#define RLX_SESSION_CACHE_MODULEHASH_H

#include "mlir/IR/BuiltinOps.h"
#include "session/cache/Hasher.h"

namespace rlx {

// Adds ops, their attributes, types and edges, and the elements of all constants, those of
// resources included. Names of SSA values and of resources, and locations, do not take part:
// modules that differ in these only are equal. A walk rather than bytecode, which has the names of
// resources and would have to be kept in memory.
//
// Cost: the constants are read once, nothing is copied.
void hashModule(mlir::ModuleOp module, Hasher &into);

} // namespace rlx

#endif // RLX_SESSION_CACHE_MODULEHASH_H
