// Last touches on kernels in the llvm dialect: bodies are internal and their pointers do not
// alias; masked accesses have types that processors know, and so have scalars that are only moved;
// the marks of earlier phases go away.
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

// The integers of the same size if `type` is a vector of 16-bit floats: LLVM would take a masked
// access to these apart and, without instructions for bf16, convert every element on the way.
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

// Whether the op's results, and its operands of that type, are of any type of 16 bits.
bool movesValues(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::SelectOp, LLVM::BrOp, LLVM::CondBrOp,
             LLVM::SwitchOp>(op);
}

// Numbers of bf16 are integers on their way from one op to another. LLVM keeps one that several
// blocks use as f32, without instructions for bf16, and calls a function that makes bf16 of it.
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

  // Users that compute with a number get it back right before them.
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
      // A kernel never writes a buffer that it reads by another argument (rlx-compute-in-place
      // sees to that), and a descriptor's two pointers are one buffer, of which only the second is
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
