// RUN: sed 's/"linearSubgroupOrder", //' %S/../../../conversions/gpu/device/profiles/lavapipe.json > %t.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.json only=row-reduction" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s

// A workgroup reduces a row. An invocation takes every 32nd group of four elements. Subgroups
// reduce by shuffles, and all invocations read the subgroups' results. Invocation indices tell the
// subgroup.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<512x96xf32>, %[[OUT:[a-z0-9]*]]: memref<512x96xf32>,
// CHECK-SAME: %{{[a-z0-9]*}}: index, %[[ROW:[a-z0-9]*]]: index)
// CHECK-SAME: lir.cost =
// CHECK-SAME: lir.grid = affine_map<() -> (512, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 32
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK-DAG: %[[SHARED:.*]] = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]], %{{.*}}
// CHECK: scf.if %[[INSIDE]]
// CHECK: %[[SUBGROUP:.*]] = gpu.subgroup_id : index
// CHECK: %[[LANE:.*]] = gpu.lane_id
// CHECK: %[[BEFORE:.*]] = arith.muli %[[SUBGROUP]], %c8
// CHECK: %[[LOCAL:.*]] = arith.addi %[[BEFORE]], %[[LANE]]
// CHECK: %[[OWN:.*]] = scf.for %[[I:.*]] = %[[LOCAL]] to %c24 step %c32 iter_args(%[[SO_FAR:.*]] = %{{.*}})
// CHECK: %[[FIRST:.*]] = arith.muli %[[I]], %c4
// CHECK: %[[ELEMENT:.*]] = memref.load %[[X]][%[[ROW]], %[[FIRST]]]
// CHECK-COUNT-3: memref.load %[[X]][%[[ROW]],
// CHECK: arith.addf %[[SO_FAR]], %[[ELEMENT]]
// CHECK: gpu.shuffle {{ *}}xor %[[OWN]], %c1_i32, %c8_i32
// CHECK: gpu.shuffle {{ *}}xor %{{.*}}, %c2_i32, %c8_i32
// CHECK: gpu.shuffle {{ *}}xor %{{.*}}, %c4_i32, %c8_i32
// CHECK: %[[ALL:.*]] = arith.addf
// CHECK: %[[FIRST_OF:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: scf.if %[[FIRST_OF]]
// CHECK: memref.store %[[ALL]], %[[SHARED]]
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[SHARED]][%c0]
// CHECK: memref.load %[[SHARED]][%c3]
// Every element of the row is divided by the row's result, which includes the init.
// CHECK: scf.for %[[J:.*]] = %[[LOCAL]] to %c24 step %c32
// CHECK: %[[AT:.*]] = arith.muli %[[J]], %c4
// CHECK: memref.load %[[X]][%[[ROW]], %[[AT]]]
// CHECK-COUNT-4: arith.divf
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[ROW]], %[[AT]]]
// CHECK-COUNT-3: memref.store %{{.*}}, %[[OUT]][%[[ROW]],
func.func @row(%x: tensor<512x96xf32>) -> tensor<512x96xf32> attributes {lir.kernel} {
  %start = arith.constant 1.0 : f32
  %s = tensor.empty() : tensor<512xf32>
  %f = linalg.fill ins(%start : f32) outs(%s : tensor<512xf32>) -> tensor<512xf32>
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<512x96xf32>) outs(%f : tensor<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  %e = tensor.empty() : tensor<512x96xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x, %sum : tensor<512x96xf32>, tensor<512xf32>) outs(%e : tensor<512x96xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %1 = arith.divf %in, %by : f32
    linalg.yield %1 : f32
  } -> tensor<512x96xf32>
  return %0 : tensor<512x96xf32>
}

// -----

