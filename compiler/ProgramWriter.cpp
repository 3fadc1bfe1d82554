// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers, commands and size expressions as runtime data; see ProgramWriter.h.
//
// Buffers are numbered in program order. Commands are a flat list with marks for host control flow.
#include "compiler/ProgramWriter.h"

#include "dialects/lir/MessageAttrs.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/UserKernel.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace rlx {

// Appends the postfix code of an expression.
static void appendExpr(AffineExpr expr, rt::Expr &out, int64_t numSymbols) {
  using Op = rt::ExprOpcode;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    out.code.push_back({Op::Const, constant.getValue()});
    return;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    out.code.push_back({Op::Symbol, symbol.getPosition()});
    return;
  }
  if (auto counter = dyn_cast<AffineDimExpr>(expr)) {
    out.code.push_back({Op::Symbol, numSymbols + counter.getPosition()});
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  appendExpr(binary.getLHS(), out, numSymbols);
  appendExpr(binary.getRHS(), out, numSymbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return out.code.push_back({Op::Add});
  case AffineExprKind::Mul:
    return out.code.push_back({Op::Mul});
  case AffineExprKind::Mod:
    return out.code.push_back({Op::Mod});
  case AffineExprKind::FloorDiv:
    return out.code.push_back({Op::FloorDiv});
  default:
    return out.code.push_back({Op::CeilDiv});
  }
}

rt::Expr toExpr(AffineExpr expr, int64_t numSymbols) {
  rt::Expr out;
  appendExpr(expr, out, numSymbols);
  return out;
}

namespace {

static_assert(std::string_view(kBuiltInKernelPrefix) == rt::kBuiltInPrefix);

// The limit for a constant that repeats one value.
constexpr int64_t kMaxSplatBytes = int64_t(1) << 31;

// The minimum or maximum of two sizes or, without a kind, the first one.
rt::Expr definitionExpr(std::optional<Extremum> kind, AffineExpr lhs, AffineExpr rhs) {
  if (!kind)
    return toExpr(lhs);
  return rt::binaryExpr(*kind == Extremum::Min ? rt::ExprOpcode::Min : rt::ExprOpcode::Max,
                        toExpr(lhs), toExpr(rhs));
}

class Writer {
public:
  explicit Writer(lir::ProgramOp op) : op(op) {}

  FailureOr<rt::Program> write() {
    program.name = op.getSymName().str();
    if (ArrayAttr strings = op.getStringsAttr())
      for (StringRef text : strings.getAsValueRange<StringAttr>())
        program.strings.push_back(text.str());
    addSymbols();
    for (Operation &inner : op.getBody().front())
      if (failed(visit(&inner)))
        return failure();
    return std::move(program);
  }

private:
  void addSymbols() {
    for (auto [i, name] : llvm::enumerate(op.getSymbols())) {
      rt::Symbol symbol{cast<StringAttr>(name).getValue().str()};
      Attribute definition = op.getDefinitions() ? (*op.getDefinitions())[i] : Attribute();
      if (auto derived = dyn_cast_or_null<ArrayAttr>(definition)) {
        AffineMap map = cast<AffineMapAttr>(derived[1]).getValue();
        symbol.source = rt::SymbolSource::Derived;
        std::optional<Extremum> kind;
        if (StringRef word = cast<StringAttr>(derived[0]).getValue(); word != "value")
          kind = word == "min" ? Extremum::Min : Extremum::Max;
        symbol.definition = definitionExpr(kind, map.getResult(0), map.getResults().back());
      } else {
        StringRef word = definition ? cast<StringAttr>(definition).getValue() : "dimension";
        symbol.source = word == "element"    ? rt::SymbolSource::Element
                        : word == "computed" ? rt::SymbolSource::Computed
                                             : rt::SymbolSource::Dimension;
        if (symbol.source != rt::SymbolSource::Computed) {
          symbol.input = static_cast<uint32_t>(op.getSymbolInputs()[i]);
          symbol.dim = static_cast<uint32_t>(op.getSymbolDims()[i]);
        }
      }
      program.symbols.push_back(std::move(symbol));
    }
  }

