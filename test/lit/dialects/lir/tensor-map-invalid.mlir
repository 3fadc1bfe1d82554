// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @rank(%x: memref<8x512xf16>) {
  // expected-error@+1 {{has 0 sizes, expected 1 to 5 over symbols alone}}
  %0 = lir.tensor_map %x sizes affine_map<() -> ()> box [] : memref<8x512xf16> -> i64
  return
}

// -----

func.func @dims(%x: memref<8x512xf16>) {
  // expected-error@+1 {{has 2 sizes, expected 1 to 5 over symbols alone}}
  %0 = lir.tensor_map %x sizes affine_map<(d0) -> (512, d0)> box [64, 8] : memref<8x512xf16> -> i64
  return
}

// -----

func.func @box(%x: memref<8x512xf16>) {
  // expected-error@+1 {{has a box of 1 dimensions, and 2 sizes}}
  %0 = lir.tensor_map %x sizes affine_map<() -> (512, 8)> box [64] : memref<8x512xf16> -> i64
  return
}

// -----

func.func @bytes() {
  // expected-error@+1 {{attribute 'bytes' failed to satisfy constraint}}
  %0 = lir.dynamic_shared_memory 0 : i32
  return
}
