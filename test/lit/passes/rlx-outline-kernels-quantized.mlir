// RUN: rlx-opt %s -split-input-file --rlx-outline-kernels | FileCheck %s

// The addend is computed from bytes, before the matmul, and is fused into its kernel.

// CHECK-LABEL: lir.program @joins
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch {{.*}} label "matmul+cast+mul+add"
// CHECK-NEXT: }
func.func @joins(%x: tensor<5x8xf32> {rlx.kind = "input"}, %w: tensor<8x8xf32> {rlx.kind = "param"}, %q: tensor<5x8xi8> {rlx.kind = "input"}, %s: tensor<f32> {rlx.kind = "param"}) -> tensor<5x8xf32> {
  %0 = rlx.cast %q to f32 : (tensor<5x8xi8>) -> tensor<5x8xf32>
  %1 = rlx.mul %0, %s : (tensor<5x8xf32>, tensor<f32>) -> tensor<5x8xf32>
  %2 = rlx.matmul %x, %w : (tensor<5x8xf32>, tensor<8x8xf32>) -> tensor<5x8xf32>
  %3 = rlx.add %1, %2 : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  return %3 : tensor<5x8xf32>
}

// -----

// The matmul also reads the addend, many times, so it is computed once.

// CHECK-LABEL: lir.program @matmul_reads
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch {{.*}} label "cast+mul"
// CHECK-NEXT: lir.dispatch {{.*}} label "matmul+add"
// CHECK-NEXT: }
func.func @matmul_reads(%q: tensor<?x8xi8> {rlx.kind = "input"}, %w: tensor<8x8xf32> {rlx.kind = "param"}, %s: tensor<f32> {rlx.kind = "param"}) -> tensor<?x8xf32> {
  %0 = rlx.cast %q to f32 : (tensor<?x8xi8>) -> tensor<?x8xf32>
  %1 = rlx.mul %0, %s : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %2 = rlx.matmul %1, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %3 = rlx.add %1, %2 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}

// -----

// Input and output have equal widths, so it is a separate kernel.

// CHECK-LABEL: lir.program @as_wide
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch {{.*}} label "exp"
// CHECK-NEXT: lir.dispatch {{.*}} label "matmul+add"
// CHECK-NEXT: }
func.func @as_wide(%x: tensor<5x8xf32> {rlx.kind = "input"}, %w: tensor<8x8xf32> {rlx.kind = "param"}, %y: tensor<5x8xf32> {rlx.kind = "input"}) -> tensor<5x8xf32> {
  %0 = rlx.exp %y : (tensor<5x8xf32>) -> tensor<5x8xf32>
  %1 = rlx.matmul %x, %w : (tensor<5x8xf32>, tensor<8x8xf32>) -> tensor<5x8xf32>
  %2 = rlx.add %0, %1 : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  return %2 : tensor<5x8xf32>
}
