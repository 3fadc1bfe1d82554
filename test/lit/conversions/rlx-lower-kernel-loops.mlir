// RUN: rlx-opt %s --rlx-lower-kernel-loops -split-input-file -verify-diagnostics | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-kernel-loops="exp2" -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=EXP2
// RUN: rlx-opt %s --rlx-lower-kernel-loops="fma=0 exp2" -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=NOFMA

// linalg becomes loops over scalars. A sum may be reordered, so that its loop can be vectorized.
// Arithmetic outside reductions stays exact.
// CHECK-LABEL: func.func @reduction(
// CHECK: scf.for
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.load
// CHECK: arith.addf {{.*}} fastmath<reassoc,contract> : f32
// CHECK: memref.store
// CHECK-NOT: linalg
func.func @reduction(%x: memref<?x8xf32>, %t: memref<?xf32>, %y: memref<?xf32>) {
  linalg.mul ins(%t, %t : memref<?xf32>, memref<?xf32>) outs(%t : memref<?xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x8xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Existing flags are kept. The extreme of zeros may have either sign.
// CHECK-LABEL: func.func @flags(
// CHECK: arith.addf {{.*}} fastmath<reassoc,nnan,contract> : f32
// CHECK: arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : f32
func.func @flags(%x: memref<8xf32>, %y: memref<f32>, %z: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>,
                                   affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%x : memref<8xf32>) outs(%y, %z : memref<f32>, memref<f32>) {
  ^bb0(%p: f32, %o: f32, %q: f32):
    %s = arith.addf %p, %o fastmath<nnan> : f32
    %m = arith.maximumf %p, %q : f32
    linalg.yield %s, %m : f32, f32
  }
  return
}

// -----

// Copies become loops. A copy of a buffer to itself disappears.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x4xf32>, %[[Y:[a-z0-9]+]]: memref<?x4xf32>
// CHECK-COUNT-2: scf.for
// CHECK: %[[V:.*]] = memref.load %[[X]]
// CHECK: memref.store %[[V]], %[[Y]]
// CHECK-NOT: scf.for
// CHECK-NOT: memref.copy
// CHECK: return
func.func @copies(%x: memref<?x4xf32>, %y: memref<?x4xf32>) {
  memref.copy %x, %y : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %y, %y : memref<?x4xf32> to memref<?x4xf32>
  return
}

// -----

// Functions become polynomials, so that loops over them vectorize: no call is left.
// CHECK-LABEL: func.func @functions(
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: return
func.func @functions(%x: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : memref<8xf32>) {
  ^bb0(%o: f32):
    %0 = math.exp %o : f32
    %1 = math.tanh %0 : f32
    %2 = math.erf %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

// bf16 is a storage type, and arithmetic is in f32. The conversions use integer ops.
// CHECK-LABEL: func.func @bf16(
// CHECK: %[[V:.*]] = memref.load %{{.*}} : memref<8xbf16>
// CHECK: arith.bitcast %[[V]] : bf16 to i16
// CHECK: arith.shli
// CHECK: arith.bitcast {{.*}} : i32 to f32
// CHECK: arith.addf {{.*}} : f32
// CHECK-NOT: arith.{{extf|truncf}}
// CHECK: memref.store {{.*}} : memref<8xbf16>
func.func @bf16(%x: memref<8xbf16>) {
  linalg.add ins(%x, %x : memref<8xbf16>, memref<8xbf16>) outs(%x : memref<8xbf16>)
  return
}

// -----

// Integer division that rounds up or down becomes LLVM's division.
// CHECK-LABEL: func.func @divisions(
// CHECK-NOT: arith.{{ceildivsi|floordivsi}}
// CHECK: arith.divsi
func.func @divisions(%a: index, %b: index) -> (index, index) {
  %0 = arith.ceildivsi %a, %b : index
  %1 = arith.floordivsi %a, %b : index
  return %0, %1 : index, index
}

// -----

// A value that is not a buffer cannot become a loop.
func.func @tensors(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'linalg.exp' op could not be turned into loops}}
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Powers of two stay for targets that have them, with or without fma.
// CHECK-LABEL: func.func @power_of_two(
// CHECK-NOT: math.exp2
// CHECK: math.fma
// EXP2-LABEL: func.func @power_of_two(
// EXP2: math.exp2
// EXP2: math.fma
func.func @power_of_two(%x: memref<8xf32>) {
  %i = arith.constant 0 : index
  %v = memref.load %x[%i] : memref<8xf32>
  %p = math.exp2 %v : f32
  %s = math.fma %p, %p, %v : f32
  memref.store %s, %x[%i] : memref<8xf32>
  return
}

// -----

// Targets without a fused multiply-add that rounds once compute powers in f64, those of vectors too:
// no later pass would.
// CHECK-LABEL: @power_of_vectors
// NOFMA-LABEL: @power_of_vectors
// NOFMA-NOT: math.powf
// NOFMA: arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
// NOFMA: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
func.func @power_of_vectors(%x: vector<4xf32>, %y: vector<4xf32>) -> vector<4xf32>
    attributes {lir.kernel} {
  %p = math.powf %x, %y : vector<4xf32>
  return %p : vector<4xf32>
}
