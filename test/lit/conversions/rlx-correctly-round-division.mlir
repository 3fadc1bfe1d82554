// RUN: rlx-opt %s --rlx-correctly-round-division=device=nvidia-hopper | FileCheck %s
// RUN: rlx-opt %s --rlx-correctly-round-division=device=lavapipe | FileCheck %s --check-prefix=EXACT
// RUN: rlx-opt %s --rlx-correctly-round-division | FileCheck %s --check-prefix=EXACT
// RUN: not rlx-opt %s --rlx-correctly-round-division=device=nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: nobody

// unittests/conversions tests the results of the code.

// The significands, in [1, 2), are divided unless an operand is not normal. A first step
// approximates the quotient, and a second one rounds it.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME: %[[A:[a-z0-9]*]]: f32, %[[B:[a-z0-9]*]]: f32
// CHECK: %[[USUAL:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: %[[X:.*]] = arith.select %[[USUAL]], %{{.*}}, %[[A]] : f32
// CHECK: %[[Y:.*]] = arith.select %[[USUAL]], %{{.*}}, %[[B]] : f32
// CHECK: %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : f32
// CHECK-NOT: divf
// CHECK-COUNT-4: math.fma
// CHECK: math.fma
// CHECK: %[[R:.*]] = arith.select %[[USUAL]], %{{.*}}, %[[Q]] : f32
// CHECK: return %[[R]]
// EXACT-LABEL: func.func @quotient(
// EXACT-NEXT: arith.divf %{{.*}}, %{{.*}} {lir.rounded} : f32
// EXACT-NEXT: return
func.func @quotient(%a: f32, %b: f32) -> f32 {
  %0 = arith.divf %a, %b {lir.rounded} : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @root(
// CHECK-SAME: %[[X:[a-z0-9]*]]: f32
// CHECK: %[[D:.*]] = arith.select %[[USUAL:.*]], %{{.*}}, %[[X]] : f32
// CHECK: %[[S:.*]] = math.sqrt %[[D]] : f32
// CHECK: arith.divf
// CHECK-COUNT-3: math.fma
// CHECK: %[[R:.*]] = arith.select %[[USUAL]], %{{.*}}, %[[S]] : f32
// CHECK: return %[[R]]
// EXACT-LABEL: func.func @root(
// EXACT-NEXT: math.sqrt
// EXACT-NEXT: return
func.func @root(%x: f32) -> f32 {
  %0 = math.sqrt %x {lir.rounded} : f32
  return %0 : f32
}

// Other kernels have room, or extra precision.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT: arith.divf
// CHECK-NEXT: arith.divf
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: return
func.func @others(%a: f32, %b: f64) -> (f32, f64, f32) {
  %0 = arith.divf %a, %a : f32
  %1 = arith.divf %b, %b {lir.rounded} : f64
  %2 = math.sqrt %a : f32
  return %0, %1, %2 : f32, f64, f32
}
