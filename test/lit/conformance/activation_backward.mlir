// RUN: rlx-check %{sample} %s %{quick-lanes}

// Difference quotients of the forward functions, extrapolated, in double.
func.func @gelu() -> tensor<12xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0000000150474662e+30, -1.0000000150474662e+30]> : tensor<12xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<12xf32>
  %0 = rlx.activation_backward %x, %dy kind = gelu : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[-0.011945647187530994, 0.16663093864917755, 0.15231332182884216, 2.602485418319702, -1.1274691820144653, 0.250125914812088, 2.0, 0.0, 0x7FC00000, 1.0, 2.0, 0.0]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @gelu_tanh() -> tensor<12xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0000000150474662e+30, -1.0000000150474662e+30]> : tensor<12xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<12xf32>
  %0 = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[-0.011584166437387466, 0.1659281700849533, 0.1523229479789734, 2.602109670639038, -1.1277108192443848, 0.2500837743282318, 2.0, 0.0, 0x7FC00000, 1.0, 2.0, 0.0]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @silu() -> tensor<12xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0000000150474662e+30, -1.0000000150474662e+30]> : tensor<12xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<12xf32>
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[-0.08810410648584366, -0.14465898275375366, 0.1881449818611145, 2.219883680343628, -1.0412940979003906, 0.2631661593914032, 2.0, 0.0, 0x7FC00000, 1.0, 2.0, 0.0]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @relu() -> tensor<11xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 9.99994610111476e-41]> : tensor<11xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<11xf32>
  %0 = rlx.activation_backward %x, %dy kind = relu : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 0.0, 3.0, -1.0, 0.25, 2.0, 0.0, 0.0, 0.0, 2.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @sigmoid() -> tensor<10xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]> : tensor<10xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0]> : tensor<10xf32>
  %0 = rlx.activation_backward %x, %dy kind = sigmoid : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[0.045176658779382706, -0.3932238519191742, 0.12306704372167587, 0.7050111293792725, -0.1491464525461197, 0.004415676463395357, 0.0, 0.0, 0x7FC00000, 0.5]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @tanh() -> tensor<10xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]> : tensor<10xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0]> : tensor<10xf32>
  %0 = rlx.activation_backward %x, %dy kind = tanh : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[0.009866037406027317, -0.8399486541748047, 0.47000741958618164, 2.3593432903289795, -0.18070663511753082, 0.0003352376807015389, 0.0, 0.0, 0x7FC00000, 2.0]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @exp() -> tensor<10xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]> : tensor<10xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0]> : tensor<10xf32>
  %0 = rlx.activation_backward %x, %dy kind = exp : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[0.049787066876888275, -0.735758900642395, 0.3894003927707672, 4.946163654327393, -4.481688976287842, 13.649537086486816, 0x7F800000, 0.0, 0x7FC00000, 2.0]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @log() -> tensor<10xf32> {
  %x = check.literal dense<[0.25, 0.5, 1.0, 1.75, 3.0, 9.0, 0x7F800000, 0.0, 0x7FC00000, 1.0]> : tensor<10xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0]> : tensor<10xf32>
  %0 = rlx.activation_backward %x, %dy kind = log : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[4.0, -4.0, 0.5, 1.7142857313156128, -0.3333333432674408, 0.02777777798473835, 0.0, 0x7F800000, 0x7FC00000, 2.0]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @sqrt() -> tensor<12xf32> {
  %x = check.literal dense<[0.25, 0.5, 1.0, 1.75, 3.0, 9.0, 0.0, -0.0, -1.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<12xf32>
  %0 = rlx.activation_backward %x, %dy kind = sqrt : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[1.0, -1.4142135381698608, 0.25, 1.133893370628357, -0.28867512941360474, 0.0416666679084301, 0.0, 0.0, 0.0, 0.0, 0.0, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @rsqrt() -> tensor<12xf32> {
  %x = check.literal dense<[0.25, 0.5, 1.0, 1.75, 3.0, 9.0, 0.0, -0.0, -1.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<12xf32>
  %0 = rlx.activation_backward %x, %dy kind = rsqrt : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[-4.0, 2.8284270763397217, -0.25, -0.6479390859603882, 0.09622504562139511, -0.004629629664123058, 0.0, 0.0, 0.0, 0.0, 0.0, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @neg() -> tensor<8xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0]> : tensor<8xf32>
  %0 = rlx.activation_backward %x, %dy kind = neg : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[-1.0, 2.0, -0.5, -3.0, 1.0, -0.25, -2.0, -2.0]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @abs() -> tensor<11xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -9.99994610111476e-41]> : tensor<11xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<11xf32>
  %0 = rlx.activation_backward %x, %dy kind = abs : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[-1.0, 2.0, -0.5, 3.0, -1.0, 0.25, 2.0, -2.0, 0.0, 0.0, -2.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @sin() -> tensor<8xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0.0, 0x7FC00000]> : tensor<8xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0]> : tensor<8xf32>
  %0 = rlx.activation_backward %x, %dy kind = sin : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[-0.9899924993515015, -1.0806045532226562, 0.48445621132850647, 2.6327476501464844, -0.07073719799518585, -0.16341090202331543, 2.0, 0x7FC00000]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @cos() -> tensor<8xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0.0, 0x7FC00000]> : tensor<8xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0]> : tensor<8xf32>
  %0 = rlx.activation_backward %x, %dy kind = cos : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[0.14112000167369843, -1.6829419136047363, 0.12370198220014572, -1.4382766485214233, 0.9974949955940247, 0.18920062482357025, -0.0, 0x7FC00000]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @tan() -> tensor<8xf32> {
  %x = check.literal dense<[-1.25, -0.5, 0.10000000149011612, 0.75, 1.25, 2.5, 0.0, 0x7FC00000]> : tensor<8xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0]> : tensor<8xf32>
  %0 = rlx.activation_backward %x, %dy kind = tan : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[10.057509422302246, -2.596892833709717, 0.505033552646637, 5.603615760803223, -10.057509422302246, 0.3895105719566345, 2.0, 0x7FC00000]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @atan() -> tensor<11xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0000000150474662e+30]> : tensor<11xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<11xf32>
  %0 = rlx.activation_backward %x, %dy kind = atan : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.10000000149011612, -1.0, 0.47058823704719543, 2.4000000953674316, -0.3076923191547394, 0.014705882407724857, 0.0, 0.0, 0x7FC00000, 2.0, 0.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @round() -> tensor<5xf32> {
  %x = check.literal dense<[0.30000001192092896, -2.5, 0x7F800000, 0x7FC00000, 0.0]> : tensor<5xf32>
  %dy = check.literal dense<[2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<5xf32>
  %0 = rlx.activation_backward %x, %dy kind = round : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %w = check.literal dense<[2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<5xf32>
  check.expect_close %0, %w : tensor<5xf32>, tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @softplus() -> tensor<10xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0]> : tensor<10xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0]> : tensor<10xf32>
  %0 = rlx.activation_backward %x, %dy kind = softplus : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[0.04742587357759476, -0.5378828644752502, 0.21891175210475922, 1.8673779964447021, -0.8175745010375977, 0.24550344049930573, 2.0, 0.0, 0x7FC00000, 1.0]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @softsign() -> tensor<11xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0000000150474662e+30]> : tensor<11xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<11xf32>
  %0 = rlx.activation_backward %x, %dy kind = softsign : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0625, -0.5, 0.3199999928474426, 1.3333333730697632, -0.1599999964237213, 0.009999999776482582, 0.0, 0.0, 0x7FC00000, 2.0, 0.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @mish() -> tensor<12xf32> {
  %x = check.literal dense<[-3.0, -1.0, -0.25, 0.5, 1.5, 4.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0000000150474662e+30, -1.0000000150474662e+30]> : tensor<12xf32>
  %dy = check.literal dense<[1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<12xf32>
  %0 = rlx.activation_backward %x, %dy kind = mish : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[-0.09339311718940735, -0.11843351274728775, 0.21990780532360077, 2.659273147583008, -1.088487982749939, 0.25110822916030884, 2.0, 0.0, 0x7FC00000, 1.2000000476837158, 2.0, 0.0]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @all_kinds_f16() -> (tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>) {
  %x = check.fill seed 1 range [-6.0, 6.0] : tensor<5x33xf16>
  %p = check.fill seed 2 range [0.0625, 8.0] : tensor<5x33xf16>
  %c = check.fill seed 3 range [-1.5, 1.5] : tensor<5x33xf16>
  %dy = check.fill seed 4 : tensor<5x33xf16>
  %0 = rlx.activation_backward %x, %dy kind = gelu : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %1 = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %2 = rlx.activation_backward %x, %dy kind = silu : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %3 = rlx.activation_backward %x, %dy kind = relu : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %4 = rlx.activation_backward %x, %dy kind = sigmoid : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %5 = rlx.activation_backward %x, %dy kind = tanh : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %6 = rlx.activation_backward %x, %dy kind = exp : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %7 = rlx.activation_backward %p, %dy kind = log : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %8 = rlx.activation_backward %p, %dy kind = sqrt : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %9 = rlx.activation_backward %p, %dy kind = rsqrt : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %10 = rlx.activation_backward %x, %dy kind = neg : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %11 = rlx.activation_backward %x, %dy kind = abs : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %12 = rlx.activation_backward %x, %dy kind = sin : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %13 = rlx.activation_backward %x, %dy kind = cos : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %14 = rlx.activation_backward %c, %dy kind = tan : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %15 = rlx.activation_backward %x, %dy kind = atan : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %16 = rlx.activation_backward %x, %dy kind = round : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %17 = rlx.activation_backward %x, %dy kind = softplus : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %18 = rlx.activation_backward %x, %dy kind = softsign : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  %19 = rlx.activation_backward %x, %dy kind = mish : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>, tensor<5x33xf16>
}

func.func @all_kinds_bf16() -> (tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>) {
  %x = check.fill seed 5 range [-6.0, 6.0] : tensor<5x33xbf16>
  %p = check.fill seed 6 range [0.0625, 8.0] : tensor<5x33xbf16>
  %c = check.fill seed 7 range [-1.5, 1.5] : tensor<5x33xbf16>
  %dy = check.fill seed 8 : tensor<5x33xbf16>
  %0 = rlx.activation_backward %x, %dy kind = gelu : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %1 = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %2 = rlx.activation_backward %x, %dy kind = silu : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %3 = rlx.activation_backward %x, %dy kind = relu : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %4 = rlx.activation_backward %x, %dy kind = sigmoid : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %5 = rlx.activation_backward %x, %dy kind = tanh : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %6 = rlx.activation_backward %x, %dy kind = exp : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %7 = rlx.activation_backward %p, %dy kind = log : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %8 = rlx.activation_backward %p, %dy kind = sqrt : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %9 = rlx.activation_backward %p, %dy kind = rsqrt : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %10 = rlx.activation_backward %x, %dy kind = neg : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %11 = rlx.activation_backward %x, %dy kind = abs : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %12 = rlx.activation_backward %x, %dy kind = sin : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %13 = rlx.activation_backward %x, %dy kind = cos : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %14 = rlx.activation_backward %c, %dy kind = tan : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %15 = rlx.activation_backward %x, %dy kind = atan : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %16 = rlx.activation_backward %x, %dy kind = round : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %17 = rlx.activation_backward %x, %dy kind = softplus : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %18 = rlx.activation_backward %x, %dy kind = softsign : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %19 = rlx.activation_backward %x, %dy kind = mish : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>, tensor<5x33xbf16>
}

func.func @all_kinds_f32() -> (tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>) {
  %x = check.fill seed 9 range [-6.0, 6.0] : tensor<5x33xf32>
  %p = check.fill seed 10 range [0.0625, 8.0] : tensor<5x33xf32>
  %c = check.fill seed 11 range [-1.5, 1.5] : tensor<5x33xf32>
  %dy = check.fill seed 12 : tensor<5x33xf32>
  %0 = rlx.activation_backward %x, %dy kind = gelu : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %1 = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %2 = rlx.activation_backward %x, %dy kind = silu : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %3 = rlx.activation_backward %x, %dy kind = relu : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %4 = rlx.activation_backward %x, %dy kind = sigmoid : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %5 = rlx.activation_backward %x, %dy kind = tanh : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %6 = rlx.activation_backward %x, %dy kind = exp : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %7 = rlx.activation_backward %p, %dy kind = log : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %8 = rlx.activation_backward %p, %dy kind = sqrt : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %9 = rlx.activation_backward %p, %dy kind = rsqrt : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %10 = rlx.activation_backward %x, %dy kind = neg : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %11 = rlx.activation_backward %x, %dy kind = abs : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %12 = rlx.activation_backward %x, %dy kind = sin : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %13 = rlx.activation_backward %x, %dy kind = cos : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %14 = rlx.activation_backward %c, %dy kind = tan : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %15 = rlx.activation_backward %x, %dy kind = atan : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %16 = rlx.activation_backward %x, %dy kind = round : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %17 = rlx.activation_backward %x, %dy kind = softplus : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %18 = rlx.activation_backward %x, %dy kind = softsign : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  %19 = rlx.activation_backward %x, %dy kind = mish : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>, tensor<5x33xf32>
}

func.func @all_kinds_f64() -> (tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>) {
  %x = check.fill seed 13 range [-6.0, 6.0] : tensor<5x33xf64>
  %p = check.fill seed 14 range [0.0625, 8.0] : tensor<5x33xf64>
  %c = check.fill seed 15 range [-1.5, 1.5] : tensor<5x33xf64>
  %dy = check.fill seed 16 : tensor<5x33xf64>
  %0 = rlx.activation_backward %x, %dy kind = gelu : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %1 = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %2 = rlx.activation_backward %x, %dy kind = silu : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %3 = rlx.activation_backward %x, %dy kind = relu : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %4 = rlx.activation_backward %x, %dy kind = sigmoid : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %5 = rlx.activation_backward %x, %dy kind = tanh : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %6 = rlx.activation_backward %x, %dy kind = exp : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %7 = rlx.activation_backward %p, %dy kind = log : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %8 = rlx.activation_backward %p, %dy kind = sqrt : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %9 = rlx.activation_backward %p, %dy kind = rsqrt : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %10 = rlx.activation_backward %x, %dy kind = neg : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %11 = rlx.activation_backward %x, %dy kind = abs : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %12 = rlx.activation_backward %x, %dy kind = sin : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %13 = rlx.activation_backward %x, %dy kind = cos : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %14 = rlx.activation_backward %c, %dy kind = tan : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %15 = rlx.activation_backward %x, %dy kind = atan : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %16 = rlx.activation_backward %x, %dy kind = round : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %17 = rlx.activation_backward %x, %dy kind = softplus : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %18 = rlx.activation_backward %x, %dy kind = softsign : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  %19 = rlx.activation_backward %x, %dy kind = mish : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>, tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %x = check.fill sizes [2, 3, 7] seed 17 : tensor<?x3x?xf32>
  %dy = check.fill sizes [2, 3, 7] seed 18 : tensor<?x3x?xf32>
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<?x3x?xf32>, tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %x = check.fill seed 19 : tensor<f32>
  %dy = check.fill seed 20 : tensor<f32>
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %x = check.fill seed 21 : tensor<0x4xf32>
  %dy = check.fill seed 22 : tensor<0x4xf32>
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<0x4xf32>, tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// f' alone would be infinite in f32.
func.func @large_times_small() -> tensor<2xf32> {
  %x = check.literal dense<[1.0e-30, 4.0e-30]> : tensor<2xf32>
  %dy = check.literal dense<[1.0e-10, -1.0e-9]> : tensor<2xf32>
  %0 = rlx.activation_backward %x, %dy kind = rsqrt : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %w = check.literal dense<[-5.0e+34, 6.25e+34]> : tensor<2xf32>
  check.expect_close %0, %w : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The incoming gradient is computed in the same kernel.
func.func @between_elementwise_ops() -> tensor<4x17xf32> {
  %x = check.fill seed 90 : tensor<4x17xf32>
  %g = check.fill seed 91 : tensor<17xf32>
  %dy = rlx.mul %x, %g : (tensor<4x17xf32>, tensor<17xf32>) -> tensor<4x17xf32>
  %dx = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<4x17xf32>, tensor<4x17xf32>) -> tensor<4x17xf32>
  %0 = rlx.neg %dx : (tensor<4x17xf32>) -> tensor<4x17xf32>
  return %0 : tensor<4x17xf32>
}
