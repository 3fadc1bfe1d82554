// RUN: rlx-opt %s --rlx-mark-aligned-operands | FileCheck %s
// RUN: not rlx-opt %s --rlx-mark-aligned-operands=target=nope 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no target called 'nope'; this build has: cpu, vulkan

// Whole buffers and views at multiples of 16 bytes are aligned. A kernel with an unaligned operand
// in any dispatch is not marked.
// CHECK: module @kernels_vulkan
// CHECK: func.func @whole({{.*}} attributes {lir.aligned, lir.kernel}
// CHECK: func.func @rows({{.*}} attributes {lir.aligned, lir.kernel}
// CHECK: func.func @elements({{.*}} attributes {lir.kernel}
// CHECK: func.func @nobodys({{.*}} attributes {lir.kernel}
module {
  lir.program @main symbols [] from [] at [] {
    %x = lir.input "x" affine_map<() -> (64, 4)> : memref<64x4xf32>
    %y = lir.output "y" affine_map<() -> (64, 4)> : memref<64x4xf32>
    %row = lir.view %x sizes affine_map<() -> (4)> at affine_map<(d0) -> (d0 * 16)> : memref<64x4xf32> -> memref<4xf32>
    %to = lir.view %y sizes affine_map<() -> (4)> at affine_map<(d0) -> (d0 * 16)> : memref<64x4xf32> -> memref<4xf32>
    %inner = lir.view %x sizes affine_map<() -> (4)> at affine_map<() -> (20)> : memref<64x4xf32> -> memref<4xf32>
    lir.run {
      lir.dispatch @kernels_vulkan::@whole ins(%x : memref<64x4xf32>) outs(%y : memref<64x4xf32>)
          dims affine_map<() -> ()> label "whole"
      lir.for 0 to affine_map<() -> (64)> {
        lir.dispatch @kernels_vulkan::@rows ins(%row : memref<4xf32>) outs(%to : memref<4xf32>)
            dims affine_map<() -> ()> label "rows"
        lir.dispatch @kernels_vulkan::@elements ins(%row : memref<4xf32>) outs(%to : memref<4xf32>)
            dims affine_map<() -> ()> label "elements"
        lir.dispatch @kernels_vulkan::@elements ins(%inner : memref<4xf32>) outs(%to : memref<4xf32>)
            dims affine_map<() -> ()> label "elements"
      }
    }
  }
  module @kernels_vulkan {
    func.func @whole(%x: tensor<64x4xf32>) -> tensor<64x4xf32> attributes {lir.kernel} {
      return %x : tensor<64x4xf32>
    }
    func.func @rows(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lir.kernel} {
      return %x : tensor<4xf32>
    }
    func.func @elements(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lir.kernel} {
      return %x : tensor<4xf32>
    }
    func.func @nobodys(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lir.kernel} {
      return %x : tensor<4xf32>
    }
  }
}