  LogicalResult visit(Operation *inner) {
    return llvm::TypeSwitch<Operation *, LogicalResult>(inner)
        .Case([&](lir::InputOp op) {
          return addNamed(op, op.getName(), rt::BufferKind::Input, program.inputs, op.getText());
        })
        .Case([&](lir::ParamOp op) {
          return addNamed(op, op.getName(), rt::BufferKind::Param, program.params);
        })
        .Case([&](lir::OutputOp op) -> LogicalResult {
          if (failed(addNamed(op, op.getName(), rt::BufferKind::Output, program.outputs,
                              op.getText())))
            return failure();
          if (op.getDonor())
            program.outputs.back().donor = static_cast<uint32_t>(*op.getDonor());
          return success();
        })
        .Case([&](lir::AllocOp op) -> LogicalResult {
          if (failed(addBuffer(op.getBuffer(), op.getSizes().getResults(),
                               op.getPersistent() ? rt::BufferKind::Persistent
                                                  : rt::BufferKind::Arena)))
            return failure();
          program.buffers.back().onHost = op.getHost();
          return success();
        })
        .Case([&](lir::ConstantOp op) { return addConstant(op); })
        .Case([&](lir::ViewOp op) -> LogicalResult {
          if (failed(addBuffer(op.getBuffer(), op.getSizes().getResults(), rt::BufferKind::View)))
            return failure();
          rt::Buffer &buffer = program.buffers.back();
          buffer.parent = numbers.lookup(op.getSource());
          buffer.offset = toExpr(op.getOffset().getResult(0), program.symbols.size());
          return success();
        })
        .Case([&](lir::GuardOp op) {
          rt::Relation relation = op.getAtLeast() ? rt::Relation::AtLeast : rt::Relation::Equal;
          program.guards.push_back(
              {toExpr(op.getSizes().getResult(0)), toExpr(op.getSizes().getResult(1)),
               op.getMessage().str(), relation,
               op.getBranch() ? std::optional<uint32_t>(*op.getBranch()) : std::nullopt,
               placeOf(op), toExprs(op, lir::kFromAttr), toExprs(op, lir::kToAttr)});
          return success();
        })
        .Case([&](lir::MoeLayerOp op) { return addMoeLayer(op); })
        .Case([&](lir::PrepareOp op) { return addCommands(op.getBody(), program.prepare); })
        .Case([&](lir::RunOp op) { return addCommands(op.getBody(), program.main); })
        .Default([](Operation *other) {
          return other->emitOpError("is not expected in a lir.program");
        });
  }

  // The parts of messages (MessageAttrs.h).
  static std::string placeOf(Operation *op) {
    auto place = op->getAttrOfType<StringAttr>(lir::kPlaceAttr);
    return place ? place.str() : "";
  }
  static std::vector<rt::Expr> toExprs(Operation *op, StringRef attribute) {
    std::vector<rt::Expr> all;
    if (auto sizes = op->getAttrOfType<AffineMapAttr>(attribute))
      for (AffineExpr size : sizes.getValue().getResults())
        all.push_back(toExpr(size));
    return all;
  }

  // The runtime checks products of sizes for overflow. Products that affine expressions fold would
  // wrap unnoticed, so they are checked here.
  LogicalResult addBuffer(Value value, ArrayRef<AffineExpr> sizes, rt::BufferKind kind) {
    auto type = cast<MemRefType>(value.getType());
    AffineExpr bytes =
        getAffineConstantExpr(ref::byteSize(type.getElementType()), value.getContext());
    std::optional<int64_t> known = ref::byteSize(type.getElementType());
    bool empty = llvm::is_contained(type.getShape(), 0);
    for (AffineExpr size : sizes) {
      known = known && !empty ? llvm::checkedMul(*known, size.getLargestKnownDivisor()) : known;
      if (!known)
        return unsupported(value.getDefiningOp()->emitOpError("needs a buffer for "))
               << type << ", which has more than 2^63 - 1 bytes";
      bytes = bytes * size;
    }
    rt::Buffer buffer;
    buffer.kind = kind;
    buffer.size = toExpr(bytes);
    numbers[value] = program.buffers.size();
    program.buffers.push_back(std::move(buffer));
    return success();
  }

