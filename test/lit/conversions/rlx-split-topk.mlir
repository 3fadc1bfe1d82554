// RUN: rlx-opt %s --rlx-split-topk="device=nvidia-hopper" -split-input-file | FileCheck %s
// RUN: rlx-opt %s --rlx-split-topk="device=nvidia-hopper" --rlx-lower-to-linalg="elements" -split-input-file | FileCheck %s --check-prefix=LOWER
// RUN: rlx-opt %s --rlx-split-topk="device=lavapipe" -split-input-file | FileCheck %s --check-prefix=LAVA
// RUN: rlx-opt %s --rlx-split-topk="device=swiftshader" -split-input-file | FileCheck %s --check-prefix=SWIFT
// RUN: rlx-opt %s --rlx-split-topk="device=nvidia-hopper" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-split-topk 2>&1 | FileCheck %s --check-prefix=REMARK

// Each part that a workgroup sorts selects first, then the selected elements are selected from,
// until one part is left. There are 128 parts, although 126 would be enough, so that they are
// equal.
// CHECK-LABEL: func.func @few(
// CHECK: %[[PARTS:.*]] = rlx.reshape %{{.*}} to [1, 128, 1002]
// CHECK: %[[V0:.*]], %[[P0:.*]] = rlx.top_k %[[PARTS]] k = 50 axis = 2 :
// CHECK: %[[STARTS:.*]] = rlx.constant dense<{{.*}}> : tensor<128x1xi64>
// CHECK: %[[PLACES:.*]] = rlx.add %[[P0]], %[[STARTS]]
// CHECK: rlx.reshape %[[V0]] to [1, 6400]
// CHECK: %[[AGAIN:.*]] = rlx.reshape %{{.*}} to [1, 8, 800]
// CHECK: %[[V1:.*]], %[[P1:.*]] = rlx.top_k %[[AGAIN]] k = 50 axis = 2 :
// CHECK: rlx.gather_elements %{{.*}}, %[[P1]] axis = 2 {lir.inside}
// CHECK: %[[V2:.*]], %[[P2:.*]] = rlx.top_k %{{.*}} k = 50 axis = 2 : (tensor<1x1x400xf32>)
// CHECK: rlx.gather_elements %{{.*}}, %[[P2]] axis = 2 {lir.inside}
// CHECK-NOT: rlx.top_k
// Indices that the op itself selected need no check.
// LOWER-LABEL: func.func @few(
// LOWER-NOT: lir.check
// A device without 64-bit integers cannot represent the indices.
// SWIFT-LABEL: func.func @few(
// SWIFT-NOT: rlx.reshape
// REMARK: [Passed] SplitTopK | Category:rlx-split-topk | Function=few | Remark="rlx.top_k: rows of 128256 in 128 partitions, then their 6400 candidates in 8 partitions"
func.func @few(%x: tensor<1x128256xf32>) -> (tensor<1x50xf32>, tensor<1x50xi64>) {
  %0:2 = rlx.top_k %x k = 50 axis = 1 : (tensor<1x128256xf32>) -> (tensor<1x50xf32>, tensor<1x50xi64>)
  return %0#0, %0#1 : tensor<1x50xf32>, tensor<1x50xi64>
}

// -----

