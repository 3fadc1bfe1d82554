// RUN: rlx-opt %s -split-input-file --rlx-outline-kernels | FileCheck %s

// Ops on weights only are prepared once. A result is computed in its output. Equal kernels merge.

// CHECK: lir.program @main symbols ["n"] from [0] at [0]
// CHECK-DAG: %[[X:.*]] = lir.input "x"
// CHECK-DAG: %[[W:.*]] = lir.param "w"
// CHECK-DAG: %[[Y:.*]] = lir.output "y"
// CHECK-DAG: %[[VIEW:.*]] = lir.view %[[Y]] sizes
// CHECK-DAG: %[[PREPARED:.*]] = lir.alloc persistent
// CHECK: lir.prepare {
// CHECK-NEXT: lir.dispatch @kernels_cpu::@mul_0 ins(%[[W]] : {{.*}}) outs(%[[PREPARED]]
// CHECK-NEXT: }
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch @kernels_cpu::@matmul_1 ins(%[[X]], %[[PREPARED]] : {{.*}}) outs(%[[VIEW]]
// CHECK-SAME: label "matmul+exp"
// CHECK-NEXT: }
// CHECK: module @kernels_cpu
// CHECK: func.func @mul_0
// CHECK: func.func @matmul_1
// CHECK-NOT: func.func
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<8x16xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %w2 = rlx.mul %w, %w : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = rlx.matmul %x, %w2 : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  %1 = rlx.exp %0 : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %m = arith.muli %n, %c16 : index
  %2 = rlx.reshape %1 to [%m] : (tensor<?x16xf32>, index) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// A value with two outside users cannot be fused away. Equal kernels merge.

// CHECK: lir.run
// CHECK-COUNT-3: lir.dispatch @kernels_cpu::@exp_0
// CHECK-NOT: lir.dispatch
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = rlx.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A size that may be too large: 512 must be at least the size.

// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> (512, s0)>
// CHECK: lir.guard at_least #[[MAP]] "rlx.slice: expects to read
func.func @main(%x: tensor<?xf32>, %t: tensor<512xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = rlx.slice %t from [0] sizes [%n] : (tensor<512xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes that cannot be proved equal are checked when a shape is bound.

// CHECK: lir.guard #{{.*}} "rlx.add: broadcast, in which no dynamic size is repeated"
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = rlx.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Every run copies a prepared value that is returned, even if it is reshaped.

// CHECK: lir.alloc persistent
// CHECK: lir.run {
// CHECK-NEXT: lir.copy
func.func @main(%w: tensor<4xf32> {rlx.kind = "param", rlx.name = "w"}) -> tensor<2x2xf32> {
  %0 = rlx.exp %w : (tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.reshape %0 to [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

// Splat constants become part of elementwise kernels. Other ops read them from memory, like the
// bias here, which fast paths expect as an argument.

// CHECK: %[[BIAS:.*]] = lir.constant dense<5.000000e-01> : tensor<40xf32>
// CHECK-NOT: lir.constant
// CHECK: lir.dispatch {{.*}} ins(%{{.*}}, %{{.*}}, %[[BIAS]] :
// CHECK: func.func @{{.*}}(%{{.*}}: tensor<?x8xf32>, %{{.*}}: tensor<2x8x32xf32>, %{{.*}}: tensor<40xf32>)
// CHECK-NEXT: rlx.matmul_packed
// CHECK-NEXT: rlx.constant dense<2.000000e+00>
// CHECK-NEXT: rlx.mul
func.func @main(%x: tensor<?x8xf32>, %w: tensor<2x8x32xf32> {rlx.kind = "param", rlx.name = "w"}) -> tensor<?x40xf32> {
  %bias = rlx.constant dense<0.5> : tensor<40xf32>
  %two = rlx.constant dense<2.0> : tensor<40xf32>
  %0 = rlx.matmul_packed %x, %w, %bias {n = 40 : i64} : (tensor<?x8xf32>, tensor<2x8x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %1 = rlx.mul %0, %two : (tensor<?x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %1 : tensor<?x40xf32>
}

// -----

// An op marked no_hoist is not prepared, and neither are its users.

// CHECK-LABEL: lir.program @each_run
// CHECK: lir.prepare {
// CHECK-NEXT: }
// CHECK-NEXT: lir.run {
// CHECK-NEXT: lir.dispatch {{.*}} label "dequantize_blocks"
// CHECK-NEXT: lir.dispatch {{.*}} label "reduce_sum"
func.func @each_run(%w: tensor<4x18xui8> {rlx.kind = "param", rlx.name = "w"}) -> tensor<4xf32> {
  %0 = rlx.dequantize_blocks %w scheme = q4_0 to f32 {rlx.no_hoist} : (tensor<4x18xui8>) -> tensor<4x32xf32>
  %1 = rlx.reduce_sum %0 axes = [1] : (tensor<4x32xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The op is fused into a consumer that only moves elements, unless it has other users.

// CHECK-LABEL: lir.program @moved
// CHECK: lir.dispatch {{.*}} label "dequantize_blocks+transpose"
// CHECK-NEXT: lir.dispatch {{.*}} label "dequantize_blocks"
// CHECK-NEXT: lir.dispatch {{.*}} label "transpose"
// CHECK-NEXT: lir.dispatch {{.*}} label "neg"
func.func @moved(%w: tensor<4x18xui8>) -> (tensor<32x4xf32>, tensor<32x4xf32>, tensor<4x32xf32>) {
  %0 = rlx.dequantize_blocks %w scheme = q4_0 to f32 {rlx.no_hoist} : (tensor<4x18xui8>) -> tensor<4x32xf32>
  %1 = rlx.transpose %0 perm = [1, 0] : (tensor<4x32xf32>) -> tensor<32x4xf32>
  %2 = rlx.dequantize_blocks %w scheme = q4_0 to f32 {rlx.no_hoist} : (tensor<4x18xui8>) -> tensor<4x32xf32>
  %3 = rlx.transpose %2 perm = [1, 0] : (tensor<4x32xf32>) -> tensor<32x4xf32>
  %4 = rlx.neg %2 : (tensor<4x32xf32>) -> tensor<4x32xf32>
  return %1, %3, %4 : tensor<32x4xf32>, tensor<32x4xf32>, tensor<4x32xf32>
}

// -----

// Kernels that prepare weights know no sizes, but for a last one that a transpose can move as a word.

// CHECK-LABEL: lir.program @units
// CHECK: module @kernels_cpu
// CHECK-DAG: func.func @transpose_{{[0-9]}}(%{{.*}}: tensor<?x?x2xbf16>)
// CHECK-DAG: func.func @transpose_{{[0-9]}}(%{{.*}}: tensor<?x?x?xbf16>)
func.func @units(%x: tensor<8x6x2xbf16> {rlx.kind = "input", rlx.name = "x"},
                 %w: tensor<6x8x2xbf16> {rlx.kind = "param", rlx.name = "w"},
                 %v: tensor<6x8x8xbf16> {rlx.kind = "param", rlx.name = "v"})
    -> (tensor<8x6x2xbf16> {rlx.name = "y"}, tensor<8x6x8xbf16> {rlx.name = "z"}) {
  %0 = rlx.transpose %w perm = [1, 0, 2] : (tensor<6x8x2xbf16>) -> tensor<8x6x2xbf16>
  %1 = rlx.add %x, %0 : (tensor<8x6x2xbf16>, tensor<8x6x2xbf16>) -> tensor<8x6x2xbf16>
  %2 = rlx.transpose %v perm = [1, 0, 2] : (tensor<6x8x8xbf16>) -> tensor<8x6x8xbf16>
  return %1, %2 : tensor<8x6x2xbf16>, tensor<8x6x8xbf16>
}
