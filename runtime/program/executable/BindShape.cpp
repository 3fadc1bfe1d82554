// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding of shapes: checks the dimensions of a call's arguments, gives the symbols values, and
// finds or makes the plan for them. Part of Executable.
//
// At most kMaxBoundShapes plans are kept.
#include "runtime/program/executable/BindShape.h"

#include <algorithm>

#include "runtime/base/Allocator.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Guards.h"
#include "runtime/program/model/Limits.h"
#include "runtime/program/model/Signature.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

// The values of inputs that sizes depend on. They are read before the run, so they must be in the
// host's memory.
Status Executable::readElements() {
  const std::vector<size_t> &elements = shared->inputForms.elements;
  for (size_t i = 0; i < elements.size(); ++i) {
    const Symbol &symbol = program().symbols[elements[i]];
    if (!given[symbol.input] && handles.isOnDevice(symbol.input))
      return failedPrecondition(strCat("input '", program().inputs[symbol.input].name,
                                       "' decides sizes, so its value must be in the host's "
                                       "memory, but its handle is on the device"));
    RLX_ASSIGN_OR_RETURN(elementValues[i], readElement(program(), symbol, arguments[symbol.input]));
  }
  return okStatus();
}

Status Executable::bindShape() {
  RLX_RETURN_IF_ERROR(readElements());
  auto sameDims = [&](const BoundShape &shape) {
    if (shape.elements != elementValues)
      return false;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::span<const int64_t> dims = arguments[i].shape;
      if (!std::equal(dims.begin(), dims.end(), shape.key.data() + shared->inputForms.begin[i]))
        return false;
    }
    return true;
  };
  if (current && current->placedFor == handles.feedsVersion() && sameDims(*current)) {
    current->lastUse = ++useCounter;
    return okStatus();
  }
  for (const std::unique_ptr<BoundShape> &shape : shapes) {
    if (!sameDims(*shape))
      continue;
    finishStarted();
    hideOutputs();
    current = nullptr;
    RLX_RETURN_IF_ERROR(placeOutputs(*shape));
    RLX_RETURN_IF_ERROR(executor->bind(shape->plan, shape->outputs));
    current = shape.get();
    current->lastUse = ++useCounter;
    return okStatus();
  }
  return bindNewShape();
}

Status Executable::bindNewShape() {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<BoundShape> fresh, computeBoundShape());
  finishStarted();
  hideOutputs();
  if (shapes.size() >= kMaxBoundShapes) {
    auto oldest = std::min_element(shapes.begin(), shapes.end(), [](const auto &a, const auto &b) {
      return a->lastUse < b->lastUse;
    });
    // The shape in use is the most recent one, so it is never erased here.
    shapes.erase(oldest);
  }
  shapes.push_back(std::move(fresh));
  BoundShape &shape = *shapes.back();
  current = nullptr;
  if (Status status = executor->bind(shape.plan, shape.outputs); !status.ok()) {
    shapes.pop_back();
    return status;
  }
  shape.lastUse = ++useCounter;
  current = &shape;
  return okStatus();
}

StatusOr<int64_t> readElement(const Program &program, const Symbol &symbol,
                              const TensorView &tensor) {
  const auto fail = [&](const std::string &why) {
    return invalidArgument(strCat("input '", program.inputs[symbol.input].name, "' ", why));
  };
  if (!tensor.data)
    return fail("has a null data pointer, but its values decide sizes");
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(tensor.shape));
  if (symbol.dim >= count)
    return fail(strCat("has ", count, " elements, but sizes depend on element ", symbol.dim));
  int64_t value;
  convertElements(
      DType::I64, &value, tensor.dtype,
      static_cast<const std::byte *>(tensor.data) + size_t(symbol.dim) * byteSize(tensor.dtype), 1);
  return value;
}

