// RUN: sed 's/"linearSubgroupOrder", //' %S/../../../conversions/gpu/device/profiles/lavapipe.json > %t.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.json only=prefix-scan" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule="device=nvidia-hopper only=prefix-scan" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=HOPPER
// RUN: echo '{"subgroupSize": 128, "features": ["subgroupShuffle", "shaderInt16", "shaderFloat16", "storageBuffer16BitAccess"]}' > %t.wide.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.wide.json only=prefix-scan" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=WIDE

// A workgroup iterates over a row in tiles of 64 times 16 elements. Subgroups of 8 exchange partial
// sums by shuffles, and the 8 subgroups through shared memory.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<3x5008xf32>, %[[OUT:[a-z0-9]*]]: memref<3x5008xf32>,
// CHECK-SAME: %[[ROW:[a-z0-9]*]]: index)
// CHECK-SAME: lir.cost = affine_map<() -> (30048)>
// CHECK-SAME: lir.grid = affine_map<() -> (3, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 64
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK: %[[SHARED:.*]] = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: scf.if
// CHECK: %[[SUBGROUP:.*]] = gpu.subgroup_id
// CHECK: %[[LANE:.*]] = gpu.lane_id
// CHECK: %[[WHOLE:.*]] = arith.muli %[[SUBGROUP]], %c8
// CHECK: %[[LOCAL:.*]] = arith.addi %[[WHOLE]], %[[LANE]]
// CHECK: %[[TEAM:.*]] = arith.divui %[[LOCAL]], %c8
// CHECK: %[[MEMBER:.*]] = arith.remui %[[LOCAL]], %c8
// CHECK: %[[CARRY:.*]] = scf.for %[[TILE:.*]] = %c0 to %c4096 step %c1024 iter_args(%[[BEFORE:.*]] = %cst) -> (f32)
// CHECK: %[[OFFSET:.*]] = arith.muli %[[LOCAL]], %c16
// CHECK: %[[FIRST:.*]] = arith.addi %[[TILE]], %[[OFFSET]]
// CHECK: %[[X0:.*]] = memref.load %[[X]][%[[ROW]], %[[FIRST]]]
// CHECK-COUNT-15: memref.load %[[X]][%[[ROW]],
// CHECK-COUNT-15: arith.addf
// CHECK: %[[LOWER:.*]], %{{.*}} = gpu.shuffle {{ *}}xor %[[OWN:.*]], %c1_i32, %c8_i32
// CHECK: arith.select %{{.*}}, %cst, %[[LOWER]]
// CHECK: arith.addf %[[OWN]], %[[LOWER]]
// CHECK: gpu.shuffle {{ *}}xor %{{.*}}, %c2_i32, %c8_i32
// CHECK: %[[LAST:.*]], %{{.*}} = gpu.shuffle {{ *}}xor %{{.*}}, %c4_i32, %c8_i32
// CHECK: %[[ALL:.*]] = arith.addf %{{.*}}, %[[LAST]]
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[MEMBER]], %c0
// CHECK: scf.if %[[IS_FIRST]]
// CHECK: memref.store %[[ALL]], %[[SHARED]][%[[TEAM]]]
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: %[[S0:.*]] = memref.load %[[SHARED]][%c0]
// CHECK: %[[IS_BEFORE:.*]] = arith.cmpi ugt, %[[TEAM]], %c0
// CHECK: arith.select %[[IS_BEFORE]], %[[S0]], %cst
// CHECK-COUNT-7: memref.load %[[SHARED]]
// CHECK: gpu.barrier
// CHECK: %[[BASE:.*]] = arith.addf %[[BEFORE]],
// CHECK: %[[Y0:.*]] = arith.addf %[[BASE]], %[[X0]]
// CHECK: memref.store %[[Y0]], %[[OUT]][%[[ROW]], %[[FIRST]]]
// CHECK-COUNT-15: memref.store %{{.*}}, %[[OUT]][%[[ROW]],
// CHECK: %[[NEXT:.*]] = arith.addf %[[BEFORE]],
// CHECK: scf.yield %[[NEXT]]
// The rest is 57 times 16 elements: an invocation has 16 of them, or none.
// CHECK: %[[HAS:.*]] = arith.cmpi ult, %[[LOCAL]], %c57
// CHECK: arith.minui %[[LOCAL]], %c56
// CHECK-COUNT-16: arith.select %[[HAS]], %{{.*}}, %cst
// CHECK: gpu.barrier
// CHECK: arith.addf %[[CARRY]],
// CHECK: scf.if %[[HAS]]
// CHECK-COUNT-16: memref.store %{{.*}}, %[[OUT]][%[[ROW]],
// One subgroup needs no shared memory.
// WIDE-LABEL: func.func @rows(
// WIDE-SAME: lir.workgroup_size = 128
// WIDE-NOT: memref.alloc
// WIDE: scf.for %{{.*}} = %c0 to %c4096 step %c2048
// WIDE-COUNT-7: gpu.shuffle
// WIDE-NOT: ControlBarrier
// WIDE: return
// HOPPER-LABEL: func.func @rows(
// HOPPER-SAME: lir.workgroup_size = 256
// HOPPER-NOT: scf.for
// HOPPER: gpu.shuffle {{ *}}xor %{{.*}}, %c16_i32, %c32_i32
func.func @rows(%x: tensor<3x5008xf32>) -> tensor<3x5008xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 {lir.workgroup_op} : (tensor<3x5008xf32>) -> tensor<3x5008xf32>
  return %0 : tensor<3x5008xf32>
}

