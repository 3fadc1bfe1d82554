// RUN: rlx-opt %s --rlx-vectorize-accesses --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-vectorize-accesses="device=lavapipe" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=HALVES

#buffer = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

// Four loads become one, and so do the stores, at a quarter of the index.
// CHECK-LABEL: func.func @contiguous(
// CHECK-SAME: %[[I:[a-z0-9]*]]: index
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?xvector<4xf32>, #gpu.address_space<global>> {lir.binding = 0
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<?xvector<4xf32>, #gpu.address_space<global>> {lir.binding = 1
// CHECK: %[[ALL:.*]] = memref.load %[[X]][%[[I]]]
// CHECK-COUNT-4: arith.negf {{.*}} : f32
// CHECK: %[[NEW:.*]] = vector.from_elements
// CHECK: memref.store %[[NEW]], %[[Y]][%[[I]]]
// CHECK-NOT: memref.{{load|store}}
func.func @contiguous(%i: index {lir.scalar = 0 : i64}, %x: memref<?xf32, #buffer> {lir.binding = 0 : i64},
                      %y: memref<?xf32, #buffer> {lir.binding = 1 : i64}) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %i0 = arith.muli %i, %c4 : index
  %i1 = arith.addi %i0, %c1 : index
  %i2 = arith.addi %i0, %c2 : index
  %i3 = arith.addi %i2, %c1 : index
  %a0 = memref.load %x[%i0] : memref<?xf32, #buffer>
  %a3 = memref.load %x[%i3] : memref<?xf32, #buffer>
  %a1 = memref.load %x[%i1] : memref<?xf32, #buffer>
  %a2 = memref.load %x[%i2] : memref<?xf32, #buffer>
  %b0 = arith.negf %a0 : f32
  %b1 = arith.negf %a1 : f32
  %b2 = arith.negf %a2 : f32
  %b3 = arith.negf %a3 : f32
  memref.store %b0, %y[%i0] : memref<?xf32, #buffer>
  memref.store %b1, %y[%i1] : memref<?xf32, #buffer>
  memref.store %b2, %y[%i2] : memref<?xf32, #buffer>
  memref.store %b3, %y[%i3] : memref<?xf32, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>

// Small elements are accessed as words, and copies do not unpack them.
// CHECK-LABEL: func.func @words(
// CHECK: %[[WORD:.*]] = memref.load %{{.*}} : memref<?xi32, #gpu.address_space<global>>
// CHECK-NEXT: memref.store %[[WORD]], %{{.*}} : memref<?xi32, #gpu.address_space<global>>
func.func @words(%i: index {lir.scalar = 0 : i64}, %x: memref<?xf16, #buffer> {lir.binding = 0 : i64},
                 %y: memref<?xf16, #buffer> {lir.binding = 1 : i64}) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.muli %i, %c2 : index
  %i1 = arith.addi %i0, %c1 : index
  %a0 = memref.load %x[%i0] : memref<?xf16, #buffer>
  %a1 = memref.load %x[%i1] : memref<?xf16, #buffer>
  memref.store %a0, %y[%i0] : memref<?xf16, #buffer>
  memref.store %a1, %y[%i1] : memref<?xf16, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>

// The source of a cast of lanes is stored as words directly.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[A:[a-z0-9]*]]: f16 {{.*}}, %[[B:[a-z0-9]*]]: f16
// CHECK-NOT: arith.bitcast
// CHECK: vector.from_elements %[[A]], %[[B]] : vector<2xf16>
// CHECK-NOT: arith.bitcast
func.func @casts(%i: index {lir.scalar = 0 : i64}, %a: f16 {lir.scalar = 1 : i64},
                 %b: f16 {lir.scalar = 2 : i64}, %y: memref<?xi16, #buffer> {lir.binding = 0 : i64})
    attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.muli %i, %c2 : index
  %i1 = arith.addi %i0, %c1 : index
  %a0 = arith.bitcast %a : f16 to i16
  %b0 = arith.bitcast %b : f16 to i16
  memref.store %a0, %y[%i0] : memref<?xi16, #buffer>
  memref.store %b0, %y[%i1] : memref<?xi16, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>

// Not if some lanes have no cast, or a cast from another type.
// CHECK-LABEL: func.func @some_casts(
// CHECK-SAME: %[[A:[a-z0-9]*]]: f16 {{.*}}, %[[B:[a-z0-9]*]]: i16
// CHECK: %[[BITS:.*]] = arith.bitcast %[[A]] : f16 to i16
// CHECK: vector.from_elements %[[BITS]], %[[B]] : vector<2xi16>
func.func @some_casts(%i: index {lir.scalar = 0 : i64}, %a: f16 {lir.scalar = 1 : i64},
                      %b: i16 {lir.scalar = 2 : i64},
                      %y: memref<?xi16, #buffer> {lir.binding = 0 : i64}) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.muli %i, %c2 : index
  %i1 = arith.addi %i0, %c1 : index
  %a0 = arith.bitcast %a : f16 to i16
  memref.store %a0, %y[%i0] : memref<?xi16, #buffer>
  memref.store %b, %y[%i1] : memref<?xi16, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>

// Without a proof that the first element is aligned to the vector, accesses are not merged.
// CHECK-LABEL: func.func @anywhere(
// CHECK-COUNT-2: memref.load {{.*}} : memref<?xf32,
// CHECK-COUNT-2: memref.store {{.*}} : memref<?xf32,
func.func @anywhere(%i: index {lir.scalar = 0 : i64}, %x: memref<?xf32, #buffer> {lir.binding = 0 : i64},
                    %y: memref<?xf32, #buffer> {lir.binding = 1 : i64}) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %a0 = memref.load %x[%i] : memref<?xf32, #buffer>
  %a1 = memref.load %x[%i1] : memref<?xf32, #buffer>
  memref.store %a0, %y[%i] : memref<?xf32, #buffer>
  memref.store %a1, %y[%i1] : memref<?xf32, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>

// Not across a store in between, because the second load must see it.
// CHECK-LABEL: func.func @written_between(
// CHECK: memref.load {{.*}} : memref<?xf32,
// CHECK: memref.store
// CHECK: memref.load {{.*}} : memref<?xf32,
func.func @written_between(%i: index {lir.scalar = 0 : i64}, %x: memref<?xf32, #buffer> {lir.binding = 0 : i64})
    attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.muli %i, %c2 : index
  %i1 = arith.addi %i0, %c1 : index
  %a0 = memref.load %x[%i0] : memref<?xf32, #buffer>
  memref.store %a0, %x[%i1] : memref<?xf32, #buffer>
  %a1 = memref.load %x[%i1] : memref<?xf32, #buffer>
  memref.store %a1, %x[%i] : memref<?xf32, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>

// x / 8 * 32 + x % 8 * 4 is x * 4.
// CHECK-LABEL: func.func @position(
// CHECK-SAME: %[[I:[a-z0-9]*]]: index
// CHECK: memref.load %{{.*}}[%[[I]]] : memref<?xvector<2xf64>
func.func @position(%i: index {lir.scalar = 0 : i64}, %x: memref<?xf64, #buffer> {lir.binding = 0 : i64},
                    %y: memref<?xf64, #buffer> {lir.binding = 1 : i64}) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %row = arith.divui %i, %c8 : index
  %column = arith.remui %i, %c8 : index
  %begin = arith.muli %row, %c16 : index
  %inside = arith.muli %column, %c2 : index
  %i0 = arith.addi %begin, %inside : index
  %i1 = arith.addi %i0, %c1 : index
  %a0 = memref.load %x[%i0] : memref<?xf64, #buffer>
  %a1 = memref.load %x[%i1] : memref<?xf64, #buffer>
  %sum = arith.addf %a0, %a1 : f64
  memref.store %sum, %y[%i] : memref<?xf64, #buffer>
  return
}

// -----

#buffer = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

// Values that a loop loads for its next iteration are passed on as vectors, and shared memory has
// vectors. A barrier does not force new loads of buffers that the kernel does not write.
// CHECK-LABEL: func.func @handed_on(
// CHECK-DAG: %[[SHARED:.*]] = memref.alloc() : memref<64xvector<4xf32>, #gpu.address_space<workgroup>>
// CHECK: %[[FIRST:.*]] = memref.load %{{.*}} : memref<?xvector<4xf32>, #gpu.address_space<global>>
// CHECK: scf.for {{.*}} iter_args(%[[HERE:.*]] = %[[FIRST]]) -> (vector<4xf32>)
// CHECK-NEXT: memref.store %[[HERE]], %[[SHARED]]
// CHECK: gpu.barrier
// CHECK: %[[NEXT:.*]] = memref.load %{{.*}} : memref<?xvector<4xf32>, #gpu.address_space<global>>
// CHECK: memref.load %[[SHARED]]
// CHECK: scf.yield %[[NEXT]] : vector<4xf32>
func.func @handed_on(%i: index {lir.scalar = 0 : i64}, %x: memref<?xf32, #buffer> {lir.binding = 0 : i64},
                     %y: memref<?xf32, #buffer> {lir.binding = 1 : i64}) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %shared = memref.alloc() : memref<256xf32, #shared>
  %i0 = arith.muli %i, %c4 : index
  %i1 = arith.addi %i0, %c1 : index
  %i2 = arith.addi %i0, %c2 : index
  %i3 = arith.addi %i0, %c3 : index
  %a0 = memref.load %x[%i0] : memref<?xf32, #buffer>
  %a1 = memref.load %x[%i1] : memref<?xf32, #buffer>
  %a2 = memref.load %x[%i2] : memref<?xf32, #buffer>
  %a3 = memref.load %x[%i3] : memref<?xf32, #buffer>
  %r:4 = scf.for %at = %c0 to %c64 step %c4 iter_args(%v0 = %a0, %v1 = %a1, %v2 = %a2, %v3 = %a3) -> (f32, f32, f32, f32) {
    memref.store %v0, %shared[%i0] : memref<256xf32, #shared>
    memref.store %v1, %shared[%i1] : memref<256xf32, #shared>
    memref.store %v2, %shared[%i2] : memref<256xf32, #shared>
    memref.store %v3, %shared[%i3] : memref<256xf32, #shared>
    gpu.barrier
    %n0 = arith.addi %at, %i0 : index
    %n1 = arith.addi %n0, %c1 : index
    %n2 = arith.addi %n0, %c2 : index
    %n3 = arith.addi %n0, %c3 : index
    %b0 = memref.load %x[%n0] : memref<?xf32, #buffer>
    %b1 = memref.load %x[%n1] : memref<?xf32, #buffer>
    %b2 = memref.load %x[%n2] : memref<?xf32, #buffer>
    %b3 = memref.load %x[%n3] : memref<?xf32, #buffer>
    %at1 = arith.addi %at, %c1 : index
    %at2 = arith.addi %at, %c2 : index
    %at3 = arith.addi %at, %c3 : index
    %s0 = memref.load %shared[%at] : memref<256xf32, #shared>
    %s1 = memref.load %shared[%at1] : memref<256xf32, #shared>
    %s2 = memref.load %shared[%at2] : memref<256xf32, #shared>
    %s3 = memref.load %shared[%at3] : memref<256xf32, #shared>
    %t0 = arith.addf %s0, %s1 : f32
    %t1 = arith.addf %s2, %s3 : f32
    %t2 = arith.addf %t0, %t1 : f32
    memref.store %t2, %y[%at] : memref<?xf32, #buffer>
    gpu.barrier
    scf.yield %b0, %b1, %b2, %b3 : f32, f32, f32, f32
  }
  return
}

// -----

#shared = #gpu.address_space<workgroup>

// Shared memory with single-element reads stays scalar.
// CHECK-LABEL: func.func @read_alone(
// CHECK: memref.alloc() : memref<256xf32
// CHECK-NOT: vector
func.func @read_alone(%i: index {lir.scalar = 0 : i64}, %v: f32, %y: memref<?xf32, #gpu.address_space<global>> {lir.binding = 0 : i64})
    attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %shared = memref.alloc() : memref<256xf32, #shared>
  %i0 = arith.muli %i, %c2 : index
  %i1 = arith.addi %i0, %c1 : index
  memref.store %v, %shared[%i0] : memref<256xf32, #shared>
  memref.store %v, %shared[%i1] : memref<256xf32, #shared>
  gpu.barrier
  %a = memref.load %shared[%i] : memref<256xf32, #shared>
  memref.store %a, %y[%i] : memref<?xf32, #gpu.address_space<global>>
  return
}

// -----

#buffer = #gpu.address_space<global>

// Four bytes at an even offset are 16-bit words if the device has these, and bytes otherwise.
// CHECK-LABEL: func.func @even_bytes(
// CHECK-COUNT-4: memref.load {{.*}} : memref<?xi8,
// HALVES-LABEL: func.func @even_bytes(
// HALVES-SAME: memref<?xi16, #gpu.address_space<global>> {lir.binding = 0
// HALVES-COUNT-2: memref.load {{.*}} : memref<?xi16,
// HALVES-NOT: memref.load
func.func @even_bytes(%i: index {lir.scalar = 0 : i64}, %x: memref<?xi8, #buffer> {lir.binding = 0 : i64},
                      %y: memref<?xi32, #buffer> {lir.binding = 1 : i64}) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c18 = arith.constant 18 : index
  %i0 = arith.muli %i, %c18 : index
  %i1 = arith.addi %i0, %c1 : index
  %i2 = arith.addi %i0, %c2 : index
  %i3 = arith.addi %i0, %c3 : index
  %x0 = memref.load %x[%i0] : memref<?xi8, #buffer>
  %x1 = memref.load %x[%i1] : memref<?xi8, #buffer>
  %x2 = memref.load %x[%i2] : memref<?xi8, #buffer>
  %x3 = memref.load %x[%i3] : memref<?xi8, #buffer>
  %a = arith.addi %x0, %x1 : i8
  %b = arith.addi %x2, %x3 : i8
  %c = arith.muli %a, %b : i8
  %d = arith.extui %c : i8 to i32
  memref.store %d, %y[%i] : memref<?xi32, #buffer>
  return
}
