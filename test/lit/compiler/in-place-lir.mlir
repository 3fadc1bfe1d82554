// A convolution accumulates into the residual that is added to it, and elementwise ops overwrite
// their operand. In mode eager, which keeps every result, they do not.
// RUN: rlx-run %s --stop-after=lir | FileCheck %s
// RUN: rlx-run %s --stop-after=lir --mode=eager | FileCheck %s --check-prefix=EAGER
// RUN: rlx-run %s --input=x=random --input=r=random --params=random --compare=reference

// CHECK: %[[X:.*]] = lir.input "x"
// CHECK: lir.run
// CHECK: lir.dispatch @kernels_cpu::@tanh{{.*}} outs(%[[R:.*]] : memref<1x6x5x16xf32>)
// CHECK: lir.dispatch @kernels_cpu::@matmul_packed{{[_0-9]*}} ins(%[[X]], %{{.*}}, %[[R]] : {{.*}} outs(%[[R]] : memref<1x6x5x16xf32>) {{.*}} label "matmul_packed+add+relu"
// CHECK: lir.dispatch @kernels_cpu::@reduce_max{{[_0-9]*}} ins(%[[R]] : {{.*}} outs(%[[M:[0-9]+]]
// CHECK: lir.dispatch @kernels_cpu::@mul{{[_0-9]*}} ins(%[[R]], %[[M]] : {{.*}} outs(%[[R]] : memref<1x6x5x16xf32>)
// CHECK: lir.dispatch @kernels_cpu::@transpose{{[_0-9]*}} ins(%[[R]] :

// EAGER: lir.run
// EAGER: ins({{.*}}, %[[R:[0-9]+]] : {{.*}} outs(%[[S:[0-9]+]] : {{.*}} label "add @
// EAGER: ins(%[[S]] : {{.*}} outs(%[[T:[0-9]+]] : {{.*}} label "relu @
// EAGER: ins(%[[T]] : {{.*}} outs(%[[M:[0-9]+]] : {{.*}} label "reduce_max @
// EAGER: ins(%[[T]], %[[M]] : {{.*}} outs(%{{[0-9]+}} : {{.*}} label "mul @
func.func @main(%x: tensor<1x6x5x24xf32> {rlx.kind = "input", rlx.name = "x"},
                %r: tensor<1x6x5x16xf32> {rlx.kind = "input", rlx.name = "r"},
                %w: tensor<16x24x1x1xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<1x16x6x5xf32> {rlx.name = "y"}) {
  %0 = rlx.conv %x, %w data_format = channels_last : (tensor<1x6x5x24xf32>, tensor<16x24x1x1xf32>) -> tensor<1x6x5x16xf32>
  %1 = rlx.tanh %r : (tensor<1x6x5x16xf32>) -> tensor<1x6x5x16xf32>
  %2 = rlx.add %0, %1 : (tensor<1x6x5x16xf32>, tensor<1x6x5x16xf32>) -> tensor<1x6x5x16xf32>
  %3 = rlx.relu %2 : (tensor<1x6x5x16xf32>) -> tensor<1x6x5x16xf32>
  %4 = rlx.reduce_max %3 axes = [1, 2] {keep_dims = true} : (tensor<1x6x5x16xf32>) -> tensor<1x1x1x16xf32>
  %5 = rlx.mul %3, %4 : (tensor<1x6x5x16xf32>, tensor<1x1x1x16xf32>) -> tensor<1x6x5x16xf32>
  %6 = rlx.transpose %5 perm = [0, 3, 1, 2] : (tensor<1x6x5x16xf32>) -> tensor<1x16x6x5xf32>
  return %6 : tensor<1x16x6x5xf32>
}
