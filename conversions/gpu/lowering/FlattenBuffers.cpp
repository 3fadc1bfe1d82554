// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-flatten-buffers: gives kernels the arguments of the device ABI (KernelBindings.h), and
// accesses memory by one index. Devices have arrays of run-time length, but no strides.
//
// before: func.func @k(%x : memref<?x?xf32>, ..)      // memref.load %x[%i, %j]
// after:  func.func @k(%x : memref<?xf32> {lir.binding = 0}, %bytes : index {lir.scalar = 0}, ..)
//         memref.load %x[%bytes / 4 + %i * %n + %j]
//
// Views of a buffer become arithmetic on the index.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "conversions/gpu/lowering/KernelAbi.h"
#include "conversions/kernel/BufferForm.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/KernelScratch.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_FLATTENBUFFERSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// An element of a memref is base[offset + sum of index times stride].
struct Address {
  Value base; // of one dimension
  Value offset;
  SmallVector<Value> strides;
};

class Flattener {
public:
  explicit Flattener(func::FuncOp kernel)
      : kernel(kernel), body(kernel.getBody().front()), loc(kernel.getLoc()),
        numOld(body.getNumArguments()), numOperands(numOld - rlx::lir::kKernelContextArguments),
        dims(kernel, numOperands) {}

  LogicalResult run() {
    entry = OpBuilder::atBlockBegin(&body);
    findUses();
    addArguments();
    resolveSizes();
    if (failed(addTensorMaps()))
      return failure();
    SmallVector<Operation *> accesses;
    kernel.walk([&](Operation *op) {
      if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp>(op))
        accesses.push_back(op);
    });
    for (Operation *op : accesses)
      if (failed(flatten(op)))
        return failure();
    if (failed(eraseViews()))
      return failure();
    for (BlockArgument argument : body.getArguments().take_front(numOld))
      if (!argument.use_empty())
        return rlx::unsupported(
            (*argument.user_begin())->emitOpError("uses a buffer in a way that has no flat index"));
    BitVector old(body.getNumArguments());
    old.set(0, numOld);
    body.eraseArguments(old);
    setSignature();
    return success();
  }

