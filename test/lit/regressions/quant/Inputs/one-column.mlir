func.func @main(%a: tensor<7x33x16x1xui8> {rlx.kind="input", rlx.name="a"}, %z: tensor<ui8> {rlx.kind="input", rlx.name="z"}) -> (tensor<7x33x16x1xui8> {rlx.name="y"}) {
    %0 = rlx.constant dense<0> : tensor<1x1xui8>
    %1 = rlx.constant dense<9> : tensor<1xui8>
    %2 = rlx.constant dense<0.588366807> : tensor<1xf32>
    %3 = rlx.q_matmul %a, %0 lhs_zero_point %z rhs_zero_point %1 multiplier %2 to ui8 rounding = half_away_from_zero : (tensor<7x33x16x1xui8>, tensor<1x1xui8>, tensor<ui8>, tensor<1xui8>, tensor<1xf32>) -> tensor<7x33x16x1xui8>
    return %3 : tensor<7x33x16x1xui8>
}
