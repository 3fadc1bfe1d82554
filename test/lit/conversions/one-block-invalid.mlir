// Models and kernels have no branches between blocks. All passes over functions refuse these. A few
// of them show it.
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-fold-transposes-into-matmul
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-fuse-elementwise
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-bufferize-kernels
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-flatten-buffers
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-convert-to-spirv=device=lavapipe

// expected-error@+1 {{'func.func' op is expected to have one block, with a func.return at its end}}
func.func @branch(%x: memref<4xf32>) attributes {lir.kernel} {
  cf.br ^end
^end:
  return
}

// -----

// expected-error@+1 {{is expected to have one block, with a func.return at its end}}
func.func @no_return(%x: memref<4xf32>) attributes {lir.kernel} {
  llvm.unreachable
}
