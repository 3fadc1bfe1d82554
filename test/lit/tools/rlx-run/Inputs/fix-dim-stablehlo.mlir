"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x3xf32>) -> tensor<?x3xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%x: tensor<?x3xf32>):
    %0 = "stablehlo.add"(%x, %x) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    "func.return"(%0) : (tensor<?x3xf32>) -> ()
  }) : () -> ()
}) : () -> ()
