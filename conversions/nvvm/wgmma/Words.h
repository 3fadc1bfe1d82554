// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on words of 32 bits, and addresses of shared memory, in kernels for NVVM.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_WORDS_H
#define RLX_CONVERSIONS_NVVM_WGMMA_WORDS_H

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace rlx {

class Words {
public:
  explicit Words(WorkgroupBuilder &k) : k(k) {}

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIntOp::create(k.b, k.loc, value, 32);
  }
  mlir::Value wide(int64_t value) {
    return mlir::arith::ConstantIntOp::create(k.b, k.loc, value, 64);
  }
  mlir::Value fromIndex(mlir::Value index) {
    return k.b.createOrFold<mlir::arith::IndexCastOp>(k.loc, k.b.getI32Type(), index);
  }
  mlir::Value toIndex(mlir::Value word) {
    return k.b.createOrFold<mlir::arith::IndexCastOp>(k.loc, k.b.getIndexType(), word);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) { return k.add(lhs, rhs); }
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs) { return k.mul(lhs, rhs); }
  mlir::Value bitAnd(mlir::Value lhs, mlir::Value rhs) {
    return k.b.createOrFold<mlir::arith::AndIOp>(k.loc, lhs, rhs);
  }
  mlir::Value shiftRight(mlir::Value value, mlir::Value by) {
    return k.b.createOrFold<mlir::arith::ShRUIOp>(k.loc, value, by);
  }
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::CmpIOp::create(k.b, k.loc, mlir::arith::CmpIPredicate::eq, lhs, rhs);
  }
  mlir::Value both(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::AndIOp::create(k.b, k.loc, lhs, rhs);
  }

  // Shared memory of the thread block, and of its cluster.
  mlir::Value sharedPointer(mlir::Value address) {
    auto type = mlir::LLVM::LLVMPointerType::get(k.b.getContext(), 3);
    return mlir::LLVM::IntToPtrOp::create(k.b, k.loc, type, address);
  }
  mlir::Value clusterPointer(mlir::Value address) {
    auto type = mlir::LLVM::LLVMPointerType::get(k.b.getContext(), 7);
    return mlir::LLVM::AddrSpaceCastOp::create(k.b, k.loc, type, sharedPointer(address));
  }

private:
  WorkgroupBuilder &k;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_WORDS_H
