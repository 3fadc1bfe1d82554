// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by generate.py with JAX 0.10.2; do not edit.
// -----
// case jnp.matmul
// in tensor<2x3x4xf32> e8b8e5bfda881cbfe7639cbfe9d2473f175a9f3f9797e2bfb602ba3fdba9483f26e890bf08e8d43fb7ec53bfb3b1933fe59ed9bfff0534bec396bc3c460dcb3f174dac3f69fd3d3e109de5bff0678fbe9366ffbe72b1fd3f610e393ffa71c2be
// in tensor<2x4x5xf32> a66d0abf2900893ff4f5cebf2950a23f8d002f3f6c8284bee360573fa746d1be0eb2b6bf681baabe41b3e5bfae65d3bf14c879be2a70a63f5cb897bf0d1b563bbb38f53fbaa7a73f1bc9cd3fd12a333f626bb63ee59da73ec554cf3ebc760fbe21b80ebf93ca85bf4390debff50106bf57308a3f8ccd573eca09acbf37dfa03f4dc5eabfb7bcdc3fd1721b3f85d4653e5ffab2be786aa63f0887fcbf33daf7bf
// out tensor<2x3x5xf32> 7ab95440c3f8893f061c8f407451debf2286783fb97f34c0a61187bf89fc1dbf2f2ae840c7d1873ed2e3d53f55fd7040194937402efc41c001afec3e386cc6bd34c946bf4e3eb63fcaa842c08a6709c0bc902840ad7702c0ddef5740d0de21c0c00ea1bfba9853c02b5e24c086c843c054938640c85fef3f
"builtin.module"() <{sym_name = "jit_matmul"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    "func.return"(%0) : (tensor<2x3x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.einsum
// in tensor<2x3x4x5xf32> 246ba63df5cc4fbf359fc9be32e8153e8596e9bfc453f73f85e7353fdf5dcdbf3b56743ff0c2063ef56e3f3ffd69733f4c94fb3f0d61c3bf2310fe3fff93bdbd141e99bf996c01bf18f00abf986bca3f39fac63d4dd7ddbf4c085c3f80da11bcc413a13fab36e8bfd7e1ba3f2d25c93fb4c8fbbf0411bdbdb1c0c1bffe01f13d4055d2bfbb2ac63f9df9a1bf933b2c3f4c421d3f637b37bfff3092bf649ad43fc99febbfbcc77bbfd47131bf6661ac3ec8f205bf62fbc6bf0e0c903e8a76653f98b2513fcc922abd89c745bf8abefabf0758063ea3a0033f7a9b70be361eeb3fa77498bf6cd2a03fa907603f6a74cc3f195fd93fcbcc86bf5bf7d73f4230c6bebb60373f08e2e73f214bc33e8ed6a93ec9b8dbbfb3f0c53e7e8c84bfd6d9e4be1726fabe475bf23f381a0d3f4a5d663f5b8ba7bf9d6948bff242c13fe16fc2bf0cffe73f99ab94be6b63e1be9ae36f3dad6c68be3766f1bd4dad9bbe789a4e3f4e1365bf5ac1aabf5b1186be6dcad2bf7f8b57be8d8bb9bcbb94913f3d2bc8bfef31d3be09a58f3f66a025bf1c25ac3f1da25f3f7ca3eabf11f3eabe5761883f7869d93d4507313fcce4fa3f1176333fdb9d3c3e1f36b13fcded8ebedeaafabf46fc68bf1800c23ebc80e53fd769db3ef37b5dbfba85fc3fc57accbe525d8bbf
// in tensor<2x3x6x5xf32> 36c2583ef7af1fbf11e1c6bf90e3593f470e443f71c2f13fd3efb9bf5c32d23f7028983fd1d57cbf4ec2a9bd8144053fa07e3dbfd5eec8bfe695ac3f0aadabbff10c18bd2b2d7fbeb659ce3f7e5f713ecdd19abe0420f43f72fe16bfc1ec673fc93688bf2eb2833f18a4803ff403a83f58387abddc418ebfe826073fee08d23f7dbe42bf82adf5bf0f48a1bf58a7dd3f1de6fcbf616ce4bf60a7cdbf4f9fc83fd0f7eebeaa35443fedd0523fca2887bebcf56d3fa1d11ebe09652b3e7fd245bfa401ffbf5118bf3e71fe6fbf823b66bfd8f1c13f11770dbf4898cbbfb07f053fd9731d3e4d86e2bf0cb71abfdcc0e33e479161bfffe8f83f4712993ff8048a3c46c0d43f7636eebf30098dbff064d43f82d40e3d9ddaa8bf8a8b8f3ea5c16b3fc7cbd33e7f82e8bfc731edbf0c49bebea8acf7bf74f3d4bf6cfc113fb31a7cbec836d4bfa1bec03f60ab06bf132fc43ff8b8df3ef0bdf73ed9959bbe5d1f303fb04f83bf096578bf08f4bf3fbfaf97bfbd5fe9beda977a3f15142ebf7e3c09bfb37fd13faf4996bf2e8484bfa801c63fc32866bff6752dbf0e94c33f0e2937bfef73fe3fed7ea43fc37eb13f07748cbff0dc90bfad51813f1a49a73fba088dbf768996bf7e4c83bf048bb9bfb761a1be92e43e3c183e033fb6a8e3bf99989dbf2e0fc4bfa8826bbfc0e0a0bf245fdf3f52b201bf66e2b8bfad6f2a3fc220f23f3dbd963f41c4173f7786f9be170cc6beb19d4abf04c99c3f404f9b3ff3c12dbd494fb93f07da1b3fc3033e3fb0c56cbf915184bf23678bbf9b34d33f0cba993fe16bcc3f0d3ea53f441e9c3fe8f482befcfe873f3cadaabf7c831f3f071beabf047aee3f2e47c23fd58aabbf6094893f4db5a53f307eeabff564873e27a2a3beee31f33ee7d1c53f264e643fa7e393bf3817603e91e77c3e3b2bfabf727dbcbf52e40fbf46dba4bf708586bfa856343f6e2fec3fc3c82bbeee92153f40d7853f151c313ffac7203f4966ffbfc665bd3f
// out tensor<2x3x4x6xf32> e7e70cbe3b632a40e80035c0561333be77f43b3f7928453f5acb574045b97c3f2ebc9c3dcdff25bfe4471c40427ec83e312251c0191b04bfbf9d8140435661c0054a44c0a84c0c40e5b81040b5b8bcbf9f932f40b59c54bef52784c0cade6bc0a77aa0c0cd738140b595013f5ebdf6be82f1453faefb95bfaa4c8440f312bac0105f6c4051884c40f7148040c2b516c066a93bbf048c8cc0ae0d09c08d1202c05f669ebc9b63233f5f7e00401c66b5406ebcb43fc4a55c4028f588c0a0234940fae2fdbf65f6814085deacbf37f58140d9440e40c50a68bfcebb3b40baec8440a6bd9bbf5d017bbff01171405bae82bfe0a156c0d589844065c11dc074bb864051ba86bf0053483c5038733ebd4306c0379393c00a9bb9be6d7a5dc0173aaabea7370a405acc46c098ce5d4098f7043d5b13413f25e1fd3d03612e3e00c6d13fe6c91d3f84719a40c77c3040a68e0b405e962d3f16db35bf99db693e0c0840c0cdc141c09c6e7ec06d96b84020cbb3c00dfca6c0e3c142c0fb258640a3f7c1bf9789debfaa696dc0d95120bfb20903bf9fdb24c005a41d408d4ab8bf144eb3bee66a4bc03f33203fb4d3b5bf7e05ca3d9a4ec83fa7ffefbe97241240597964c069636040285675c03363e4be668e8440e1715f3f102ec9bf353aa940ba44a9c0ca8a9040a3ffb0bebb1f81c070456f4013104bc08f2827c01c205bc0ac28cd3fba568240d487d2c0bd6f2e40006a86407edfecbdc507d2bfb48480c0e0e424407a06e4bf4786a4be3218cc40050081c0a859593f87b5043fa4b80040e37f8c3e
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>) -> tensor<2x3x4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4x5xf32>, %arg1: tensor<2x3x6x5xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>}> : (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>) -> tensor<2x3x4x6xf32>
    "func.return"(%0) : (tensor<2x3x4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.tensordot
// in tensor<2x3x4xf32> d76eadbf5a96a3bfd5b9203da9e6b13e91da823fb50b54bf3feee33f4550033f4d33b03f2c49bcbda592dbbfb2ccf9bff59e0f3f8f4597be5fce73be1a3032bf54b6a4bfbca0d7bdf5167bbfef16c93f447ca4bf6d73ef3f1077b83f3a51eebe
// in tensor<3x4x5xf32> e6b38b3f224ca53e3a8b0bbe7abd9f3f835da93f1fd498bf9de0cf3fd592efbf112cfdbfd7b785bd246f4bbf6c5f9ebeaef2abbd69b801beacd0d03f241ed63fba7c1dbf917c59bfbfb11d3fdc689abfa3d1cbbe13305f3f3b16fdbfc92c8b3fe2736f3f96e2e6be451b81bfff02243e5a4351bf5965a43fe091b93e4fe845bf70889d3f4b57dc3e706fbcbf201eb0bee33228bd45b5e33f79a337bf53df52be631ef43f7d3c97beb97aa73f8c5acebf5777d9be55e4a1bfd299c43f2685573ec91a90bf2eced0bf51fba1be15a4cebf40bf71bd57476a3f142a42bfd63faabf42cc0dbf45edaabfae0bb03fc4c8cebf
// out tensor<2x5xf32> 2035dd408882643facf4f640babf48c0684f61bf0fff9fc0a35d883f7e758e40ad7daabf9120edbf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3x4x5xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [0, 1]>}> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x5xf32>
    "func.return"(%0) : (tensor<2x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case dot of bf16
// in tensor<4x4xbf16> 773f2abf6a3f8b3fbbbf833fe43f893e143f36bfa7bf7a3fa43f96bfc6bf17bf
// in tensor<4x4xbf16> 013f0abfee3f953fd53fcc3e833fe73feebf993ea0bf973f89bf773f2bbf1b3f
// out tensor<4x4xf32> 40c45ec00045093f00ea40bf008cd43fc06a28c0c02dfe3fb06082c060381a400058fa3e00502ebd00b7a93f0069c7bf80ff0c40c0170cc040ad6040408b33c0
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x4xbf16>, %arg1: tensor<4x4xbf16>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    "func.return"(%0) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case dot of i8
// in tensor<4x4xi8> f7f8030208fa0704fff70409faf9f8fb
// in tensor<4x4xi8> 04fb080705f700fa020304030106fd07
// out tensor<4x4xi32> bcffffff8a000000beffffff08000000140000003b000000500000008d000000e0ffffff98000000edffffff7a000000b0ffffff27000000bfffffffc5ffffff
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xi8>, tensor<4x4xi8>) -> tensor<4x4xi32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x4xi8>, %arg1: tensor<4x4xi8>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xi8>, tensor<4x4xi8>) -> tensor<4x4xi32>
    "func.return"(%0) : (tensor<4x4xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case conv
// in tensor<1x8x8x3xf32> 64de05bf5eafce3f774b993fae06963f0adfaa3f763ff93f63cffa3fadfdb73bc354fbbeb9c56e3fb693ef3fa734053f23d7f2bf9b42ecbf0ec812bec14d933f5e66c63f09fcffbe9fa68c3d878d553d2a93cfbf458bffbf3af8c13de85a8c3ca52bba3f7afaa2bf1c80b43fe13b6abf8fc7203ef6fb533f849eb5bf5791e43fb46cea3fc7a2f03f0edafebfd6df123f4f2e2f3fde83c23ff8d798bf487fc0bf256e9e3f950474bf3231debfd1efd0bf5aa9143f5de0123ef5d87d3fdb3e9d3f179dfebf10aadd3fd864c23f4dbadd3ff78e893f3d11eebeb5f080bfa32dd33f8e66a3be8a2446bda1344b3f51ec403fa912463f9720fd3e4e6b0d3d78b7883fa76bd5be665773bfe871d13ff324b13f682e5f3ff3d9a9bfa99fe8bff94ad83fe2c5e23f1e0e69bf8e91043f0198f6bf76c3d9be47e2503f044c0ebf833e9d3f1f5ad33fe3bfb9bf5daf403f21f1fdbe21b7a6bf42601abf2efc94bd52b2ca3fc6e2873f3359fdbfe519e3bf9cdafc3ffdee673e0ba9e13e9dc516bfc1b2a93fd294693e54a3bd3ea73f80bfbdac8d3f895892bf79b9b9bf976ec73e9926aa3fd9e353bfa5a54abf6f85b3bfb84cd33eeda28a3f3daebfbf250e103e7db5223e6457c9bfef24f83dcd9869bf2a0c9abfb19af83f97bed1bfa75420bf67fbf23e96e9c2be0dd7f6bfcb84bb3f148585bf5e0eb4be032cd13f7e68f03f595dd43faa3eb6beaefb793fb066b23fab039bbfd85df03fe013ccbfd280213f519d85bf42eb91bf49bab9bf475ce23fc652bebf3831d33f8c28abbf6fdb2ebfafb993bfa1d2f93f0b6dd0bf70ebb83f08564cbfb092e73f152c803ff6d371bf85bc223d0882adbf4314bebe8b88f2bf23f6393f3b1fbf3e99a969bff530f9bf13c8e03ff40cc0bfab6730bfacfff2bf6914efbec358c9beb13e093ea79234bf242080bf7f52923f786162bff9f82bbf841312bd079e67bf0304683f27ffd4bf641a35bf7b0da2be0cc177bf7a04ae3fac6615bf0d82a2beae8bffbd6d0ca93fab0690bfde57a83f4f91e53f68946fbf9b52a9bf41d5933f2da33fbf8a8f8bbf5308d8bf
// in tensor<3x3x3x4xf32> 8909e93e9ab6df3f6435c33f35d8b53e0f767bbe9ee8f33f2d2c243f9e91e93fe5bd403f5f82493f29e34d3fc7a7bfbf644f7dbf5750debfee71dd3f5131fd3fef2ad73ec921b0bfeb53c0bf1e9c5cbed89edfbed6d29bbf9951d2bf0fed163f2ba8953f3bb3dfbfc40e43bfd45c4cbfd9c72c3ed010d63e5c54b7bef05cbb3f75a9dfbe395b49bf1b90883faa11af3f633ac13fcf53a9bf5e289bbf322d19be0865ef3fad7ef63e48a4fc3e667c31bf9621fb3f7381a2bf87d7723e8618333fa1b69e3ff47ea03f9668e8be157f6abf87a3f53f7fd1583e5a265fbf6e32b9bf643b9b3f2371b23f66f18e3ebb95edbefb8c233f89d0f53fd666a03e18ff923ff99cc33f5082833f704f5cbdbfb3a4bf7043493fd7b9a93fe6fbec3f9508b2bf87ccc5bfe0810b3f607aa73fa0e4d8bf8e89e93e2b3a6fbf6d98ff3fc4f20dbf9c09d6bf26bc903f73114cbfc3a9a5be6929bdbf822e2dbfc9bfbbbf157878bf9538a13e54dc4dbf197e2b3fee60cd3fb47d9c3eea50f1bf286beb3fcfb69abf1b8a1dbf6430d93dab53f33e92b521bf5fd873be8fdd013f779c2fbe5fd55dbf23cdb6be6702ecbed00955bf2338ce3e
// out tensor<1x4x4x4xf32> b97bd4402a0823c15007c7c01b9589bf467cc940b4d4933f65860f417b3b76402e9eddc02c3e54c1fe25f7c07f2e31c11ed3cdbf738e9c4001638340cae213c11a2e1fbfb13cc33c0d77053fde79713fae056f405a8521c1ea522040f940a13fbfb0bfbf20b31a3f598382bf61744cc08cc35540fd128e41724454407937863f0994c5bf4975f54065f201411802f340f85e3b4175a03b407242bf3f4c2d23c0a3b2b3c08cb64cc014e449403de794402cca794079a2cfc029e727c1b9940dbd4835abbf10c122c06148acc051e9d0c083e085c06939e13f6cf1fbbeea5698c0cab6e5bf736d68bf254707418a3e5c403c38f7c09959dec07c02803fde427340
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x4xf32>):
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
    "func.return"(%0) : (tensor<1x4x4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case conv transpose
// in tensor<1x8x8x3xf32> 5cdd483d9830b5be4674563f4707a03f266b183f3ba022bfbf90df3f75a4cabfc06f9c3fb739a1be457ed3be89b6af3f41061f3f909ff23f178cc13f5678c4bf5cbd4e3c0804893ffebad5bf08fe2d3ef04ffc3f47a185bfc333c4bfdca157bff8651fbfe45d5bbf3f158bbe96b4aa3f4b668e3d38ccb63e702cc8bfe8d1debf0be9e63ffc921cbfa508e53f365128bf0fed0e3f8c67253fb3ecd1bf0baedbbf46b36ebec1d4bebf151251bfdab89bbf618c3fbfbf7b34be3a3241bf368228bfdde065bd421d3b3fee7eeabf85b9fe3fccb58dbe4797d83fab4afcbf2091e2bf4c3dcdbfa352d33faf2db4be7359b13fad4c473f4c0ad3bf7d9e0dbfe9942cbfe33b40bef9f3813f4230d5bfaf4bda3f30b6bfbd766f09bf8f714a3f1cdd64bf1792593f5b29acbe08f1b2bd412d9fbf2ff897bfa708b93f184f9c3e612c9fbe6dc88c3f71ffd23f23aaaebfd3f9fe3f53c2f8bf3866e93e170772bfc4d07dbf802dafbc6a73d53ee45181beda1c5b3f5d8ce63f8489a9bf335b86bf2763e03edbc9b7be510b3dbf3261933c4d8f493f0e3dd13f9fb9e13ff499a33f6c121dbfb48ac43ff7fa563fcfa8a6bfdb0ee83f515c81bf77833a3fa032473faeedd03fa1742a3f805df73f116be1bf1fd2ecbfcdd79bbfeb239a3e4cd39bbe07c1d5bf419298bf9d4ca23e8dbbc7be4ce1863f255007bebf66c13f967b843f2224b6bcfa6b11bf5f8392bfd6e954bf806614bf12180ebf1a58a4bfb873dbbddbbdc6bf4eb6bc3f2b384e3edd4fcfbfb14f30bf2da37abf730cb0bf789a9ebd302aa2bfe357b2bf77244f3fc63890be7a2f303fabfaf5bdde6b823cd3d941bfdee596bed67a9cbd5f6121bf5205a73f02e881bf57158fbfeb7c1fbf6a03923f57f4b13f8529853e45a80ebf8d61183f4527a73f46a483bf57912b3f0ce9563f8ec5e0be07dbb5bfae0adc3eb46494bf7b2707bf166c363e07e7ec3fecfab4bfda44dabf3e2d1f3e28dce23f7258e8bf5387113fdc07f2bf1918513ef0fcc2bfc0f0223fbf590ebf93471e3fa38d77bfcda4d9bf2ce0a2bfaf8267bf91a3abbfd9669abf
// in tensor<3x3x3x4xf32> a9f6343e396b7fbec98da63f2f521bbcbfd3213e962b573faef2b43f0178ad3ea625edbf2a1027be547aefbf01cbd63e13b2debf1e3d223e893db3bf4207b63f27b8cfbf2f3f233fd5b2503f393566bf2600be3edb292ebf85d576bf3c1d76bf0ae3f7bf2216313f8138dbbf6f219bbf807bd3bf8eca9b3f5086f13d70b505be6da4aa3ed4d59d3f9020fe3ee486593d59513fbfd731893d3777f93fd01a8f3eded3babd21cec63ff313e4bf8f9adfbf7629943f2061e23fbff1e5bf39aff3bf4e01fbbf49a19d3eb275b9bf90407b3ea8b9273f3c0af8bfdb7fbd3f9c5d7dbfc0195d3e57d015bf9e7e20bf5bedc5be9819febf00da91be6d9f70bfb60312bf7a98acbfd31729bf53384c3ffcb1f73fea119bbf54bebb3f7e05eb3e2849ccbf017af8bfc49ec43f272988bf859ac9bfd94b1f3ff18f533f3046ca3f2cc9a63aab8c40bfcd1b3abfcc2997bf467b0a3f8571e23f6aa4d4bf0c2be8be55bc17bfd9efd6bf7231c23ec44cf73f41ae64bf0b90683fb318cd3fbcda6abf3485d63f47557e3fdd23153f079a9cbffaf063bf2a01ccbf2a9cca3f1e2f9e3f83aad3bfc812fe3da6e492bfd0ff873f52ca953e
// out tensor<1x16x16x4xf32> 5877373f2319bfbfd613c93ebc5f493ffe93b83f0e34903f88bbbcbffd72d83f362b3bbf136ec93f1e7244c0973df4bf1788223ff99d37c00a45953f169a15c028353540805b88bc28c11bc0164564bf7479db409f99c5bfc5199fc098571b405cee98c06e99f6bf38088fc0360e3abfeb1ab13f0d3a24402e13f5bf86cd3640504039c058c848be1d03a03f807500c000d735bf25070740e423ff3f1b0ef23e4edc24c0c2672ebfd3196540921fc03f47d0e1bfd9a288406bf385bebf512c405890fe3ea5edc2c0d38b97402dee9840a56ab9bf2ee6bf40c31139bf4a878440c89c4a40d89cbdc059c7e5bf3a42dd40eb621cbdc16949be2590dbbf2a8d133f369222bf1a68b93f61e9653d342f03c049ad16be40ae573e53618fbfaa701d3dea5fc6bf62f73ebf30a0e2bf82e1fa3e22b80cc0c84dcbbe4b2008bf6c3d17bd713091c039720e40a079313effbaafc0545986c066fb38404f80b4c0efefc23f52a268be8e850c407c0894406d19f1bf29ad243f9479ccbd800982bf67e54bbe199270c0bb75234034b038bf4c2a8abfd251b33e76bc8bc0144c753f11b813c07b2a36406515f5409d193cc0ec64dac038f54f40e3cc8fbf6e28c93f5b8b4dbfd34845403011a24038ef14c0c1518bc0a8ec73404b9affbfe5b0b73f3f81abbf1ac80a416d9c6d40373ef7c0a65db1c005705c3f2314494047146abe1013cb3f60bdbd3fe86d45bf806b97be852bf63f3ef4633fcc8103bf417d12c01912863eb4f844c0704921bf50adbdc02e67e1bfdc674fbf826e1bbf82b2b9bf46adcc3fa8cc72be5ed233c0b855843f9840783f89bee33f78e550401f9513c124ce0341a6ae59c0df943ac0245a02c00030a63f3b343dc035231bbfbc8f4740c6f76ec0ad1b8cc010b20541e11a83bfaf51f5bf66d9a5c0ff0942c001ccdb3fe9cebdc000574ebd29838c40822fcd40e6763940b4b073bff8e816bf70ae344055e28fc0c467d6404019cbbff4b9e53f2eb2df4056de5140af82e6bf7ab437bf446183c0ee302c4064b0b4c0cd91c0c01b3a8d4094288b400219cfbf7819803e2e09c23e531e2e40719bb03e5e6064be11995ebf52d6193f615bd03f1ddb48bec9e14c3ffa753cc002abe0bf34676ebe86e5243f89861fc0490a893db36703c0fe8ff63d174c2b40fe3da2402b912f401118b9c0213414404506eb3f169cb8bf654b243f4fdf40400685cbbfe83fbebf96f78040e2b30e40915651c05fa27c401b5ad5bf3773ebbebd3fb5bff8867dc08a8dc03f854783bf538ff6bdcd80963f56ae063e0aca4940aad259c0e80e684098d1a14066043940bbb94b3f41e144407d99c53ee6c36f4051334bc016304cbf90940440af92243ff9cf2240844818be9a7ea53f4b4a01408fcc6bc08b43973ffcc640402ef694bebe8ce53f6e00e6be5347753faba38a3f5b82b53f348113be49b357bfb42a1ebfcb9d41c00b6d634031cc62c0daef0f40a425c73f00379bbf82716ec097334e4096d92fbf29a0a4c0b53d59401e3ab93f7f05e9bf56c3bfbf04ed8b402cce8740574823c0ed8301c0702a15c0108cd63efede9dc06e4dd7c027061a40bcf22b402ed9553fa0787f3eb05f41be25e61bc0f06e213f6d36c8c07cc5fbbe7ae5813fc12b98bffb33dabf87dbef3fa8bc8240003d88c06caeb84001589e3ff4c63640cc3a5140d3632a40b24abc3f0070e73f507125c081168c4000bc2a3f73c731c0f5863740814ca04090ac28bd131e9c40d61bd5bf30f77040526e853fe8bfe6bf85a29abe47e43640d05f53bf2c32ac3f0dd949c0c50752be24d98b402503463e2b1db9bef8f613408036edbc22b9f8c0002a30bcae92103f2b440bc032fa6dc0a195223ec2538bc0ab58dd3df1d10b4116cb0440b0aa843fee3bf6bfaffd164050bd70401fcb9e3f4bacf13fae7e96c0da0c7bc07e1a7f3fe442e13f27cf4ac0f83ec23e9d0772c0a3fb5e3e1dffdf3f5880044022ff71bf22068ac0fc7b2ec07c897040c0364ec09c58024081d535bfd846d7bf52c3cc4008522340bf87b53f6435e0be93647f3d7e82bebe883d3440b3652b3fa064a33d31cd26408b9f8b40bed170c028e59f40eedc03c0cc0c0440b2e6303f5388acc0008054bb325db03f9e5696bfb0942040d19b11bfd41faebeb42bacbf1e9c11c00bb2b3be88bc613ec0b4c53c9634be3fe6a22c3f528f94be88c3613fbeda0240d0f232bf629fa3bf92d83a40f165f6c00885b5407ce89c402e4d40c1946de4bee2eccd40f792f840e47e493f17b88e3fc04c1140caa12840f2ab18c00366fec0252cd3bffd5ca7403f3c78bf115612c11c349d40b2ee19c1d4031dc0bb3ae2c03edc90bfee947cc07adeaa3f9e7a3a3f68091240ca2cd74013677cc01f65dc406c026c40c4d2033f6fe3b13f1e0326bebcc4ebbebb38b9bf5e3603c0778b7140421f52400f161cbe14909040e36e7b405e46b4bfa75bacbe12b024c0deaca23fac10af404a0e5dbfac0a6240a0a7db3e72c9eb3ffa5e90bf80b617be28b88dbf45f97ebf7df0f3bfc5e1763fea53d6bfc639133f506cce3fc8e32840550f534095db39c00487fc3fde32893fd3b65cbf6d479f3e2787983f39191740b7d83bc025a163c0719b10bf5c2a583d0acbcbbfc8712ebd0e6e31c007c39a400f3b23c0a39b03c172926cc07d36fe3fc909b5c033247c3fe5c8b240787fc23e089c74404b4e2340a3f4794028ad6dbf8bab8240630210bf837be73fb0a73ebed6cce5bf2862a33ec34b0140b9fd01bfc15e923fb53bc4bec3fdcdbf0a5032408a6b65bfbae406c0eef4b83f0f9632c097ff003f727ccdbfd0b2b640c3c3c640e09d94c0520adfc09c4500404955af3f9508b93d24610b3fb00598befaf3a9bf1817ffbf87250e3f562ab0be5645a63e87442ac0fcd71f40ecb96e40d9e493bf1e04b44014db3bbfcb0d9c40e8e14c3e6026103fb6ef87bf858c0cc06ccbe3be4259e1c0e0cb59bcce2ba2401d3a4bbf58489dc0294b0140e62d4cc0895bf2bfca2b0fc14ab11bbf05f3ac40a0bc72bf636a1ec1cc84ab40a259d9c08baba8c0567c2ec064ad0b4000b362bc62fe74405c03a540359981bfab8cc640e29167bf904e7e403581833f7710ae4038863b3eb8ed83bec06eebbd8fee8dc0260e16408611a2c03aaf4d4076adb2bfdda3e4be6e0816c044150dc001b19e40fad739c03f7d10c072899540c29b6c40baff8ec03825b13f501f82c056e0d73fdfcc1d3f384679be4561a0bfca5b653e35aca73f599d15bf5dc5223f6c82b1c030d2123e308bfa3fa50f873f7dcfbcbd66447dc030e2313e10cf06c0b80d11c0d80f00412508b1c09ec125c113eb24c061132f3ff2436ec09090a73e52659dbf781aa4405cfa2dbe565becc08eef06c0bc3edc3f7ffd88c085384b3fafdfd53f750d0c40fda32540bc8c4abe9a232840d4690bc0c0860340428aa2bfa1799cc09ad58b406e0399c0a16db8c01a3a16c0d697f5bf97cf25c083b680bf28c1064171fa8f40ada0edbfb099a0c0303bfd3f915b7040526a133fd451ef3f9eaaf43f1054efc0ce65423f18cbde403f3e93bfe971d43f5604243e92a4823fb8d53b3e69b05ebfba70fc3fea96743fd53895bf1c716f3f8a72b23f60dec0bd24d9cb3e45afc73fc9b10e3fe0399b3d0060b93d6f76163f6bba65c00083a3bc74e5c2c068a491407b30cfc0fe52ffbf1fb2313f1cc677c0e3be70c0d70627bfe13a44c0e827503fca905ec0406c23bd40c02d3e17fea2bf7c5391c00537893fc5fb9b3f0eb396c035b417c0ccd0b140be80f83f6ccc1d3dfa285fbfa6a5c5bfcc150ac1fb828d40ac0460bf51e3c7bf22e203c1ff193540803274bec14b47bef6b3c040c36febc06043af409ced0241960c41400ca96b3e66c11b40db45873eea4a44406a859ec02e29fdbf26e0bb3f115183c0058d9b3f26ea244052c1883f76541a40254fe2bea4da983f453bf53fdb7e1d402cc140bfbe371c40ae28e9bea25d55c04ee8dc3f06b925c016655ac0ced1e9bf72839bbefadb2ac0037047be28ddb9bedd4db63f9597d6bfaefc04c011ae0ac019b5313f589596bfc6b9fd3e44b02a403ad771bfb44f4e40b568b03f338ac93fd29bcc3fb2644a3f4f31443fbc494e4029b7c5bfb1b784bed057753e357c653e8a4f184038c483bfd885963f5c0ea13f5c3f1dc0170c84409aafb640bdbb8140f8fa5cc06ccb8940c57ff5bfc2d8d240f76c014033b9afc026500fc0e5db20406e57b43f226ef83f69a7293f6f4e904088668ac0fe2ef53e64aba840f5db174002a3ef3ec4082b40656e6a3ef0ee86bff47502becc4b894033f0993f928d2ac0afba1c40f83a9840f0b0fcbf6b996240ba00fe3ff1332d3fc071d13e2841c03e9ef306c03f5466c0389edfbd8b2fd0c0a96e01bfe91985c0068a23bfecee38c0bcaec73f14b189bfbccf27400d114940c07e98bf8805b6400c19ef3edc178dbffc7dcdbe1118a740103034c0d728d74094e28fc089009d40d105484014524740325827406b67f4bf1e586640b6e216401acc93bfe22521c061b5e23f6f36f33f8efd22c0f52c644091f7b6c0f0894ebe0be19840aa6ea33f4f6c38c0c4c0bf3f69f40ac09e1bbb40d8147fc0897f5f4002d71540c2513740d1f827c0c778b63ff05c67bfd8c399408a4623c03608014065fb0cbfdfb3e93f11d8334059e64c402282eabf8b2b5940815384bfea0815bf4865123f5e5f8cc0d061f5bf5d61b6bf45e1de3efdac97bf7a2b903e030ec13f867d3e3ef8f0fb3f2ef5b53e9f3da33f6df1c33e456f353f26ae0a3e46e89c3fcd2034c03659b53e167f9e404d9cef3fc03c08c0c1cf5e40bce186bfd7bf5a3ff6ec2540083427bfa65f3ac091ee0140a73b483ec33492bce511cabd003264be9406d2be89218fc0edce4bbffe462bc0e912803ed5d5a3bf7a28993e1fe059c056dc41c019795040be5e9a4031a208bfbf6adfbf2d9adb3fe0b23fbf88d66bc0e2ee91bf13dc043fd79ae43f03e75bbfd3ee94bf480a0c3f3350febeb20579bfee505b3f96485840803fe43f440952c06c85933f4274ad406f127bc0d8f3254006fedabf0815a2409900d73f7a5f0cbfd7a27b40df3e0cc01c778a40d4ee4440ccccdec02dfcba3e36cddb405e52114030fed83fe27cf3bfd014f13f77539f40c2a7cac0fcc0b6c0710a8a4085aea940ce4ea6bfb21df4bff8eddb3e1aaaebbfc3b54440cc315a3f803689bddaaad8bf319912bf08d9264066696fc00648523fdef82bc0476d71c071db9b3f883edabe90abf93e1c2b48c0b6d05b40418032c046da83bf609e2dc09660c33f6c1163c022a40c3ff0c1e9befed01e3fee1010407bb795bf3e21a53f89ff2340e5a748c000bc923a2fa267bf7a34aa3e4b4e6940b22fcabf02b3923f40815f40c24e3440487e17bf81fb5a4077cca6be897ae0bfb779a23f20b3123d09d79fbfd19bc63f5ba1cbbf5acd06bee1ba82bff207ee4018b2a840e23294c0f228d7c08030d83f05cd3140fcc712bfdbeca33fc40ebcbefabd70bf945c36c0a52749c08a5891c067c06e40f092b3c08fbe00403b559a4044a661c01911dd409aa5cf40d7d16040c9dab0bd1ecf7f4017029ebdb7d7d0bf0997b4bfcd8204c0e863d2be4e4ebdbff162693fe08308c03b5bef3e306ec1401e0648be4043b63dbb5b3cbf9feb013f247b6f409f0ba3be6dfff73f2a078f40b6a0b2c0bc162a4071ff9e401c67223f73a94140f998a63da028c93f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x16x16x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x4xf32>):
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 2>, padding = dense<[[2, 1], [2, 1]]> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x16x16x4xf32>
    "func.return"(%0) : (tensor<1x16x16x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case ragged_dot
// in tensor<8x4xf32> 6709e43ffb96683fc072ccbfbc4502bf81359c3e7bdcd23f552604bf86cc9fbf82e35dbf8ef080bf84e6b0bf35d81fbfc28280bffa762b3df0dbc93f3e9de83fa160aebf1f328e3e0306323f87e9b1bf1f40023e959299bfb9300bbfd94834bf2841a13f8e2288bf1d3f243ea44aaf3e12362ebf94dedb3f6de42bbf07fb31bf
// in tensor<2x4x5xf32> fb3a453fc7be48bd4c31663f09bab1bf342eb4bf80b7713fd443e4be28dab63f337388bf5fff84bf1dfcb93fd59d0dbf9bc7c7bfd4348fbfe3038a3fcb2d70bf157d643e7152ab3f5825e23ea460813f5e31f43f9d9b4dbfd29ec03f6226513e16e098bf7c6bbcbf3d3c30bfcf84b9bfa41f8b3f0c436b3e305ae9bf43b0c13f2b9dc43ef2fd69bef8d6b7bfbcfcf6bdd6abd53f20e5ac3e4a0d27be0b61dd3e
// in tensor<2xi32> 0300000005000000
// out tensor<8x5xf32> 0228c63eb4298e3e26c69640dea1f0bf6907b6c0bd8c0d40b60d3ebf1995e13fc5d409c0346a7dc038a342c0dff28e3f0aa665bf560e634022f9143e0d47a2c00252c640845ab4be32ff50bf5a808abe497483c0c8dfbabe72ea29c05c4cbb3db0a0ba3d986f4540d823a3bf29ebbd3f0cfc84bf000e483d56a868404ada083fdb5367408abd7dbf8b68eabfe43421c0070134c0a43380c0b357ff3fa982ef3f
"builtin.module"() <{sym_name = "jit_ragged_dot"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<8x4xf32>, tensor<2x4x5xf32>, tensor<2xi32>) -> tensor<8x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<8x4xf32>, %arg4: tensor<2x4x5xf32>, %arg5: tensor<2xi32>):
    %4 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<8x4xf32>) -> tensor<2x8x4xf32>
    %5 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x8x4xi32>
    %6 = "func.call"(%arg5) <{callee = @cumsum}> : (tensor<2xi32>) -> tensor<2xi32>
    %7 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %9 = "stablehlo.slice"(%8) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xi32>) -> tensor<1xi32>
    %10 = "stablehlo.slice"(%6) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xi32>) -> tensor<1xi32>
    %11 = "stablehlo.concatenate"(%9, %10) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %12 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xi32>) -> tensor<2x8x4xi32>
    %13 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xi32>) -> tensor<2x8x4xi32>
    %14 = "stablehlo.compare"(%13, %5) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<2x8x4xi32>, tensor<2x8x4xi32>) -> tensor<2x8x4xi1>
    %15 = "stablehlo.compare"(%5, %12) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x8x4xi32>, tensor<2x8x4xi32>) -> tensor<2x8x4xi1>
    %16 = "stablehlo.and"(%14, %15) : (tensor<2x8x4xi1>, tensor<2x8x4xi1>) -> tensor<2x8x4xi1>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x8x4xf32>
    %19 = "stablehlo.select"(%16, %4, %18) : (tensor<2x8x4xi1>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    %20 = "stablehlo.dot_general"(%19, %arg4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 0], rhs_contracting_dimensions = [1, 0]>}> : (tensor<2x8x4xf32>, tensor<2x4x5xf32>) -> tensor<8x5xf32>
    "func.return"(%20) : (tensor<8x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2xi32>) -> tensor<2xi32>, sym_name = "cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    "func.return"(%2) : (tensor<2xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case attention
