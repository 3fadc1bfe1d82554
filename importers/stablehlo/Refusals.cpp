// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that are refused by name, with the reason. Ops that nothing is said of are refused, too.
#include "importers/stablehlo/OpTable.h"

using namespace rlx::shlo;

void rlx::shlo::addRefusals(OpTable &table) {
  for (const char *name :
       {"stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all",
        "stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.partition_id",
        "stablehlo.reduce_scatter", "stablehlo.replica_id", "stablehlo.cross-replica-sum"})
    table.refuse(name, "a model runs on one device; compile it without sharding");
  for (const char *name : {"stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send",
                           "stablehlo.recv", "stablehlo.after_all", "stablehlo.create_token"})
    table.refuse(name,
                 "a model has no effects but its results; pass data as arguments and results");
  for (const char *name : {"stablehlo.tuple", "stablehlo.get_tuple_element"})
    table.refuse(name, "there are no tuples; return several results");
  for (const char *name : {"stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"})
    table.refuse(name, "there are no quantized types; use integers and scales");
  for (const char *name : {"stablehlo.dynamic_gather", "stablehlo.dynamic_conv"})
    table.refuse(name,
                 "sizes of slices and padding are static; compile the function for fixed sizes");
  table.refuse("stablehlo.rng", "its numbers are not defined; use jax.random, whose are");
  table.refuse("stablehlo.custom_call", "it calls code of another library");
  table.refuse(
      "stablehlo.custom_call @xla_ffi_python_cpu_callback",
      "it calls a function of Python (pure_callback, io_callback, debug.print); remove it");
  table.refuse("stablehlo.custom_call @lapack_sgesdd_ffi",
               "there is no singular value decomposition; compute it outside of the model");
  table.refuse("stablehlo.custom_call @lapack_ssyevd_ffi",
               "there is no eigenvalue decomposition; compute it outside of the model");
}
