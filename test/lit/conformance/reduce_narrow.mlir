// RUN: rlx-check %s

// Rows of signed and unsigned elements of one and two bytes, which workgroups share as usual.
func.func @narrow_rows() -> (tensor<3xui8>, tensor<3xi8>, tensor<3xi16>, tensor<3xui16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xi8>, tensor<3xi16>, tensor<700xui8>) {
  %a = check.fill seed 1 edges all : tensor<3x1001xui8>
  %0 = rlx.reduce_max %a axes = [1] : (tensor<3x1001xui8>) -> tensor<3xui8>
  %b = check.fill seed 2 edges all : tensor<3x1001xi8>
  %1 = rlx.reduce_min %b axes = [1] : (tensor<3x1001xi8>) -> tensor<3xi8>
  %c = check.fill seed 3 edges all : tensor<3x1002xi16>
  %2 = rlx.reduce_sum %c axes = [1] : (tensor<3x1002xi16>) -> tensor<3xi16>
  %d = check.fill seed 4 edges all : tensor<3x1004xui16>
  %3 = rlx.reduce_min %d axes = [1] : (tensor<3x1004xui16>) -> tensor<3xui16>
  %e = check.fill seed 5 edges all : tensor<3x1001xbf16>
  %4 = rlx.reduce_max %e axes = [1] : (tensor<3x1001xbf16>) -> tensor<3xbf16>
  %f = check.fill seed 6 edges finite : tensor<3x1000xbf16>
  %5 = rlx.reduce_min %f axes = [1] : (tensor<3x1000xbf16>) -> tensor<3xbf16>
  %6 = rlx.reduce_prod %b axes = [1] : (tensor<3x1001xi8>) -> tensor<3xi8>
  %7 = rlx.reduce_max %c axes = [1] : (tensor<3x1002xi16>) -> tensor<3xi16>
  %g = check.fill seed 7 edges all : tensor<1000x700xui8>
  %8 = rlx.reduce_sum %g axes = [0] : (tensor<1000x700xui8>) -> tensor<700xui8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<3xui8>, tensor<3xi8>, tensor<3xi16>, tensor<3xui16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xi8>, tensor<3xi16>, tensor<700xui8>
}

// Contiguous rows, and many short ones.
func.func @narrow_columns() -> (tensor<704xui8>, tensor<704xi16>, tensor<704xbf16>, tensor<2000xi8>, tensor<4x5xi8>) {
  %g = check.fill seed 7 edges all : tensor<1000x704xui8>
  %0 = rlx.reduce_max %g axes = [0] : (tensor<1000x704xui8>) -> tensor<704xui8>
  %h = check.fill seed 8 edges all : tensor<1000x704xi16>
  %1 = rlx.reduce_sum %h axes = [0] : (tensor<1000x704xi16>) -> tensor<704xi16>
  %i = check.fill seed 9 edges all : tensor<1000x704xbf16>
  %2 = rlx.reduce_max %i axes = [0] : (tensor<1000x704xbf16>) -> tensor<704xbf16>
  %j = check.fill seed 10 edges all : tensor<2000x64xi8>
  %3 = rlx.reduce_max %j axes = [1] : (tensor<2000x64xi8>) -> tensor<2000xi8>
  %k = check.fill seed 11 edges all : tensor<4x5x6xi8>
  %4 = rlx.reduce_sum %k axes = [2] : (tensor<4x5x6xi8>) -> tensor<4x5xi8>
  return %0, %1, %2, %3, %4 : tensor<704xui8>, tensor<704xi16>, tensor<704xbf16>, tensor<2000xi8>, tensor<4x5xi8>
}
