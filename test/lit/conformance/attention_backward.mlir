// RUN: rlx-check %{sample} %s %{quick-lanes}

// Complex-step derivatives of the forward formula, in double.
func.func @literals_none() -> (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>) {
  %q = check.literal dense<[[[[1.5, 1.625], [1.5, 2.0]], [[-0.5, -0.625], [2.0, 1.75]]]]> : tensor<1x2x2x2xf32>
  %k = check.literal dense<[[[[-0.625, -1.25], [1.5, 0.375], [-0.875, -1.375]]]]> : tensor<1x1x3x2xf32>
  %v = check.literal dense<[[[[-1.75], [1.125], [1.5]]]]> : tensor<1x1x3x1xf32>
  %dy = check.literal dense<[[[[-0.75], [-2.0]], [[-1.5], [-1.625]]]]> : tensor<1x2x2x1xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none
      : (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>, tensor<1x2x2x1xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>)
  %eq = check.literal dense<[[[[-0.044945333153009415, -0.034523408859968185], [-0.07971150428056717, -0.061206743121147156]], [[-0.04307875037193298, -0.0804893746972084], [-0.04155365750193596, -0.03189408779144287]]]]> : tensor<1x2x2x2xf32>
  %ek = check.literal dense<[[[[-0.27031925320625305, -0.35477373003959656], [-0.07619932293891907, -0.07981491833925247], [0.3465185761451721, 0.43458864092826843]]]]> : tensor<1x1x3x2xf32>
  %ev = check.literal dense<[[[[-0.6723049879074097], [-4.448856830596924], [-0.753838062286377]]]]> : tensor<1x1x3x1xf32>
  check.expect_close %0#0, %eq : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
  check.expect_close %0#1, %ek : tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>
  check.expect_close %0#2, %ev : tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>
  return %0#0, %0#1, %0#2 : tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>
}

func.func @literals_causal() -> (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>) {
  %q = check.literal dense<[[[[1.5, 1.625], [1.5, 2.0]], [[-0.5, -0.625], [2.0, 1.75]]]]> : tensor<1x2x2x2xf32>
  %k = check.literal dense<[[[[-0.625, -1.25], [1.5, 0.375], [-0.875, -1.375]]]]> : tensor<1x1x3x2xf32>
  %v = check.literal dense<[[[[-1.75], [1.125], [1.5]]]]> : tensor<1x1x3x1xf32>
  %dy = check.literal dense<[[[[-0.75], [-2.0]], [[-1.5], [-1.625]]]]> : tensor<1x2x2x1xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>, tensor<1x2x2x1xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>)
  %eq = check.literal dense<[[[[-0.05090823769569397, -0.038929831236600876], [-0.07971150428056717, -0.061206743121147156]], [[-0.985258936882019, -0.7534332871437073], [-0.04155365750193596, -0.03189408779144287]]]]> : tensor<1x2x2x2xf32>
  %ek = check.literal dense<[[[[-0.09018068015575409, -0.1296541392803192], [0.09942640364170074, 0.1403505504131317], [-0.009245720691978931, -0.0106964111328125]]]]> : tensor<1x1x3x2xf32>
  %ev = check.literal dense<[[[[-1.2628324031829834], [-4.5924272537231445], [-0.01974054053425789]]]]> : tensor<1x1x3x1xf32>
  check.expect_close %0#0, %eq : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
  check.expect_close %0#1, %ek : tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>
  check.expect_close %0#2, %ev : tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>
  return %0#0, %0#1, %0#2 : tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>
}