StatusOr<std::vector<int64_t>> bindSymbols(const Program &program,
                                           std::span<const TensorView> tensors) {
  for (size_t i = 0; i < tensors.size(); ++i)
    for (size_t d = 0; d < tensors[i].shape.size(); ++d)
      if (tensors[i].shape[d] < 0)
        return invalidArgument(strCat("input '", program.inputs[i].name, "' dimension ", d,
                                      " is negative: ", tensors[i].shape[d]));
  std::vector<int64_t> symbols;
  for (const Symbol &symbol : program.symbols)
    symbols.push_back(
        symbol.source == SymbolSource::Dimension ? tensors[symbol.input].shape[symbol.dim] : 0);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorSpec &spec = program.inputs[i];
    for (size_t d = 0; d < spec.shape.size(); ++d) {
      RLX_ASSIGN_OR_RETURN(const int64_t expected, evaluate(spec.shape[d], symbols));
      if (tensors[i].shape[d] == expected)
        continue;
      std::string why;
      if (!isStatic(spec.shape[d]))
        why = strCat(" (", text(spec.shape[d], program.symbols), ")");
      for (const ExprOp &op : spec.shape[d].code)
        if (op.opcode == ExprOpcode::Symbol) {
          const Symbol &symbol = program.symbols[static_cast<size_t>(op.value)];
          why += strCat(", since input '", program.inputs[symbol.input].name, "' dimension ",
                        symbol.dim, " is ", symbols[static_cast<size_t>(op.value)]);
          break;
        }
      return invalidArgument(strCat("input '", spec.name, "' dimension ", d, ": expected ",
                                    expected, why, ", got ", tensors[i].shape[d]));
    }
  }
  for (size_t i = 0; i < symbols.size(); ++i) {
    const Symbol &symbol = program.symbols[i];
    if (symbol.source == SymbolSource::Element) {
      RLX_ASSIGN_OR_RETURN(symbols[i], readElement(program, symbol, tensors[symbol.input]));
    }
  }
  if (Status derived = derive(program.symbols, symbols); !derived.ok())
    return explainDerivation(program, guardsOfStart(program), symbols, std::move(derived));
  return symbols;
}

// Outputs lie one after another. Those that feed handles come last, so that the block can end
// before them as long as nobody wants them there.
Status Executable::placeOutputs(BoundShape &shape) const {
  OutputLayout &layout = shape.outputs;
  layout.totalBytes = 0;
  for (const bool fed : {false, true})
    for (size_t k = 0; k < layout.bytes.size(); ++k) {
      if ((handles.fedBy(k) != Handles::kNone) != fed)
        continue;
      layout.offsets[k] = shape.slots[k].offset = layout.totalBytes;
      int64_t end;
      if (__builtin_add_overflow(layout.totalBytes, layout.bytes[k], &end) ||
          __builtin_add_overflow(end, int64_t(kBufferAlignment - 1), &end))
        return outOfRange("the outputs have more than 2^63 - 1 bytes");
      layout.totalBytes = end - end % int64_t(kBufferAlignment);
    }
  shape.placedFor = handles.feedsVersion();
  return okStatus();
}

StatusOr<std::unique_ptr<Executable::BoundShape>> Executable::computeBoundShape() const {
  const Program &model = program();
  auto shape = std::make_unique<BoundShape>();
  for (const TensorView &argument : arguments)
    shape->key.insert(shape->key.end(), argument.shape.begin(), argument.shape.end());
  shape->elements = elementValues;
  RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> symbols, bindSymbols(model, arguments));
  for (const uint32_t guard : shared->mainLifetimes.stages.list[0].guards)
    RLX_RETURN_IF_ERROR(checkGuard(model, model.guards[guard], symbols));
  RLX_ASSIGN_OR_RETURN(shape->plan, computePlan(model, ProgramPart::Main, shared->mainLifetimes,
                                                shared->persistent.offsets, symbols,
                                                executor->maxAllocationSize()));
  auto checkSize = [&](const TensorSpec &spec, std::span<const int64_t> dims) -> StatusOr<int64_t> {
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(bufferType(spec.dtype), dims));
    const int64_t planned = shape->plan.ranges[spec.buffer].size;
    if (bytes != planned)
      return internalError(strCat("'", spec.name, "' has ", bytes, " bytes as ",
                                  typeText(spec.dtype, dims), ", but its buffer has ", planned));
    return bytes;
  };
  for (size_t i = 0; i < arguments.size(); ++i)
    RLX_RETURN_IF_ERROR(checkSize(model.inputs[i], arguments[i].shape).status());
  for (size_t k = 0; k < model.outputs.size(); ++k) {
    const TensorSpec &spec = model.outputs[k];
    std::vector<int64_t> dims;
    for (const Expr &dim : spec.shape) {
      dims.push_back(-1);
      if (!isComputedSize(shared->mainLifetimes.stages, dim)) {
        StatusOr<int64_t> size = evaluateSize(model, dim, symbols);
        if (!size.ok())
          return std::move(size).status().withContext(
              strCat("computing the shape of output '", spec.name, "'"));
        dims.back() = *size;
      }
    }
    int64_t bytes = 0;
    if (!isComputed(k)) {
      RLX_ASSIGN_OR_RETURN(bytes, checkSize(spec, dims));
    }
    shape->slots.push_back({0, bytes / byteSize(bufferType(spec.dtype))});
    shape->outputs.bytes.push_back(bytes);
    shape->outputShapes.push_back(std::move(dims));
  }
  shape->outputs.offsets.resize(shape->outputs.bytes.size());
  RLX_RETURN_IF_ERROR(placeOutputs(*shape));
  return shape;
}

} // namespace rlx::rt