// With many short rows a workgroup takes 16, and eight invocations share each. Those without a row
// compute the last one and do not write it.
// CHECK-LABEL: func.func @short_rows(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x96xf32>, %[[OUT:[a-z0-9]*]]: memref<?x96xf32>,
// CHECK-SAME: %{{[a-z0-9]*}}: index, %[[GROUP:[a-z0-9]*]]: index)
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> ((s0 ceildiv 16)
// CHECK-SAME: lir.workgroup_size = 128
// CHECK: %[[DIM:.*]] = memref.dim %[[X]]
// CHECK: %[[LANE:.*]] = gpu.lane_id
// CHECK: %[[LOCAL:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK: %[[NUMBER:.*]] = arith.divui %[[LOCAL]], %c8
// CHECK: %[[PART:.*]] = arith.remui %[[LOCAL]], %c8
// CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c16
// CHECK: %[[OWN:.*]] = arith.addi %[[FIRST]], %[[NUMBER]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[OWN]], %[[DIM]]
// CHECK: %[[ROW:.*]] = arith.minui %[[OWN]]
// CHECK-COUNT-12: memref.load %[[X]][%[[ROW]],
// CHECK-COUNT-3: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK: scf.if %[[INSIDE]]
// CHECK-COUNT-4: memref.store %{{.*}}, %[[OUT]][%[[ROW]],
func.func @short_rows(%x: tensor<?x96xf32>) -> tensor<?x96xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %start = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x96xf32>
  %s = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%start : f32) outs(%s : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<?x96xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x96xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x, %sum : tensor<?x96xf32>, tensor<?xf32>) outs(%e : tensor<?x96xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %1 = arith.divf %in, %by : f32
    linalg.yield %1 : f32
  } -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

// One invocation writes the result of a whole row. With few rows, many invocations share each.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<8x1xf32>
// CHECK-SAME: lir.workgroup_size = 1024
// CHECK: memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: arith.maximumf
// The results of 128 subgroups are halved until there are 8.
// CHECK: arith.cmpi ult, %{{.*}}, %c64
// CHECK: arith.cmpi ult, %{{.*}}, %c8
// CHECK-COUNT-7: arith.maximumf
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: scf.if %[[FIRST]]
// CHECK-NEXT: memref.store %{{.*}}, %[[OUT]]
func.func @maximum(%x: tensor<8x4096xf32>) -> tensor<8x1xf32> attributes {lir.kernel} {
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8x1xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<8x1xf32>) -> tensor<8x1xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, k, j) -> (i, j)>, affine_map<(i, k, j) -> (i, k)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x : tensor<8x4096xf32>) outs(%f : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.maximumf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

// -----

// A column's elements are not contiguous, but columns are. A workgroup takes 32 columns, an
// invocation four, and 128 invocations share these. An invocation without columns computes the last
// ones.
// CHECK-LABEL: func.func @column(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<4096x100xf32>, %{{[a-z0-9]*}}: memref<100xf32>, %[[OUT:[a-z0-9]*]]: memref<100xf32>,
// CHECK-SAME: %[[LOCAL:[a-z0-9]*]]: index, %[[GROUP:[a-z0-9]*]]: index)
// CHECK-SAME: lir.grid = affine_map<() -> (4, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 1024
// CHECK-DAG: %[[SHARED:.*]] = memref.alloc() : memref<4096xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: %[[PART:.*]] = arith.divui %[[LOCAL]], %c8
// CHECK-DAG: %[[OWN:.*]] = arith.remui %[[LOCAL]], %c8
// CHECK: %[[FOUR:.*]] = arith.minui %{{.*}}, %c24
// CHECK: %[[COLUMN:.*]] = arith.muli %[[FOUR]], %c4
// Four rows are loaded before the first is added, while there are four.
// CHECK: scf.for %[[I:.*]] = %[[PART]] to %c3712 step %c512 iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: memref.load %[[X]][%[[I]], %[[COLUMN]]]
// CHECK-COUNT-15: memref.load %[[X]]
// CHECK-COUNT-16: arith.addf
// CHECK: scf.for %{{.*}} to %c4096 step %c128
// CHECK-COUNT-4: memref.store %{{.*}}, %[[SHARED]]
// CHECK: gpu.barrier
// Then each invocation takes a column.
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[LOCAL]]
// CHECK-DAG: arith.cmpi ult, %[[LOCAL]], %c32
// CHECK-DAG: arith.cmpi ult, %[[AT]], %c100
// CHECK: scf.for %{{.*}} = %c0 to %c128 step %c1
// CHECK: memref.load %[[SHARED]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[AT]]]
func.func @column(%x: tensor<4096x100xf32>, %f: tensor<100xf32>) -> tensor<100xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<4096x100xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// -----

