// RUN: rlx-opt %s --rlx-flatten-buffers --rlx-convert-to-spirv=device=lavapipe -mlir-print-local-scope | FileCheck %s

// The greater operand, or the first one if it is NaN. Equal operands are combined for the sign of
// zero.
// CHECK-LABEL: spirv.module @words
// CHECK-NOT: GL.FM
// CHECK: %[[A:.*]] = spirv.Load "StorageBuffer"
// CHECK: %[[B:.*]] = spirv.Load "StorageBuffer"
// CHECK-DAG: %[[GREATER:.*]] = spirv.FOrdGreaterThan %[[A]], %[[B]]
// CHECK-DAG: %[[NAN:.*]] = spirv.IsNan %[[A]]
// CHECK-DAG: %[[FIRST:.*]] = spirv.LogicalOr %[[GREATER]], %[[NAN]]
// CHECK-DAG: %[[ONE:.*]] = spirv.Select %[[FIRST]], %[[A]], %[[B]]
// CHECK-DAG: %[[EQUAL:.*]] = spirv.FOrdEqual %[[A]], %[[B]]
// CHECK-DAG: %[[X:.*]] = spirv.Bitcast %[[A]] : f32 to i32
// CHECK-DAG: %[[Y:.*]] = spirv.Bitcast %[[B]] : f32 to i32
// CHECK-DAG: %[[BOTH:.*]] = spirv.BitwiseAnd %[[X]], %[[Y]]
// CHECK-DAG: %[[ZERO:.*]] = spirv.Bitcast %[[BOTH]] : i32 to f32
// CHECK: spirv.Select %[[EQUAL]], %[[ZERO]], %[[ONE]]
// CHECK: spirv.FOrdLessThan
// CHECK: spirv.BitwiseOr
func.func @words(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                 %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %a = memref.load %x[%id] : memref<?xf32>
  %b = memref.load %y[%id] : memref<?xf32>
  %max = arith.maximumf %a, %b : f32
  %min = arith.minimumf %a, %b : f32
  memref.store %max, %x[%id] : memref<?xf32>
  memref.store %min, %y[%id] : memref<?xf32>
  return
}

// The device lacks integers of these sizes.
// CHECK-LABEL: spirv.module @sizes
// CHECK-NOT: Int64
// CHECK-NOT: Int16
// CHECK-SAME: attributes
// CHECK: spirv.Bitcast %{{.*}} : f64 to vector<2xi32>
// CHECK: spirv.BitwiseAnd %{{.*}} : vector<2xi32>
// CHECK: spirv.FConvert %{{.*}} : f16 to f32
// CHECK: spirv.BitwiseAnd %{{.*}} : i32
// CHECK: spirv.FConvert %{{.*}} : f32 to f16
func.func @sizes(%x: memref<?xf64>, %y: memref<?xf16>, %ws: memref<?xi8>, %status: memref<1xi32>,
                 %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%id] : memref<?xf64>
  %b = memref.load %x[%c0] : memref<?xf64>
  %d = arith.maximumf %a, %b : f64
  memref.store %d, %x[%id] : memref<?xf64>
  %p = memref.load %y[%id] : memref<?xf16>
  %q = memref.load %y[%c0] : memref<?xf16>
  %h = arith.maximumf %p, %q : f16
  memref.store %h, %y[%id] : memref<?xf16>
  return
}

// Maxima of integers of 16 bits are those of i32.
// CHECK-LABEL: spirv.module @narrow
// CHECK: %[[A:.*]] = spirv.SConvert %{{.*}} : i16 to i32
// CHECK: %[[B:.*]] = spirv.SConvert %{{.*}} : i16 to i32
// CHECK: %[[MOST:.*]] = spirv.GL.SMax %[[A]], %[[B]] : i32
// CHECK: spirv.SConvert %[[MOST]] : i32 to i16
// CHECK: %[[A:.*]] = spirv.UConvert %{{.*}} : i16 to i32
// CHECK: %[[B:.*]] = spirv.UConvert %{{.*}} : i16 to i32
// CHECK: spirv.GL.UMin %[[A]], %[[B]] : i32
func.func @narrow(%x: memref<?xi16>, %y: memref<?xi16>, %ws: memref<?xi8>, %status: memref<1xi32>,
                  %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %a = memref.load %x[%id] : memref<?xi16>
  %b = memref.load %y[%id] : memref<?xi16>
  %max = arith.maxsi %a, %b : i16
  %min = arith.minui %max, %b : i16
  memref.store %min, %y[%id] : memref<?xi16>
  return
}