// Sorted parts are merged, with a power of two as length. Rows are padded with elements that sort
// last.
// CHECK-LABEL: func.func @sort(
// CHECK: %[[ROWS:.*]] = rlx.transpose %{{.*}} perm = [1, 0]
// CHECK: %[[LAST:.*]] = rlx.constant dense<-2147483648>
// CHECK: rlx.pad constant %[[ROWS]], %[[LAST]] low [0, 0] high [0, 3]
// CHECK: rlx.top_k %{{.*}} k = 751 axis = 2 : (tensor<2x4x751xi32>)
// CHECK: rlx.top_k %{{.*}} k = 1502 axis = 2 {lir.sorted_run = 751 : i64} : (tensor<2x2x1502xi32>)
// CHECK: rlx.top_k %{{.*}} k = 3001 axis = 2 {lir.sorted_run = 1502 : i64} : (tensor<2x1x3004xi32>)
// CHECK: rlx.transpose
// CHECK: rlx.transpose
// Each element of a merged row searches how many elements before it are from the first part.
// LOWER-LABEL: func.func @sort(
// LOWER: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel"]} outs({{.*}} : tensor<2x2x1502xi32>, tensor<2x2x1502xi64>)
// LOWER: %[[NUMBER:.*]] = linalg.index 2
// LOWER: %[[LEAST:.*]] = arith.subi %[[NUMBER]], %c751
// LOWER: arith.maxsi %{{.*}}, %[[LEAST]]
// LOWER: arith.minsi %[[NUMBER]], %c751
// LOWER: scf.for %{{.*}} = %{{.*}} to %c10
// LOWER: arith.cmpi sgt
// LOWER: tensor.extract
// LOWER: tensor.extract
// LOWER: %[[BETTER:.*]] = arith.cmpi sgt
// LOWER: linalg.yield %{{.*}}, %{{.*}} : i32, i64
// REMARK: Function=sort | Remark="rlx.top_k: rows of 3001 in 4 partitions, sorted and merged"
func.func @sort(%x: tensor<3001x2xi32>) -> (tensor<3001x2xi32>, tensor<3001x2xi64>) {
  %0:2 = rlx.top_k %x k = 3001 axis = 0 : (tensor<3001x2xi32>) -> (tensor<3001x2xi32>, tensor<3001x2xi64>)
  return %0#0, %0#1 : tensor<3001x2xi32>, tensor<3001x2xi64>
}

// -----

// For a large k the selected elements are merged too, and cut off. The number of rows may be
// dynamic.
// CHECK-LABEL: func.func @most(
// CHECK: rlx.top_k %{{.*}} k = 300 axis = 2 {largest = false} : (tensor<?x8x750xf16>)
// CHECK: rlx.top_k %{{.*}} k = 300 axis = 2 {largest = false, lir.sorted_run = 300 : i64} : (tensor<?x4x600xf16>)
// CHECK: rlx.top_k %{{.*}} k = 300 {{.*}} : (tensor<?x2x600xf16>)
// CHECK: rlx.top_k %{{.*}} k = 300 {{.*}} : (tensor<?x1x600xf16>)
func.func @most(%x: tensor<?x6000xf16>) -> (tensor<?x300xf16>, tensor<?x300xi64>) {
  %0:2 = rlx.top_k %x k = 300 axis = 1 {largest = false} : (tensor<?x6000xf16>) -> (tensor<?x300xf16>, tensor<?x300xi64>)
  return %0#0, %0#1 : tensor<?x300xf16>, tensor<?x300xi64>
}

// -----

// Not split: rows that fill the device, if a workgroup can iterate over them. On CPU devices each
// has an invocation, from 65 rows on.
// CHECK-LABEL: func.func @many_rows(
// CHECK-NOT: rlx.reshape
// CHECK: rlx.top_k {{.*}}tensor<66x5000xf32>
// CHECK: rlx.top_k {{.*}}tensor<66x8x625xf32>
// LAVA-LABEL: func.func @many_rows(
// LAVA-NOT: rlx.reshape
// REMARK: [Passed]{{.*}}Function=many_rows | Remark="rlx.top_k: rows of 5000 in 8 partitions, sorted and merged"
// REMARK-NOT: Function=many_rows
func.func @many_rows(%x: tensor<66x5000xf32>) -> (tensor<66x50xi64>, tensor<66x600xi64>) {
  %0:2 = rlx.top_k %x k = 50 axis = 1 : (tensor<66x5000xf32>) -> (tensor<66x50xf32>, tensor<66x50xi64>)
  %1:2 = rlx.top_k %x k = 600 axis = 1 : (tensor<66x5000xf32>) -> (tensor<66x600xf32>, tensor<66x600xi64>)
  return %0#1, %1#1 : tensor<66x50xi64>, tensor<66x600xi64>
}

// -----

