// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of sizes, starts or pads in which each entry is a constant or an `index` operand (MLIR's
// DynamicIndexList). These helpers serve folders and `evaluate` bodies. `infer` bodies combine such
// lists with InferContext::mixed instead.
#ifndef RLX_DIALECTS_RLX_SUPPORT_MIXEDSIZES_H
#define RLX_DIALECTS_RLX_SUPPORT_MIXEDSIZES_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace rlx {

/// Whether `size` is provably the size of dimension `dim` of `tensor`: the same constant, or a
/// tensor.dim of that dimension.
inline bool isSizeOf(mlir::OpFoldResult size, mlir::Value tensor, int64_t dim) {
  int64_t known = llvm::cast<mlir::ShapedType>(tensor.getType()).getDimSize(dim);
  if (std::optional<int64_t> constant = mlir::getConstantIntValue(size))
    return *constant == known;
  auto value = llvm::dyn_cast<mlir::Value>(size);
  auto dimOp = value ? value.getDefiningOp<mlir::tensor::DimOp>() : mlir::tensor::DimOp();
  return dimOp && dimOp.getSource() == tensor && dimOp.getConstantIndex() == dim;
}

/// Whether `sizes` are provably the shape of `tensor`.
inline bool areSizesOf(llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Value tensor) {
  if (int64_t(sizes.size()) != llvm::cast<mlir::ShapedType>(tensor.getType()).getRank())
    return false;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!isSizeOf(size, tensor, dim))
      return false;
  return true;
}

/// Moves operands that are non-negative constants into `staticValues`, for folders. Returns the new
/// static values, or nothing if there are no such operands.
inline std::optional<llvm::SmallVector<int64_t>>
foldConstantEntries(llvm::ArrayRef<int64_t> staticValues, mlir::MutableOperandRange dynamic) {
  llvm::SmallVector<int64_t> values(staticValues);
  llvm::SmallVector<mlir::Value> rest;
  size_t next = 0;
  for (int64_t &value : values) {
    if (!mlir::ShapedType::isDynamic(value))
      continue;
    mlir::Value operand = dynamic[next++].get();
    std::optional<int64_t> constant = mlir::getConstantIntValue(operand);
    if (constant && *constant >= 0)
      value = *constant;
    else
      rest.push_back(operand);
  }
  if (rest.size() == dynamic.size())
    return std::nullopt;
  dynamic.assign(rest);
  return values;
}

/// The list's values for the reference interpreter; dynamic entries are read from rank-0 tensors.
inline llvm::SmallVector<int64_t> concreteValues(llvm::ArrayRef<int64_t> staticValues,
                                                 llvm::ArrayRef<ref::Tensor> dynamicValues) {
  llvm::SmallVector<int64_t> values;
  for (int64_t value : staticValues) {
    if (mlir::ShapedType::isDynamic(value)) {
      value = dynamicValues.front().ints[0];
      dynamicValues = dynamicValues.drop_front();
    }
    values.push_back(value);
  }
  return values;
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_MIXEDSIZES_H
