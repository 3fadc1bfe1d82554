// RUN: rlx-opt %s --rlx-scalarize-vectors --split-input-file --verify-diagnostics

func.func @linalg(%x: memref<8xbf16>) {
  // expected-error@+1 {{'linalg.add' op is expected to be lowered to loops already}}
  linalg.add ins(%x, %x : memref<8xbf16>, memref<8xbf16>) outs(%x : memref<8xbf16>)
  return
}
