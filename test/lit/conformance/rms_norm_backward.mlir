// RUN: rlx-check %{sample} %s %{quick-lanes}

// Complex-step derivatives of the forward formula, in double.
func.func @literals() -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0, 6.0], [-1.0, 0.5, 0.25, -2.0]]> : tensor<2x4xf32>
  %dy = check.literal dense<[[1.0, -0.5, 0.25, 2.0], [-1.5, 0.75, 1.0, 0.5]]> : tensor<2x4xf32>
  %g = check.literal dense<[1.0, -2.0, 0.5, 3.0]> : tensor<4xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 0.5
      : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %dx = check.literal dense<[[0.06733740121126175, -0.14267529547214508, -0.5953693389892578, 0.4040244221687317], [-1.324326992034912, -1.0019371509552002, 0.42353177070617676, 0.6795472502708435]]> : tensor<2x4xf32>
  %dg = check.literal dense<[1.3867504596710205, -4.379057766908776e-17, 0.3929126262664795, 2.5886008739471436]> : tensor<4xf32>
  %db = check.literal dense<[-0.5, 0.25, 1.25, 2.5]> : tensor<4xf32>
  check.expect_close %0#0, %dx : tensor<2x4xf32>, tensor<2x4xf32>
  check.expect_close %0#1, %dg : tensor<4xf32>, tensor<4xf32>
  check.expect_close %0#2, %db : tensor<4xf32>, tensor<4xf32>
  %1:3 = rlx.rms_norm_backward %x, %dy axis = 1 eps = 0.5 : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %ex = check.literal dense<[[0.2093459814786911, -0.27468326687812805, -0.1346748024225235, 0.14667552709579468], [-0.9956157207489014, 0.4978078603744507, 0.7111541032791138, 0.5973694324493408]]> : tensor<2x4xf32>
  %eg = check.literal dense<[1.3867504596710205, -4.379057766908776e-17, 0.3929126262664795, 2.5886008739471436]> : tensor<4xf32>
  check.expect_close %1#0, %ex : tensor<2x4xf32>, tensor<2x4xf32>
  check.expect_close %1#1, %eg : tensor<4xf32>, tensor<4xf32>
  check.expect_close %1#2, %db : tensor<4xf32>, tensor<4xf32>
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @f32() -> (tensor<5x384xf32>, tensor<384xf32>, tensor<384xf32>) {
  %x = check.fill seed 1 : tensor<5x384xf32>
  %dy = check.fill seed 2 : tensor<5x384xf32>
  %g = check.fill seed 3 as param : tensor<384xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-5
      : (tensor<5x384xf32>, tensor<5x384xf32>, tensor<384xf32>) -> (tensor<5x384xf32>, tensor<384xf32>, tensor<384xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x384xf32>, tensor<384xf32>, tensor<384xf32>
}

func.func @two_axes_dynamic_batch() -> (tensor<?x3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) {
  %x = check.fill sizes [4, 3, 8] seed 4 : tensor<?x3x8xf32>
  %dy = check.fill sizes [4, 3, 8] seed 5 : tensor<?x3x8xf32>
  %g = check.fill seed 6 as param : tensor<3x8xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 1 eps = 1.0e-5
      : (tensor<?x3x8xf32>, tensor<?x3x8xf32>, tensor<3x8xf32>) -> (tensor<?x3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>
}

func.func @three_axes() -> (tensor<3x2x4x5xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>) {
  %x = check.fill seed 7 : tensor<3x2x4x5xf32>
  %dy = check.fill seed 8 : tensor<3x2x4x5xf32>
  %g = check.fill seed 9 as param : tensor<2x4x5xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 1 eps = 1.0e-5
      : (tensor<3x2x4x5xf32>, tensor<3x2x4x5xf32>, tensor<2x4x5xf32>) -> (tensor<3x2x4x5xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x2x4x5xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>
}

func.func @many_leading_axes() -> (tensor<3x2x4x5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %x = check.fill seed 10 : tensor<3x2x4x5xf32>
  %dy = check.fill seed 11 : tensor<3x2x4x5xf32>
  %g = check.fill seed 12 as param : tensor<5xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-5
      : (tensor<3x2x4x5xf32>, tensor<3x2x4x5xf32>, tensor<5xf32>) -> (tensor<3x2x4x5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x2x4x5xf32>, tensor<5xf32>, tensor<5xf32>
}

func.func @dynamic_everything() -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %x = check.fill sizes [2, 3, 7] seed 13 : tensor<?x?x?xf32>
  %dy = check.fill sizes [2, 3, 7] seed 14 : tensor<?x?x?xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy axis = -1 eps = 1.0e-5
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @dynamic_gamma() -> (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %x = check.fill sizes [2, 3, 7] seed 16 : tensor<?x?x?xf32>
  %dy = check.fill sizes [2, 3, 7] seed 17 : tensor<?x?x?xf32>
  %g = check.fill sizes [3, 7] seed 18 as param : tensor<?x?xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 1 eps = 1.0e-5
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @without_gamma() -> (tensor<2x5x6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %x = check.fill seed 19 : tensor<2x5x6xf32>
  %dy = check.fill seed 20 : tensor<2x5x6xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy axis = 2 eps = 1.0e-5
      : (tensor<2x5x6xf32>, tensor<2x5x6xf32>) -> (tensor<2x5x6xf32>, tensor<6xf32>, tensor<6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x6xf32>, tensor<6xf32>, tensor<6xf32>
}

func.func @whole_tensor() -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %x = check.fill seed 22 : tensor<3x5xf32>
  %dy = check.fill seed 23 : tensor<3x5xf32>
  %g = check.fill seed 24 as param : tensor<3x5xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 0 eps = 1.0e-5
      : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
}

func.func @vector() -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %x = check.fill seed 25 : tensor<7xf32>
  %dy = check.fill seed 26 : tensor<7xf32>
  %g = check.fill seed 27 as param : tensor<7xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 0 eps = 1.0e-5
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>)
  return %0#0, %0#1, %0#2 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

func.func @f16() -> (tensor<3x100xf16>, tensor<100xf16>, tensor<100xf16>) {
  %x = check.fill seed 28 : tensor<3x100xf16>
  %dy = check.fill seed 29 : tensor<3x100xf16>
  %g = check.fill seed 30 as param : tensor<100xf16>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-5
      : (tensor<3x100xf16>, tensor<3x100xf16>, tensor<100xf16>) -> (tensor<3x100xf16>, tensor<100xf16>, tensor<100xf16>)
  return %0#0, %0#1, %0#2 : tensor<3x100xf16>, tensor<100xf16>, tensor<100xf16>
}

func.func @bf16() -> (tensor<3x48xbf16>, tensor<48xbf16>, tensor<48xbf16>) {
  %x = check.fill seed 31 : tensor<3x48xbf16>
  %dy = check.fill seed 32 : tensor<3x48xbf16>
  %g = check.fill seed 33 as param : tensor<48xbf16>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-5
      : (tensor<3x48xbf16>, tensor<3x48xbf16>, tensor<48xbf16>) -> (tensor<3x48xbf16>, tensor<48xbf16>, tensor<48xbf16>)
  return %0#0, %0#1, %0#2 : tensor<3x48xbf16>, tensor<48xbf16>, tensor<48xbf16>
}

func.func @f64() -> (tensor<3x20xf64>, tensor<20xf64>, tensor<20xf64>) {
  %x = check.fill seed 34 : tensor<3x20xf64>
  %dy = check.fill seed 35 : tensor<3x20xf64>
  %g = check.fill seed 36 as param : tensor<20xf64>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-12
      : (tensor<3x20xf64>, tensor<3x20xf64>, tensor<20xf64>) -> (tensor<3x20xf64>, tensor<20xf64>, tensor<20xf64>)
  return %0#0, %0#1, %0#2 : tensor<3x20xf64>, tensor<20xf64>, tensor<20xf64>
}

func.func @no_rows() -> (tensor<0x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = check.fill seed 37 : tensor<0x4xf32>
  %dy = check.fill seed 38 : tensor<0x4xf32>
  %g = check.fill seed 39 as param : tensor<4xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 1 eps = 1.0e-5
      : (tensor<0x4xf32>, tensor<0x4xf32>, tensor<4xf32>) -> (tensor<0x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<0x4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @one_element_rows() -> (tensor<3x1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %x = check.fill seed 40 : tensor<3x1xf32>
  %dy = check.fill seed 41 : tensor<3x1xf32>
  %g = check.fill seed 42 as param : tensor<1xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 1 eps = 0.5
      : (tensor<3x1xf32>, tensor<3x1xf32>, tensor<1xf32>) -> (tensor<3x1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x1xf32>, tensor<1xf32>, tensor<1xf32>
}

func.func @nan_stays_in_its_row() -> tensor<2x3xf32> {
  %x = check.literal dense<[[0x7FC00000, 1.0, 2.0], [2.0, 3.0, 0.5]]> : tensor<2x3xf32>
  %dy = check.literal dense<[[1.0, 1.0, 1.0], [2.0, -1.0, 0.5]]> : tensor<2x3xf32>
  %0:3 = rlx.rms_norm_backward %x, %dy axis = 1 eps = 1.0e-5
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0 : tensor<2x3xf32>
}
