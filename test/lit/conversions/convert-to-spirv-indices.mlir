// RUN: rlx-opt %s --rlx-flatten-buffers --rlx-convert-to-spirv=device=lavapipe -mlir-print-local-scope | FileCheck %s

// A value outside the range of an index becomes the closest index.
// CHECK-LABEL: spirv.module @indices
// CHECK-DAG: %[[MOST:.*]] = spirv.Constant 2147483647 : i64
// CHECK-DAG: %[[LEAST:.*]] = spirv.Constant -2147483648 : i64
// CHECK-DAG: %[[MOST32:.*]] = spirv.Constant 2147483647 : i32
// CHECK: %[[BELOW:.*]] = spirv.GL.SMin %{{.*}}, %[[MOST]] : i64
// CHECK: %[[INSIDE:.*]] = spirv.GL.SMax %[[BELOW]], %[[LEAST]] : i64
// CHECK: spirv.SConvert %[[INSIDE]] : i64 to i32
// CHECK: %[[WIDE:.*]] = spirv.GL.UMin %{{.*}}, %[[MOST]] : i64
// CHECK: spirv.SConvert %[[WIDE]] : i64 to i32
// CHECK: spirv.GL.UMin %{{.*}}, %[[MOST32]] : i32
// CHECK-NOT: spirv.GL
// CHECK: spirv.EntryPoint
func.func @indices(%x: memref<?xi64>, %w: memref<?xi32>, %y: memref<?xf32>, %ws: memref<?xi8>,
                   %status: memref<1xi32>, %id: index, %gy: index, %gz: index)
    attributes {lir.kernel} {
  %one = arith.constant 1.0 : f32
  %a = memref.load %x[%id] : memref<?xi64>
  %signed = arith.index_cast %a : i64 to index
  memref.store %one, %y[%signed] : memref<?xf32>
  %unsigned = arith.index_castui %a : i64 to index
  memref.store %one, %y[%unsigned] : memref<?xf32>
  %b = memref.load %w[%id] : memref<?xi32>
  %word = arith.index_castui %b : i32 to index
  memref.store %one, %y[%word] : memref<?xf32>
  %same = arith.index_cast %b : i32 to index
  memref.store %one, %y[%same] : memref<?xf32>
  return
}