func.func @literals_window_softcap() -> (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>) {
  %q = check.literal dense<[[[[1.5, 1.625], [1.5, 2.0]], [[-0.5, -0.625], [2.0, 1.75]]]]> : tensor<1x2x2x2xf32>
  %k = check.literal dense<[[[[-0.625, -1.25], [1.5, 0.375], [-0.875, -1.375]]]]> : tensor<1x1x3x2xf32>
  %v = check.literal dense<[[[[-1.75], [1.125], [1.5]]]]> : tensor<1x1x3x1xf32>
  %dy = check.literal dense<[[[[-0.75], [-2.0]], [[-1.5], [-1.625]]]]> : tensor<1x2x2x1xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = sliding_window window = 1 scale = 0.5 softcap = 1.5
      : (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>, tensor<1x2x2x1xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>)
  %eq = check.literal dense<[[[[-0.08783289045095444, -0.06544269621372223], [0.022802913561463356, 0.013099593110382557]], [[-0.8050549030303955, -0.6085615754127502], [0.012693648226559162, 0.008280005306005478]]]]> : tensor<1x2x2x2xf32>
  %ek = check.literal dense<[[[[-0.12655743956565857, -0.1681361049413681], [0.1567625105381012, 0.20346961915493011], [-0.01843155361711979, -0.020526934415102005]]]]> : tensor<1x1x3x2xf32>
  %ev = check.literal dense<[[[[-1.1679977178573608], [-4.434617042541504], [-0.27238547801971436]]]]> : tensor<1x1x3x1xf32>
  check.expect_close %0#0, %eq : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
  check.expect_close %0#1, %ek : tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>
  check.expect_close %0#2, %ev : tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>
  return %0#0, %0#1, %0#2 : tensor<1x2x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x1xf32>
}

func.func @none() -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 1 : tensor<2x4x5x8xf32>
  %k = check.fill seed 2 : tensor<2x2x7x8xf32>
  %v = check.fill seed 3 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 4 : tensor<2x4x5x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none
      : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

func.func @none_bshd() -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>) {
  %q = check.fill seed 6 : tensor<2x5x4x8xf32>
  %k = check.fill seed 7 : tensor<2x7x2x8xf32>
  %v = check.fill seed 8 : tensor<2x7x2x6xf32>
  %dy = check.fill seed 9 : tensor<2x5x4x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bshd mask = none
      : (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>, tensor<2x5x4x6xf32>) -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>
}

func.func @same_heads() -> (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>) {
  %q = check.fill seed 11 : tensor<2x3x5x8xf32>
  %k = check.fill seed 12 : tensor<2x3x7x8xf32>
  %v = check.fill seed 13 : tensor<2x3x7x6xf32>
  %dy = check.fill seed 14 : tensor<2x3x5x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none softcap = 2.0
      : (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>, tensor<2x3x5x6xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>
}

func.func @causal() -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 16 : tensor<2x4x5x8xf32>
  %k = check.fill seed 17 : tensor<2x2x7x8xf32>
  %v = check.fill seed 18 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 19 : tensor<2x4x5x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

func.func @causal_bshd_one_key_head() -> (tensor<2x5x4x8xf32>, tensor<2x7x1x8xf32>, tensor<2x7x1x6xf32>) {
  %q = check.fill seed 21 : tensor<2x5x4x8xf32>
  %k = check.fill seed 22 : tensor<2x7x1x8xf32>
  %v = check.fill seed 23 : tensor<2x7x1x6xf32>
  %dy = check.fill seed 24 : tensor<2x5x4x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bshd mask = causal scale = 0.25
      : (tensor<2x5x4x8xf32>, tensor<2x7x1x8xf32>, tensor<2x7x1x6xf32>, tensor<2x5x4x6xf32>) -> (tensor<2x5x4x8xf32>, tensor<2x7x1x8xf32>, tensor<2x7x1x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf32>, tensor<2x7x1x8xf32>, tensor<2x7x1x6xf32>
}

// The first queries see no key.
func.func @causal_more_queries() -> (tensor<2x4x7x8xf32>, tensor<2x2x3x8xf32>, tensor<2x2x3x6xf32>) {
  %q = check.fill seed 26 : tensor<2x4x7x8xf32>
  %k = check.fill seed 27 : tensor<2x2x3x8xf32>
  %v = check.fill seed 28 : tensor<2x2x3x6xf32>
  %dy = check.fill seed 29 : tensor<2x4x7x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<2x4x7x8xf32>, tensor<2x2x3x8xf32>, tensor<2x2x3x6xf32>, tensor<2x4x7x6xf32>) -> (tensor<2x4x7x8xf32>, tensor<2x2x3x8xf32>, tensor<2x2x3x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x7x8xf32>, tensor<2x2x3x8xf32>, tensor<2x2x3x6xf32>
}

func.func @window() -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 31 : tensor<2x4x5x8xf32>
  %k = check.fill seed 32 : tensor<2x2x7x8xf32>
  %v = check.fill seed 33 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 34 : tensor<2x4x5x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = sliding_window window = 2 softcap = 1.0
      : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

func.func @window_bshd() -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>) {
  %q = check.fill seed 36 : tensor<2x5x4x8xf32>
  %k = check.fill seed 37 : tensor<2x7x2x8xf32>
  %v = check.fill seed 38 : tensor<2x7x2x6xf32>
  %dy = check.fill seed 39 : tensor<2x5x4x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bshd mask = sliding_window window = 0
      : (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>, tensor<2x5x4x6xf32>) -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>
}

func.func @custom_keys() -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 41 : tensor<2x4x5x8xf32>
  %k = check.fill seed 42 : tensor<2x2x7x8xf32>
  %v = check.fill seed 43 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 44 : tensor<2x4x5x6xf32>
  %m = check.fill seed 45 : tensor<2x7xi1>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = custom
      : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>, tensor<2x7xi1>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

func.func @custom_scores() -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>) {
  %q = check.fill seed 46 : tensor<2x5x4x8xf32>
  %k = check.fill seed 47 : tensor<2x7x2x8xf32>
  %v = check.fill seed 48 : tensor<2x7x2x6xf32>
  %dy = check.fill seed 49 : tensor<2x5x4x6xf32>
  %m = check.fill seed 50 : tensor<2x1x5x7xi1>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bshd mask = custom
      : (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>, tensor<2x5x4x6xf32>, tensor<2x1x5x7xi1>) -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>
}