// Each invocation reduces a row of few elements alone. A sum that depends on its own partial result
// cannot be shared. Many columns use wider lines.
// CHECK-LABEL: func.func @short(
// CHECK-SAME: tensor<100x8xf32>
// CHECK-NOT: lir.grid
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: lir.grid = affine_map<() -> (1024, 1, 1)>
// CHECK-LABEL: func.func @not_associative(
// CHECK-SAME: tensor<8x4096xf32>
// CHECK-NOT: lir.grid
func.func @short(%x: tensor<100x8xf32>, %f: tensor<100xf32>) -> tensor<100xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<100x8xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<100xf32>
  return %0 : tensor<100xf32>
}
func.func @columns(%x: tensor<40x65536xf32>, %f: tensor<65536xf32>) -> tensor<65536xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<40x65536xf32>) outs(%f : tensor<65536xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<65536xf32>
  return %0 : tensor<65536xf32>
}
func.func @not_associative(%x: tensor<8x4096xf32>, %f: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<8x4096xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.subf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Every invocation has two groups of four without a loop, so the loaded elements are still in
// registers for the division.
// CHECK-LABEL: func.func @even_rows(
// CHECK-SAME: lir.workgroup_size = 32
// CHECK-NOT: scf.for
// CHECK-COUNT-8: arith.addf
// CHECK: gpu.barrier
// CHECK-COUNT-4: arith.divf
// CHECK-COUNT-4: memref.store %{{.*}} : memref<512x256xf32>
// CHECK-COUNT-4: memref.store %{{.*}} : memref<512x256xf32>
func.func @even_rows(%x: tensor<512x256xf32>) -> tensor<512x256xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<512xf32>) -> tensor<512xf32>
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<512x256xf32>) outs(%f : tensor<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  %e = tensor.empty() : tensor<512x256xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x, %sum : tensor<512x256xf32>, tensor<512xf32>) outs(%e : tensor<512x256xf32>) {
  ^bb0(%in: f32, %all: f32, %out: f32):
    %1 = arith.divf %in, %all : f32
    linalg.yield %1 : f32
  } -> tensor<512x256xf32>
  return %r : tensor<512x256xf32>
}

// -----

// The rows of a GEMV share the loaded weights.
// CHECK-LABEL: func.func @few_rows(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<3x256xf32>, %[[W:[a-z0-9]*]]: memref<300x256xf32>, %{{[a-z0-9]*}}: memref<3x300xf32>, %[[OUT:[a-z0-9]*]]: memref<3x300xf32>,
// CHECK-SAME: lir.grid = affine_map<() -> (300, 1, 1)>
// CHECK: memref.alloc() : memref<12xf32, #gpu.address_space<workgroup>>
// CHECK: %[[W0:.*]] = memref.load %[[W]][%[[COLUMN:.*]], %[[FIRST:.*]]]
// CHECK: arith.mulf %{{.*}}, %[[W0]]
// CHECK: arith.mulf %{{.*}}, %[[W0]]
// CHECK: arith.mulf %{{.*}}, %[[W0]]
// CHECK: %[[WRITES:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: scf.if %[[WRITES]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%c0, %[[COLUMN]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%c1, %[[COLUMN]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%c2, %[[COLUMN]]]
func.func @few_rows(%x: tensor<3x256xf32>, %w: tensor<300x256xf32>, %f: tensor<3x300xf32>) -> tensor<3x300xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x, %w : tensor<3x256xf32>, tensor<300x256xf32>) outs(%f : tensor<3x300xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %1 = arith.mulf %l, %r : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x300xf32>
  return %0 : tensor<3x300xf32>
}

