// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named parts of a model in locations. A NameLoc around another location says which part of the
// model the location is in; names nest, for example "encoder/layer0". GraphBuilder makes such
// locations. A NameLoc around an unknown location is the name of a node, not of a part.
#ifndef RLX_DIALECTS_RLX_INTERFACES_PARTS_H
#define RLX_DIALECTS_RLX_INTERFACES_PARTS_H

#include <string>

#include "mlir/IR/Location.h"

namespace rlx {

/// A location, split into the place and the names of the parts around it.
struct SplitLocation {
  mlir::Location location; // without the parts' names
  std::string parts;       // "outer/inner"; empty: in none
};

/// Splits a location into its place and the names of the parts around it.
SplitLocation splitParts(mlir::Location loc);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_PARTS_H
