func.func @main(%a: tensor<1x?xui8> {rlx.kind = "input", rlx.name = "a"}, %b: tensor<?x1xui8> {rlx.kind = "input", rlx.name = "b"})
    -> (tensor<1x1xui8> {rlx.name = "y"}) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %t = rlx.constant dense<1.0e+06> : tensor<f32>
  %0 = rlx.dequantize %a scale %s : (tensor<1x?xui8>, tensor<f32>) -> tensor<1x?xf32>
  %1 = rlx.dequantize %b scale %s : (tensor<?x1xui8>, tensor<f32>) -> tensor<?x1xf32>
  %2 = rlx.matmul %0, %1 : (tensor<1x?xf32>, tensor<?x1xf32>) -> tensor<1x1xf32>
  %3 = rlx.quantize %2 scale %t to ui8 : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xui8>
  return %3 : tensor<1x1xui8>
}