// -----

// Too few workgroups would remain, so rows are not combined.
// CHECK-LABEL: func.func @few_columns_too(
// CHECK-SAME: lir.grid = affine_map<() -> (80, 1, 1)>
func.func @few_columns_too(%x: tensor<2x256xf32>, %w: tensor<40x256xf32>, %f: tensor<2x40xf32>) -> tensor<2x40xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x, %w : tensor<2x256xf32>, tensor<40x256xf32>) outs(%f : tensor<2x40xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %1 = arith.mulf %l, %r : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x40xf32>
  return %0 : tensor<2x40xf32>
}

// -----

// Not every device with shuffles exchanges types smaller than 32 bits.
// CHECK-LABEL: func.func @half(
// CHECK-NOT: gpu.shuffle
// CHECK: memref.alloc() : memref<{{.*}}xf16, #gpu.address_space<workgroup>>
func.func @half(%x: tensor<2048x256xf16>, %f: tensor<2048xf16>) -> tensor<2048xf16> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<2048x256xf16>) outs(%f : tensor<2048xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.maximumf %out, %in : f16
    linalg.yield %1 : f16
  } -> tensor<2048xf16>
  return %0 : tensor<2048xf16>
}

// -----

// With many rows of block-quantized weights an invocation takes several rows with their
// multiplicands. It uses FMAs, without rounding the products.
// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: lir.grid = affine_map<() -> (512, 1, 1)>
// CHECK-COUNT-128: math.fma
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-4: memref.store
func.func @bytes(%x: tensor<1x4096xf32>, %w: tensor<32768x4096xi8>, %f: tensor<1x32768xf32>) -> tensor<1x32768xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x : tensor<1x4096xf32>) outs(%f : tensor<1x32768xf32>) {
  ^bb0(%l: f32, %out: f32):
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %block = arith.divui %k, %c32 : index
    %in = arith.remui %k, %c32 : index
    %first = arith.muli %block, %c32 : index
    %at = arith.addi %first, %in : index
    %byte = tensor.extract %w[%j, %at] : tensor<32768x4096xi8>
    %r = arith.sitofp %byte : i8 to f32
    %1 = arith.mulf %l, %r fastmath<contract> : f32
    %2 = arith.addf %out, %1 fastmath<contract> : f32
    linalg.yield %2 : f32
  } -> tensor<1x32768xf32>
  return %0 : tensor<1x32768xf32>
}

// -----

// An invocation takes all values of two blocks, whose nibbles share bytes. Half of the rows are
// then enough per invocation.
// CHECK-LABEL: func.func @nibbles(
// CHECK-SAME: lir.grid = affine_map<() -> (256, 1, 1)>
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c64
// CHECK: arith.addi %[[FIRST]], %c63
// CHECK-COUNT-256: math.fma
// CHECK-COUNT-4: memref.store
func.func @nibbles(%x: tensor<1x4096xf32>, %w: tensor<16384x2048xi8>, %f: tensor<1x16384xf32>) -> tensor<1x16384xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x : tensor<1x4096xf32>) outs(%f : tensor<1x16384xf32>) {
  ^bb0(%l: f32, %out: f32):
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %mask = arith.constant 15 : i32
    %block = arith.divui %k, %c32 : index
    %in = arith.remui %k, %c32 : index
    %in_half = arith.remui %in, %c16 : index
    %half = arith.divui %in, %c16 : index
    %by = arith.muli %half, %c4 : index
    %shift = arith.index_cast %by : index to i32
    %first = arith.muli %block, %c16 : index
    %at = arith.addi %first, %in_half : index
    %byte = tensor.extract %w[%j, %at] : tensor<16384x2048xi8>
    %word = arith.extui %byte : i8 to i32
    %shifted = arith.shrui %word, %shift : i32
    %nibble = arith.andi %shifted, %mask : i32
    %r = arith.sitofp %nibble : i32 to f32
    %1 = arith.mulf %l, %r fastmath<contract> : f32
    %2 = arith.addf %out, %1 fastmath<contract> : f32
    linalg.yield %2 : f32
  } -> tensor<1x16384xf32>
  return %0 : tensor<1x16384xf32>
}