// in tensor<1x8x2x4xf32> 73184f3e5033fd3e49209abf74e1b3bfd996f9bfe1e6a93f6b57febf17b779bf00c6ae3eb55451ba0c8ecd3fd0d692bfbfa2c5bffaddadbf7f9a0dbcbec655bf38b236be6b60403f58e836bf711a293ff2f0f5bf15223d3eef8cd03ff949de3f3606933e3757f73f427a87bf063e4fbf399b54be38ea113d9891a33f967d57becb65e7bf2bac4c3f69fe8dbf0dbfc33fd57593bf9b2951bfdabcb9bf5f2b4abfc3c1ce3e13466ebf9930e7bfcaccb03e3791703f623bc8bfd6259bbe300cddbfc154f7bf1d7900bfb3985abf5924c03f4115f9bf1cf1153fb53f6f3f0cf9a9bec3cd443bf67981bf758e7dbf76dde4bf3cbacf3fba51f1bfbaccb9bf42a6653f
// in tensor<1x8x2x4xf32> c6b52dbe9f76443d2d7c52bf477eadbfc525993fb89fc0bf0d1451bfedf3803fedbe4ebf2e17e73f8843a6bf3827e23d02ca1b3e40a0003b3d7d8c3fa566e8bffc023c3e345b943fe20ae6bf4eab3d3ee40f73be6a5dc3befa7e1a3e3b68ff3e357b503f15e7cb3f4a56203f6376ff3f3bd1283ffc676cbfe8a1b4bf8eb3dbbf7c556dbf7b01c3bfccd23b3f140e423f1381e53e7d00f0be1edb13be445576bf8f57d63f61e0f7bf19b737bf1119953e6a81a3bf1e62b53f1449a0bd378a04bf4ad6dfbf681160bf6f97b73ef90760bf85e2e8bf2cefa23e34ca48bf305ab13f1065443f80ca623f90c5c73f3eb99e3f5ed72ebf62528d3e6fe976bf4fd098bf
// in tensor<1x8x2x4xf32> c09996bf9627c7bfd39a85bf44f48cbfb6b6303fc47b7ebf331ce8bf518ea0be971d99bfafe4413fdd7b8ebf8858693eb2dfa5bf6e6492bd1c04bc3f036f49bf03cdde3d93697bbef826dcbf8b6af5bf8658af3f697a23bfcc883e3f32cdb2be0237ad3f3b269cbff27a84bdc033463e0f4f963f71ecf0bf7fdb0cbf2a5dcbbd81ecb53eea91b7bff18f323ec618463f7aa26e3f9c228dbf757e72be57e24ebfc81be6be75450cbfbee6e33fa624f9bf4e3ce53fb10defbf0a1bd8bf208496bfd5475abf1329b73ff7adae3fbb75de3fa1dae1be70e4f7bf2dd7003fe260cc3faafdc8bf78d4a73fff15ffbf2ae46d3f6d04dcbcc307d13ffdfdbf3f5431e8bf
// out tensor<1x8x2x4xf32> c09996bf9627c7bfd39a85bf44f48cbfb6b6303fc47b7ebf331ce8bf518ea0be142097bf996089bf107587bfcfeb52bf28483ebfa605a8be20410e3faeb927bf2ce827bfe3f28c3d6872adbf708650bfe125633f5a3f18bfbe920d3fde80d2be43820abff0231abd57129ebfa5e630bf8ee93ebe958bfbbe68e33d3fb1790fbfb07fc4be00f1f5bc2ef57abf3fc084bea251643ff84fb1bf38f5b0be1c4fa1be2687b6be5f5f10bf478f913ed853b4bf754e363f55a8adbf102591be1c66b5be58f479be6ba66dbe60c7ebbc78b5b33e738e213f2e76bcbf843aa9bedba180be3a213fbfce11e4be1efbaf3dffa30fbf784b403fc6ed89bfe18db4bfffaa9bbe
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x8x2x4xf32>, tensor<1x8x2x4xf32>, tensor<1x8x2x4xf32>) -> tensor<1x8x2x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<1x8x2x4xf32>, %arg5: tensor<1x8x2x4xf32>, %arg6: tensor<1x8x2x4xf32>):
    %14 = "stablehlo.reshape"(%arg4) : (tensor<1x8x2x4xf32>) -> tensor<1x8x2x1x4xf32>
    %15 = "stablehlo.dot_general"(%14, %arg5) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [4], rhs_contracting_dimensions = [3]>}> : (tensor<1x8x2x1x4xf32>, tensor<1x8x2x4xf32>) -> tensor<1x2x8x1x8xf32>
    %16 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x2x8x1x8xf32>
    %18 = "stablehlo.multiply"(%15, %17) : (tensor<1x2x8x1x8xf32>, tensor<1x2x8x1x8xf32>) -> tensor<1x2x8x1x8xf32>
    %19 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x2x8x8xi1>
    %21 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<8x8xi1>
    %23 = "func.call"(%22) <{callee = @tril}> : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64: 2, 3>}> : (tensor<8x8xi1>) -> tensor<1x1x8x8xi1>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x8x8xi1>) -> tensor<1x2x8x8xi1>
    %26 = "stablehlo.and"(%20, %25) : (tensor<1x2x8x8xi1>, tensor<1x2x8x8xi1>) -> tensor<1x2x8x8xi1>
    %27 = "stablehlo.constant"() <{value = dense<-2.38197633E+38> : tensor<f32>}> : () -> tensor<f32>
    %28 = "func.call"(%26, %18, %27) <{callee = @_where}> : (tensor<1x2x8x8xi1>, tensor<1x2x8x1x8xf32>, tensor<f32>) -> tensor<1x1x2x8x8xf32>
    %29 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.reduce"(%28, %29) <{dimensions = array<i64: 4>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %48 = "stablehlo.maximum"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%48) : (tensor<f32>) -> ()
    }) : (tensor<1x1x2x8x8xf32>, tensor<f32>) -> tensor<1x1x2x8xf32>
    %31 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x2x8xf32>
    %33 = "stablehlo.maximum"(%32, %30) : (tensor<1x1x2x8xf32>, tensor<1x1x2x8xf32>) -> tensor<1x1x2x8xf32>
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x2x8xf32>) -> tensor<1x1x2x8x1xf32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64: 0, 1, 2, 3, 4>}> : (tensor<1x1x2x8x1xf32>) -> tensor<1x1x2x8x8xf32>
    %36 = "stablehlo.subtract"(%28, %35) : (tensor<1x1x2x8x8xf32>, tensor<1x1x2x8x8xf32>) -> tensor<1x1x2x8x8xf32>
    %37 = "stablehlo.exponential"(%36) : (tensor<1x1x2x8x8xf32>) -> tensor<1x1x2x8x8xf32>
    %38 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.reduce"(%37, %38) <{dimensions = array<i64: 4>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %47 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%47) : (tensor<f32>) -> ()
    }) : (tensor<1x1x2x8x8xf32>, tensor<f32>) -> tensor<1x1x2x8xf32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x2x8xf32>) -> tensor<1x1x2x8x1xf32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64: 0, 1, 2, 3, 4>}> : (tensor<1x1x2x8x1xf32>) -> tensor<1x1x2x8x8xf32>
    %42 = "stablehlo.divide"(%37, %41) : (tensor<1x1x2x8x8xf32>, tensor<1x1x2x8x8xf32>) -> tensor<1x1x2x8x8xf32>
    %43 = "stablehlo.dot_general"(%arg6, %42) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [1, 2], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [4]>}> : (tensor<1x8x2x4xf32>, tensor<1x1x2x8x8xf32>) -> tensor<1x2x4x1x8xf32>
    %44 = "stablehlo.transpose"(%43) <{permutation = array<i64: 3, 0, 4, 1, 2>}> : (tensor<1x2x4x1x8xf32>) -> tensor<1x1x8x2x4xf32>
    %45 = "stablehlo.transpose"(%44) <{permutation = array<i64: 1, 2, 3, 0, 4>}> : (tensor<1x1x8x2x4xf32>) -> tensor<1x8x2x1x4xf32>
    %46 = "stablehlo.reshape"(%45) : (tensor<1x8x2x1x4xf32>) -> tensor<1x8x2x4xf32>
    "func.return"(%46) : (tensor<1x8x2x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<8x8xi1>) -> tensor<8x8xi1>, res_attrs = [{}], sym_name = "tril", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<8x8xi1>):
    %5 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<8x8xi32>
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<8x8xi32>
    %8 = "stablehlo.add"(%5, %7) : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
    %9 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<8x8xi32>
    %10 = "stablehlo.compare"(%8, %9) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %11 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<8x8xi1>
    %13 = "stablehlo.select"(%10, %arg3, %12) : (tensor<8x8xi1>, tensor<8x8xi1>, tensor<8x8xi1>) -> tensor<8x8xi1>
    "func.return"(%13) : (tensor<8x8xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<1x2x8x8xi1>, tensor<1x2x8x1x8xf32>, tensor<f32>) -> tensor<1x1x2x8x8xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<1x2x8x8xi1>, %arg1: tensor<1x2x8x1x8xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x2x8x8xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<1x2x8x8xi1>) -> tensor<1x1x2x8x8xi1>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 1, 2, 3, 4>}> : (tensor<1x2x8x8xf32>) -> tensor<1x1x2x8x8xf32>
    %3 = "stablehlo.transpose"(%arg1) <{permutation = array<i64: 3, 0, 1, 2, 4>}> : (tensor<1x2x8x1x8xf32>) -> tensor<1x1x2x8x8xf32>
    %4 = "stablehlo.select"(%1, %3, %2) : (tensor<1x1x2x8x8xi1>, tensor<1x1x2x8x8xf32>, tensor<1x1x2x8x8xf32>) -> tensor<1x1x2x8x8xf32>
    "func.return"(%4) : (tensor<1x1x2x8x8xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case grad of MLP
// in tensor<3x4xf32> 5192f2bbbe0f84bfa34078bec90ddebf78ca0ebf4253bbbee401febfcbbdd0bd6d0cca3f6de3e0bf0ab8e33f0e092fbd
// in tensor<5x3xf32> 112d94bf2a2ef03f38f4d8bddb3281be3efdfcbe8d3ec33f667abdbff83d94bf74fb5dbf7809e0bf722ab03fc07b3abd8f0ed03e6d5dc53faafaabbc
// out tensor<3x4xf32> c842b6bf7bed83c11b18a2c035eeb8c1a08c26c0d5aa0bc02606c6c07ecc0b41a0f70541c6c4c8c050cc1941ff8099c0
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<5x3xf32>) -> tensor<3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<5x3xf32>):
    %0 = "stablehlo.dot_general"(%arg1, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<5x3xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
    %1 = "stablehlo.multiply"(%0, %0) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %2 = "stablehlo.multiply"(%1, %0) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %3 = "stablehlo.multiply"(%0, %0) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %4 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %6 = "stablehlo.multiply"(%5, %3) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %7 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %9 = "stablehlo.multiply"(%8, %2) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %10 = "stablehlo.add"(%0, %9) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %11 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %13 = "stablehlo.multiply"(%12, %10) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %14 = "stablehlo.tanh"(%13) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %15 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %17 = "stablehlo.subtract"(%16, %14) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %18 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %20 = "stablehlo.add"(%19, %14) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %21 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %23 = "stablehlo.multiply"(%22, %20) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %24 = "stablehlo.multiply"(%0, %23) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %25 = "stablehlo.multiply"(%24, %24) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %26 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %28 = "stablehlo.multiply"(%27, %24) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.reduce"(%25, %29) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %53 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%53) : (tensor<f32>) -> ()
    }) : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
    %31 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %33 = "stablehlo.multiply"(%32, %28) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %34 = "stablehlo.multiply"(%0, %33) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %35 = "stablehlo.multiply"(%33, %23) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %36 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %38 = "stablehlo.multiply"(%37, %34) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %39 = "stablehlo.multiply"(%38, %17) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %40 = "stablehlo.multiply"(%39, %14) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %41 = "stablehlo.add"(%39, %40) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %42 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %44 = "stablehlo.multiply"(%43, %41) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %45 = "stablehlo.add"(%35, %44) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %46 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %48 = "stablehlo.multiply"(%47, %44) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %49 = "stablehlo.multiply"(%48, %6) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %50 = "stablehlo.add"(%45, %49) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %51 = "stablehlo.dot_general"(%50, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
    %52 = "stablehlo.transpose"(%51) <{permutation = array<i64: 1, 0>}> : (tensor<4x3xf32>) -> tensor<3x4xf32>
    "func.return"(%52) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case grad of conv
// in tensor<3x3x3x4xf32> b01265bf21d8ff3d20b7793ab8004ebfc35589bf1f9d11bfe8af703fea59abbf22fefd3f848b87bf3ece68bfc416c1bf6877ddbe703803bf572e3a3f47c5ca3f8f1781bfa0689e3f875044bf6405bfbec452bebfa913c93feab901bff2b04d3fef76f2bfccd9493faa208cbf56c946be98f5313f6f97a8bfbdacde3d2ae3ab3fe355acbf54aa04be92c3a1bf07a0b6bfdee623bd5a8031be8049133f9731b73f6d8c533fed9827bf34e563bdcaf0313f206dad3f24233b3f7b4b293ca5a9bbbfcb90bc3fd5e15fbfd862c2be30eac43fdfd795bf3be1d33fd6b38abf0e58d3bfe3095f3dce33973ffde7c7be457baf3f0745d4becf53a13f1745c6bf76d35dbff649c1bff65b753fa5f3f8bdd0571f3ff3f285bff24e703ffd4ffc3f9285d7bf348a39bfa324bd3fd108b43f337bbe3f89fc8bbf5a57813ed9ecd3bf6d468dbeb3eb9b3e433e77bffe7a9fbeff0409bf5caad4bfbde9dcbf84ed8f3f3f80febf61e7f83f3052cb3fa37df93fda3d923f88bcfebf799fc4bfecaa39bfd723a3bf1808e1bf9f7dd53fe10ad23f47b9883fcedf7cbfca66b43fcd6aa33fb89934bfc0a3bebf3f96babf3e73babe7f0caa3f
// in tensor<1x8x8x3xf32> 2bead8bff5f28fbedfe514bfe8e5c83fadb0b1bfdb501f3fe23f35bfd808163f75fba43f8b36a63fe5e7b03f025c54bfaf7c65bf0032c1bf6b897abf44e4c2bf9768913febc5e7bf6dd89dbf0990943ff175893f2b6df23f6b5eeebe02e8e8bf0ac99d3fb4d75abf47dc8b3f6415f6bf9b2deebf6aebc83e76873c3f13e77d3efae8033e4ee4c63e56f5bcbf906cdfbf83361abf9db4433e409580bf4358a4bf859c5bbe8df1b8be8ad96cbf8fa4da3feecae23f890be8bf1b48a3bdc04486bfa1d427bf596bf1bf7cffd6bf3fd6eebf0ba9bfbfefd8183fd3e3d7bf799dc53f2cef9a3fce4c6cbfff1b443fbd65e73f3e7bc4bf780b763e15120dbedd3a42bfb32459bfafb6d3bf929c163f1bc49abfcf3f9ebe1831db3f8b601bbf0e3c3cbfa96ddd3f1c28ab3e806a903e27248ebf339b103f6374f7bec56a333e9a8ed1be807fd6bff45fc13fd25e443f899dea3ffd2b46bfbdcd5fbf7e8ebabf6ff446bfb21b33bf09d0a1bfa10e71bfcbea52bf4c47b73fad075cbe75bda33f9285e6bff8819fbfeecbe73f1e3ee6bfca6fdcbf204c933db63557bff9929cbf18b3de3ec671df3ed8b59fbf9306203eff2039be806bb13f5ef5dcbf4ca588bfb239853e3be8eebfdefeb03f1ebaef3f8ed42fbfa0ae8c3f417880bfcb64e53fb49a93bfdff9fcbf640addbf3f5029be125cecbfdbf4f53fe44e063ff3fa8c3eac47013fb787a7be6d81c53fcdef593f29ab8ebe981c5dbf8914b6bf28433dbf656016bf5ccfd6bf5c93d93f99d377bfd0f8233ed923debf8f1d553e0d85153f952bd7bf2184f33fc178acbf68c972bf2e2e723fbe2b27bfccdfc03f1d0986bfcc7e3ebf1dec443f2f54b83fad83c43ff0fc58bf54bafd3d1b80b6be9147343fe58f8bbfd69bad3f2e695a3f0774a6bfe06d3ebf7dc827bfff2adc3f6fd233be4920ee3e5085dc3ff0b3d3be776de43ffadf54bf2b7af9bfd673cbbf61ee443f3509f3be7ec4aa3f950a073e431c3e3f85f916bf8fbcb23eabd24a3f9d5bfcbedc1b17bd10eeaf3f0cc4db3f7f4219bf9aacddbf622faf3f410558be3147f03f9c8f863f
// out tensor<3x3x3x4xf32> 62abc8be75154d40a67c5d409ad6dc40f14189c04b6dd640956b9240ffefe9bf0dd3f8c01d063841b28314c045173dc0094a1e400da7e33ec15387401c0fa94053ad36be90f12bc1c1739fc0008dfa3ef120af3faaf922c10ad00741d34dcd3f6a436741b9a30040ebce8f3e22f56cc0d0b16c40aa224a3f3f068b3feb24de3ffcee4040e1ee9cbf44b511c014be3ebe36a5b8c01c8406c17bd4ebc0f74623c0c901dec066eae93d69f62340089d0840d31ff33f029250bedddd1840114a024076f602c17490a240b36bd5c05015eec0cde0503f49b39d402aea7bbf3435ae3febd69641d21944417bacab404b7909c1054328bfcb0701c17bdfa83ffbf818c1f5e496406318be40edcd873ff00465bf8d0151c054becb409ef62141782538c0832ffe40d1939b402ba610419580a2c053020bc1ef575741c624e43f8a4d084175bbf7c0b32503c08f64b2bf1bf713c11a87a2c0a83819c0abaf3fc0e1e805408ba99fc074622740d224ee4049b1dcc0c98a86bf38400240dfc21241457bf6c0a9e5c6408bc21341485d2740bdab54bfc889ee404aca8d3e5ce9b5c0b89130bc3ec8714039969a40af9004404c6e1a40
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x3x3x4xf32>, tensor<1x8x8x3xf32>) -> tensor<3x3x3x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x3x3x4xf32>, %arg1: tensor<1x8x8x3xf32>):
    %0 = "stablehlo.convolution"(%arg1, %arg0) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
    %1 = "stablehlo.sine"(%0) : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %2 = "stablehlo.cosine"(%0) : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.reduce"(%1, %3) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %9 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%9) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x4xf32>, tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x8x8x4xf32>
    %7 = "stablehlo.multiply"(%6, %2) : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %8 = "stablehlo.convolution"(%arg1, %7) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<1x8x8x4xf32>) -> tensor<3x3x3x4xf32>
    "func.return"(%8) : (tensor<3x3x3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case grad of max pool
// in tensor<1x8x8x3xf32> 481907bf615ab33f9ac9433efd855a3f6b17c53f9f33a43ef10de53faa29d0be364cf8befa930f3f3ea5c2be4e6e543fe0ebff3dc135783fadcda63f73238a3e522dd43f09ef8f3f47d0b63f0f06f6bf7918f8bf20d9093f52102bbfbef3be3f1aabddbedcbc793f170682bfd098043fb41dcd3fc764b93ff3c208bf4e0f95bdd709113e4c331fbf4c7e83bdfed9ed3f2277c23f53e93dbfd1563c3f629ae53fce2f0dbf456db23f253f983fac03c63f4fced4bf908dd83f4c4af63fbc6d84bfde42083fddddd1bfbc94d13ece8c553f227f7b3f79b6b63fdc8653bfe2a2c4bfce49a23fa6d6f2bf09a588bf2db686bf85df8c3fd4326dbed4f1ac3fc1ee2b3ff48faf3fa17b923f2d98c23fec3f65bf8b0214bf5c81033ff5caa93ea3368e3f75009e3f22b647bfa10fc2bf661b773f31ad3f3fb87464bf7ed7e2bf7d28f4bfb2e580bf4cea67bfcbd495bf161de6bf82c4a8bfaeac19bff1c2d0bfcf3b96bf81a77dbe6137b23f793abe3f3674c2beb387bfbf82576cbfa900333f6ec9bdbec105903e3281723f699c223f910ab83f1425d4bf37fa4fbf938beebf7c15ad3dabeaea3e02f27bbf8a96e3bf261414be1f23aabf7e659cbf6b0bf3befadfe33ff6520fbfa143563faf9702bfe107c2bedd43b8bf077da1bfeb908a3f7ae390bee6de5bbffa5ff93fe79dc13f6a5471bf83a086be6213893e0ceeaabf30f494be95275dbf47e19e3f1697cfbf0c9cfb3f116587bf72e62cbf6249d9bf5661d33fd4fda73f9860ddbf89d0e63d111be0be0c3ad93e9e0728bf4e9be93f786290bf5ef1a33f10eb6dbfda0c193f5ce093bef5f6d33dd26ab43d4a00013f3f2fddbf5390e1bf6617f13f52de7cbf97a912bfa24285bf1527153f03c3f73fe23dc7bebdf436bf361e1abf821ff2bfcffed1bf4166e7bf895034bfb4fff73f2faeb7bf4a4d483e21ee95bff32aedbf0e8cac3ff8d8bebff8cfbabf9869a23f463483bf57289abfafe9e23f71809cbf21cea93fccdf45bfa079863ebe8741bf22a524bf5954dd3f3ec4d03f1e7ca6bf17d1653fa98bb8bf87794dbf2dbddbbf4a6f173f
// out tensor<1x8x8x3xf32> 000000000000000000000000c842283f0000000000000000d3285ebe000000000000000000000000000000000000000000000000000000000000000000000000449eb1bd000000000000000000000000000000000000000000000000c096a13d000000000000000000000000000000009eb501bd1411fa3d00000000000000000000000000000000f7787f3f012491be000000000000000000000000127162be000000007323343e0000000000000000000000008e40f7bd082cb1be0000000000000000000000000000000000000000d4150e3f7a4a123e6c782d3f00000000c5bb983e00000000e6edf63e0000000002fbe73e00000000000000000000000076a64a3e000000002adf4e3d000000000000000000000000000000004430e33e9b02a93e00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000cacb353e000000000000000000000000000000003eed433f00000000000000000000000000000000aac3073e00000000000000000000000018167f3f0000000000000000000000000000000000000000000000000000000043f054be000000008a722b3f0000000000000000000000000000000000000000000000000000000026b2bcbe121c6e3d000000000000000000000000000000000000000000000000b8b0a53e00000000e3f9c4be000000000000000000000000000000009dd0823e000000003a607e3f00000000854d693f00000000e6c780be0000000000000000000000008b98533f000000004ea17e3f000000000000000000000000000000004c859dbe2df10c3f000000000000000000000000c5aeb6be25dc6c3f00000000000000000000000000000000000000006814433f7a91b7be00000000000000000000000000000000913c623e000000000000000000000000000000000000000000000000000000008093773e00000000000000000000000000000000b97621be0000000000000000000000000000000000000000000000003e80543f
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x8x8x3xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %18 = "stablehlo.maximum"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%18) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x4x4x3xf32>
    %3 = "stablehlo.sine"(%2) : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
    %4 = "stablehlo.cosine"(%2) : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.reduce"(%3, %5) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %17 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%17) : (tensor<f32>) -> ()
    }) : (tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<f32>
    %7 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x4x4x3xf32>
    %9 = "stablehlo.multiply"(%8, %4) : (tensor<1x4x4x3xf32>, tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
    %10 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.pad"(%arg0, %10) <{edge_padding_high = array<i64: 0, 0, 0, 0>, edge_padding_low = array<i64: 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0>}> : (tensor<1x8x8x3xf32>, tensor<f32>) -> tensor<1x8x8x3xf32>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.select_and_scatter"(%11, %9, %12) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %16 = "stablehlo.compare"(%arg3, %arg4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%16) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %15 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%15) : (tensor<f32>) -> ()
    }) : (tensor<1x8x8x3xf32>, tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x8x8x3xf32>
    %14 = "stablehlo.slice"(%13) <{limit_indices = array<i64: 1, 8, 8, 3>, start_indices = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
    "func.return"(%14) : (tensor<1x8x8x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case vmap
// in tensor<2x3x4xf32> ebea673f4c3b7c3f5c7b8c3f6a7dd7beaa46a5bf8bcbfdbfbccb74be35d8dd3fb9e851bed235ed3efd5ed53ffa9cb93f1c8b753fd21bbd3e224f89bf84a97e3ffeb2a8be6f3a533f3e9f8dbf9fa2e13fd001acbfaade943f6fdcc73fc728b2bf
// in tensor<2x4xf32> dbe6ba3f81d4133f2c14d43e98e07bbffdbd2fbf26a187bf3d1170bef16d173f
// out tensor<2x3xf32> b3ab30406cb59ac0d09e44bfe1ef56be466d273ff7e6bfbf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>
    "func.return"(%0) : (tensor<2x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jax.checkpoint
// in tensor<4xf32> 6a356a3ff4ab523ff8db1cbf96ca27bf
// out tensor<4xf32> 544c363f62512b3f7c3e0bbfcd8c12bf
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.sine"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "stablehlo.sine"(%0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.linalg.norm
// in tensor<4x4xf32> 3de6863f6f9ef23fe3878ebff793b2bea03865bf6802f33fd394f7bfe3e5c83f55f1883fc32d2cbf13c9383f7d7a05bf511f0c3f07e198bed67dd43f589f2dbe
// out tensor<f32> 09e89640
"builtin.module"() <{sym_name = "jit_norm"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<4x4xf32>):
    %5 = "func.call"(%arg3) <{callee = @norm}> : (tensor<4x4xf32>) -> tensor<f32>
    "func.return"(%5) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<f32>, res_attrs = [{}], sym_name = "norm", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf32>):
    %0 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%4) : (tensor<f32>) -> ()
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.sqrt"(%2) : (tensor<f32>) -> tensor<f32>
    "func.return"(%3) : (tensor<f32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.linalg.cholesky
// in tensor<4x4xf32> 7ac8cc4089ba193fa83b2cbf25f7473f89ba193fe5e62c41d0fa4b40e32f2940a83b2cbfd0fa4b409e2f8e40f785684025f7473fe32f2940f7856840d527c040
// out tensor<4x4xf32> e6e621400000000000000000000000008c13733e97d651400000000000000000f32a88be2fc87d3fd2aaeb3f00000000d2179e3ee1ae483f4544cc3fdc32d43f
"builtin.module"() <{sym_name = "jit_cholesky"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x4xf32>):
    %23 = "func.call"(%arg1) <{callee = @cholesky}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%23) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "cholesky", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf32>):
    %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %4 = "stablehlo.divide"(%1, %3) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5:2 = "stablehlo.custom_call"(%4) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_spotrf_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %8 = "stablehlo.compare"(%5#1, %7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %10 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %12 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %13 = "stablehlo.select"(%12, %5#0, %11) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %14 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %17 = "stablehlo.add"(%14, %16) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %18 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %19 = "stablehlo.compare"(%17, %18) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %22 = "stablehlo.select"(%19, %13, %21) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%22) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case solve_triangular
// in tensor<4x4xf32> 608693406ec2d0bf6717dbbfbff9c8bf2e04713fffe85a403815d13fb170d7bfaebaa7bf432eac3fb71f6b40432d8fbf79dc8f3f2af887bf9768f23fba614640
// in tensor<4x2xf32> b892b73f2023a7bdcde0de3fe9a050bfaea8d93f3f004abf6b4a54be0ec4073f
// out tensor<4x2xf32> fa469f3e410491bcc6ccd83eadfc6ebe2b6ad63e9de50abee1b294be4ebb383e
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x4xf32>, %arg3: tensor<4x2xf32>):
    %1 = "func.call"(%arg2, %arg3) <{callee = @_solve_triangular}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    "func.return"(%1) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>, res_attrs = [{}], sym_name = "_solve_triangular", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg1) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_strsm_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    "func.return"(%0) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.linalg.inv
