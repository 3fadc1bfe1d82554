// RUN: rlx-opt %s --rlx-narrow-index-casts | FileCheck %s

// CHECK-LABEL: func.func private @positions(
// CHECK-NEXT: %[[A:.*]] = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: %[[B:.*]] = arith.sitofp %[[A]] : i32 to f32
// CHECK-NEXT: return %[[B]]
func.func private @positions(%i: index) -> f32 {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.sitofp %0 : i64 to f32
  return %1 : f32
}

// Other uses of the value, and integers without a cast, are not changed.
// CHECK-LABEL: func.func private @others(
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: arith.index_cast %{{.*}} : index to i32
// CHECK: arith.sitofp %{{.*}} : i32 to f64
// CHECK: arith.sitofp %{{.*}} : i64 to f32
func.func private @others(%i: index, %j: i64) -> (i64, f64, f32) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.uitofp %0 : i64 to f64
  %2 = arith.sitofp %j : i64 to f32
  return %0, %1, %2 : i64, f64, f32
}
