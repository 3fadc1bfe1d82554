// A device that limits loop iterations, and one that does not. The count is that of one invocation
// in the scheduled kernel: invocations share the sum of a row, but not a cumulative sum. Loops with
// dynamic trip counts get a guard.
// RUN: echo '{"maxBuffersPerKernel": 8, "maxLoopIterations": 65535}' > %t.ends.json
// RUN: echo '{"maxBuffersPerKernel": 8}' > %t.none.json
// RUN: rlx-opt %s -mlir-print-local-scope --pass-pipeline="builtin.module(builtin.module(func.func(rlx-lower-to-linalg{elements slice-steps=1})),rlx-assign-devices{device=%t.ends.json})" --remarks-filter-missed=rlx-assign-devices --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline="builtin.module(builtin.module(func.func(rlx-lower-to-linalg{elements slice-steps=1})),rlx-assign-devices{device=%t.none.json})" | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --pass-pipeline="builtin.module(builtin.module(func.func(rlx-lower-to-linalg{elements slice-steps=1})),rlx-assign-devices{device=%t.ends.json strict})" 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: error: needs the CPU, which the option strict excludes: the device ends loops of an invocation after 65535 iterations, but this kernel may take 70000

// CHECK-DAG: remark: {{.*}}Function=running{{.*}}the device ends loops of an invocation after 65535 iterations, but this kernel may take 70000
// CHECK-DAG: remark: {{.*}}Function=nested{{.*}}may take 66{{[0-9]+}}
// CHECK: lir.guard at_least affine_map<()[s0] -> (65535, s0)> "'a cumulative sum' needs more loop iterations than the 65535 that the device allows"
// CHECK-NOT: lir.guard
// CHECK: lir.dispatch @kernels_cpu::@running
// CHECK: lir.dispatch @kernels_vulkan::@below
// CHECK: lir.dispatch @kernels_vulkan::@any
// CHECK: module @kernels_vulkan
// CHECK: func.func @below
// CHECK: func.func @any
// CHECK: func.func @sum
// CHECK: module @kernels_cpu
// CHECK: func.func @running
// CHECK: func.func @nested

// NONE-NOT: lir.guard
// NONE-NOT: kernels_cpu
module {
  lir.program @main symbols ["n"] from [2] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (70000)> : memref<70000xf32>
    %z = lir.input "z" affine_map<()[s0] -> (65535)> : memref<65535xf32>
    %w = lir.input "w" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %y = lir.output "y" affine_map<()[s0] -> (70000)> : memref<70000xf32>
    %u = lir.output "u" affine_map<()[s0] -> (65535)> : memref<65535xf32>
    %v = lir.output "v" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      lir.dispatch @kernels_vulkan::@running ins(%x : memref<70000xf32>) outs(%y : memref<70000xf32>)
          dims affine_map<()[s0] -> ()> label "running"
      lir.dispatch @kernels_vulkan::@below ins(%z : memref<65535xf32>) outs(%u : memref<65535xf32>)
          dims affine_map<()[s0] -> ()> label "below"
      lir.dispatch @kernels_vulkan::@any ins(%w : memref<?xf32>) outs(%v : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "a cumulative sum"
    }
  }
  module @kernels_vulkan {
    func.func @running(%x: tensor<70000xf32>) -> tensor<70000xf32> attributes {lir.kernel} {
      %0 = rlx.cumsum %x axis = 0 : (tensor<70000xf32>) -> tensor<70000xf32>
      return %0 : tensor<70000xf32>
    }
    func.func @below(%x: tensor<65535xf32>) -> tensor<65535xf32> attributes {lir.kernel} {
      %0 = rlx.cumsum %x axis = 0 : (tensor<65535xf32>) -> tensor<65535xf32>
      return %0 : tensor<65535xf32>
    }
    func.func @any(%x: tensor<?xf32>) -> tensor<?xf32> attributes {lir.kernel} {
      %0 = rlx.cumsum %x axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    func.func @nested(%x: tensor<256xf32>, %e: tensor<256xf32>) -> tensor<256xf32> attributes {lir.kernel} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      %0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%a = %e) -> tensor<256xf32> {
        %1 = scf.for %j = %c0 to %c256 step %c1 iter_args(%b = %a) -> tensor<256xf32> {
          %v = tensor.extract %b[%j] : tensor<256xf32>
          %w = tensor.extract %x[%i] : tensor<256xf32>
          %t = arith.addf %v, %w : f32
          %2 = tensor.insert %t into %b[%j] : tensor<256xf32>
          scf.yield %2 : tensor<256xf32>
        }
        scf.yield %1 : tensor<256xf32>
      }
      return %0 : tensor<256xf32>
    }
    func.func @sum(%x: tensor<4x100000xf32>) -> tensor<4xf32> attributes {lir.kernel} {
      %0 = rlx.reduce_sum %x axes = [1] : (tensor<4x100000xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
}