func.func @custom_heads() -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 51 : tensor<2x4x5x8xf32>
  %k = check.fill seed 52 : tensor<2x2x7x8xf32>
  %v = check.fill seed 53 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 54 : tensor<2x4x5x6xf32>
  %m = check.fill seed 55 : tensor<1x4x5x1xi1>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = custom scale = 0.5
      : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>, tensor<1x4x5x1xi1>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

func.func @bias() -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 56 : tensor<2x4x5x8xf32>
  %k = check.fill seed 57 : tensor<2x2x7x8xf32>
  %v = check.fill seed 58 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 59 : tensor<2x4x5x6xf32>
  %m = check.fill seed 60 : tensor<4x5x7xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = bias
      : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>, tensor<4x5x7xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

func.func @bias_softcap() -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>) {
  %q = check.fill seed 61 : tensor<2x5x4x8xf32>
  %k = check.fill seed 62 : tensor<2x7x2x8xf32>
  %v = check.fill seed 63 : tensor<2x7x2x6xf32>
  %dy = check.fill seed 64 : tensor<2x5x4x6xf32>
  %m = check.fill seed 65 : tensor<2x4x5x7xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bshd mask = bias softcap = 3.0
      : (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>, tensor<2x5x4x6xf32>, tensor<2x4x5x7xf32>) -> (tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x6xf32>
}

func.func @dynamic() -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>) {
  %q = check.fill sizes [2, 4, 5, 8] seed 66 : tensor<?x4x?x8xf32>
  %k = check.fill sizes [2, 2, 7, 8] seed 67 : tensor<?x2x?x8xf32>
  %v = check.fill sizes [2, 2, 7, 6] seed 68 : tensor<?x2x?x6xf32>
  %dy = check.fill sizes [2, 4, 5, 6] seed 69 : tensor<?x4x?x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none
      : (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>, tensor<?x4x?x6xf32>) -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>
}