// -----

// 16-bit elements are exchanged in shared memory: first eight invocations, then eight groups. In
// reverse, exclusive, with dynamic length. Elements beyond the end count as zero and are not
// written.
// CHECK-LABEL: func.func @by_memory(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x2xi16>, %[[OUT:[a-z0-9]*]]: memref<?x2xi16>,
// CHECK-SAME: %[[LOCAL:[a-z0-9]*]]: index, %[[ROW:[a-z0-9]*]]: index)
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (2, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 64
// CHECK: %[[LENGTH:.*]] = memref.dim %[[X]], %c0
// CHECK-DAG: memref.alloc() : memref<64xi16, #gpu.address_space<workgroup>>
// CHECK-DAG: memref.alloc() : memref<8xi16, #gpu.address_space<workgroup>>
// CHECK: scf.for %{{.*}} = %c0 to %[[END:.*]] step %c512 iter_args(%[[BEFORE:.*]] = %c0_i16) -> (i16)
// CHECK: %[[LAST:.*]] = arith.subi %[[LENGTH]], %c1
// CHECK: %[[AT:.*]] = arith.subi %[[LAST]], %[[FIRST:.*]] : index
// CHECK: memref.load %[[X]][%[[AT]], %[[ROW]]]
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: %[[BASE:.*]] = arith.addi %[[BEFORE]], %{{.*}} : i16
// CHECK: memref.store %[[BASE]], %[[OUT]][%[[AT]], %[[ROW]]]
// CHECK: %[[HAS_REST:.*]] = arith.cmpi ult, %[[END]], %[[LENGTH]]
// CHECK: scf.if %[[HAS_REST]]
// CHECK: arith.cmpi ult, %{{.*}}, %[[LENGTH]]
// CHECK: arith.minui %{{.*}}, %{{.*}}
// CHECK: gpu.barrier
// CHECK-COUNT-8: scf.if
func.func @by_memory(%x: tensor<?x2xi16>) -> tensor<?x2xi16> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 0 {exclusive = true, reverse = true, lir.workgroup_op} : (tensor<?x2xi16>) -> tensor<?x2xi16>
  return %0 : tensor<?x2xi16>
}

// -----

// A short row has fewer invocations. On a large device it is one subgroup, which needs no shared
// memory. Sums are f32, and rounded once.
// CHECK-LABEL: func.func @short(
// CHECK-SAME: lir.workgroup_size = 32
// HOPPER-LABEL: func.func @short(
// HOPPER-SAME: lir.workgroup_size = 32
// HOPPER-NOT: memref.alloc
// HOPPER-NOT: scf.for
// HOPPER-COUNT-8: arith.extf %{{.*}} : f16 to f32
// HOPPER-NOT: gpu.barrier
// HOPPER: %[[Y:.*]] = arith.truncf %{{.*}} : f32 to f16
// HOPPER: memref.store %[[Y]]
func.func @short(%x: tensor<4x256xf16>) -> tensor<4x256xf16> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = -1 {lir.workgroup_op} : (tensor<4x256xf16>) -> tensor<4x256xf16>
  return %0 : tensor<4x256xf16>
}
