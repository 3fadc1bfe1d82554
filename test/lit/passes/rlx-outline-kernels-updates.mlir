// RUN: rlx-opt %s -split-input-file --rlx-outline-kernels=update-in-place | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-outline-kernels | FileCheck %s --check-prefix=COPIES

// A scatter is a copy of its data and a kernel that changes it.
// CHECK-LABEL: lir.program @update
// CHECK: %[[OLD:.*]] = lir.input "old"
// CHECK: %[[NEW:.*]] = lir.output "new"
// CHECK: lir.copy %[[OLD]] to %[[NEW]]
// CHECK-NEXT: lir.dispatch @kernels_cpu::@scatter_nd_0 ins(%[[NEW]], {{.*}}) outs(%[[NEW]]
// CHECK: func.func @scatter_nd_0({{.*}}) -> tensor<?x8xf32> attributes {lir.kernel, lir.updated = 0 : i64}
// CHECK: rlx.scatter_nd {{.*}} {lir.updates_data}
// COPIES-LABEL: lir.program @update
// COPIES-NOT: lir.copy
// COPIES-NOT: lir.updated
func.func @update(%old: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "old", rlx.dims = ["n", ""]},
                  %at: tensor<1x1xi64> {rlx.kind = "input", rlx.name = "at"},
                  %row: tensor<1x8xf32> {rlx.kind = "input", rlx.name = "row"})
    -> (tensor<?x8xf32> {rlx.name = "new"}) {
  %0 = rlx.scatter_nd %old, %at, %row : (tensor<?x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// A chain of updates has one buffer; a value with another reader is copied.
// CHECK-LABEL: lir.program @chain
// CHECK: %[[NEW:.*]] = lir.output "new"
// CHECK: lir.dispatch {{.*}} outs(%[[NEW]] : {{.*}} label "neg"
// CHECK-NEXT: lir.dispatch {{.*}} ins(%[[NEW]], {{.*}}) outs(%[[NEW]] : {{.*}} label "scatter_nd"
// CHECK-NEXT: lir.dispatch {{.*}} ins(%[[NEW]], {{.*}}) outs(%[[NEW]] : {{.*}} label "scatter_nd"
// CHECK-NEXT: lir.dispatch {{.*}} outs(%[[EXP:.*]] : {{.*}} label "exp"
// CHECK-NEXT: lir.copy %[[EXP]] to %[[COPY:.*]] :
// CHECK-NEXT: lir.dispatch {{.*}} ins(%[[COPY]], {{.*}}) outs(%[[COPY]] : {{.*}} label "scatter_nd"
func.func @chain(%x: tensor<9x8xf32> {rlx.kind = "input", rlx.name = "x"},
                 %at: tensor<1x1xi64> {rlx.kind = "input", rlx.name = "at"},
                 %row: tensor<1x8xf32> {rlx.kind = "input", rlx.name = "row"})
    -> (tensor<9x8xf32> {rlx.name = "new"}, tensor<9x8xf32> {rlx.name = "exp"}, tensor<8xf32> {rlx.name = "sum"}) {
  %0 = rlx.neg %x : (tensor<9x8xf32>) -> tensor<9x8xf32>
  %1 = rlx.scatter_nd %0, %at, %row : (tensor<9x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<9x8xf32>
  %2 = rlx.scatter_nd %1, %at, %row reduction = add : (tensor<9x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<9x8xf32>
  %3 = rlx.exp %x : (tensor<9x8xf32>) -> tensor<9x8xf32>
  %4 = rlx.scatter_nd %3, %at, %row : (tensor<9x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<9x8xf32>
  %5 = rlx.reduce_sum %4 axes = [0] : (tensor<9x8xf32>) -> tensor<8xf32>
  return %2, %3, %5 : tensor<9x8xf32>, tensor<9x8xf32>, tensor<8xf32>
}

// -----

// Not in place: updates that are the data, and sums of f16, which are rounded once.
// CHECK-LABEL: lir.program @kept
// CHECK-NOT: lir.copy
// CHECK-NOT: lir.updated
func.func @kept(%x: tensor<8x8xf32> {rlx.kind = "input", rlx.name = "x"},
                %half: tensor<8x8xf16> {rlx.kind = "input", rlx.name = "half"},
                %at: tensor<8x1xi64> {rlx.kind = "input", rlx.name = "at"},
                %rows: tensor<8x8xf16> {rlx.kind = "input", rlx.name = "rows"})
    -> (tensor<8x8xf32> {rlx.name = "y"}, tensor<8x8xf16> {rlx.name = "z"}) {
  %0 = rlx.scatter_nd %x, %at, %x : (tensor<8x8xf32>, tensor<8x1xi64>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = rlx.scatter_nd %half, %at, %rows reduction = add : (tensor<8x8xf16>, tensor<8x1xi64>, tensor<8x8xf16>) -> tensor<8x8xf16>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf16>
}