func.func @dynamic_causal() -> (tensor<?x?x4x8xf32>, tensor<?x?x2x8xf32>, tensor<?x?x2x6xf32>) {
  %q = check.fill sizes [2, 5, 4, 8] seed 71 : tensor<?x?x4x8xf32>
  %k = check.fill sizes [2, 7, 2, 8] seed 72 : tensor<?x?x2x8xf32>
  %v = check.fill sizes [2, 7, 2, 6] seed 73 : tensor<?x?x2x6xf32>
  %dy = check.fill sizes [2, 5, 4, 6] seed 74 : tensor<?x?x4x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bshd mask = causal
      : (tensor<?x?x4x8xf32>, tensor<?x?x2x8xf32>, tensor<?x?x2x6xf32>, tensor<?x?x4x6xf32>) -> (tensor<?x?x4x8xf32>, tensor<?x?x2x8xf32>, tensor<?x?x2x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x4x8xf32>, tensor<?x?x2x8xf32>, tensor<?x?x2x6xf32>
}

func.func @dynamic_window() -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>) {
  %q = check.fill sizes [2, 4, 5, 8] seed 76 : tensor<?x4x?x8xf32>
  %k = check.fill sizes [2, 2, 7, 8] seed 77 : tensor<?x2x?x8xf32>
  %v = check.fill sizes [2, 2, 7, 6] seed 78 : tensor<?x2x?x6xf32>
  %dy = check.fill sizes [2, 4, 5, 6] seed 79 : tensor<?x4x?x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = sliding_window window = 3
      : (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>, tensor<?x4x?x6xf32>) -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>
}

func.func @dynamic_custom() -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>) {
  %q = check.fill sizes [2, 4, 5, 8] seed 81 : tensor<?x4x?x8xf32>
  %k = check.fill sizes [2, 2, 7, 8] seed 82 : tensor<?x2x?x8xf32>
  %v = check.fill sizes [2, 2, 7, 6] seed 83 : tensor<?x2x?x6xf32>
  %dy = check.fill sizes [2, 4, 5, 6] seed 84 : tensor<?x4x?x6xf32>
  %m = check.fill sizes [2, 7] seed 85 : tensor<?x?xi1>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = custom
      : (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>, tensor<?x4x?x6xf32>, tensor<?x?xi1>) -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>
}

