// Products that devices with cooperative matrices compute with these, for a device that emulates
// them (matrices.json): how tiles lie in memory, at edges too. Run by run.py.

func.func @rows_by_rows() -> tensor<256x136xf16> {
  %a = check.fill seed 1 : tensor<256x64xf16>
  %b = check.fill seed 2 : tensor<64x136xf16>
  %0 = rlx.matmul %a, %b : (tensor<256x64xf16>, tensor<64x136xf16>) -> tensor<256x136xf16>
  return %0 : tensor<256x136xf16>
}

func.func @transposed_columns() -> tensor<128x256xf16> {
  %a = check.fill seed 3 : tensor<128x96xf16>
  %b = check.fill seed 4 : tensor<256x96xf16>
  %t = rlx.transpose %b perm = [1, 0] : (tensor<256x96xf16>) -> tensor<96x256xf16>
  %0 = rlx.matmul %a, %t : (tensor<128x96xf16>, tensor<96x256xf16>) -> tensor<128x256xf16>
  return %0 : tensor<128x256xf16>
}

func.func @transposed_rows() -> tensor<128x128xf16> {
  %a = check.fill seed 5 : tensor<64x128xf16>
  %b = check.fill seed 6 : tensor<64x128xf16>
  %t = rlx.transpose %a perm = [1, 0] : (tensor<64x128xf16>) -> tensor<128x64xf16>
  %0 = rlx.matmul %t, %b : (tensor<128x64xf16>, tensor<64x128xf16>) -> tensor<128x128xf16>
  return %0 : tensor<128x128xf16>
}

func.func @bf16() -> (tensor<130x200xbf16>, tensor<130x200xbf16>) {
  %a = check.fill seed 7 : tensor<130x72xbf16>
  %b = check.fill seed 8 : tensor<72x200xbf16>
  %c = check.fill seed 9 : tensor<200x72xbf16>
  %0 = rlx.matmul %a, %b : (tensor<130x72xbf16>, tensor<72x200xbf16>) -> tensor<130x200xbf16>
  %t = rlx.transpose %c perm = [1, 0] : (tensor<200x72xbf16>) -> tensor<72x200xbf16>
  %1 = rlx.matmul %a, %t : (tensor<130x72xbf16>, tensor<72x200xbf16>) -> tensor<130x200xbf16>
  return %0, %1 : tensor<130x200xbf16>, tensor<130x200xbf16>
}

func.func @odd_sizes() -> tensor<131x203xf16> {
  %a = check.fill seed 10 : tensor<131x65xf16>
  %b = check.fill seed 11 : tensor<65x203xf16>
  %0 = rlx.matmul %a, %b : (tensor<131x65xf16>, tensor<65x203xf16>) -> tensor<131x203xf16>
  return %0 : tensor<131x203xf16>
}

func.func @dynamic_rows() -> tensor<?x128xf16> {
  %a = check.fill sizes [150, 64] seed 12 : tensor<?x64xf16>
  %b = check.fill seed 13 as param : tensor<64x128xf16>
  %0 = rlx.matmul %a, %b : (tensor<?x64xf16>, tensor<64x128xf16>) -> tensor<?x128xf16>
  return %0 : tensor<?x128xf16>
}

func.func @batches_and_epilogue() -> tensor<3x128x128xf16> {
  %a = check.fill seed 14 : tensor<3x128x64xf16>
  %b = check.fill seed 15 : tensor<3x64x128xf16>
  %c = check.fill seed 16 : tensor<128xf16>
  %0 = rlx.matmul %a, %b : (tensor<3x128x64xf16>, tensor<3x64x128xf16>) -> tensor<3x128x128xf16>
  %1 = rlx.add %0, %c : (tensor<3x128x128xf16>, tensor<128xf16>) -> tensor<3x128x128xf16>
  %2 = rlx.relu %1 : (tensor<3x128x128xf16>) -> tensor<3x128x128xf16>
  return %2 : tensor<3x128x128xf16>
}
