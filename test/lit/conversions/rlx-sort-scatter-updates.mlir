// RUN: rlx-opt %s --rlx-sort-scatter-updates="device=nvidia-hopper" -split-input-file | FileCheck %s
// RUN: rlx-opt %s --rlx-sort-scatter-updates="device=nvidia-hopper" --rlx-lower-to-linalg="elements" -split-input-file | FileCheck %s --check-prefix=LOWER
// RUN: rlx-opt %s --rlx-sort-scatter-updates="device=lavapipe" -split-input-file | FileCheck %s --check-prefix=LAVA
// RUN: rlx-opt %s --rlx-sort-scatter-updates="device=swiftshader" -split-input-file | FileCheck %s --check-prefix=SWIFT
// RUN: rlx-opt %s --rlx-sort-scatter-updates="device=lavapipe" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-sort-scatter-updates 2>&1 | FileCheck %s --check-prefix=REMARK-LAVA
// RUN: rlx-opt %s --rlx-sort-scatter-updates="device=nvidia-hopper" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-sort-scatter-updates 2>&1 | FileCheck %s --check-prefix=REMARK

// A table gives each update's row and checks its index. The updates are sorted by row, and those of
// a row keep their order.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[NUMBERS:.*]] = rlx.iota {{.*}} to [30522] axis = 0
// CHECK: %[[TABLE:.*]] = rlx.cast %[[NUMBERS]] to i32
// CHECK: %[[ROWS:.*]] = rlx.gather_nd %[[TABLE]], %arg1 batch_dims = 0
// CHECK: %[[SORTED:.*]], %[[ORDER:.*]] = rlx.top_k %[[ROWS]] k = 4096 axis = 0 {largest = false}
// CHECK: %[[UPDATES:.*]] = rlx.gather %arg2, %[[ORDER]] axis = 0 {lir.inside}
// CHECK: %[[INDICES:.*]] = rlx.reshape %[[SORTED]] to [4096, 1]
// CHECK: rlx.scatter_nd %arg0, %[[INDICES]], %[[UPDATES]] reduction = add {lir.sorted_indices = 4096 : i64}
// The indices are checked once, but not the sorted order. An element searches the first update of
// its row, and accumulates from there.
// LOWER-LABEL: func.func @rows(
// LOWER: lir.check
// LOWER-NOT: lir.check
// LOWER: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg0 :
// LOWER: %[[FIRST:.*]] = scf.for %{{.*}} = %c0{{.*}} to %c13
// LOWER: arith.cmpi slt
// LOWER: %[[ALL:.*]]:2 = scf.while (%{{.*}} = %[[FIRST]], %{{.*}} = %{{.*}}) : (index, f32)
// LOWER: arith.cmpi eq
// LOWER: arith.addf
// LOWER: lir.max_iterations = 4096
// LOWER: linalg.yield %[[ALL]]#1
// CPU devices do not hide memory latency: with so many elements per update they have enough work.
// LAVA-LABEL: func.func @rows(
// LAVA-NOT: rlx.top_k
// SWIFT-LABEL: func.func @rows(
// SWIFT-NOT: rlx.top_k
// REMARK: [Passed] SortScatterUpdates | Category:rlx-sort-scatter-updates | Function=rows | Remark="rlx.scatter_nd: 4096 updates sorted by index"
func.func @rows(%x: tensor<30522x768xf32>, %i: tensor<4096x1xi64>, %u: tensor<4096x768xf32>) -> tensor<30522x768xf32> {
  %0 = rlx.scatter_nd %x, %i, %u reduction = add : (tensor<30522x768xf32>, tensor<4096x1xi64>, tensor<4096x768xf32>) -> tensor<30522x768xf32>
  return %0 : tensor<30522x768xf32>
}

// -----

// Index vectors become one index, by a table with the same number of dimensions.
// CHECK-LABEL: func.func @depth(
// CHECK: %[[TABLE:.*]] = rlx.reshape %{{.*}} to [7, 9] : (tensor<63xi32>)
// CHECK: %[[ROWS:.*]] = rlx.gather_nd %[[TABLE]], %arg1
// CHECK: %[[ROW:.*]] = rlx.reshape %[[ROWS]] to [100] : (tensor<20x5xi32>)
// CHECK: rlx.top_k %[[ROW]] k = 100
// CHECK: %[[UPDATES:.*]] = rlx.reshape %arg2 to [100, 4]
// CHECK: rlx.gather %[[UPDATES]]
// CHECK: %[[DATA:.*]] = rlx.reshape %arg0 to [63, 4]
// CHECK: rlx.scatter_nd %[[DATA]], {{.*}} {lir.sorted_indices = 100 : i64} : (tensor<63x4xi16>, tensor<100x1xi32>, tensor<100x4xi16>)
// CHECK: rlx.reshape %{{.*}} to [7, 9, 4]
// Without a reduction the last update of a row is searched, and overwrites the data.
// LOWER-LABEL: func.func @depth(
// LOWER: scf.for %{{.*}} = %c0{{.*}} to %c7
// LOWER: arith.cmpi sle
// LOWER-NOT: scf.while
// LOWER: scf.if
// LAVA-LABEL: func.func @depth(
// LAVA: rlx.top_k
// Indices are i64. Without i64 nothing is sorted.
// SWIFT-LABEL: func.func @depth(
// SWIFT-NOT: rlx.top_k
func.func @depth(%x: tensor<7x9x4xi16>, %i: tensor<20x5x2xi32>, %u: tensor<20x5x4xi16>) -> tensor<7x9x4xi16> {
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<7x9x4xi16>, tensor<20x5x2xi32>, tensor<20x5x4xi16>) -> tensor<7x9x4xi16>
  return %0 : tensor<7x9x4xi16>
}

