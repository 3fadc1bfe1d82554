// Named parts of a model in locations: a name around a place says which part of the model the place
// is in, and names nest. GraphBuilder makes such locations; a name around nothing is a node's, and
// no part.
#ifndef RLX_DIALECTS_RLX_INTERFACES_PARTS_H
#define RLX_DIALECTS_RLX_INTERFACES_PARTS_H

#include <string>

#include "mlir/IR/Location.h"

namespace rlx {

struct PlaceInParts {
  mlir::Location place; // without the parts' names
  std::string parts;    // "outer/inner"; empty: in none
};

PlaceInParts splitParts(mlir::Location loc);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_PARTS_H
