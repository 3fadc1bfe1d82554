// A row of one column was stored with a mask of one lane. For x86, LLVM 22 stores four bytes there:
// three bytes of the next rows became 0, unless another thread wrote them later.
// RUN: rlx-check %s
// RUN: rlx-run %S/Inputs/one-column.mlir --emit=llvm | FileCheck %s

// CHECK-LABEL: @{{.*}}matmul_integer_packed
// CHECK-NOT: masked.store{{.*}}<i1 true, i1 false
// CHECK: store i8

func.func @columns() -> (tensor<3696x1xui8>, tensor<128x17xui8>) {
  %a = check.fill seed 1 range [0.0, 9.0] edges finite : tensor<3696x1xui8>
  %z = check.literal dense<3> : tensor<ui8>
  %w = rlx.constant dense<4> : tensor<1x1xui8>
  %u = rlx.constant dense<9> : tensor<1xui8>
  %m = rlx.constant dense<0.588366807> : tensor<1xf32>
  %0 = rlx.q_matmul %a, %w lhs_zero_point %z rhs_zero_point %u multiplier %m to ui8 rounding = half_away_from_zero : (tensor<3696x1xui8>, tensor<1x1xui8>, tensor<ui8>, tensor<1xui8>, tensor<1xf32>) -> tensor<3696x1xui8>
  %u17 = rlx.constant dense<9> : tensor<17xui8>
  %m17 = rlx.constant dense<0.588366807> : tensor<17xf32>
  %b = check.fill seed 2 range [0.0, 9.0] edges finite : tensor<128x4xui8>
  %v = check.fill seed 3 range [0.0, 9.0] edges finite as param : tensor<4x17xui8>
  %1 = rlx.q_matmul %b, %v lhs_zero_point %z rhs_zero_point %u17 multiplier %m17 to ui8 rounding = half_away_from_zero : (tensor<128x4xui8>, tensor<4x17xui8>, tensor<ui8>, tensor<17xui8>, tensor<17xf32>) -> tensor<128x17xui8>
  return %0, %1 : tensor<3696x1xui8>, tensor<128x17xui8>
}
