// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration and verifiers of the lir dialect. Verifiers check each op by itself: numbers of
// symbols, sizes against types, grids of three results. Whether kernels exist and agree with their
// dispatches is checked when the program is written.
#include "dialects/lir/LIRDialect.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace rlx::lir;

#include "dialects/lir/LIRDialect.cpp.inc"
#include "dialects/lir/LIREnums.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/lir/LIROps.cpp.inc"

void LIRDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/lir/LIROps.cpp.inc"
      >();
}

namespace {

// Verifies a sizes map: it takes the program's symbols and yields one size per dimension. Sizes
// that are static in the type must be equal to it.
LogicalResult verifySizes(Operation *op, AffineMapAttr attr, Type type) {
  AffineMap sizes = attr.getValue();
  auto memref = cast<MemRefType>(type);
  auto program = op->getParentOfType<ProgramOp>();
  if (sizes.getNumDims() != 0 || sizes.getNumSymbols() != program.getSymbols().size())
    return op->emitOpError("expects sizes over the program's ")
           << program.getSymbols().size() << " symbols, but got " << attr;
  if (sizes.getNumResults() != static_cast<unsigned>(memref.getRank()))
    return op->emitOpError("expects ")
           << memref.getRank() << " sizes for " << memref << ", but got " << attr;
  for (auto [expr, size] : llvm::zip(sizes.getResults(), memref.getShape())) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!ShapedType::isDynamic(size) && (!constant || constant.getValue() != size))
      return op->emitOpError("expects sizes that agree with ") << memref << ", but got " << attr;
  }
  return success();
}

} // namespace

LogicalResult ProgramOp::verify() {
  if (getSymbols().size() != getSymbolInputs().size() ||
      getSymbols().size() != getSymbolDims().size())
    return emitOpError("expects an input and a dimension for each of its ")
           << getSymbols().size() << " symbols";
  if (!getDefinitions())
    return success();
  if (getDefinitions()->size() != getSymbols().size())
    return emitOpError("expects a definition for each of its ")
           << getSymbols().size() << " symbols";
  for (auto [i, definition] : llvm::enumerate(*getDefinitions())) {
    auto word = dyn_cast<StringAttr>(definition);
    if (word && (word.getValue() == "dimension" || word.getValue() == "element" ||
                 word.getValue() == "computed"))
      continue;
    auto derived = dyn_cast<ArrayAttr>(definition);
    auto kind = derived && derived.size() == 2 ? dyn_cast<StringAttr>(derived[0]) : StringAttr();
    auto map = kind ? dyn_cast<AffineMapAttr>(derived[1]) : AffineMapAttr();
    bool isValue = kind && kind.getValue() == "value";
    if (!map || (!isValue && kind.getValue() != "min" && kind.getValue() != "max") ||
        map.getValue().getNumDims() != 0 || map.getValue().getNumSymbols() != i ||
        map.getValue().getNumResults() != (isValue ? 1 : 2))
      return emitOpError("expects \"dimension\", \"element\", \"computed\", or [\"min\", map], "
                         "[\"max\", map] or "
                         "[\"value\", map] over the symbols before it, but symbol ")
             << i << " has " << definition;
  }
  return success();
}

LogicalResult InputOp::verify() {
  return verifySizes(*this, getSizesAttr(), getType());
}
LogicalResult ParamOp::verify() {
  return verifySizes(*this, getSizesAttr(), getType());
}
LogicalResult OutputOp::verify() {
  return verifySizes(*this, getSizesAttr(), getType());
}
LogicalResult AllocOp::verify() {
  return verifySizes(*this, getSizesAttr(), getType());
}
LogicalResult ViewOp::verify() {
  if (getOffset().getNumResults() != 1)
    return emitOpError("expects one offset, but got ") << getOffsetAttr();
  return verifySizes(*this, getSizesAttr(), getType());
}

LogicalResult MoeLayerOp::verify() {
  if (getExperts() < 1 || getProducts() < 1)
    return emitOpError("expects at least one expert and one product");
  return success();
}

DispatchOp ExpertsOp::getDispatch() {
  Operation *before = (*this)->getPrevNode();
  while (isa_and_nonnull<ExpertsOp>(before))
    before = before->getPrevNode();
  return dyn_cast_or_null<DispatchOp>(before);
}

LogicalResult ExpertsOp::verify() {
  DispatchOp dispatch = getDispatch();
  if (!dispatch)
    return emitOpError("expects to stand behind a dispatch");
  auto buffers = getChosen() ? ValueRange(dispatch.getOutputs()) : ValueRange(dispatch.getInputs());
  if (!llvm::is_contained(buffers, getIds()))
    return emitOpError("expects a buffer that the dispatch before it ")
           << (getChosen() ? "writes" : "reads");
  auto type = cast<MemRefType>(getIds().getType());
  if (!type.getElementType().isIntOrIndex())
    return emitOpError("expects integers, but got ") << type;
  if (getChosen() &&
      (type.getRank() == 0 || type.isDynamicDim(type.getRank() - 1) || type.getShape().back() < 1))
    return emitOpError("expects rows of a known size, but got ") << type;
  return success();
}

static LogicalResult expectComputed(Operation *op, uint64_t symbol) {
  std::optional<ArrayAttr> definitions = op->getParentOfType<ProgramOp>().getDefinitions();
  auto word = definitions && symbol < definitions->size()
                  ? dyn_cast<StringAttr>((*definitions)[symbol])
                  : StringAttr();
  if (word && word.getValue() == "computed")
    return success();
  return op->emitOpError("expects a computed symbol of the program, but got ") << symbol;
}

// Devices have maps of up to five dimensions.
LogicalResult TensorMapOp::verify() {
  constexpr size_t kMaxDims = 5;
  const AffineMap sizes = getSizes();
  if (sizes.getNumDims() != 0 || sizes.getNumResults() == 0 || sizes.getNumResults() > kMaxDims)
    return emitOpError("has ") << sizes.getNumResults()
                               << " sizes, expected 1 to 5 over symbols alone";
  if (getBox().size() != sizes.getNumResults())
    return emitOpError("has a box of ")
           << getBox().size() << " dimensions, and " << sizes.getNumResults() << " sizes";
  return success();
}

LogicalResult GuardOp::verify() {
  return getBranch() ? expectComputed(*this, *getBranch()) : success();
}

LogicalResult SetSizeOp::verify() {
  auto program = (*this)->getParentOfType<ProgramOp>();
  if (failed(expectComputed(*this, getSymbol())))
    return failure();
  if ((getElement() != nullptr) == getValue().has_value())
    return emitOpError("expects either an element or a value");
  if (getValue() && (getValue()->getNumDims() != 0 || getValue()->getNumResults() != 1 ||
                     getValue()->getNumSymbols() != program.getSymbols().size()))
    return emitOpError("expects one value over the program's ")
           << program.getSymbols().size() << " symbols, but got " << getValueAttr();
  if (!getElement())
    return success();
  auto type = cast<MemRefType>(getElement().getType());
  if (!type.getElementType().isInteger() || !type.hasStaticShape() || type.getNumElements() != 1)
    return emitOpError("expects one integer, but got ") << type;
  return success();
}

LogicalResult DispatchOp::verify() {
  if (getGrid() && getGrid()->getNumResults() != 3)
    return emitOpError("expects a grid of three sizes, but got ") << getGridAttr();
  if (getKernel().getNestedReferences().size() != 1)
    return emitOpError("expects a kernel named @kernels_<target>::@<kernel>, but got ")
           << getKernel();
  return success();
}
