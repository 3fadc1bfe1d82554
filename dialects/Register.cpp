// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Register.h: one list of dialects. A dialect that a new lowering creates is
// added here, and to the dependent dialects of its pass. Dialects that code generation alone needs,
// such as LLVM, are registered in conversions/Register.cpp.
#include "dialects/Register.h"

#include "dialects/check/CheckDialect.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"

void rlx::registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<RLXDialect, check::CheckDialect, lir::LIRDialect, mlir::affine::AffineDialect,
                  mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::linalg::LinalgDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect,
                  mlir::scf::SCFDialect, mlir::spirv::SPIRVDialect, mlir::tensor::TensorDialect,
                  mlir::vector::VectorDialect, mlir::x86vector::X86VectorDialect>();
}