// Short rows, dynamic rows, unsigned elements, and k = 0.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT: rlx.reshape
// REMARK: [Missed] {{.*}} Function=whole | Remark="rlx.top_k: the length of its rows is dynamic"
// REMARK: Function=whole | Remark="rlx.top_k: the workgroup schedule does not sort unsigned elements"
// REMARK-NOT: Function=whole
func.func @whole(%x: tensor<1x1024xf32>, %y: tensor<?xf32>, %z: tensor<5000xui8>, %w: tensor<5000xf32>) -> (tensor<1x5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<0xi64>) {
  %0:2 = rlx.top_k %x k = 5 axis = 1 : (tensor<1x1024xf32>) -> (tensor<1x5xf32>, tensor<1x5xi64>)
  %1:2 = rlx.top_k %y k = 5 axis = 0 : (tensor<?xf32>) -> (tensor<5xf32>, tensor<5xi64>)
  %2:2 = rlx.top_k %z k = 5 axis = 0 : (tensor<5000xui8>) -> (tensor<5xui8>, tensor<5xi64>)
  %3:2 = rlx.top_k %w k = 0 axis = 0 : (tensor<5000xf32>) -> (tensor<0xf32>, tensor<0xi64>)
  return %0#1, %1#1, %2#1, %3#1 : tensor<1x5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<0xi64>
}

// -----

// No rows, and more indices than a buffer on lavapipe can hold.
// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: rlx.reshape
// CHECK-LABEL: func.func @large(
// CHECK: rlx.reshape
// LAVA-LABEL: func.func @large(
// LAVA-NOT: rlx.reshape
// LAVA: return
func.func @no_rows(%x: tensor<0x5000xf32>) -> tensor<0x600xi64> {
  %0:2 = rlx.top_k %x k = 600 axis = 1 : (tensor<0x5000xf32>) -> (tensor<0x600xf32>, tensor<0x600xi64>)
  return %0#1 : tensor<0x600xi64>
}
func.func @large(%x: tensor<20000000xf32>) -> tensor<600xi64> {
  %0:2 = rlx.top_k %x k = 600 axis = 0 : (tensor<20000000xf32>) -> (tensor<600xf32>, tensor<600xi64>)
  return %0#1 : tensor<600xi64>
}

// -----

// The CPU takes elements that the device lacks, and needs no parts: SwiftShader has no f64, and no
// 64-bit integers for indices.
// SWIFT-LABEL: func.func @wide(
// SWIFT-NOT: rlx.reshape
// SWIFT: return
func.func @wide(%x: tensor<100000xf64>) -> tensor<5xi64> {
  %0:2 = rlx.top_k %x k = 5 axis = 0 : (tensor<100000xf64>) -> (tensor<5xf64>, tensor<5xi64>)
  return %0#1 : tensor<5xi64>
}

// -----

// The experts of grouped matmuls, through casts and reshapes, are selected by one op. Ops that only
// resemble it are split.
// CHECK-LABEL: func.func @experts(
// CHECK: rlx.top_k {{.*}} k = 4 axis = 1 : (tensor<1x2048xf32>)
// CHECK: rlx.grouped_matmul
// CHECK-LABEL: func.func @data(
// CHECK: rlx.top_k {{.*}}tensor<1x2x1024xf32>
// REMARK: [Missed] {{.*}} Function=experts | Remark="rlx.top_k: it selects experts, which must stay one op"
// REMARK: [Passed] {{.*}} Function=data
func.func @experts(%s: tensor<1x2048xf32>, %x: tensor<4x2xf32>, %w: tensor<2048x2x2xf32>) -> tensor<4x2xf32> {
  %0:2 = rlx.top_k %s k = 4 axis = 1 : (tensor<1x2048xf32>) -> (tensor<1x4xf32>, tensor<1x4xi64>)
  %1 = rlx.cast %0#1 to i32 : (tensor<1x4xi64>) -> tensor<1x4xi32>
  %2 = rlx.reshape %1 to [4] : (tensor<1x4xi32>) -> tensor<4xi32>
  %3 = rlx.grouped_matmul %x, %w, %2 : (tensor<4x2xf32>, tensor<2048x2x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}
func.func @data(%s: tensor<1x2048xf32>, %w: tensor<7x4x2xi64>, %i: tensor<1xi64>) -> tensor<1x2xi64> {
  %0:2 = rlx.top_k %s k = 4 axis = 1 : (tensor<1x2048xf32>) -> (tensor<1x4xf32>, tensor<1x4xi64>)
  %1 = rlx.grouped_matmul %0#1, %w, %i : (tensor<1x4xi64>, tensor<7x4x2xi64>, tensor<1xi64>) -> tensor<1x2xi64>
  return %1 : tensor<1x2xi64>
}