private:
  Value constant(OpBuilder &b, int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value product(OpBuilder &b, Value lhs, Value rhs) {
    return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  }
  Value sum(OpBuilder &b, Value lhs, Value rhs) {
    return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  }

  Value workspace() { return body.getArgument(numOperands); }
  Value status() { return body.getArgument(numOperands + 1); }

  void findUses() {
    abi.operands = 0;
    for (BlockArgument argument : body.getArguments().take_front(numOperands))
      abi.operands += isa<MemRefType>(argument.getType());
    abi.dims = dims.size();
    abi.needsAligned = kernel->hasAttr(rlx::kAlignedAttr);
    abi.usesStatus = !status().use_empty();
    abi.usesWorkspace = !workspace().use_empty();
  }

  void addArgument(Type type, StringRef attribute, int64_t number) {
    body.addArgument(type, loc);
    attributes.push_back(
        entry.getDictionaryAttr({entry.getNamedAttr(attribute, entry.getI64IntegerAttr(number))}));
  }

  // A binding may have views of several element types: the workspace has.
  Value buffer(uint32_t binding, Type element) {
    Value &argument = buffers[{binding, element}];
    if (!argument) {
      auto space = gpu::AddressSpaceAttr::get(kernel.getContext(), gpu::AddressSpace::Global);
      addArgument(
          MemRefType::get({ShapedType::kDynamic}, element, MemRefLayoutAttrInterface(), space),
          rlx::kBindingAttr, binding);
      argument = body.getArguments().back();
    }
    return argument;
  }

  void addArguments() {
    for (uint32_t i = 0; i < abi.numScalars(); ++i) {
      addArgument(entry.getIndexType(), rlx::kScalarAttr, i);
      scalars.push_back(body.getArguments().back());
    }
    for (unsigned i = 0; i < 3; ++i) {
      addArgument(entry.getIndexType(), rlx::kCoordinateAttr, i);
      body.getArgument(numOperands + 2 + i).replaceAllUsesWith(body.getArguments().back());
    }
    uint32_t binding = 0;
    for (unsigned i = 0; i < numOperands; ++i) {
      BlockArgument argument = body.getArgument(i);
      if (argument.getType().isIndex()) {
        argument.replaceAllUsesWith(valueOf(entry, dims.trace(Value(argument))));
        continue;
      }
      addOperand(argument, binding++);
    }
    if (abi.usesStatus)
      addresses[status()] = {buffer(abi.statusBinding(), entry.getI32Type()),
                             constant(entry, 0),
                             {constant(entry, 1)}};
  }

  Value valueOf(OpBuilder &b, AffineExpr size) {
    if (auto known = dyn_cast<AffineConstantExpr>(size))
      return constant(b, known.getValue());
    return scalars[abi.operands + cast<AffineSymbolExpr>(size).getPosition()];
  }

  void addOperand(BlockArgument argument, uint32_t binding) {
    auto type = cast<MemRefType>(argument.getType());
    Address address;
    address.offset = offsetOf(binding, rlx::scratchElementBytes(type.getElementType()));
    address.base = buffer(binding, type.getElementType());
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      sizes.push_back(valueOf(entry, dims.dim(argument, i)));
    address.strides = contiguous(entry, sizes);
    addresses[argument] = address;
    bindings[argument] = binding;
  }

  // Tensor maps become arguments.
  LogicalResult addTensorMaps() {
    SmallVector<rlx::lir::TensorMapOp> maps;
    kernel.walk([&](rlx::lir::TensorMapOp op) { maps.push_back(op); });
    for (rlx::lir::TensorMapOp op : maps) {
      auto found = bindings.find(op.getOperand());
      if (found == bindings.end())
        return rlx::internal(op.emitOpError("describes memory that is not an operand"));
      NamedAttrList description(op->getAttrDictionary());
      description.set("operand", entry.getI64IntegerAttr(found->second));
      body.addArgument(op.getType(), loc);
      attributes.push_back(entry.getDictionaryAttr({entry.getNamedAttr(
          rlx::kTensorMapAttr, description.getDictionary(kernel.getContext()))}));
      op.replaceAllUsesWith(body.getArguments().back());
      op.erase();
    }
    return success();
  }

  // Where an operand begins in its binding, in elements. Its alignment is visible as a
  // multiplication.
  Value offsetOf(uint32_t binding, int64_t elementBytes) {
    Value start = scalars[binding];
    if (!abi.needsAligned || rlx::rt::kOperandAlignment % elementBytes != 0)
      return entry.createOrFold<arith::DivUIOp>(loc, start, constant(entry, elementBytes));
    Value units =
        entry.createOrFold<arith::DivUIOp>(loc, start, constant(entry, rlx::rt::kOperandAlignment));
    return product(entry, units, constant(entry, rlx::rt::kOperandAlignment / elementBytes));
  }

  SmallVector<Value> contiguous(OpBuilder &b, ArrayRef<Value> sizes) {
    SmallVector<Value> strides(sizes.size());
    Value stride = constant(b, 1);
    for (size_t i = sizes.size(); i-- > 0;) {
      strides[i] = stride;
      if (i != 0)
        stride = product(b, stride, sizes[i]);
    }
    return strides;
  }

  void resolveSizes() {
    kernel.walk([&](memref::DimOp op) {
      std::optional<int64_t> dim = op.getConstantIndex();
      OpBuilder at(op);
      Value size = dim ? sizeOf(at, op.getSource(), *dim) : Value();
      if (!size)
        return;
      op.replaceAllUsesWith(size);
      op.erase();
    });
  }

  // Null if the source of a view does not determine the size.
  Value sizeOf(OpBuilder &b, Value memref, int64_t dim) {
    auto type = cast<MemRefType>(memref.getType());
    if (!type.isDynamicDim(dim))
      return constant(b, type.getDimSize(dim));
    if (auto argument = dyn_cast<BlockArgument>(memref))
      return argument.getOwner() == &body ? valueOf(b, dims.dim(argument, dim)) : Value();
    auto mixed = [&](ArrayRef<OpFoldResult> sizes) {
      return getValueOrCreateConstantIndexOp(b, loc, sizes[dim]);
    };
    return TypeSwitch<Operation *, Value>(memref.getDefiningOp())
        .Case([&](memref::ViewOp op) {
          return mixed(getMixedValues(type.getShape(), op.getSizes(), b.getContext()));
        })
        .Case([&](memref::ExpandShapeOp op) {
          return mixed(
              getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), b.getContext()));
        })
        .Case([&](memref::SubViewOp op) -> Value {
          return op.getDroppedDims().any() ? Value() : mixed(op.getMixedSizes());
        })
        .Case([&](memref::CastOp op) { return sizeOf(b, op.getSource(), dim); })
        .Case([&](memref::CollapseShapeOp op) {
          Value size = constant(b, 1);
          for (int64_t from : op.getReassociationIndices()[dim])
            if (Value factor = size ? sizeOf(b, op.getSrc(), from) : Value())
              size = product(b, size, factor);
            else
              return Value();
          return size;
        })
        .Default([](Operation *) { return Value(); });
  }

  // A null base, and an error, if no index describes the access.
  Address addressOf(Value memref) {
    if (auto known = addresses.find(memref); known != addresses.end())
      return known->second;
    Operation *op = memref.getDefiningOp();
    Address address;
    if (op) {
      OpBuilder b(op);
      b.setInsertionPointAfter(op);
      address = TypeSwitch<Operation *, Address>(op)
                    .Case<memref::AllocOp, memref::AllocaOp, memref::ViewOp, memref::SubViewOp,
                          memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
                          memref::ReinterpretCastOp, memref::ReshapeOp, memref::GetGlobalOp>(
                        [&](auto view) { return resolve(b, view); })
                    .Default([](Operation *) { return Address(); });
    }
    if (!address.base)
      rlx::unsupported(op ? op->emitOpError("has no flat index")
                          : kernel.emitOpError("has a buffer that changes in a loop"));
    return addresses[memref] = address;
  }

  SmallVector<Value> values(OpBuilder &b, ArrayRef<OpFoldResult> mixed) {
    return llvm::map_to_vector(
        mixed, [&](OpFoldResult each) { return getValueOrCreateConstantIndexOp(b, loc, each); });
  }

  // Shared memory of the workgroup. Schedules allocate it in its final form.
  Address resolve(OpBuilder &b, memref::AllocOp op) {
    if (!isShared(op))
      return {};
    return {op, constant(b, 0), {constant(b, 1)}};
  }

  static bool isShared(memref::AllocOp op) {
    auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(op.getType().getMemorySpace());
    return space && space.getValue() == gpu::AddressSpace::Workgroup && op.getType().getRank() == 1;
  }

  // Memory of the invocation.
  Value privateBuffer(int64_t numElements, Type elementType) {
    auto space = gpu::AddressSpaceAttr::get(kernel.getContext(), gpu::AddressSpace::Private);
    return memref::AllocaOp::create(entry, loc,
                                    MemRefType::get({std::max<int64_t>(numElements, 1)},
                                                    elementType, MemRefLayoutAttrInterface(),
                                                    space));
  }

  Address resolve(OpBuilder &b, memref::AllocaOp op) {
    MemRefType type = op.getType();
    return {privateBuffer(type.getNumElements(), type.getElementType()), constant(b, 0),
            contiguous(b, sizeConstants(b, type))};
  }

  SmallVector<Value> sizeConstants(OpBuilder &b, MemRefType type) {
    return llvm::map_to_vector(type.getShape(), [&](int64_t size) { return constant(b, size); });
  }

  Value element(DenseElementsAttr values, int64_t i) {
    return arith::ConstantOp::create(entry, loc, *(values.value_begin<TypedAttr>() + i));
  }

  // A small table of constants, which every invocation writes for itself. Equal elements are one:
  // all strides are 0, so there may be any number of them.
  Address resolve(OpBuilder &b, memref::GetGlobalOp op) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, op.getNameAttr());
    auto values = dyn_cast_or_null<DenseElementsAttr>(
        global ? global.getInitialValue().value_or(Attribute()) : Attribute());
    if (!values || isa<ComplexType>(values.getElementType()))
      return {};
    const int64_t count = values.isSplat() ? 1 : values.getNumElements();
    if (count > rlx::kMaxTableConstants)
      return {};
    MemRefType type = op.getType();
    if (values.getElementType() != type.getElementType()) // a float that is stored as an integer
      values = values.bitcast(type.getElementType());
    Value buffer = privateBuffer(count, type.getElementType());
    for (int64_t i = 0; i < count; ++i)
      memref::StoreOp::create(entry, loc, element(values, i), buffer,
                              ValueRange{constant(entry, i)});
    SmallVector<Value> strides = values.isSplat()
                                     ? SmallVector<Value>(type.getRank(), constant(b, 0))
                                     : contiguous(b, sizeConstants(b, type));
    return {buffer, constant(b, 0), strides};
  }

  // Bytes of an operand as elements of another type.
  Address resolveOperand(OpBuilder &b, memref::ViewOp op) {
    Address from = addressOf(op.getSource());
    const auto *known =
        llvm::find_if(buffers, [&](const auto &each) { return each.second == from.base; });
    if (!from.base || known == buffers.end())
      return {};
    const uint32_t binding = known->first.first;
    Type element = op.getType().getElementType();
    Value bytes = constant(b, rlx::scratchElementBytes(element));
    return {buffer(binding, element),
            b.createOrFold<arith::DivUIOp>(loc, sum(b, from.offset, op.getByteShift()), bytes),
            contiguous(b, values(b, getMixedValues(op.getType().getShape(), op.getSizes(),
                                                   b.getContext())))};
  }

  // A slice of the workspace.
  Address resolve(OpBuilder &b, memref::ViewOp op) {
    if (op.getSource() != workspace())
      return resolveOperand(b, op);
    Type element = op.getType().getElementType();
    Value bytes = constant(b, rlx::scratchElementBytes(element));
    return {buffer(abi.workspaceBinding(), element),
            b.createOrFold<arith::DivUIOp>(loc, op.getByteShift(), bytes),
            contiguous(b, values(b, getMixedValues(op.getType().getShape(), op.getSizes(),
                                                   b.getContext())))};
  }

  Address resolve(OpBuilder &b, memref::SubViewOp op) {
    Address from = addressOf(op.getSource());
    if (!from.base)
      return {};
    Address address{from.base, from.offset, {}};
    llvm::SmallBitVector dropped = op.getDroppedDims();
    SmallVector<Value> offsets = values(b, op.getMixedOffsets()),
                       steps = values(b, op.getMixedStrides());
    for (unsigned i = 0; i < offsets.size(); ++i) {
      address.offset = sum(b, address.offset, product(b, offsets[i], from.strides[i]));
      if (!dropped.test(i))
        address.strides.push_back(product(b, from.strides[i], steps[i]));
    }
    return address;
  }

  Address resolve(OpBuilder &, memref::CastOp op) { return addressOf(op.getSource()); }

  // Both sides are contiguous, or all elements are one.
  Address resolve(OpBuilder &b, memref::ReshapeOp op) {
    auto type = cast<MemRefType>(op.getType());
    Address from = addressOf(op.getSource());
    if (!from.base || !type.hasStaticShape())
      return {};
    const bool isSplat = !from.strides.empty() && llvm::all_of(from.strides, [](Value stride) {
      return isZeroInteger(OpFoldResult(stride));
    });
    return {from.base, from.offset,
            isSplat ? SmallVector<Value>(type.getRank(), constant(b, 0))
                    : contiguous(b, sizeConstants(b, type))};
  }

  Address resolve(OpBuilder &, memref::CollapseShapeOp op) {
    Address from = addressOf(op.getSrc());
    if (!from.base)
      return {};
    Address address{from.base, from.offset, {}};
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      // The stride of a dimension of size 1 means nothing.
      auto moves = llvm::find_if(llvm::reverse(group),
                                 [&](int64_t dim) { return op.getSrcType().getDimSize(dim) != 1; });
      int64_t dim = moves == group.rend() ? group.back() : *moves;
      address.strides.push_back(from.strides[dim]);
    }
    return address;
  }

  Address resolve(OpBuilder &b, memref::ExpandShapeOp op) {
    Address from = addressOf(op.getSrc());
    if (!from.base)
      return {};
    // For a single element all sizes are 1.
    Address address{from.base, from.offset,
                    SmallVector<Value>(op.getType().getRank(), constant(b, 1))};
    SmallVector<Value> sizes =
        values(b, getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), b.getContext()));
    for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
      Value stride = from.strides[i];
      for (int64_t dim : llvm::reverse(group)) {
        address.strides[dim] = stride;
        stride = product(b, stride, sizes[dim]);
      }
    }
    return address;
  }

  Address resolve(OpBuilder &b, memref::ReinterpretCastOp op) {
    Address from = addressOf(op.getSource());
    if (!from.base || op.getSource().getDefiningOp())
      return {}; // offsets count from the start of the buffer, not of a view
    Value offset = getValueOrCreateConstantIndexOp(b, loc, op.getMixedOffsets().front());
    return {from.base, sum(b, from.offset, offset), values(b, op.getMixedStrides())};
  }

  LogicalResult flatten(Operation *op) {
    OpBuilder b(op);
    auto at = [&](Value memref, ValueRange indices) -> std::pair<Value, Value> {
      Address address = addressOf(memref);
      if (!address.base)
        return {};
      Value index = address.offset;
      for (auto [each, stride] : llvm::zip_equal(indices, address.strides))
        index = sum(b, index, product(b, each, stride));
      return {address.base, index};
    };
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      auto [base, index] = at(load.getMemRef(), load.getIndices());
      if (!base)
        return failure();
      load.replaceAllUsesWith(memref::LoadOp::create(b, op->getLoc(), base, index).getResult());
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      auto [base, index] = at(store.getMemRef(), store.getIndices());
      if (!base)
        return failure();
      memref::StoreOp::create(b, op->getLoc(), store.getValue(), base, index);
    } else {
      auto rmw = cast<memref::AtomicRMWOp>(op);
      auto [base, index] = at(rmw.getMemref(), rmw.getIndices());
      if (!base)
        return failure();
      rmw.replaceAllUsesWith(
          memref::AtomicRMWOp::create(b, op->getLoc(), rmw.getKind(), rmw.getValue(), base, index)
              .getResult());
    }
    op->erase();
    return success();
  }

  // Views have no users left but other views.
  LogicalResult eraseViews() {
    SmallVector<Operation *> views;
    kernel.walk([&](Operation *op) {
      auto alloc = dyn_cast<memref::AllocOp>(op);
      bool isFlat = isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp>(op) ||
                    (alloc && isShared(alloc)) ||
                    (isa<memref::AllocaOp>(op) && op->getParentOp() == kernel &&
                     cast<memref::AllocaOp>(op).getType().getMemorySpace());
      if (isa<memref::MemRefDialect>(op->getDialect()) && !isFlat)
        views.push_back(op);
    });
    for (Operation *op : llvm::reverse(views)) {
      if (!op->use_empty())
        return rlx::unsupported(op->emitOpError("is used in a way that has no flat index"));
      op->erase();
    }
    return success();
  }

  void setSignature() {
    kernel.setFunctionType(entry.getFunctionType(body.getArgumentTypes(), {}));
    kernel.setAllArgAttrs(attributes);
    rlx::setKernelAbi(kernel, abi);
  }

  func::FuncOp kernel;
  Block &body;
  Location loc;
  unsigned numOld, numOperands;
  rlx::KernelDims dims;
  rlx::rt::KernelBindings abi;
  OpBuilder entry{static_cast<MLIRContext *>(nullptr)};
  llvm::MapVector<std::pair<uint32_t, Type>, Value> buffers;
  SmallVector<Value> scalars;
  SmallVector<Attribute> attributes;
  DenseMap<Value, Address> addresses;
  DenseMap<Value, uint32_t> bindings; // of operands
};

struct FlattenBuffers : rlx::impl::FlattenBuffersPassBase<FlattenBuffers> {
  void runOnBody() override {
    if (failed(rlx::expectBufferForm(getOperation())) || failed(Flattener(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