  template <typename OpTy>
  LogicalResult addNamed(OpTy op, StringRef name, rt::BufferKind kind,
                         std::vector<rt::TensorSpec> &specs, bool isText = false) {
    Type element = cast<MemRefType>(op.getType()).getElementType();
    std::optional<rt::DType> dtype = dtypeOf(element);
    if (!dtype)
      return op.emitOpError("has element type ") << element << ", which the runtime does not know";
    if (isText && *dtype != rt::DType::I64)
      return op.emitOpError("has strings of element type ") << element << ", expected i64";
    if (failed(addBuffer(op.getBuffer(), op.getSizes().getResults(), kind)))
      return failure();
    rt::Buffer &buffer = program.buffers.back();
    buffer.index = specs.size();
    rt::TensorSpec spec;
    spec.name = name.str();
    spec.dtype = isText ? rt::DType::String : *dtype;
    spec.buffer = numbers[op.getBuffer()];
    for (AffineExpr size : op.getSizes().getResults())
      spec.shape.push_back(toExpr(size));
    specs.push_back(std::move(spec));
    return success();
  }

  // The bytes of a constant. A splat of a few characters can have any size when it is written out.
  static FailureOr<int64_t> constantBytes(lir::ConstantOp op) {
    auto type = cast<MemRefType>(op.getType());
    std::optional<int64_t> bytes = ref::byteSize(type.getElementType());
    for (int64_t size : type.getShape())
      bytes = bytes ? llvm::checkedMul(*bytes, size) : bytes;
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (bytes && (*bytes <= kMaxSplatBytes || !dense || !dense.isSplat()))
      return *bytes;
    return unsupported(emitError(op.getLoc(), "the result repeats one value in "))
           << RankedTensorType::get(type.getShape(), type.getElementType())
           << "; constants of more than " << kMaxSplatBytes << " bytes are not supported";
  }

  LogicalResult addConstant(lir::ConstantOp op) {
    FailureOr<int64_t> bytes = constantBytes(op);
    if (failed(bytes))
      return failure();
    auto type = cast<MemRefType>(op.getType());
    int64_t offset = program.constants.append(*bytes);
    SmallVector<AffineExpr> sizes;
    for (int64_t size : type.getShape())
      sizes.push_back(getAffineConstantExpr(size, op.getContext()));
    if (failed(addBuffer(op.getBuffer(), sizes, rt::BufferKind::Constant)))
      return failure();
    rt::Buffer &buffer = program.buffers.back();
    buffer.offset = toExpr(getAffineConstantExpr(offset, op.getContext()));
    return copyElements(op, type, program.constants.mutableData() + offset, *bytes);
  }

