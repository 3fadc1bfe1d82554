// RUN: rlx-opt %s -split-input-file --rlx-outline-kernels | FileCheck %s

// Matmuls with experts of one choice form a layer, through reshapes and casts. Ids are marked at
// their first read, and once per content.

// CHECK-LABEL: lir.program @shared
// CHECK: lir.moe_layer "grouped_matmul" experts 8 products 2{{$}}
// CHECK-NOT: lir.moe_layer
// CHECK: lir.run {
// CHECK: lir.dispatch @kernels_cpu::@top_k_{{.*}} outs(%{{.*}}, %[[TOP:.*]] : memref<?x1xf32>, memref<?x1xi64>)
// CHECK-NEXT: lir.experts chosen 0 %[[TOP]] : memref<?x1xi64>
// CHECK: lir.dispatch {{.*}}cast
// CHECK: lir.dispatch @kernels_cpu::@grouped_matmul_{{[0-9]+}} ins(%{{.*}}, %{{.*}}, %[[IDS:.*]] : {{.*}}memref<?xi32>)
// CHECK-NEXT: lir.experts 0 %[[IDS]] : memref<?xi32>
// CHECK-NEXT: lir.dispatch @kernels_cpu::@grouped_matmul{{.*$}}
// CHECK-NEXT: }
func.func @shared(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                  %w: tensor<8x8x8xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %v, %top = rlx.top_k %x k = 1 axis = -1 : (tensor<?x8xf32>) -> (tensor<?x1xf32>, tensor<?x1xi64>)
  %ids = rlx.reshape %top to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
  %narrow = rlx.cast %ids to i32 : (tensor<?xi64>) -> tensor<?xi32>
  %0 = rlx.grouped_matmul %x, %w, %narrow
      : (tensor<?x8xf32>, tensor<8x8x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  %1 = rlx.grouped_matmul %0, %w, %ids
      : (tensor<?x8xf32>, tensor<8x8x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// Ids from the caller: no choice is visible. Constant ids are no routing, and weights with an
// unknown number of experts form no layer.

// CHECK-LABEL: lir.program @given
// CHECK: lir.moe_layer "grouped_matmul" experts 4 products 1 without_choice "its routing is an argument or a value of a loop, not the indices of a top_k"
// CHECK-NOT: lir.moe_layer
// CHECK: lir.dispatch @kernels_cpu::@grouped_matmul
// CHECK-NEXT: lir.experts 0 %{{.*}} : memref<3xi32>
// CHECK-NOT: lir.experts
func.func @given(%x: tensor<3x8xf32> {rlx.kind = "input", rlx.name = "x"},
                 %ids: tensor<3xi32> {rlx.kind = "input", rlx.name = "ids"},
                 %any: tensor<?x8x8xf32> {rlx.kind = "input", rlx.name = "any"},
                 %w: tensor<4x8x8xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<3x8xf32> {rlx.name = "y"}) {
  %0 = rlx.grouped_matmul %x, %w, %ids
      : (tensor<3x8xf32>, tensor<4x8x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  %fixed = rlx.constant dense<[2, 0, 1]> : tensor<3xi32>
  %1 = rlx.grouped_matmul %0, %w, %fixed
      : (tensor<3x8xf32>, tensor<4x8x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  %2 = rlx.grouped_matmul %1, %any, %ids
      : (tensor<3x8xf32>, tensor<?x8x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return %2 : tensor<3x8xf32>
}

// -----

// More experts than the limit.

// CHECK-LABEL: lir.program @many
// CHECK-NOT: lir.moe_layer
// CHECK: grouped_matmul
// CHECK-NOT: lir.experts
func.func @many(%x: tensor<3x1xf32> {rlx.kind = "input", rlx.name = "x"},
                %ids: tensor<3xi32> {rlx.kind = "input", rlx.name = "ids"},
                %w: tensor<16777217x1x1xf32> {rlx.kind = "input", rlx.name = "w"})
    -> (tensor<3x1xf32> {rlx.name = "y"}) {
  %0 = rlx.grouped_matmul %x, %w, %ids
      : (tensor<3x1xf32>, tensor<16777217x1x1xf32>, tensor<3xi32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// A layer of params only is prepared, and is no layer of a run.

// CHECK-LABEL: lir.program @prepared
// CHECK-NOT: lir.moe_layer
// CHECK: lir.prepare {
// CHECK: grouped_matmul
// CHECK-NOT: lir.experts
func.func @prepared(%x: tensor<3x8xf32> {rlx.kind = "input", rlx.name = "x"},
                    %ids: tensor<3xi32> {rlx.kind = "param", rlx.name = "ids"},
                    %p: tensor<3x8xf32> {rlx.kind = "param", rlx.name = "p"},
                    %w: tensor<4x8x8xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<3x8xf32> {rlx.name = "y"}) {
  %0 = rlx.grouped_matmul %p, %w, %ids
      : (tensor<3x8xf32>, tensor<4x8x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  %1 = rlx.add %0, %x : (tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %1 : tensor<3x8xf32>
}
