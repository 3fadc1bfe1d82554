// The first schedule that takes a kernel writes it; remarks say which one, and why others declined.
// RUN: rlx-opt %s --rlx-gpu-schedule=device=nvidia-hopper -split-input-file --remarks-filter=rlx-schedule --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOPPER
// RUN: rlx-opt %s --rlx-gpu-schedule=device=lavapipe -split-input-file --remarks-filter=rlx-schedule --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAVAPIPE
// RUN: not rlx-opt %s --rlx-gpu-schedule="device=lavapipe only=matmul,no-such" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: there is no schedule called 'no-such'; there are: decode-attention, {{.*}}, elementwise, invocations
// RUN: not rlx-opt %s --rlx-gpu-schedule="target=nope device=lavapipe" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no target called 'nope'; this build has: cpu, vulkan

// HOPPER: [Passed] Schedule | Category:rlx-schedule | Function=halves | Remark="cooperative-matmul (tiles of {{[0-9]+ x [0-9]+}})"
// LAVAPIPE: [Missed] Schedule | Category:rlx-schedule | Function=halves | Remark="cooperative-matmul: the device has no cooperative matrices
// LAVAPIPE: [Passed] Schedule | Category:rlx-schedule | Function=halves | Remark="matmul (tiles of {{[0-9]+ x [0-9]+}})"
func.func @halves(%a: tensor<256x64xf16>, %b: tensor<64x256xf16>) -> tensor<256x256xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<256x64xf16>, tensor<64x256xf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// -----

// HOPPER: [Missed] Schedule | Category:rlx-schedule | Function=few_rows | Remark="matmul: it has fewer than 8 rows, columns or terms"
// HOPPER: [Passed] Schedule | Category:rlx-schedule | Function=few_rows | Remark="row-reduction (
// LAVAPIPE: [Missed] Schedule | Category:rlx-schedule | Function=few_rows | Remark="matmul: it has fewer than 8 rows, columns or terms"
// LAVAPIPE: [Passed] Schedule | Category:rlx-schedule | Function=few_rows | Remark="row-reduction (
func.func @few_rows(%a: tensor<1x512xf32>, %b: tensor<256x512xf32>) -> tensor<1x256xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x256xf32>) -> tensor<1x256xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<1x512xf32>, tensor<256x512xf32>) outs(%f : tensor<1x256xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x256xf32>
  return %0 : tensor<1x256xf32>
}

// -----

// HOPPER: [Passed] Schedule | Category:rlx-schedule | Function=relu | Remark="elementwise (
// LAVAPIPE: [Passed] Schedule | Category:rlx-schedule | Function=relu | Remark="elementwise (
func.func @relu(%a: tensor<256x64xf32>) -> tensor<256x64xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x64xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a : tensor<256x64xf32>) outs(%e : tensor<256x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.maximumf %x, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<256x64xf32>
  return %0 : tensor<256x64xf32>
}
