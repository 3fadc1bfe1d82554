// IR of many kinds, most of it unexpected for a given pass. See all_passes.py.
module {}

// -----

// Declarations of kernels and of other functions.
func.func private @buffers(%x: memref<4xf32>)
func.func private @tensors(tensor<?x4xf32>) -> tensor<?x4xf32>
func.func private @kernel(memref<4xf32>, memref<?xi8>, memref<1xi32>, index, index, index)
    attributes {lir.kernel, lir.grid = affine_map<() -> (1, 1, 1)>}

// -----

// A model.
func.func @model(%x: tensor<?x4xf32>, %w: tensor<4x8xf32> {rlx.kind = "param"}) -> tensor<?x8xf32> {
  %0 = rlx.matmul %x, %w : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = rlx.softmax %0 axis = -1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

func.func @nothing_done(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @two_results(%x: tensor<4xf32>, %y: tensor<?xi64>) -> (tensor<4xf32>, tensor<?xi64>) {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0, %y : tensor<4xf32>, tensor<?xi64>
}

// -----

func.func @unranked(%x: tensor<*xf32>, %i: index) -> (tensor<*xf32>, index) {
  return %x, %i : tensor<*xf32>, index
}

// -----

// A loop on a buffer without the other arguments of a kernel.
func.func @loop(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @strided(%x: memref<4x5xf32, strided<[?, ?], offset: ?>>, %y: memref<*xf32>, %z: i32)
    attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %c0] : memref<4x5xf32, strided<[?, ?], offset: ?>>
  memref.store %v, %x[%c0, %c0] : memref<4x5xf32, strided<[?, ?], offset: ?>>
  return
}

// -----

// A kernel's arguments, but the buffer has strides.
func.func @strided_kernel(%x: memref<4xf32, strided<[2]>>, %ws: memref<?xi8>,
                          %status: memref<1xi32>, %a: index, %b: index, %c: index)
    attributes {lir.kernel} {
  return
}

// -----

func.func @kernel(%x: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %a: index,
                  %b: index, %c: index) attributes {lir.kernel} {
  %v = memref.load %x[%a] : memref<?xf32>
  memref.store %v, %x[%b] : memref<?xf32>
  return
}

// -----

// A kernel's arguments, and branches.
func.func @branches(%x: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %a: index,
                    %b: index, %c: index) attributes {lir.kernel} {
  %more = arith.cmpi ult, %a, %b : index
  cf.cond_br %more, ^then, ^end
^then:
  %v = memref.load %x[%a] : memref<?xf32>
  memref.store %v, %x[%b] : memref<?xf32>
  cf.br ^end
^end:
  return
}

// -----

func.func @tensors_in_blocks(%x: tensor<4xf32>, %yes: i1) -> tensor<4xf32> {
  cf.cond_br %yes, ^more(%x : tensor<4xf32>), ^end(%x : tensor<4xf32>)
^more(%y: tensor<4xf32>):
  %0 = rlx.add %y, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^end(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}

// -----

// Scalars and vectors, a call, and no tensors.
func.func @scalars(%i: index, %v: vector<4xf32>) -> (index, vector<4xf32>) {
  %c9 = arith.constant 9 : index
  %0 = arith.addi %i, %c9 : index
  %1, %2 = func.call @scalars(%0, %v) : (index, vector<4xf32>) -> (index, vector<4xf32>)
  %3 = arith.addf %2, %v : vector<4xf32>
  return %1, %3 : index, vector<4xf32>
}

// -----

// Kernel modules without dispatches.
module @kernels_vulkan {
  func.func private @declared(tensor<?x4xf32>) -> tensor<?x4xf32>
  func.func @whole(%x: tensor<8x256xf32>) -> tensor<8xf32> attributes {lir.kernel} {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
    %0 = linalg.reduce {arith.addf} ins(%x : tensor<8x256xf32>) outs(%init : tensor<8xf32>)
        dimensions = [1]
    return %0 : tensor<8xf32>
  }
}
module @kernels_cpu {
  func.func private @declared(memref<4xf32>)
}

// -----

// A model with a result that is not a tensor.
func.func @size(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  return %n : index
}

// -----

func.func @linalg_on_buffers(%x: memref<8xbf16>) attributes {lir.kernel} {
  linalg.add ins(%x, %x : memref<8xbf16>, memref<8xbf16>) outs(%x : memref<8xbf16>)
  return
}

// -----

module @kernels_vulkan {
  func.func @branch(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {lir.kernel} {
    cf.br ^end(%x : tensor<?x4xf32>)
  ^end(%y: tensor<?x4xf32>):
    return %y : tensor<?x4xf32>
  }
}
