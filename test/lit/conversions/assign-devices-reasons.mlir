// A device with few features. A boolean result of an op needs no bytes, but a buffer of booleans
// does. Functions of angles use f64 for the range reduction, in any type.
// RUN: echo '{"maxBuffersPerKernel": 8}' > %t.none.json
// RUN: echo '{"maxBuffersPerKernel": 8, "features": ["shaderFloat64"]}' > %t.f64.json
// RUN: rlx-opt %s --rlx-assign-devices=device=%t.none.json --remarks-filter-missed=rlx-assign-devices --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: rlx-opt %s --rlx-assign-devices=device=%t.f64.json | FileCheck %s --check-prefix=DOUBLES

// CHECK-DAG: remark: {{.*}}Function=truths{{.*}}the device lacks storageBuffer8BitAccess
// CHECK-DAG: remark: {{.*}}Function=sin{{.*}}'sin' reduces its angle in f64, but the device lacks shaderFloat64
// CHECK-DAG: remark: {{.*}}Function=turn{{.*}}'exp' reduces its angle in f64, but the device lacks shaderFloat64
// CHECK-DAG: remark: {{.*}}Function=long{{.*}}one invocation would run all steps of a row
// CHECK: module @kernels_vulkan
// CHECK: func.func @less
// CHECK: func.func @carry
// CHECK: module @kernels_cpu
// CHECK: func.func @truths
// CHECK: func.func @sin
// CHECK: func.func @turn
// CHECK: func.func @long

// DOUBLES: module @kernels_vulkan
// DOUBLES: func.func @sin
// DOUBLES: func.func @turn
// DOUBLES: module @kernels_cpu
// DOUBLES: func.func @truths
module {
module @kernels_vulkan {
  func.func @less(%x: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
    %c0 = arith.constant 0 : index
    %a = tensor.extract %x[%c0] : tensor<8xf32>
    %0 = arith.cmpf olt, %a, %a : f32
    return %x : tensor<8xf32>
  }
  func.func @carry(%x: tensor<8xi32>) -> tensor<8xi32> attributes {lir.kernel} {
    %c0 = arith.constant 0 : index
    %a = tensor.extract %x[%c0] : tensor<8xi32>
    %0, %1 = arith.addui_extended %a, %a : i32, i1
    return %x : tensor<8xi32>
  }
  func.func @truths(%x: tensor<8xi1>) -> tensor<8xi1> attributes {lir.kernel} {
    return %x : tensor<8xi1>
  }
  func.func @sin(%x: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
    %0 = math.sin %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @turn(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> attributes {lir.kernel} {
    %c0 = arith.constant 0 : index
    %a = tensor.extract %x[%c0] : tensor<8xcomplex<f32>>
    %0 = complex.exp %a : complex<f32>
    return %x : tensor<8xcomplex<f32>>
  }
  func.func @long(%x: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
    } {lir.long_loop}
    return %x : tensor<8xf32>
  }
}
}
