// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether rows of a model's inputs can be padded: whether each row of a result depends only
// on the same row of the inputs.
//
// Elementwise ops, matmuls by a weight, and softmax along other dimensions keep rows apart. A sum
// over the batch or a sort of the batch does not.
#ifndef RLX_SESSION_CACHE_ROWS_H
#define RLX_SESSION_CACHE_ROWS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// Sets the dynamic sizes named `symbol` (rlx.dims) of the model's inputs to `size`. Returns for
// each input, in order and without params, the dimension that had it; an input may have it once.
// InvalidArgument lists the symbols.
rt::StatusOr<std::vector<std::optional<unsigned>>>
specialiseModel(mlir::ModuleOp module, const std::string &symbol, int64_t size);

// The same for a model with static rows: the inputs in `names` have `rows` at dimension 0.
// InvalidArgument for an unknown name and for another size.
rt::StatusOr<std::vector<std::optional<unsigned>>>
leadingRows(mlir::ModuleOp module, const std::vector<std::string> &names, int64_t rows);

// The position of rows in a tensor: row r is the elements r * chunk … (r + 1) * chunk - 1 of
// dimension `dim`.
struct RowLayout {
  unsigned dim = 0;
  int64_t chunk = 1;
  bool operator==(const RowLayout &) const = default;
};

// A model for a number of rows.
struct SizedModel {
  mlir::ModuleOp module;
  int64_t rows = 0;
  mlir::ModuleOp declared = {}; // with a dynamic number of rows, for the shapes in errors
};

// Finds the rows in the outputs of `model`. Its inputs have rows at the dimensions `inputs` (in
// order, without params; none: no rows). `other` is the same model for another number of rows. An
// output without a place is the same for any rows. Unsupported, naming the op and its place, if a
// result mixes rows or if this cannot be decided. Neither module is changed.
//
// Decided on the lowered ops. In linalg ops the rows must be one parallel loop; reshapes and slices
// must keep rows whole. Everything else is refused, including control flow and user kernels. Both
// models must lower to the same ops except for the sizes of tensors with rows: the number of rows
// must not be used as a value.
rt::StatusOr<std::vector<std::optional<RowLayout>>>
findRows(const SizedModel &model, const SizedModel &other,
         const std::vector<std::optional<unsigned>> &inputs);

} // namespace rlx

#endif // RLX_SESSION_CACHE_ROWS_H
