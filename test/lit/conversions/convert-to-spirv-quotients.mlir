// RUN: rlx-opt %s --rlx-flatten-buffers --rlx-convert-to-spirv="device=lavapipe" | FileCheck %s

// f16 division is rounded to nearest through f32, since a device's f16 division is less accurate.
// CHECK-LABEL: spirv.module @quotient
// CHECK: %[[LHS:.*]] = spirv.FConvert %{{.*}} : f16 to f32
// CHECK: %[[RHS:.*]] = spirv.FConvert %{{.*}} : f16 to f32
// CHECK: %[[QUOTIENT:.*]] = spirv.FDiv %[[LHS]], %[[RHS]] {{.*}}: f32
// CHECK: spirv.FConvert %[[QUOTIENT]] : f32 to f16
func.func @quotient(%x: memref<?xf16>, %y: memref<?xf16>, %ws: memref<?xi8>, %status: memref<1xi32>,
                    %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %a = memref.load %x[%id] : memref<?xf16>
  %b = memref.load %y[%id] : memref<?xf16>
  %q = arith.divf %a, %b : f16
  memref.store %q, %y[%id] : memref<?xf16>
  return
}
