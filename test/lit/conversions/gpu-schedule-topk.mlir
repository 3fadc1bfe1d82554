// RUN: rlx-opt %s --rlx-gpu-schedule="device=nvidia-hopper only=top-k" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: echo '{"features": ["shaderInt64", "shaderInt16", "shaderInt8", "shaderFloat16", "storageBuffer16BitAccess", "storageBuffer8BitAccess"]}' > %t.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.json only=top-k" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=LEAST

// A workgroup loads a row into shared memory, padded with -inf, and sorts it with a network of 10
// levels. 512 invocations compare a pair each. Larger elements come first. Equal elements and NaNs
// are ordered by index.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<64x1000xf32>, %[[V:[a-z0-9]*]]: memref<64x50xf32>, %[[P:[a-z0-9]*]]: memref<64x50xi64>,
// CHECK-SAME: %{{[a-z0-9]*}}: index, %[[LOCAL:[a-z0-9]*]]: index, %[[ROW:[a-z0-9]*]]: index)
// CHECK-SAME: lir.cost = affine_map<() -> (3520000)>
// CHECK-SAME: lir.grid = affine_map<() -> (64, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 512
// CHECK: %[[LAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[VALUES:.*]] = memref.alloc() : memref<1024xf32, #gpu.address_space<workgroup>>
// CHECK: %[[PLACES:.*]] = memref.alloc() : memref<1024xi32, #gpu.address_space<workgroup>>
// CHECK: scf.for %[[I:.*]] = %[[LOCAL]] to %c1024 step %c512
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[I]], %c1000
// CHECK: %[[NEAREST:.*]] = arith.minui %[[I]], %c999
// CHECK: %[[ELEMENT:.*]] = memref.load %[[X]][%[[ROW]], %[[NEAREST]]]
// CHECK: arith.select %[[INSIDE]], %[[ELEMENT]], %[[LAST]]
// CHECK: gpu.barrier
// CHECK: scf.for %[[LEVEL:.*]] = %c1 to %c11 step %c1
// CHECK: scf.for %[[STEP:.*]] = %c0 to %[[LEVEL]] step %c1
// CHECK: %[[LEFT:.*]] = arith.subi %[[LEVEL]], %c1
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[LEFT]], %[[STEP]]
// CHECK: %[[APART:.*]] = arith.shli %c1, %[[DISTANCE]]
// CHECK: scf.for %[[PAIR:.*]] = %[[LOCAL]] to %c512 step %c512
// CHECK: %[[A:.*]] = memref.load %[[VALUES]]
// CHECK: %[[PA:.*]] = memref.load %[[PLACES]]
// CHECK: %[[B:.*]] = memref.load %[[VALUES]]
// CHECK: %[[PB:.*]] = memref.load %[[PLACES]]
// CHECK: %[[FALLS:.*]] = arith.cmpi ne,
// CHECK: %[[NEARER:.*]] = arith.cmpi ult, %[[PB]], %[[PA]]
// CHECK: arith.cmpf ugt, %[[A]], %[[B]]
// CHECK: arith.cmpf ord, %[[B]], %[[B]]
// CHECK: %[[LATER:.*]] = arith.andi
// CHECK: arith.cmpf ugt, %[[B]], %[[A]]
// CHECK: arith.cmpf ord, %[[A]], %[[A]]
// CHECK: %[[BETTER:.*]] = arith.andi
// CHECK: %[[TIE:.*]] = arith.select %[[LATER]], %false, %[[NEARER]]
// CHECK: %[[BEFORE:.*]] = arith.ori %[[BETTER]], %[[TIE]]
// CHECK: %[[WRONG:.*]] = arith.xori %[[BEFORE]], %[[FALLS]]
// CHECK: scf.if %[[WRONG]]
// CHECK-COUNT-4: memref.store
// CHECK: gpu.barrier
// CHECK: scf.for %[[OUT:.*]] = %[[LOCAL]] to %c50 step %c512
// CHECK: %[[PLACE:.*]] = memref.load %[[PLACES]][%[[OUT]]]
// CHECK: %[[AT:.*]] = arith.index_castui %[[PLACE]]
// CHECK: %[[CHOSEN:.*]] = memref.load %[[X]][%[[ROW]], %[[AT]]]
// CHECK: memref.store %[[CHOSEN]], %[[V]][%[[ROW]], %[[OUT]]]
// CHECK: %[[WIDE:.*]] = arith.extui %[[PLACE]] : i32 to i64
// CHECK: memref.store %[[WIDE]], %[[P]][%[[ROW]], %[[OUT]]]
// Workgroups of 128 invocations are possible on every device.
// LEAST-LABEL: func.func @rows(
// LEAST: lir.workgroup_size = 128
func.func @rows(%x: tensor<64x1000xf32>) -> (tensor<64x50xf32>, tensor<64x50xi64>) attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 50 axis = 1 {lir.workgroup_op} : (tensor<64x1000xf32>) -> (tensor<64x50xf32>, tensor<64x50xi64>)
  return %0#0, %0#1 : tensor<64x50xf32>, tensor<64x50xi64>
}

// -----

// Dynamic rows: the 8 selected elements stay in front, and the next 1,016 follow. f16 is stored as
// f32. If small elements come first, NaN comes last.
// CHECK-LABEL: func.func @of_a_run(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x3x?xf16>, %[[P:[a-z0-9]*]]: memref<?x3x8xi64>,
// CHECK: arith.constant 0x7FC00000 : f32
// CHECK: memref.alloc() : memref<1024xf32, #gpu.address_space<workgroup>>
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: scf.for %{{.*}} = %c1 to %c11
// CHECK: arith.cmpf ult
// CHECK: scf.for %[[START:.*]] = %c1024 to %{{.*}} step %c1016
// CHECK: %[[FROM:.*]] = arith.addi %{{.*}}, %c8
// CHECK: scf.for %[[I:.*]] = %[[FROM]] to %c1024
// CHECK: %[[NUMBER:.*]] = arith.subi %[[I]], %c8
// CHECK: arith.addi %[[START]], %[[NUMBER]]
// CHECK: scf.for %{{.*}} = %c1 to %c11
// CHECK: scf.for %{{.*}} = %{{.*}} to %c8
// CHECK-NOT: memref.load %[[X]]
// CHECK: memref.store %{{.*}}, %[[P]]
func.func @of_a_run(%x: tensor<?x3x?xf16>) -> tensor<?x3x8xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 8 axis = 2 {lir.workgroup_op, largest = false} : (tensor<?x3x?xf16>) -> (tensor<?x3x8xf16>, tensor<?x3x8xi64>)
  return %0#1 : tensor<?x3x8xi64>
}

// -----

// Shorter rows have smaller networks. Booleans are compared as unsigned integers.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: lir.workgroup_size = 16
// CHECK: memref.alloc() : memref<32xi32, #gpu.address_space<workgroup>>
// CHECK: arith.extui {{.*}} : i1 to i32
// CHECK: arith.cmpi ugt
func.func @columns(%x: tensor<20x3xi1>) -> tensor<20x3xi1> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 20 axis = 0 {lir.workgroup_op} : (tensor<20x3xi1>) -> (tensor<20x3xi1>, tensor<20x3xi64>)
  return %0#0 : tensor<20x3xi1>
}