  static LogicalResult copyElements(lir::ConstantOp op, MemRefType type, uint8_t *to,
                                    int64_t bytes) {
    if (bytes == 0)
      return success(); // no memory to copy to or from
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue())) {
      AsmResourceBlob *blob = resource.getRawHandle().getBlob();
      if (!blob || static_cast<int64_t>(blob->getData().size()) != bytes)
        return op.emitOpError("has a resource whose size is not that of its type");
      memcpy(to, blob->getData().data(), bytes);
      return success();
    }
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!dense)
      return op.emitOpError("has a value that is neither dense nor a resource");
    int64_t count = type.getNumElements(), width = count ? bytes / count : 0;
    if (type.getElementType().isInteger(1)) {
      for (auto [i, bit] : llvm::enumerate(dense.getValues<bool>()))
        to[i] = bit;
    } else if (dense.isSplat()) {
      for (int64_t i = 0; i < count; ++i)
        memcpy(to + i * width, dense.getRawData().data(), width);
    } else {
      memcpy(to, dense.getRawData().data(), bytes);
    }
    return success();
  }

  // In order, with marks for host control flow: at its start, between its regions and at its end.
  LogicalResult addCommands(Region &body, std::vector<rt::Command> &commands) {
    for (Operation &inner : body.front())
      if (failed(addCommand(&inner, commands)))
        return failure();
    return success();
  }

  LogicalResult addCommand(Operation *inner, std::vector<rt::Command> &commands) {
    auto mark = [&](rt::CommandKind kind, const char *label = "") -> rt::Command & {
      commands.emplace_back().kind = kind;
      commands.back().label = label;
      return commands.back();
    };
    auto end = [&](LogicalResult result) {
      mark(rt::CommandKind::End, "end");
      return result;
    };
    return llvm::TypeSwitch<Operation *, LogicalResult>(inner)
        .Case([&](lir::ExpertsOp op) { return addExperts(op, commands); })
        .Case([&](lir::CopyOp copy) {
          rt::Command &command = mark(rt::CommandKind::Copy, "copy");
          command.buffers = {numbers.lookup(copy.getSource()), numbers.lookup(copy.getTarget())};
          command.numOutputs = 1;
          return success();
        })
        .Case([&](lir::DispatchOp op) { return addDispatch(op, mark(rt::CommandKind::Dispatch)); })
        .Case([&](lir::SetSizeOp op) {
          return addSetSize(op, mark(rt::CommandKind::SetSize, "set_size"));
        })
        .Case([&](lir::IfOp op) {
          mark(rt::CommandKind::If, "if").buffers = {numbers.lookup(op.getCondition())};
          if (failed(addCommands(op.getThenRegion(), commands)))
            return failure();
          mark(rt::CommandKind::Else, "else");
          return end(addCommands(op.getElseRegion(), commands));
        })
        .Case([&](lir::WhileOp op) {
          mark(rt::CommandKind::While, "while");
          if (failed(addCommands(op.getConditionRegion(), commands)))
            return failure();
          mark(rt::CommandKind::Do, "do").buffers = {numbers.lookup(op.getCondition())};
          return end(addCommands(op.getBody(), commands));
        })
        .Case([&](lir::ForOp op) {
          rt::Command &command = mark(rt::CommandKind::For, "for");
          command.counter = static_cast<uint32_t>(op.getCounter());
          command.dims = {toExpr(op.getLength().getResult(0))};
          program.numCounters = std::max(program.numCounters, command.counter + 1);
          return end(addCommands(op.getBody(), commands));
        })
        .Default([](Operation *other) {
          return other->emitOpError("is not expected in a list of commands");
        });
  }

  LogicalResult addSetSize(lir::SetSizeOp op, rt::Command &command) {
    command.symbol = static_cast<uint32_t>(op.getSymbol());
    command.label += " " + program.symbols[command.symbol].name;
    if (!op.getElement()) {
      command.dims = {toExpr(op.getValue()->getResult(0))};
      return success();
    }
    Type element = cast<MemRefType>(op.getElement().getType()).getElementType();
    std::optional<rt::DType> dtype = dtypeOf(element);
    if (!dtype)
      return op.emitOpError("has element type ") << element << ", which the runtime does not know";
    command.dtype = *dtype;
    command.buffers = {numbers.lookup(op.getElement())};
    return success();
  }

  LogicalResult addDispatch(lir::DispatchOp dispatch, rt::Command &command) {
    if (!dispatch.getGrid() || !dispatch.getWorkspace() || !dispatch.getCost())
      return dispatch.emitOpError("has no grid yet: run --rlx-resolve-dispatches first");
    command.kind = rt::CommandKind::Dispatch;
    FailureOr<uint32_t> kernel = kernelNumber(dispatch);
    if (failed(kernel))
      return failure();
    command.kernel = *kernel;
    for (Value buffer : dispatch.getInputs())
      command.buffers.push_back(numbers.lookup(buffer));
    for (Value buffer : dispatch.getOutputs())
      command.buffers.push_back(numbers.lookup(buffer));
    command.numOutputs = dispatch.getOutputs().size();
    for (AffineExpr dim : dispatch.getDims().getResults())
      command.dims.push_back(toExpr(dim));
    for (int i = 0; i < 3; ++i)
      command.grid[i] = toExpr(dispatch.getGrid()->getResult(i));
    command.workspace = toExpr(dispatch.getWorkspace()->getResult(0));
    command.cost = toExpr(dispatch.getCost()->getResult(0));
    command.label = dispatch.getLabel().str();
    command.place = placeOf(dispatch);
    command.indexSizes = toExprs(dispatch, lir::kIndexSizesAttr);
    return success();
  }

  LogicalResult addMoeLayer(lir::MoeLayerOp op) {
    rt::MoeLayer layer;
    layer.label = op.getLabel().str();
    layer.experts = op.getExperts();
    layer.products = op.getProducts();
    layer.withoutChoice = op.getWithoutChoice().value_or("").str();
    program.moeLayers.push_back(std::move(layer));
    return success();
  }

  // Records where the last command, a dispatch, has the expert ids of a layer.
  LogicalResult addExperts(lir::ExpertsOp op, const std::vector<rt::Command> &commands) {
    auto type = cast<MemRefType>(op.getIds().getType());
    std::optional<rt::DType> dtype = dtypeOf(type.getElementType());
    if (!dtype || &commands != &program.main || op.getLayer() >= program.moeLayers.size())
      return op.emitOpError("expects integers, a layer that is declared, and a dispatch of every "
                            "run");
    const std::vector<uint32_t> &buffers = commands.back().buffers;
    size_t begin = op.getChosen() ? buffers.size() - commands.back().numOutputs : 0;
    auto found = std::find(buffers.begin() + begin, buffers.end(), numbers.lookup(op.getIds()));
    if (found == buffers.end())
      return op.emitOpError("expects a buffer of the dispatch before it");
    rt::ExpertIds ids{static_cast<uint32_t>(commands.size() - 1),
                      static_cast<uint32_t>(found - buffers.begin()), *dtype};
    rt::MoeLayer &layer = program.moeLayers[op.getLayer()];
    if (!op.getChosen()) {
      layer.used.push_back(ids);
      return success();
    }
    layer.chosen = ids;
    layer.perRow = type.getShape().back();
    return success();
  }

  FailureOr<uint32_t> kernelNumber(lir::DispatchOp dispatch) {
    SymbolRefAttr symbol = dispatch.getKernel();
    auto [it, inserted] = kernels.try_emplace(symbol, program.kernels.size());
    if (!inserted)
      return it->second;
    StringRef module = symbol.getRootReference().getValue();
    rt::Kernel kernel{symbol.getLeafReference().str(), "", std::nullopt};
    if (module.consume_front(lir::kUserKernelModulePrefix)) {
      FailureOr<rt::UserKernelSpec> user = userKernel(dispatch);
      if (failed(user))
        return failure();
      kernel.user = std::move(*user);
    } else {
      module.consume_front(lir::kKernelModulePrefix);
    }
    kernel.target = module.str();
    program.kernels.push_back(std::move(kernel));
    return it->second;
  }

  FailureOr<rt::UserKernelSpec> userKernel(lir::DispatchOp dispatch) {
    auto declared = SymbolTable::lookupNearestSymbolFrom<lir::UserKernelOp>(op->getParentOp(),
                                                                            dispatch.getKernel());
    if (!declared)
      return dispatch.emitOpError("names a kernel that does not exist: ") << dispatch.getKernel();
    rt::UserKernelSpec spec;
    spec.name = declared.getName().str();
    spec.config = declared.getConfig().str();
    for (ValueRange operands :
         {ValueRange(dispatch.getInputs()), ValueRange(dispatch.getOutputs())})
      for (Value operand : operands) {
        auto type = cast<MemRefType>(operand.getType());
        std::optional<rt::DType> dtype = dtypeOf(type.getElementType());
        if (!dtype)
          return dispatch.emitOpError("has element type ")
                 << type.getElementType() << ", which the runtime does not know";
        spec.operands.push_back({*dtype, static_cast<uint32_t>(type.getRank())});
      }
    return spec;
  }

  lir::ProgramOp op;
  rt::Program program;
  DenseMap<Value, uint32_t> numbers;
  DenseMap<SymbolRefAttr, uint32_t> kernels;
};

} // namespace

FailureOr<rt::Program> writeProgram(lir::ProgramOp program) {
  return Writer(program).write();
}

std::vector<rt::Symbol> toSymbols(ArrayRef<SymbolicShapes::Symbol> symbols) {
  using Source = SymbolicShapes::Source;
  std::vector<rt::Symbol> result;
  for (const SymbolicShapes::Symbol &symbol : symbols) {
    rt::Symbol &next = result.emplace_back(rt::Symbol{symbol.name, symbol.argument, symbol.dim});
    if (symbol.source == Source::Element)
      next.source = rt::SymbolSource::Element;
    if (symbol.source == Source::Computed)
      next.source = rt::SymbolSource::Computed;
    if (symbol.source != Source::Derived)
      continue;
    next.source = rt::SymbolSource::Derived;
    next.definition =
        definitionExpr(symbol.definition.kind, symbol.definition.lhs, symbol.definition.rhs);
  }
  return result;
}

} // namespace rlx
