// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-finish-kernel-functions`: final changes to kernels in the llvm dialect.
//
// Bodies become internal and their pointers noalias. Masked accesses and moved scalars of 16-bit
// floats become integers, which every processor has instructions for. Unroll marks move to the back
// edges of loops.
#include "conversions/cpu/Passes.h"

#include "conversions/kernel/UnrollHints.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace rlx {
#define GEN_PASS_DEF_FINISHKERNELFUNCTIONSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// The integer vector of the same size if `type` is a vector of 16-bit floats. LLVM would split a
// masked access to such a vector into scalars and, without bf16 instructions, convert each of them.
Type asIntegers(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !isa<BFloat16Type, Float16Type>(vector.getElementType()))
    return {};
  return vector.clone(IntegerType::get(type.getContext(), 16));
}

void retypeMaskedAccesses(LLVM::LLVMFuncOp function) {
  OpBuilder b(function.getContext());
  function.walk([&](LLVM::MaskedStoreOp op) {
    if (Type integers = asIntegers(op.getValue().getType())) {
      b.setInsertionPoint(op);
      op.getValueMutable().assign(
          LLVM::BitcastOp::create(b, op.getLoc(), integers, op.getValue()).getResult());
    }
  });
  function.walk([&](LLVM::MaskedLoadOp op) {
    Type type = op.getType(), integers = asIntegers(type);
    if (!integers)
      return;
    b.setInsertionPoint(op);
    for (OpOperand &other : op.getPassThruMutable())
      other.set(LLVM::BitcastOp::create(b, op.getLoc(), integers, other.get()));
    op.getResult().setType(cast<VectorType>(integers));
    b.setInsertionPointAfter(op);
    auto back = LLVM::BitcastOp::create(b, op.getLoc(), type, op.getResult());
    op.getResult().replaceAllUsesExcept(back.getResult(), back);
  });
}

bool isMoved(Type type) {
  return isa<BFloat16Type>(type);
}

// Whether the op only moves values: its 16-bit results and operands may have any 16-bit type.
bool movesValues(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::SelectOp, LLVM::BrOp, LLVM::CondBrOp,
             LLVM::SwitchOp>(op);
}

// Turns bf16 values into i16 where they are only moved between ops. Without bf16 instructions LLVM
// keeps a value that several blocks use as f32, and calls a function to convert it back to bf16.
class MoveAsIntegers {
public:
  explicit MoveAsIntegers(LLVM::LLVMFuncOp function)
      : function(function), b(function.getContext()), bits(b.getI16Type()) {}

  void run() {
    SmallVector<Value> values;
    for (Block &block : function.getBody()) {
      llvm::append_range(values, block.getArguments());
      for (Operation &op : block)
        llvm::append_range(values, op.getResults());
    }
    for (Value value : values)
      if (isMoved(value.getType()))
        move(value);
  }

private:
  void move(Value value) {
    Operation *op = value.getDefiningOp();
    if (op ? movesValues(op) : !value.getParentBlock()->isEntryBlock()) {
      value.setType(bits);
      return giveTo(value, SmallVector<OpOperand *>(llvm::make_pointer_range(value.getUses())));
    }
    SmallVector<OpOperand *> uses(llvm::make_pointer_range(value.getUses()));
    b.setInsertionPointAfterValue(value);
    giveTo(LLVM::BitcastOp::create(b, value.getLoc(), bits, value), uses);
  }

  // Users that compute with the value get a bitcast directly before them.
  void giveTo(Value number, ArrayRef<OpOperand *> uses) {
    for (OpOperand *use : uses) {
      Operation *user = use->getOwner();
      if (movesValues(user)) {
        use->set(number);
        continue;
      }
      b.setInsertionPoint(user);
      use->set(LLVM::BitcastOp::create(b, number.getLoc(), b.getBF16Type(), number));
    }
  }

  LLVM::LLVMFuncOp function;
  OpBuilder b;
  Type bits;
};

struct FinishKernelFunctions : rlx::impl::FinishKernelFunctionsPassBase<FinishKernelFunctions> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal() || !function.getSymName().ends_with(".body"))
        continue;
      function.setLinkage(LLVM::Linkage::Internal);
      // A kernel never writes a buffer that it reads through another argument (rlx-compute-in-place
      // ensures it). The two pointers of a descriptor point to one buffer, but only the second is
      // dereferenced.
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<LLVM::LLVMPointerType>(type))
          function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                              UnitAttr::get(&getContext()));
      retypeMaskedAccesses(function);
      MoveAsIntegers(function).run();
      rlx::adoptUnrollHints(function);
    }
  }
};

} // namespace