// in tensor<4x4xf32> b8f34d40afef2e3ff7b0483fa1c36dbf9384fbbf803679403259cd3e2ed2813e29898cbc065adb3fdc080c40e1f3d23ff004aabf762c473fee0de23fecf4ce3f
// out tensor<4x4xf32> 493433becbb921be22a75c3fcb4e74bf6725e1bd18e2403e9d1be63ef7000dbf0f315d3f2218c73d61c2babf81f1fb3fc86e84bf5a34a7be34790540f53903c0
"builtin.module"() <{sym_name = "jit_inv"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg21: tensor<4x4xf32>):
    %91 = "func.call"(%arg21) <{callee = @inv}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%91) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "inv", sym_visibility = "private"}> ({
  ^bb0(%arg20: tensor<4x4xf32>):
    %83 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %84 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %85 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %87 = "stablehlo.add"(%83, %86) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %88 = "stablehlo.compare"(%87, %84) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %89 = "stablehlo.convert"(%88) : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %90 = "func.call"(%arg20, %89) <{callee = @solve}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%90) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "solve", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x4xf32>, %arg11: tensor<4x4xf32>):
    %59:3 = "stablehlo.custom_call"(%arg10) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_sgetrf_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
    %60 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %62 = "stablehlo.subtract"(%59#1, %61) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %63 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %65 = "stablehlo.compare"(%59#2, %64) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %67 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %69 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %70 = "stablehlo.select"(%69, %59#0, %68) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %71 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %72 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %73 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %74:4 = "stablehlo.while"(%62, %73, %72, %71) ({
    ^bb0(%arg16: tensor<4xi32>, %arg17: tensor<i32>, %arg18: tensor<i32>, %arg19: tensor<4xi32>):
      %81 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
      %82 = "stablehlo.compare"(%arg17, %81) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%82) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<4xi32>, %arg13: tensor<i32>, %arg14: tensor<i32>, %arg15: tensor<4xi32>):
      %78:2 = "func.call"(%arg12, %arg14, %arg15) <{callee = @closed_call}> : (tensor<4xi32>, tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>)
      %79 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %80 = "stablehlo.add"(%arg13, %79) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg12, %80, %78#0, %78#1) : (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<4xi32>) -> ()
    }) : (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<4xi32>)
    %75 = "stablehlo.transpose"(%arg11) <{permutation = array<i64: 1, 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %76 = "func.call"(%70, %74#3, %75) <{callee = @_lu_solve}> : (tensor<4x4xf32>, tensor<4xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %77 = "stablehlo.transpose"(%76) <{permutation = array<i64: 1, 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%77) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>, tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>), res_attrs = [{}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4xi32>, %arg4: tensor<i32>, %arg5: tensor<4xi32>):
    %19 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.add"(%arg4, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %22 = "stablehlo.compare"(%arg4, %21) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %23 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<i32>
    %24 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %25 = "stablehlo.add"(%23, %24) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %26 = "stablehlo.select"(%22, %25, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %27 = "stablehlo.dynamic_slice"(%arg3, %26) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %28 = "stablehlo.reshape"(%27) : (tensor<1xi32>) -> tensor<i32>
    %29 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.compare"(%arg4, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %31 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<i32>
    %32 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %33 = "stablehlo.add"(%31, %32) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %34 = "stablehlo.select"(%30, %33, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %35 = "stablehlo.dynamic_slice"(%arg5, %34) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %36 = "stablehlo.reshape"(%35) : (tensor<1xi32>) -> tensor<i32>
    %37 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %38 = "stablehlo.compare"(%28, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %39 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %40 = "stablehlo.add"(%28, %39) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %41 = "stablehlo.select"(%38, %40, %28) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %42 = "stablehlo.dynamic_slice"(%arg5, %41) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %43 = "stablehlo.reshape"(%42) : (tensor<1xi32>) -> tensor<i32>
    %44 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %45 = "stablehlo.compare"(%arg4, %44) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %46 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %47 = "stablehlo.add"(%arg4, %46) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %48 = "stablehlo.select"(%45, %47, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %49 = "stablehlo.convert"(%48) : (tensor<i32>) -> tensor<i32>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %51 = "stablehlo.scatter"(%arg5, %50, %43) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg8: tensor<i32>, %arg9: tensor<i32>):
      "stablehlo.return"(%arg9) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %52 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %53 = "stablehlo.compare"(%28, %52) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %54 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %55 = "stablehlo.add"(%28, %54) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %56 = "stablehlo.select"(%53, %55, %28) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %58 = "stablehlo.scatter"(%51, %57, %36) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      "stablehlo.return"(%arg7) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    "func.return"(%20, %58) : (tensor<i32>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x4xf32>, tensor<4xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "_lu_solve", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4x4xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x4xf32>) -> tensor<4x4x1xf32>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %3 = "stablehlo.compare"(%arg1, %2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %4 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %6 = "stablehlo.add"(%arg1, %5) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %7 = "stablehlo.select"(%3, %6, %arg1) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %9 = "stablehlo.gather"(%0, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 4, 1, 1>}> : (tensor<4x4x1xf32>, tensor<4x1xi32>) -> tensor<4x4x1xf32>
    %10 = "stablehlo.transpose"(%9) <{permutation = array<i64: 1, 2, 0>}> : (tensor<4x4x1xf32>) -> tensor<4x1x4xf32>
    %11 = "stablehlo.reshape"(%10) : (tensor<4x1x4xf32>) -> tensor<4x4xf32>
    %12 = "stablehlo.custom_call"(%arg0, %11) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_strsm_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = "stablehlo.reshape"(%12) : (tensor<4x4xf32>) -> tensor<4x1x4xf32>
    %14 = "stablehlo.reshape"(%13) : (tensor<4x1x4xf32>) -> tensor<4x4xf32>
    %15 = "stablehlo.custom_call"(%arg0, %14) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_strsm_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %16 = "stablehlo.reshape"(%15) : (tensor<4x4xf32>) -> tensor<4x1x4xf32>
    %17 = "stablehlo.transpose"(%16) <{permutation = array<i64: 2, 0, 1>}> : (tensor<4x1x4xf32>) -> tensor<4x4x1xf32>
    %18 = "stablehlo.reshape"(%17) : (tensor<4x4x1xf32>) -> tensor<4x4xf32>
    "func.return"(%18) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.linalg.qr
// in tensor<4x4xf32> 3892a43f03dc283f910b36bf33b9253f7ff88bbf367f1a4059522e3f2406e13f3c1e23bf7667a9bfc8cbbf3fcd762f3f6be5c93f3a50f7bff7cf1ebf897fd63f
// out tensor<4x4xf32> 2c5909bf0ce004bf72cffdbe2540e3be67a2e93e9b530dbf9275d5be3f440f3fb922883ed00c173f65493dbf480a3ebec97f28bf50b38e3e4f0f3cbe29c02c3f
// out tensor<4x4xf32> b65e19c0a470d53fb2debf3f1e85eebe0000000005a53fc04b53343fe0bedebe000000000000000020e56cbf6f27efbf000000000000000000000000c79dd93f
"builtin.module"() <{sym_name = "jit_qr"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>), res_attrs = [{jax.result_info = "result.Q"}, {jax.result_info = "result.R"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x4xf32>):
    %11:2 = "func.call"(%arg1) <{callee = @qr}> : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
    "func.return"(%11#0, %11#1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>), res_attrs = [{}, {}], sym_name = "qr", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x4xf32>):
    %0:2 = "stablehlo.custom_call"(%arg0) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_sgeqrf_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    %1 = "stablehlo.custom_call"(%0#0, %0#1) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_sorgqr_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {}} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %5 = "stablehlo.add"(%2, %4) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %6 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %7 = "stablehlo.compare"(%5, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %10 = "stablehlo.select"(%7, %9, %0#0) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%1, %10) : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
// -----
// case jnp.linalg.det
// in tensor<4x4xf32> 42319a409b44bcbfbbdfdcbf243b893faa78ff3ffe0b83405a52c5bf60afbcbee70da43d2a27cc3f606d8040a844e1bf9e5940be5faa8e3f16c9303e2fb16a40
// out tensor<f32> 7ac7c343
"builtin.module"() <{sym_name = "jit_det"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg33: tensor<4x4xf32>):
    %154 = "func.call"(%arg33) <{callee = @det}> : (tensor<4x4xf32>) -> tensor<f32>
    "func.return"(%154) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<f32>, res_attrs = [{}], sym_name = "det", sym_visibility = "private"}> ({
  ^bb0(%arg32: tensor<4x4xf32>):
    %151:2 = "func.call"(%arg32) <{callee = @slogdet}> : (tensor<4x4xf32>) -> (tensor<f32>, tensor<f32>)
    %152 = "stablehlo.exponential"(%151#1) : (tensor<f32>) -> tensor<f32>
    %153 = "stablehlo.multiply"(%151#0, %152) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%153) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> (tensor<f32>, tensor<f32>), res_attrs = [{}, {}], sym_name = "slogdet", sym_visibility = "private"}> ({
  ^bb0(%arg19: tensor<4x4xf32>):
    %97:3 = "stablehlo.custom_call"(%arg19) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_sgetrf_ffi", called_computations = [], has_side_effect = false}> {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
    %98 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %100 = "stablehlo.subtract"(%97#1, %99) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %101 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %103 = "stablehlo.compare"(%97#2, %102) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %104 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %105 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %106 = "stablehlo.broadcast_in_dim"(%105) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %107 = "stablehlo.broadcast_in_dim"(%104) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %108 = "stablehlo.select"(%107, %97#0, %106) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %109 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %110 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %111 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %112:4 = "stablehlo.while"(%100, %111, %110, %109) ({
    ^bb0(%arg28: tensor<4xi32>, %arg29: tensor<i32>, %arg30: tensor<i32>, %arg31: tensor<4xi32>):
      %149 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
      %150 = "stablehlo.compare"(%arg29, %149) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%150) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg24: tensor<4xi32>, %arg25: tensor<i32>, %arg26: tensor<i32>, %arg27: tensor<4xi32>):
      %146:2 = "func.call"(%arg24, %arg26, %arg27) <{callee = @closed_call}> : (tensor<4xi32>, tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>)
      %147 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %148 = "stablehlo.add"(%arg25, %147) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg24, %148, %146#0, %146#1) : (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<4xi32>) -> ()
    }) : (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<4xi32>)
    %113 = "func.call"(%108) <{callee = @diagonal}> : (tensor<4x4xf32>) -> tensor<4xf32>
    %114 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %115 = "stablehlo.broadcast_in_dim"(%114) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %116 = "stablehlo.compare"(%113, %115) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %117 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %118 = "stablehlo.reduce"(%116, %117) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg22: tensor<i1>, %arg23: tensor<i1>):
      %145 = "stablehlo.or"(%arg22, %arg23) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%145) : (tensor<i1>) -> ()
    }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %119 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %120 = "stablehlo.compare"(%100, %119) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %121 = "func.call"(%120) <{callee = @count_nonzero}> : (tensor<4xi1>) -> tensor<i32>
    %122 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %123 = "stablehlo.broadcast_in_dim"(%122) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %124 = "stablehlo.compare"(%113, %123) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %125 = "func.call"(%124) <{callee = @count_nonzero}> : (tensor<4xi1>) -> tensor<i32>
    %126 = "stablehlo.add"(%121, %125) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %127 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %128 = "func.call"(%126, %127) <{callee = @remainder}> : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %129 = "stablehlo.constant"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
    %130 = "stablehlo.multiply"(%129, %128) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %131 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %132 = "stablehlo.add"(%130, %131) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %133 = "stablehlo.convert"(%132) : (tensor<i32>) -> tensor<f32>
    %134 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %135 = "stablehlo.multiply"(%134, %133) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %136 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %137 = "func.call"(%118, %136, %135) <{callee = @_where_0}> : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %138 = "stablehlo.abs"(%113) : (tensor<4xf32>) -> tensor<4xf32>
    %139 = "stablehlo.log"(%138) : (tensor<4xf32>) -> tensor<4xf32>
    %140 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %141 = "stablehlo.reduce"(%139, %140) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %144 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%144) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %142 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %143 = "func.call"(%118, %142, %141) <{callee = @_where_0}> : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%137, %143) : (tensor<f32>, tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>, tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>), res_attrs = [{}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<4xi32>, %arg13: tensor<i32>, %arg14: tensor<4xi32>):
    %57 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %58 = "stablehlo.add"(%arg13, %57) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %59 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %60 = "stablehlo.compare"(%arg13, %59) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %61 = "stablehlo.convert"(%arg13) : (tensor<i32>) -> tensor<i32>
    %62 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %63 = "stablehlo.add"(%61, %62) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %64 = "stablehlo.select"(%60, %63, %arg13) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %65 = "stablehlo.dynamic_slice"(%arg12, %64) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %66 = "stablehlo.reshape"(%65) : (tensor<1xi32>) -> tensor<i32>
    %67 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %68 = "stablehlo.compare"(%arg13, %67) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %69 = "stablehlo.convert"(%arg13) : (tensor<i32>) -> tensor<i32>
    %70 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %71 = "stablehlo.add"(%69, %70) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %72 = "stablehlo.select"(%68, %71, %arg13) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %73 = "stablehlo.dynamic_slice"(%arg14, %72) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %74 = "stablehlo.reshape"(%73) : (tensor<1xi32>) -> tensor<i32>
    %75 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %76 = "stablehlo.compare"(%66, %75) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %77 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %78 = "stablehlo.add"(%66, %77) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %79 = "stablehlo.select"(%76, %78, %66) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %80 = "stablehlo.dynamic_slice"(%arg14, %79) <{slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %81 = "stablehlo.reshape"(%80) : (tensor<1xi32>) -> tensor<i32>
    %82 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %83 = "stablehlo.compare"(%arg13, %82) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %84 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %85 = "stablehlo.add"(%arg13, %84) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %86 = "stablehlo.select"(%83, %85, %arg13) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %87 = "stablehlo.convert"(%86) : (tensor<i32>) -> tensor<i32>
    %88 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %89 = "stablehlo.scatter"(%arg14, %88, %81) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>):
      "stablehlo.return"(%arg18) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %90 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %91 = "stablehlo.compare"(%66, %90) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %92 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %93 = "stablehlo.add"(%66, %92) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %94 = "stablehlo.select"(%91, %93, %66) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %96 = "stablehlo.scatter"(%89, %95, %74) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg15: tensor<i32>, %arg16: tensor<i32>):
      "stablehlo.return"(%arg16) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    "func.return"(%58, %96) : (tensor<i32>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "diagonal", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<4x4xf32>):
    %25 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %26 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %27 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %29 = "stablehlo.add"(%25, %28) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %30 = "stablehlo.compare"(%29, %26) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %31 = "stablehlo.convert"(%30) : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %32 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %33 = "stablehlo.case"(%32) ({
      %56 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      "stablehlo.return"(%56) : (tensor<i32>) -> ()
    }, {
      %55 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      "stablehlo.return"(%55) : (tensor<i32>) -> ()
    }) : (tensor<i32>) -> tensor<i32>
    %34 = "stablehlo.case"(%33) ({
      %35 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
      %36 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
      %37 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
      %39 = "stablehlo.compare"(%35, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %40 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
      %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
      %42 = "stablehlo.add"(%35, %41) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
      %43 = "stablehlo.select"(%39, %42, %35) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
      %44 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
      %46 = "stablehlo.compare"(%36, %45) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %47 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
      %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
      %49 = "stablehlo.add"(%36, %48) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
      %50 = "stablehlo.select"(%46, %49, %36) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
      %51 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
      %52 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
      %53 = "stablehlo.concatenate"(%51, %52) <{dimension = 1 : i64}> : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
      %54 = "stablehlo.gather"(%arg11, %53) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
      "stablehlo.return"(%54) : (tensor<4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<4xf32>
    "func.return"(%34) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xi1>) -> tensor<i32>, res_attrs = [{}], sym_name = "count_nonzero", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<4xi1>):
    %18 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<4xi1>
    %20 = "stablehlo.compare"(%arg8, %19) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %21 = "stablehlo.convert"(%20) : (tensor<4xi1>) -> tensor<4xi32>
    %22 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg9: tensor<i32>, %arg10: tensor<i32>):
      %24 = "stablehlo.add"(%arg9, %arg10) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%24) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    "func.return"(%23) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
    %2 = "stablehlo.convert"(%arg7) : (tensor<i32>) -> tensor<i32>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.compare"(%2, %3) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %6 = "func.call"(%4, %5, %2) <{callee = @_where}> : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.remainder"(%arg6, %6) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.compare"(%7, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.compare"(%7, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %13 = "stablehlo.compare"(%6, %12) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %14 = "stablehlo.compare"(%11, %13) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %15 = "stablehlo.and"(%14, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %16 = "stablehlo.add"(%7, %6) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %17 = "stablehlo.select"(%15, %16, %7) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%17) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<i1>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %1 = "stablehlo.select"(%arg3, %arg4, %arg5) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%1) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>):
    %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%0) : (tensor<f32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
