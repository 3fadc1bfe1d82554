// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences, optionals and maps. RLX has tensors only, so a sequence is a list of values at import,
// an optional a list of at most one, and a map a vector of keys and one of values:
//
//   SequenceConstruct(a, b) -> SequenceAt(1)    b
//
// A sequence whose length is known only in a run is a stack: a tensor whose rows are the elements.
// So they must have one shape. A loop that appends a row carries a stack that grows.
#ifndef RLX_IMPORTERS_ONNX_ONNXLISTS_H
#define RLX_IMPORTERS_ONNX_ONNXLISTS_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

OnnxValue tensorValue(Graph &graph, Value tensor);
OnnxValue sequenceOf(Type elementType, std::vector<OnnxValue> elements);
// A sequence whose elements are the rows of a tensor.
OnnxValue stackValue(Graph &graph, Value tensor);
OnnxValue emptyOptional(Type elementType);
OnnxValue optionalOf(OnnxValue value);
OnnxValue mapOf(OnnxValue keys, OnnxValue values);

// For messages: "f32 [2x?]", "a sequence of 3 x f32", "an empty optional".
std::string valueText(const OnnxValue &value);
// The shape of the elements of a sequence, if it is known and the same for all.
std::optional<Dims> elementDims(const OnnxValue &sequence);
// The number of elements.
Dim lengthOf(Node &n, const OnnxValue &sequence);

// The sequence as a tensor. Fails, if its elements differ in shape, with an error that ends with
// `why`. `dims` is the shape of an element, for a sequence that may be empty.
Value emitStack(Node &n, const OnnxValue &sequence, llvm::StringRef why,
                std::optional<Dims> dims = std::nullopt);
// Rows [start, start + size) of a stack.
Value emitRows(Node &n, Value stack, Dim start, Dim size);
// The stack with an element behind it, or before it.
Value emitAppended(Node &n, Value stack, const OnnxValue &element, bool atFront = false);
// Row `position`, a scalar in [-length, length).
Value emitRow(Node &n, Value stack, Value position);

// The tensors of a value, in order: itself, or those of its elements.
void flatten(const OnnxValue &value, llvm::SmallVectorImpl<OnnxValue> &tensors);
// A value like this one, of other tensors, which are taken from the front of the list.
OnnxValue rebuilt(Graph &graph, const OnnxValue &like, llvm::ArrayRef<Value> &tensors);
// Whether two values have the same lists of tensors.
bool haveEqualLists(const OnnxValue &lhs, const OnnxValue &rhs);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXLISTS_H