func.func @dynamic_bias() -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>) {
  %q = check.fill sizes [2, 4, 5, 8] seed 86 : tensor<?x4x?x8xf32>
  %k = check.fill sizes [2, 2, 7, 8] seed 87 : tensor<?x2x?x8xf32>
  %v = check.fill sizes [2, 2, 7, 6] seed 88 : tensor<?x2x?x6xf32>
  %dy = check.fill sizes [2, 4, 5, 6] seed 89 : tensor<?x4x?x6xf32>
  %m = check.fill sizes [5, 7] seed 90 : tensor<?x?xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = bias
      : (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>, tensor<?x4x?x6xf32>, tensor<?x?xf32>) -> (tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x4x?x8xf32>, tensor<?x2x?x8xf32>, tensor<?x2x?x6xf32>
}

func.func @f16() -> (tensor<2x4x5x8xf16>, tensor<2x2x7x8xf16>, tensor<2x2x7x6xf16>) {
  %q = check.fill seed 91 : tensor<2x4x5x8xf16>
  %k = check.fill seed 92 : tensor<2x2x7x8xf16>
  %v = check.fill seed 93 : tensor<2x2x7x6xf16>
  %dy = check.fill seed 94 : tensor<2x4x5x6xf16>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<2x4x5x8xf16>, tensor<2x2x7x8xf16>, tensor<2x2x7x6xf16>, tensor<2x4x5x6xf16>) -> (tensor<2x4x5x8xf16>, tensor<2x2x7x8xf16>, tensor<2x2x7x6xf16>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf16>, tensor<2x2x7x8xf16>, tensor<2x2x7x6xf16>
}

func.func @f16_bias() -> (tensor<2x5x4x8xf16>, tensor<2x7x2x8xf16>, tensor<2x7x2x6xf16>) {
  %q = check.fill seed 96 : tensor<2x5x4x8xf16>
  %k = check.fill seed 97 : tensor<2x7x2x8xf16>
  %v = check.fill seed 98 : tensor<2x7x2x6xf16>
  %dy = check.fill seed 99 : tensor<2x5x4x6xf16>
  %m = check.fill seed 100 : tensor<1x7xf16>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bshd mask = bias softcap = 2.0
      : (tensor<2x5x4x8xf16>, tensor<2x7x2x8xf16>, tensor<2x7x2x6xf16>, tensor<2x5x4x6xf16>, tensor<1x7xf16>) -> (tensor<2x5x4x8xf16>, tensor<2x7x2x8xf16>, tensor<2x7x2x6xf16>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf16>, tensor<2x7x2x8xf16>, tensor<2x7x2x6xf16>
}

func.func @bf16() -> (tensor<2x4x5x8xbf16>, tensor<2x2x7x8xbf16>, tensor<2x2x7x6xbf16>) {
  %q = check.fill seed 101 : tensor<2x4x5x8xbf16>
  %k = check.fill seed 102 : tensor<2x2x7x8xbf16>
  %v = check.fill seed 103 : tensor<2x2x7x6xbf16>
  %dy = check.fill seed 104 : tensor<2x4x5x6xbf16>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<2x4x5x8xbf16>, tensor<2x2x7x8xbf16>, tensor<2x2x7x6xbf16>, tensor<2x4x5x6xbf16>) -> (tensor<2x4x5x8xbf16>, tensor<2x2x7x8xbf16>, tensor<2x2x7x6xbf16>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xbf16>, tensor<2x2x7x8xbf16>, tensor<2x2x7x6xbf16>
}

func.func @bf16_bias() -> (tensor<2x5x4x8xbf16>, tensor<2x7x2x8xbf16>, tensor<2x7x2x6xbf16>) {
  %q = check.fill seed 106 : tensor<2x5x4x8xbf16>
  %k = check.fill seed 107 : tensor<2x7x2x8xbf16>
  %v = check.fill seed 108 : tensor<2x7x2x6xbf16>
  %dy = check.fill seed 109 : tensor<2x5x4x6xbf16>
  %m = check.fill seed 110 : tensor<1x7xbf16>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bshd mask = bias softcap = 2.0
      : (tensor<2x5x4x8xbf16>, tensor<2x7x2x8xbf16>, tensor<2x7x2x6xbf16>, tensor<2x5x4x6xbf16>, tensor<1x7xbf16>) -> (tensor<2x5x4x8xbf16>, tensor<2x7x2x8xbf16>, tensor<2x7x2x6xbf16>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xbf16>, tensor<2x7x2x8xbf16>, tensor<2x7x2x6xbf16>
}

func.func @f64() -> (tensor<2x4x5x8xf64>, tensor<2x2x7x8xf64>, tensor<2x2x7x6xf64>) {
  %q = check.fill seed 111 : tensor<2x4x5x8xf64>
  %k = check.fill seed 112 : tensor<2x2x7x8xf64>
  %v = check.fill seed 113 : tensor<2x2x7x6xf64>
  %dy = check.fill seed 114 : tensor<2x4x5x6xf64>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<2x4x5x8xf64>, tensor<2x2x7x8xf64>, tensor<2x2x7x6xf64>, tensor<2x4x5x6xf64>) -> (tensor<2x4x5x8xf64>, tensor<2x2x7x8xf64>, tensor<2x2x7x6xf64>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x8xf64>, tensor<2x2x7x8xf64>, tensor<2x2x7x6xf64>
}

func.func @f64_bias() -> (tensor<2x5x4x8xf64>, tensor<2x7x2x8xf64>, tensor<2x7x2x6xf64>) {
  %q = check.fill seed 116 : tensor<2x5x4x8xf64>
  %k = check.fill seed 117 : tensor<2x7x2x8xf64>
  %v = check.fill seed 118 : tensor<2x7x2x6xf64>
  %dy = check.fill seed 119 : tensor<2x5x4x6xf64>
  %m = check.fill seed 120 : tensor<1x7xf64>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bshd mask = bias softcap = 2.0
      : (tensor<2x5x4x8xf64>, tensor<2x7x2x8xf64>, tensor<2x7x2x6xf64>, tensor<2x5x4x6xf64>, tensor<1x7xf64>) -> (tensor<2x5x4x8xf64>, tensor<2x7x2x8xf64>, tensor<2x7x2x6xf64>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x8xf64>, tensor<2x7x2x8xf64>, tensor<2x7x2x6xf64>
}

func.func @long() -> (tensor<1x2x67x64xf32>, tensor<1x1x67x64xf32>, tensor<1x1x67x64xf32>) {
  %q = check.fill seed 121 : tensor<1x2x67x64xf32>
  %k = check.fill seed 122 : tensor<1x1x67x64xf32>
  %v = check.fill seed 123 : tensor<1x1x67x64xf32>
  %dy = check.fill seed 124 : tensor<1x2x67x64xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal
      : (tensor<1x2x67x64xf32>, tensor<1x1x67x64xf32>, tensor<1x1x67x64xf32>, tensor<1x2x67x64xf32>) -> (tensor<1x2x67x64xf32>, tensor<1x1x67x64xf32>, tensor<1x1x67x64xf32>)
  return %0#0, %0#1, %0#2 : tensor<1x2x67x64xf32>, tensor<1x1x67x64xf32>, tensor<1x1x67x64xf32>
}

func.func @no_batch() -> (tensor<0x4x5x8xf32>, tensor<0x2x7x8xf32>, tensor<0x2x7x6xf32>) {
  %q = check.fill seed 126 : tensor<0x4x5x8xf32>
  %k = check.fill seed 127 : tensor<0x2x7x8xf32>
  %v = check.fill seed 128 : tensor<0x2x7x6xf32>
  %dy = check.fill seed 129 : tensor<0x4x5x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none
      : (tensor<0x4x5x8xf32>, tensor<0x2x7x8xf32>, tensor<0x2x7x6xf32>, tensor<0x4x5x6xf32>) -> (tensor<0x4x5x8xf32>, tensor<0x2x7x8xf32>, tensor<0x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<0x4x5x8xf32>, tensor<0x2x7x8xf32>, tensor<0x2x7x6xf32>
}

func.func @no_queries() -> (tensor<2x4x0x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) {
  %q = check.fill seed 131 : tensor<2x4x0x8xf32>
  %k = check.fill seed 132 : tensor<2x2x7x8xf32>
  %v = check.fill seed 133 : tensor<2x2x7x6xf32>
  %dy = check.fill seed 134 : tensor<2x4x0x6xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none
      : (tensor<2x4x0x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x0x6xf32>) -> (tensor<2x4x0x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x0x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>
}

// A bias of -inf masks keys. The second query sees no key.
func.func @infinite_bias() -> (tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>) {
  %q = check.literal dense<[[[[1.0], [2.0]]]]> : tensor<1x1x2x1xf32>
  %k = check.literal dense<[[[[0.5], [-1.0]]]]> : tensor<1x1x2x1xf32>
  %v = check.literal dense<[[[[3.0], [4.0]]]]> : tensor<1x1x2x1xf32>
  %dy = check.literal dense<[[[[5.0], [7.0]]]]> : tensor<1x1x2x1xf32>
  %m = check.literal dense<[[0.0, 0xFF800000], [0xFF800000, 0xFF800000]]> : tensor<2x2xf32>
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = bias
      : (tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<2x2xf32>)
      -> (tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>)
  %zero = check.literal dense<0.0> : tensor<1x1x2x1xf32>
  %ev = check.literal dense<[[[[5.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_eq %0#0, %zero : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  check.expect_eq %0#1, %zero : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  check.expect_eq %0#2, %ev : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0#0, %0#1, %0#2 : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
}
