// RUN: rlx-opt %s -split-input-file -verify-diagnostics

lir.program @main symbols [] from [] at [] {
  // expected-error @+1 {{'lir.moe_layer' op expects at least one expert and one product}}
  lir.moe_layer "l" experts 0 products 1
}

// -----

lir.program @main symbols [] from [] at [] {
  %x = lir.input "x" affine_map<() -> (4)> : memref<4xi32>
  lir.moe_layer "l" experts 2 products 1
  lir.run {
    // expected-error @+1 {{'lir.experts' op expects to stand behind a dispatch}}
    lir.experts 0 %x : memref<4xi32>
  }
}

// -----

lir.program @main symbols [] from [] at [] {
  %x = lir.input "x" affine_map<() -> (4)> : memref<4xi32>
  %y = lir.output "y" affine_map<() -> (4)> : memref<4xi32>
  lir.moe_layer "l" experts 2 products 1
  lir.run {
    lir.dispatch @kernels_cpu::@k ins(%x : memref<4xi32>) outs(%y : memref<4xi32>)
      dims affine_map<() -> ()> label "k"
    lir.experts 0 %x : memref<4xi32>
    // expected-error @+1 {{'lir.experts' op expects a buffer that the dispatch before it writes}}
    lir.experts chosen 0 %x : memref<4xi32>
  }
}

// -----

lir.program @main symbols [] from [] at [] {
  %x = lir.input "x" affine_map<() -> (4)> : memref<4xf32>
  %y = lir.output "y" affine_map<() -> (4)> : memref<4xf32>
  lir.moe_layer "l" experts 2 products 1
  lir.run {
    lir.dispatch @kernels_cpu::@k ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      dims affine_map<() -> ()> label "k"
    // expected-error @+1 {{'lir.experts' op expects integers, but got 'memref<4xf32>'}}
    lir.experts 0 %x : memref<4xf32>
  }
}

// -----

lir.program @main symbols ["n"] from [0] at [0] {
  %x = lir.input "x" affine_map<()[n] -> (n)> : memref<?xi32>
  %y = lir.output "y" affine_map<()[n] -> (n)> : memref<?xi32>
  lir.moe_layer "l" experts 2 products 1
  lir.run {
    lir.dispatch @kernels_cpu::@k ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      dims affine_map<()[n] -> (n, n)> label "k"
    // expected-error @+1 {{'lir.experts' op expects rows of a known size, but got 'memref<?xi32>'}}
    lir.experts chosen 0 %y : memref<?xi32>
  }
}