// -----

// Chunks of that length would leave half of the 8 invocations of a short row idle, so they have 32
// elements.
// CHECK-LABEL: func.func @short_nibbles(
// CHECK-NOT: arith.muli %{{.*}}, %c64
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c32
// CHECK: arith.addi %[[FIRST]], %c31
// CHECK-NOT: arith.addi %[[FIRST]], %c32
func.func @short_nibbles(%x: tensor<1x256xf32>, %w: tensor<16384x128xi8>, %f: tensor<1x16384xf32>) -> tensor<1x16384xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x : tensor<1x256xf32>) outs(%f : tensor<1x16384xf32>) {
  ^bb0(%l: f32, %out: f32):
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %mask = arith.constant 15 : i32
    %block = arith.divui %k, %c32 : index
    %in = arith.remui %k, %c32 : index
    %in_half = arith.remui %in, %c16 : index
    %half = arith.divui %in, %c16 : index
    %by = arith.muli %half, %c4 : index
    %shift = arith.index_cast %by : index to i32
    %first = arith.muli %block, %c16 : index
    %at = arith.addi %first, %in_half : index
    %byte = tensor.extract %w[%j, %at] : tensor<16384x128xi8>
    %word = arith.extui %byte : i8 to i32
    %shifted = arith.shrui %word, %shift : i32
    %nibble = arith.andi %shifted, %mask : i32
    %r = arith.sitofp %nibble : i32 to f32
    %1 = arith.mulf %l, %r fastmath<contract> : f32
    %2 = arith.addf %out, %1 fastmath<contract> : f32
    linalg.yield %2 : f32
  } -> tensor<1x16384xf32>
  return %0 : tensor<1x16384xf32>
}

// -----

// Bytes are shared too: without shuffles, in shared memory.
// CHECK-LABEL: func.func @shared_bytes(
// CHECK: memref.alloc() : memref<{{[0-9]+}}xi8, #gpu.address_space<workgroup>>
// CHECK: arith.maxui
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.barrier
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @shared_bytes(%x: tensor<3x1001xi8>) -> tensor<3xi8> attributes {lir.kernel} {
  %least = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<3xi8>
  %init = linalg.fill ins(%least : i8) outs(%empty : tensor<3xi8>) -> tensor<3xi8>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<3x1001xi8>) outs(%init : tensor<3xi8>) {
  ^bb0(%a: i8, %most: i8):
    %m = arith.maxui %a, %most : i8
    linalg.yield %m : i8
  } -> tensor<3xi8>
  return %r : tensor<3xi8>
}

// -----

// A workgroup reduces all elements, although an operand is broadcast along the last dimension: there
// are no other rows that could be contiguous.
// CHECK-LABEL: func.func @single_row(
// CHECK-SAME: lir.grid = affine_map<() -> (1, 1, 1)>
// CHECK: memref.load
// CHECK: gpu.barrier
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @single_row(%x: tensor<2x3x24xi8>, %scale: tensor<3x1xf32>) -> tensor<f32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, 0)>,
                     affine_map<(i, j, k) -> ()>],
    iterator_types = ["reduction", "reduction", "reduction"]
  } ins(%x, %scale : tensor<2x3x24xi8>, tensor<3x1xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: i8, %b: f32, %out: f32):
    %0 = arith.uitofp %a : i8 to f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %sum : tensor<f32>
}