// -----

// Updates of elements have fixed indices along the other dimensions, which the table includes.
// CHECK-LABEL: func.func @elements(
// CHECK: %[[TABLE:.*]] = rlx.reshape %{{.*}} to [50, 4] : (tensor<200xi32>)
// CHECK: %[[PLACES:.*]] = rlx.gather_elements %[[TABLE]], %arg1 axis = -2
// CHECK: %[[ROW:.*]] = rlx.reshape %[[PLACES]] to [270]
// CHECK: rlx.top_k %[[ROW]] k = 270
// CHECK: rlx.scatter_nd {{.*}} reduction = mul {lir.sorted_indices = 270 : i64} : (tensor<200xf32>, tensor<270x1xi32>, tensor<270xf32>)
// CHECK: rlx.reshape %{{.*}} to [50, 4]
func.func @elements(%x: tensor<50x4xf32>, %i: tensor<90x3xi64>, %u: tensor<90x3xf32>) -> tensor<50x4xf32> {
  %0 = rlx.scatter_elements %x, %i, %u axis = -2 reduction = mul : (tensor<50x4xf32>, tensor<90x3xi64>, tensor<90x3xf32>) -> tensor<50x4xf32>
  return %0 : tensor<50x4xf32>
}

// -----

// Not sorted: few updates, dynamic sizes, empty index vectors, and updates with enough elements to
// fill a device.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT: rlx.top_k
// CHECK: return
// LAVA-LABEL: func.func @whole(
// LAVA-NOT: rlx.top_k
// REMARK-NOT: Function=whole
// REMARK: [Missed] {{.*}} Function=whole | Remark="rlx.scatter_nd: its sizes are dynamic"
// REMARK: Function=whole | Remark="rlx.scatter_nd: 33793 shares of the result keep the device busy without sorting"
func.func @whole(%x: tensor<300xf32>, %i: tensor<63x1xi64>, %u: tensor<63xf32>, %j: tensor<?x1xi64>, %v: tensor<?xf32>,
                 %k: tensor<100x0xi64>, %w: tensor<100x300xf32>, %y: tensor<9x33793xf32>, %l: tensor<64x1xi64>,
                 %t: tensor<64x33793xf32>) -> (tensor<300xf32>, tensor<300xf32>, tensor<300xf32>, tensor<9x33793xf32>) {
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<300xf32>, tensor<63x1xi64>, tensor<63xf32>) -> tensor<300xf32>
  %1 = rlx.scatter_nd %x, %j, %v : (tensor<300xf32>, tensor<?x1xi64>, tensor<?xf32>) -> tensor<300xf32>
  %2 = rlx.scatter_nd %x, %k, %w : (tensor<300xf32>, tensor<100x0xi64>, tensor<100x300xf32>) -> tensor<300xf32>
  %3 = rlx.scatter_nd %y, %l, %t : (tensor<9x33793xf32>, tensor<64x1xi64>, tensor<64x33793xf32>) -> tensor<9x33793xf32>
  return %0, %1, %2, %3 : tensor<300xf32>, tensor<300xf32>, tensor<300xf32>, tensor<9x33793xf32>
}

// -----

// On a device with a loop limit, the updates that one element may accumulate are limited. If only
// the last update counts, they are not.
// LAVA-LABEL: func.func @limited(
// LAVA: rlx.scatter_nd %arg0, %arg1, %arg2 reduction = add :
// LAVA: rlx.top_k {{.*}} k = 9000
// LAVA-NOT: rlx.top_k
// REMARK-LAVA: [Missed] {{.*}} Function=limited | Remark="rlx.scatter_nd: the device ends loops after 65535 iterations, but all 9000 updates may have the same index"
func.func @limited(%x: tensor<300xf32>, %i: tensor<9000x1xi64>, %u: tensor<9000xf32>) -> (tensor<300xf32>, tensor<300xf32>) {
  %0 = rlx.scatter_nd %x, %i, %u reduction = add : (tensor<300xf32>, tensor<9000x1xi64>, tensor<9000xf32>) -> tensor<300xf32>
  %1 = rlx.scatter_nd %x, %i, %u : (tensor<300xf32>, tensor<9000x1xi64>, tensor<9000xf32>) -> tensor<300xf32>
  return %0, %1 : tensor<300xf32>, tensor<300xf32>
}

// -----

// A table of all indices has at most 256 MiB.
// CHECK-LABEL: func.func @table(
// CHECK: rlx.top_k
// CHECK-LABEL: func.func @large_table(
// CHECK-NOT: rlx.top_k
// CHECK: return
// REMARK: [Passed] {{.*}} Function=table
// REMARK: [Missed] {{.*}} Function=large_table | Remark="rlx.scatter_nd: a table of 67108865 indices has more than 268435456 bytes"
func.func @table(%x: tensor<67108864xf32>, %i: tensor<100x1xi64>, %u: tensor<100xf32>) -> tensor<67108864xf32> {
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<67108864xf32>, tensor<100x1xi64>, tensor<100xf32>) -> tensor<67108864xf32>
  return %0 : tensor<67108864xf32>
}
func.func @large_table(%x: tensor<67108865xf32>, %i: tensor<100x1xi64>, %u: tensor<100xf32>) -> tensor<67108865xf32> {
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<67108865xf32>, tensor<100x1xi64>, tensor<100xf32>) -> tensor<67108865xf32>
  return %0 : tensor<67108865xf32>
}
