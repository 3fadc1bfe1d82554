// Whether rows of a model's inputs can be padded: whether a row of a result depends on the same row
// of the inputs only.
#ifndef RLX_SESSION_CACHE_ROWS_H
#define RLX_SESSION_CACHE_ROWS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// Gives the dynamic sizes called `symbol` (rlx.dims) of the model's inputs the value `size`.
// Returns for each input, in order and without params, the dimension that it was; an input may have
// it once. Errors list the names there are.
rt::StatusOr<std::vector<std::optional<unsigned>>>
specialiseModel(mlir::ModuleOp module, const std::string &symbol, int64_t size);

// The same for a model that has its rows already: the inputs called `names` have `rows` at
// dimension 0. Errors for names that no input has, and for inputs of another size.
rt::StatusOr<std::vector<std::optional<unsigned>>>
leadingRows(mlir::ModuleOp module, const std::vector<std::string> &names, int64_t rows);

// Where a tensor has the rows: row r is the elements r * chunk … (r + 1) * chunk - 1 of dimension
// `dim`.
struct RowPlace {
  unsigned dim = 0;
  int64_t chunk = 1;
  bool operator==(const RowPlace &) const = default;
};

// A model for a number of rows.
struct SizedModel {
  mlir::ModuleOp module;
  int64_t rows = 0;
  mlir::ModuleOp declared = {}; // with the number of rows still dynamic: errors show its shapes
};

// `model` has its rows at the dimensions `inputs` of its inputs (in order, without params; none:
// not at all), and `other` is the same model for another number of rows. Returns where the outputs
// of `model` have them; none: nowhere, the output is the same whatever the rows are. Unsupported,
// naming the op and its place, when a result mixes rows or when this cannot be told. The modules
// are left alone.
//
// Judged by what every op is lowered to: in linalg ops the rows must be one parallel loop, in
// reshapes and slices they must stay whole. Everything else is refused, control flow and the user's
// kernels included. And both models must be lowered to the same but for the sizes of tensors that
// have the rows: the number of rows must not be a value that is computed with.
rt::StatusOr<std::vector<std::optional<RowPlace>>>
findRows(const SizedModel &model, const SizedModel &other,
         const std::vector<std::optional<unsigned>> &inputs);

} // namespace rlx

#endif // RLX_SESSION_CACHE_ROWS_H
