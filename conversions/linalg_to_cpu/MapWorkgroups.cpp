// Makes a bufferised kernel compute one workgroup: the outer scf.forall becomes its body at the
// workgroup's coordinates, allocations become pieces of the workspace or of the stack, checks set
// the status. Records grid and workspace as maps over the kernel's dims.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelDims.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace rlx {
#define GEN_PASS_DEF_MAPWORKGROUPSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr int64_t kAlignment = 64;
// Of an error word; see runtime/cpu/KernelABI.h.
constexpr int64_t kDetailShift = 8, kMaxDetail = 0x7FFFFF;
// Of a kernel's small allocations, all together.
constexpr int64_t kStackBytes = 4096;

struct MapWorkgroups : rlx::impl::MapWorkgroupsPassBase<MapWorkgroups> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (kernel->hasAttr(rlx::lir::kGridAttr))
      return; // a fast path has done this
    if (!isKernel(kernel)) {
      rlx::internal(kernel.emitOpError(
          "is expected to be a kernel on buffers, with workspace, status and three coordinates"));
      return signalPassFailure();
    }
    rlx::KernelDims dims(kernel, kernel.getNumArguments() - rlx::lir::kKernelContextArguments);
    if (failed(distribute(kernel, dims)) || failed(placeAllocations(kernel, dims)))
      return signalPassFailure();
    lowerChecks(kernel);
  }

  static bool isKernel(func::FuncOp function) {
    ArrayRef<Type> types = function.getArgumentTypes();
    return !function.isExternal() && types.size() >= rlx::lir::kKernelContextArguments &&
           llvm::all_of(types.take_back(3), [](Type type) { return type.isIndex(); }) &&
           llvm::all_of(types.drop_back(3), llvm::IsaPred<MemRefType, IndexType>);
  }

  LogicalResult distribute(func::FuncOp kernel, const rlx::KernelDims &dims) {
    SmallVector<scf::ForallOp> loops(kernel.getBody().getOps<scf::ForallOp>());
    Builder builder(kernel);
    SmallVector<AffineExpr> grid;
    if (loops.size() == 1 && isOnlyWork(loops.front()))
      for (auto [lower, upper, step] :
           llvm::zip(loops[0].getMixedLowerBound(), loops[0].getMixedUpperBound(),
                     loops[0].getMixedStep())) {
        AffineExpr size = dims.trace(upper), stride = dims.trace(step);
        if (!size || !stride || getConstantIntValue(lower) != 0) {
          grid.clear();
          break;
        }
        grid.push_back(size.ceilDiv(stride));
      }
    bool distributed = !grid.empty();
    IRRewriter rewriter(kernel.getContext());
    for (scf::ForallOp loop : loops) {
      rewriter.setInsertionPoint(loop);
      if (distributed)
        inlineAtCoordinates(rewriter, loop, kernel);
      else if (failed(scf::forallToForLoop(rewriter, loop)))
        return rlx::internal(loop->emitOpError("could not be turned into loops"));
    }
    grid.resize(3, builder.getAffineConstantExpr(1));
    kernel->setAttr(rlx::lir::kGridAttr,
                    AffineMapAttr::get(AffineMap::get(0, dims.size(), grid, &getContext())));
    return success();
  }

  // Whatever stands beside the loop would be repeated by every workgroup, so only what has no
  // effect on others may: constants, index arithmetic, views, reads, a workgroup's own
  // allocations, and asserts, on which all workgroups agree.
  static bool isOnlyWork(scf::ForallOp loop) {
    return llvm::all_of(*loop->getBlock(), [&](Operation &op) {
      return &op == loop || isPure(&op) || op.hasTrait<OpTrait::IsTerminator>() ||
             isCopyToItself(&op) ||
             isa<memref::AllocOp, memref::DeallocOp, memref::LoadOp, cf::AssertOp,
                 rlx::lir::CheckOp>(op);
    });
  }

  // What bufferisation leaves where a tile is already in its place.
  static bool isCopyToItself(Operation *op) {
    auto copy = dyn_cast<memref::CopyOp>(op);
    return copy && copy.getSource() == copy.getTarget();
  }

  static void inlineAtCoordinates(IRRewriter &rewriter, scf::ForallOp loop, func::FuncOp kernel) {
    unsigned x = kernel.getNumArguments() - 3;
    SmallVector<Value> ivs;
    for (auto [i, step] : llvm::enumerate(loop.getMixedStep())) {
      Value stride = getValueOrCreateConstantIndexOp(rewriter, loop.getLoc(), step);
      ivs.push_back(
          arith::MulIOp::create(rewriter, loop.getLoc(), kernel.getArgument(x + i), stride));
    }
    rewriter.eraseOp(loop.getTerminator());
    rewriter.inlineBlockBefore(loop.getBody(), loop, ivs);
    rewriter.eraseOp(loop);
  }

  // Every allocation gets its own 64-byte aligned piece of the workspace, or of the stack if it is
  // small: LLVM sees that values there (a row's mean, say) are not changed by other stores, and
  // keeps them in registers.
  LogicalResult placeAllocations(func::FuncOp kernel, const rlx::KernelDims &dims) {
    AffineExpr offset = Builder(kernel).getAffineConstantExpr(0);
    int64_t stackBytes = 0;
    OpBuilder entry = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Value workspace =
        kernel.getArgument(kernel.getNumArguments() - rlx::lir::kKernelContextArguments);
    SmallVector<memref::AllocOp> allocations;
    kernel.walk([&](memref::AllocOp op) { allocations.push_back(op); });
    for (memref::AllocOp op : allocations) {
      AffineExpr bytes = bytesOf(op, dims);
      if (!bytes)
        return rlx::unsupported(
            op->emitOpError("has a size that cannot be bounded when the kernel is launched"));
      auto known = dyn_cast<AffineConstantExpr>(bytes);
      if (known && known.getValue() > 0 && known.getValue() <= kStackBytes - stackBytes) {
        stackBytes += llvm::alignTo(known.getValue(), kAlignment);
        placeAt(op, stackBuffer(entry, op.getLoc(), known.getValue()),
                arith::ConstantIndexOp::create(entry, op.getLoc(), 0));
        continue;
      }
      placeAt(op, workspace, materialize(entry, kernel, dims, offset));
      offset = offset + bytes.ceilDiv(kAlignment) * kAlignment;
    }
    kernel.walk([](memref::DeallocOp op) { op.erase(); });
    kernel->setAttr(rlx::lir::kWorkspaceAttr,
                    AffineMapAttr::get(AffineMap::get(0, dims.size(), offset)));
    return success();
  }

  // An upper bound; null if there is none.
  static AffineExpr bytesOf(memref::AllocOp op, const rlx::KernelDims &dims) {
    AffineExpr bytes =
        getAffineConstantExpr(elementBytes(op.getType().getElementType()), op.getContext());
    for (OpFoldResult size : op.getMixedSizes()) {
      AffineExpr bound = dims.upperBound(size);
      if (!bound)
        return {};
      bytes = bytes * bound;
    }
    return bytes;
  }

  static Value stackBuffer(OpBuilder &entry, Location loc, int64_t bytes) {
    return memref::AllocaOp::create(entry, loc, MemRefType::get(bytes, entry.getI8Type()),
                                    entry.getI64IntegerAttr(kAlignment));
  }

  static void placeAt(memref::AllocOp op, Value buffer, Value start) {
    OpBuilder at(op);
    auto view =
        memref::ViewOp::create(at, op.getLoc(), op.getType(), buffer, start, op.getDynamicSizes());
    op.replaceAllUsesWith(view.getResult());
    op.erase();
  }

  static int64_t elementBytes(Type element) {
    return element.isIndex() ? 8 : rlx::ref::byteSize(element);
  }

  // The value of an expression over the kernel's dims, at the kernel's entry.
  static Value materialize(OpBuilder &builder, func::FuncOp kernel, const rlx::KernelDims &dims,
                           AffineExpr expr) {
    SmallVector<Value> values(dims.size());
    for (BlockArgument argument :
         kernel.getArguments().drop_back(rlx::lir::kKernelContextArguments)) {
      if (argument.getType().isIndex()) {
        values[cast<AffineSymbolExpr>(dims.trace(Value(argument))).getPosition()] = argument;
        continue;
      }
      for (auto [i, size] : llvm::enumerate(cast<MemRefType>(argument.getType()).getShape()))
        if (ShapedType::isDynamic(size))
          values[cast<AffineSymbolExpr>(dims.dim(argument, i)).getPosition()] =
              memref::DimOp::create(builder, kernel.getLoc(), argument, i);
    }
    return affine::AffineApplyOp::create(builder, kernel.getLoc(),
                                         AffineMap::get(0, dims.size(), expr), values);
  }

  // The words are those of runtime/cpu/KernelABI.h. The first failure of a workgroup stays.
  void lowerChecks(func::FuncOp kernel) {
    Value status = kernel.getArgument(kernel.getNumArguments() - 4);
    SmallVector<Operation *> checks;
    kernel.walk([&](Operation *op) {
      if (isa<cf::AssertOp, rlx::lir::CheckOp>(op))
        checks.push_back(op);
    });
    for (Operation *op : checks) {
      OpBuilder builder(op);
      Location loc = op->getLoc();
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value word = errorWord(builder, op);
      Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
      Value fails = arith::XOrIOp::create(builder, loc, op->getOperand(0), yes);
      scf::IfOp::create(builder, loc, fails, [&](OpBuilder &then, Location l) {
        Value before = memref::LoadOp::create(then, l, status, zero);
        Value none = arith::ConstantIntOp::create(then, l, 0, 32);
        Value isFirst = arith::CmpIOp::create(then, l, arith::CmpIPredicate::eq, before, none);
        Value kept = arith::SelectOp::create(then, l, isFirst, word, before);
        memref::StoreOp::create(then, l, kept, status, zero);
        scf::YieldOp::create(then, l);
      });
      op->erase();
    }
  }

  static Value atMost(OpBuilder &b, Location loc, Value value, int64_t most) {
    return arith::MinUIOp::create(b, loc, value, arith::ConstantIndexOp::create(b, loc, most));
  }

  // RLX_KERNEL_INDEX_DETAIL: the sign goes to the lowest bit, and 0 says nothing.
  static Value indexDetail(OpBuilder &b, Location loc, Value index) {
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value sign = arith::ShRSIOp::create(b, loc, index, arith::ConstantIndexOp::create(b, loc, 63));
    Value folded = arith::XOrIOp::create(b, loc, arith::ShLIOp::create(b, loc, index, one), sign);
    return arith::AddIOp::create(b, loc, atMost(b, loc, folded, kMaxDetail - 1), one);
  }

  // What a failed check stores. An assert is a check of an index.
  static Value errorWord(OpBuilder &b, Operation *op) {
    Location loc = op->getLoc();
    auto check = dyn_cast<rlx::lir::CheckOp>(op);
    rlx::lir::KernelError error = check ? check.getError() : rlx::lir::KernelError::IndexOutOfRange;
    Value code = arith::ConstantIntOp::create(b, loc, static_cast<int64_t>(error), 32);
    if (!check || getConstantIntValue(check.getDetail()) == 0)
      return code;
    Value detail = error == rlx::lir::KernelError::IndexOutOfRange
                       ? indexDetail(b, loc, check.getDetail())
                       : atMost(b, loc, check.getDetail(), kMaxDetail);
    detail = arith::IndexCastOp::create(b, loc, b.getI32Type(), detail);
    Value shift = arith::ConstantIntOp::create(b, loc, kDetailShift, 32);
    return arith::OrIOp::create(b, loc, code, arith::ShLIOp::create(b, loc, detail, shift));
  }
};

} // namespace
