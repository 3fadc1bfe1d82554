// RUN: rlx-run %s --cpu=x86-64-v3 --emit=obj -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --implicit-check-not=" U "
// RUN: rlx-run %s --input=x=5xbf16=random --compare=reference | FileCheck %s --check-prefix=AGREES

// On a processor without bf16 instructions, code that only passed bf16 elements from one loop to
// the next called a function that rounds to bf16.

// An object without undefined symbols calls nothing, `__truncsfbf2` included.
// CHECK: T top_k_0
// AGREES: all 3 elements agree
func.func @largest(%x: tensor<?xbf16> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<3xbf16> {rlx.name = "y"}) {
  %0:2 = rlx.top_k %x k = 3 axis = 0 : (tensor<?xbf16>) -> (tensor<3xbf16>, tensor<3xi64>)
  return %0#0 : tensor<3xbf16>
}
