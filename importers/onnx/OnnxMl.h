// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for the handlers of the domain ai.onnx.ml, whose parameters are attributes.
#ifndef RLX_IMPORTERS_ONNX_ONNXML_H
#define RLX_IMPORTERS_ONNX_ONNXML_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

inline constexpr llvm::StringLiteral kMlDomain = "ai.onnx.ml";

// A constant with these elements; an element type other than f64 rounds them.
Value mlTable(Node &n, Type elementType, llvm::ArrayRef<double> elements,
              llvm::ArrayRef<int64_t> shape);
// Input 0 as a matrix of f32, or of f64 if its elements are: a vector is one row. Null if it has
// another rank, which fails the node.
Value mlMatrix(Node &n);
// The number of columns of input 0, which must be constant.
int64_t mlNumFeatures(Node &n);

// What is applied to scores [rows, classes] at last.
enum class PostTransform { None, Softmax, Logistic, SoftmaxZero, Probit };
// Attribute post_transform; another name fails the node.
PostTransform mlPostTransform(Node &n);
Value applyPostTransform(Node &n, PostTransform transform, Value scores);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXML_H
