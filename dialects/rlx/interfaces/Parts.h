// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named parts of a model in locations. A NameLoc around another location says which part of the
// model the location is in; names nest, for example "encoder/layer0". GraphBuilder makes such
// locations. A NameLoc around an unknown location is the name of a node, not of a part.
// So is one that nodeLocation() makes.
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

/// The location of a node of an importer. `kind` is its operator as messages have it, for example
/// "Conv, opset 17".
mlir::NameLoc nodeLocation(mlir::StringAttr name, llvm::StringRef kind);

/// A location as text: "file:line:column", "file", "node 'name' (Conv, opset 17)", or nothing for a
/// location without information. The kind of a node is left out unless `withKind`. A location in a
/// named part of a model is "file:line:column in part", or "… in part/inner part".
std::string placeText(mlir::Location loc, bool withKind = true);

/// The kind of a node's location; empty for other locations.
llvm::StringRef nodeKind(mlir::NameLoc loc);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_PARTS_H
