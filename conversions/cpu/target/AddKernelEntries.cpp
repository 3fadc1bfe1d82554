// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-add-kernel-entries`: adds the function that the runtime calls to each kernel
// (runtime/program/model/KernelABI.h).
//
//   func @k(%a: memref<?xf32>, …, %x: index, %y: index, %z: index)
//   ->
//   func private @k.body(…)
//   int32_t k(const rlx_kernel_args *args, uint32_t x, uint32_t y, uint32_t z)
//
// The entry builds memref descriptors from the argument block, calls the body and returns its
// status.
#include "conversions/cpu/Passes.h"

#include "conversions/kernel/BufferForm.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace rlx {
#define GEN_PASS_DEF_ADDKERNELENTRIESPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Builds one entry function.
class EntryBuilder {
public:
  EntryBuilder(func::FuncOp kernel, OpBuilder &builder)
      : kernel(kernel), b(builder), loc(kernel.getLoc()),
        ptr(LLVM::LLVMPointerType::get(builder.getContext())), i64(builder.getI64Type()) {}

  void build(StringRef name) {
    Type i32 = b.getI32Type();
    auto entry = func::FuncOp::create(b, loc, name, b.getFunctionType({ptr, i32, i32, i32}, i32));
    entry->setAttr(rlx::lir::kKernelAttr, b.getUnitAttr());
    Block *body = entry.addEntryBlock();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(body);
    Value block = body->getArgument(0);
    buffers = loadPointer(block, 0);
    dims = loadPointer(block, 1);
    Value workspace = loadPointer(block, 2);

    SmallVector<Value> operands;
    ArrayRef<Type> types = kernel.getArgumentTypes();
    for (Type type : types.drop_back(5))
      operands.push_back(type.isIndex() ? nextDim() : nextBuffer(cast<MemRefType>(type)));
    Value huge = LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(INT64_MAX));
    operands.push_back(descriptor(cast<MemRefType>(types[types.size() - 5]), workspace, {huge}));
    Value status = memref::AllocaOp::create(b, loc, cast<MemRefType>(types[types.size() - 4]));
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    memref::StoreOp::create(b, loc, arith::ConstantIntOp::create(b, loc, 0, 32), status, zero);
    operands.push_back(status);
    for (int i = 1; i <= 3; ++i)
      operands.push_back(
          arith::IndexCastUIOp::create(b, loc, b.getIndexType(), body->getArgument(i)));
    func::CallOp::create(b, loc, kernel, operands);
    Value result = memref::LoadOp::create(b, loc, status, zero);
    func::ReturnOp::create(b, loc, result);
  }

private:
  Value element(Value base, Type type, int64_t index) {
    Value address =
        LLVM::GEPOp::create(b, loc, ptr, type, base, ArrayRef<LLVM::GEPArg>{int32_t(index)});
    return LLVM::LoadOp::create(b, loc, type, address);
  }
  Value loadPointer(Value base, int64_t index) { return element(base, ptr, index); }

  Value nextSize() { return element(dims, i64, dimCount++); }
  Value nextDim() { return arith::IndexCastOp::create(b, loc, b.getIndexType(), nextSize()); }

  Value nextBuffer(MemRefType type) {
    Value base = loadPointer(buffers, bufferCount++);
    SmallVector<Value> dynamic;
    for (int64_t size : type.getShape())
      if (ShapedType::isDynamic(size))
        dynamic.push_back(nextSize());
    return descriptor(type, base, dynamic);
  }

  // A row-major memref at `base`.
  Value descriptor(MemRefType type, Value base, ArrayRef<Value> dynamic) {
    int64_t rank = type.getRank();
    SmallVector<Type> fields = {ptr, ptr, i64};
    if (rank > 0)
      fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
    auto structType = LLVM::LLVMStructType::getLiteral(b.getContext(), fields);
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(value));
    };
    Value value = LLVM::PoisonOp::create(b, loc, structType);
    auto insert = [&](Value field, ArrayRef<int64_t> position) {
      value = LLVM::InsertValueOp::create(b, loc, value, field, position);
    };
    insert(base, {0});
    insert(base, {1});
    insert(constant(0), {2});
    SmallVector<Value> sizes;
    for (int64_t size : type.getShape()) {
      sizes.push_back(ShapedType::isDynamic(size) ? dynamic.front() : constant(size));
      if (ShapedType::isDynamic(size))
        dynamic = dynamic.drop_front();
    }
    Value stride = constant(1);
    for (int64_t i = rank - 1; i >= 0; --i) {
      insert(sizes[i], {3, i});
      insert(stride, {4, i});
      stride = LLVM::MulOp::create(b, loc, stride, sizes[i]);
    }
    return UnrealizedConversionCastOp::create(b, loc, type, value).getResult(0);
  }

  func::FuncOp kernel;
  OpBuilder &b;
  Location loc;
  Type ptr, i64;
  Value buffers, dims;
  int64_t bufferCount = 0, dimCount = 0;
};

struct AddKernelEntries : rlx::impl::AddKernelEntriesPassBase<AddKernelEntries> {
  void runOnOperation() override {
    for (func::FuncOp kernel : rlx::functionsWithBodies(getOperation())) {
      if (!kernel->hasAttr(rlx::lir::kKernelAttr))
        continue;
      if (failed(rlx::expectBufferForm(kernel)))
        return signalPassFailure();
      std::string name = kernel.getSymName().str();
      kernel.setSymName(name + ".body");
      kernel.setPrivate();
      kernel->removeAttr(rlx::lir::kKernelAttr);
      OpBuilder builder(kernel->getContext());
      builder.setInsertionPointAfter(kernel);
      EntryBuilder(kernel, builder).build(name);
    }
  }
};

} // namespace
