// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages name the input of the node and the formal parameter:
//
//   input #0 'c' (cond) must be bool, but is f32
#include "importers/onnx/OnnxSignature.h"

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "importers/onnx/OnnxLists.h"

using namespace mlir;

namespace rlx::onnxim {
namespace {

// "1 input", "2 inputs".
std::string counted(unsigned count, StringRef what) {
  return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
}

// "input #0 'c' (cond)".
std::string titleOf(Node &node, const OpSchema &schema, unsigned i) {
  return "input #" + std::to_string(i) + " '" + node.in(i).name + "' (" + schema.input(i)->name +
         ")";
}

// Whether the newest version of the operator does without the input. Exporters of older versions
// left it out too, and ONNX Runtime takes their models: roi of Resize 11.
bool isOptionalLater(const OpSchema &schema, unsigned i) {
  const OpSchema *newest = findSchema(schema.domain, schema.name, newestOpset(schema.domain));
  const FormalParameter *formal = newest->input(i);
  return formal && formal->option == FormalParameter::Optional;
}

LogicalResult checkNumbers(Node &node, const OpSchema &schema) {
  for (unsigned i = 0, numInputs = std::max<unsigned>(node.numInputs(), schema.inputs.size());
       i < numInputs; ++i) {
    const FormalParameter *formal = schema.input(i);
    if (!formal)
      return node.fail("has " + counted(node.numInputs(), "input") + ", but takes at most " +
                       Twine(schema.maxInputs)),
             failure();
    if (formal->option == FormalParameter::Single && !node.has(i) &&
        !(i < node.numInputs() && isOptionalLater(schema, i)))
      return node.fail("input #" + Twine(i) + " (" + formal->name + ") is missing"), failure();
  }
  if (node.numInputs() < schema.minInputs)
    return node.fail("has " + counted(node.numInputs(), "input") + ", but takes at least " +
                     Twine(schema.minInputs)),
           failure();
  if (node.numOutputs() < schema.minOutputs || node.numOutputs() > schema.maxOutputs)
    return node.fail("has " + counted(node.numOutputs(), "output") + ", but must have " +
                     (node.numOutputs() < schema.minOutputs
                          ? "at least " + Twine(schema.minOutputs)
                          : "at most " + Twine(schema.maxOutputs))),
           failure();
  return success();
}

// Operators that ONNX defines for narrow types too, and whose ops have none. All others of them
// move or convert data.
bool lacksNarrowTypes(StringRef op) {
  return op == "QLinearMatMul" || op == "TensorScatter";
}

// As the schemas have it.
TypeSet typeOf(const OnnxValue &value) {
  switch (value.kind) {
  case OnnxValue::Kind::Sequence:
    return kSequenceType;
  case OnnxValue::Kind::Optional:
    return kOptionalType;
  case OnnxValue::Kind::Map:
    return kMapType;
  case OnnxValue::Kind::Tensor:
    return TypeSet(1) << dataTypeOf(value.elementType);
  }
  return 0;
}

// For messages: "f32", "a sequence of 2 x f32".
std::string typeTextOf(const OnnxValue &value) {
  return value.isTensor() ? typeText(value.elementType) : valueText(value);
}

LogicalResult checkTypes(Node &node, const OpSchema &schema) {
  // The input that gives each type variable its type.
  SmallVector<std::optional<unsigned>> inputOf;
  for (unsigned i = 0; i < node.numInputs(); ++i) {
    if (!node.has(i))
      continue;
    const FormalParameter &formal = *schema.input(i);
    if (!(formal.types & typeOf(node.in(i))))
      return node.fail(titleOf(node, schema, i) + " must be " + typesText(formal.types) +
                       ", but is " + typeTextOf(node.in(i))),
             failure();
    if (isNarrow(node.elementType(i)) && lacksNarrowTypes(schema.name))
      return node.unsupported(titleOf(node, schema, i) + " is " + typeText(node.elementType(i)) +
                              ", which this operator does not support; convert it with Cast"),
             failure();
    if (!formal.typeVariable)
      continue;
    inputOf.resize(std::max<size_t>(inputOf.size(), formal.typeVariable + 1));
    std::optional<unsigned> &first = inputOf[formal.typeVariable];
    if (!first)
      first = i;
    else if (node.elementType(*first) != node.elementType(i) ||
             node.in(*first).kind != node.in(i).kind)
      return node.fail(titleOf(node, schema, *first) + " and " + titleOf(node, schema, i) +
                       " must have the same type, but are " + typeTextOf(node.in(*first)) +
                       " and " + typeTextOf(node.in(i))),
             failure();
  }
  return success();
}

} // namespace

LogicalResult checkSignature(Node &node, const OpSchema &schema) {
  return success(succeeded(checkNumbers(node, schema)) && succeeded(checkTypes(node, schema)));
}

} // namespace rlx::onnxim
