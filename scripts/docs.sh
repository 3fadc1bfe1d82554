#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Generates the pages that are made from the code: the references of docs/generated from the op and
# pass definitions, those of docs/reference/generated from the public headers and Python's docstrings,
# and, where there is a build, those that its tools print. With --check it writes nothing, and fails
# where a committed file is out of date; lit tests compare those that the tools print.
source "$(dirname "$0")/lib.sh"
[[ $# == 0 || $* == --check ]] || fail "expected --check or nothing, but got '$*'"
cd "$ROOT"
TBLGEN=/usr/lib/llvm-22/bin/mlir-tblgen
[[ -x $TBLGEN ]] || fail "mlir-tblgen is missing: run scripts/install-deps.sh"
TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT
mkdir -p "$TEMPORARY/generated" "$TEMPORARY/reference/generated"

# generate OUTPUT GENERATOR… FILE.td
generate() {
  local output=$1
  shift
  "$TBLGEN" -I . -I /usr/lib/llvm-22/include "$@" >"$TEMPORARY/generated/$output" ||
    fail "mlir-tblgen failed on ${*: -1}"
}

python3 scripts/op_reference.py "$TBLGEN" "$TEMPORARY/generated" || fail "scripts/op_reference.py failed"
generate lir-ops.md -gen-dialect-doc -dialect=lir dialects/lir/LIROps.td
generate check-ops.md -gen-dialect-doc -dialect=check dialects/check/CheckOps.td
generate passes.md -gen-pass-doc passes/Passes.td
generate conversions.md -gen-pass-doc conversions/Passes.td
for definitions in conversions/*/Passes.td; do
  room=$(basename "$(dirname "$definitions")")
  generate "$room.md" -gen-pass-doc "$definitions"
  { printf '\n## conversions/%s\n\n' "$room"; sed 's/^###/####/' "$TEMPORARY/generated/$room.md"; } >>"$TEMPORARY/generated/conversions.md"
  rm "$TEMPORARY/generated/$room.md"
done

python3 scripts/regressions.py >"$TEMPORARY/generated/regressions.md" ||
  fail "scripts/regressions.py failed"
python3 scripts/api_reference.py "$TEMPORARY/reference/generated" ||
  fail "scripts/api_reference.py failed"
python3 scripts/python_reference.py "$TEMPORARY/reference/generated" ||
  fail "scripts/python_reference.py failed"

op_kinds_head() {
  cat <<'HEAD'
# Op kinds

An op kind is a function that RLX promises on every target, for example `LayerNorm`. The first table lists
the ops of the dialect that cover each kind. The second lists all other ops by family. `scripts/docs.sh`
makes both: `rlx-opt --rlx-print-op-support` reads the op definitions and the targets.

| column | meaning |
| --- | --- |
| reference | the op has a reference evaluation, written from its definition |
| decompose | `yes`: the op can be rewritten as simpler ops; all others are core ops |
| cpu native, vulkan native | the target's own code for some forms of the op. "packed weights": the CPU packs constant weights and runs one of the named ops |
| common | the generic route, which all targets share. "own loops": loops that no consumer is fused into; "host commands": commands of the program, such as the branches of `rlx.if` |
| element types | the types that the op's definition allows |

Every op is tested against its reference: decomposed, compiled for the CPU, and on Vulkan drivers
([testing](../develop/testing.md#conformance-lanes)), within the tolerances of [numerics](numerics.md).

HEAD
}

onnx_operators_head() {
  cat <<'HEAD'
# ONNX operators

RLX imports models of operator sets 1 to 28 of the default domain. Operators of the domains `ai.onnx.ml`,
`ai.onnx.preview`, `ai.onnx.preview.training` and `com.microsoft` have their domain in their name here.
ONNX Runtime's optimizer, quantizer and model builder write those of `com.microsoft`. The form of each
operator is checked for itself: a model of set 28 runs if the operators in it do.

This table lists the operators. `scripts/docs.sh` makes it from `rlx-translate --print-onnx-operators`, which reads the importer's table.

| column | meaning |
| --- | --- |
| operator sets | the versions that are taken |
| inputs | the number of inputs, over all versions |
| refused | forms that are an error at the node |

Some rules hold for all operators:

- **Element types.** The floating-point types from `FLOAT16` to `DOUBLE` with `BFLOAT16`, integers of 8 to 64 bits,
  and `BOOL`. Each op has its own list in [op kinds](op-kinds.md). Narrower types, such as `FLOAT8E4M3FN` and `INT4`, are
  stored, cast, quantized and moved. `STRING` is taken where ONNX has it. `Cast` to it gives the fewest digits that
  read back as the same number, such as `1.0`, and `NaN`, `INF` and `-INF`. A map NAME of the model's inputs is
  two inputs, the vectors `NAME.keys` and `NAME.values`; maps as outputs are refused.
- **Shapes.** An input that decides a shape, such as the second one of `Reshape`, may be computed
  in a run, or be an input of the model itself. It has at most 64 integers. Its length must be known, because the rank of
  every tensor must be known.
- **Attributes and results.** An attribute that the importer does not know is an error that names it. A result that the
  importer does not make is an error if something reads it.
- **Functions** of the model itself are inlined. Their nodes have the name of the calling node in front: `call#0/add`.
- **Loops of text generation** of ONNX Runtime, such as `BeamSearch`, are refused. Export the decoder alone, and run the
  loop outside of the model.
- **Order.** Nodes may stand in any order. Values that depend on themselves are an error.
- **Dynamic sizes** have a limit in broadcasting
  ([guide](../guides/run-an-onnx-model.md#a-limit-of-dynamic-sizes)).

An error names the node, the operator and the supported forms. Operators that cannot run are named all at once, and
`rlx-run --check` lists all nodes that cannot. [Add an ONNX
operator](../develop/add-an-onnx-operator.md) shows how to support another one.

HEAD
}

stablehlo_ops_head() {
  cat <<'HEAD'
# StableHLO ops

RLX imports StableHLO, the ops that [JAX](../guides/jax.md) and other frontends make. Files are `.mlir` files in
MLIR's generic form, such as `"stablehlo.add"(%0, %1)`. Every tool and `rlx.compile` recognize them by their ops.

These tables list the ops. `scripts/docs.sh` makes them from `rlx-translate --print-stablehlo-ops`, which reads the
importer's table.

Some rules hold for all ops:

- **Forms.** The pretty form, such as `stablehlo.add %0, %1`, and bytecode of StableHLO or VHLO are an error that says
  how to get the generic form. For example, `stablehlo-opt --mlir-print-op-generic` prints it.
- **Semantics** are those of [StableHLO's specification](https://openxla.org/stablehlo/spec). Start indices are
  clamped. Elements of a scatter's updates that are outside of the operand are dropped; XLA drops the whole window.
- **Division by zero** of integers gives 0, and so does its remainder. The specification leaves both open; XLA gives
  -1 and the dividend.
- **Element types.** Floats of 16 to 64 bits, integers of 8 to 64 bits, booleans, and complex numbers of `f32` and
  `f64`. Each `rlx` op has its own list in [op kinds](op-kinds.md). Quantized types and tokens are refused.
- **Regions** of `reduce`, `reduce_window` and `sort` may hold all elementwise ops. A region that is one addition,
  multiplication, minimum or maximum becomes an op of RLX. Others are applied to whole tensors, in a tree.
- **Dynamic sizes** follow from the dimensions of inputs, through `get_dimension_size`, integer arithmetic and
  `concatenate`, to `dynamic_reshape`, `dynamic_broadcast_in_dim`, `dynamic_iota`, `dynamic_pad` and
  `real_dynamic_slice`. Ops that take fixed sizes only say so.
- **Attributes** may have both spellings, `array<i64: 1, 2>` and `dense<[1, 2]> : tensor<2xi64>`.
- **Functions** are inlined, and so are the decompositions of `stablehlo.composite`. The model is the function `@main`.
- **Names.** Inputs have the names of their locations, which JAX writes, or `arg0`, `arg1`, and so on. Results have
  `jax.result_info`, or `result0`, `result1`, and so on.

Ops that cannot run are named all at once, with their places, before any work. [Add a StableHLO
op](../develop/add-a-stablehlo-op.md) shows how to support another one.

HEAD
}

# Pages that tools print; lit tests compare them.
BIN=$(dirname "$(ls -t build/*/bin/rlx-opt 2>/dev/null | head -n 1 || true)")
if [[ ${1:-} != --check && -x $BIN/rlx-opt ]]; then
  { op_kinds_head; "$BIN/rlx-opt" --rlx-print-op-support || say "the table has holes"; } \
    >docs/reference/op-kinds.md
  { onnx_operators_head; "$BIN/rlx-translate" --print-onnx-operators; } >"$TEMPORARY/onnx.md" &&
    mv "$TEMPORARY/onnx.md" docs/reference/onnx-operators.md
  { stablehlo_ops_head; "$BIN/rlx-translate" --print-stablehlo-ops; } >"$TEMPORARY/stablehlo.md" &&
    mv "$TEMPORARY/stablehlo.md" docs/reference/stablehlo-ops.md
  python3 scripts/cli_reference.py "$BIN" >"$TEMPORARY/cli.md" && mv "$TEMPORARY/cli.md" docs/reference/
fi

if [[ ${1:-} == --check ]]; then
  passed=0 failed=0
  for name in $(cd "$TEMPORARY" && find . -name '*.md' | sort); do
    name=${name#./}
    if cmp -s "$TEMPORARY/$name" "docs/$name"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "docs/$name is out of date: run scripts/docs.sh"
    fi
  done
  for name in $(cd docs && find generated reference/generated -name '*.md' | sort); do
    [[ -f $TEMPORARY/$name ]] && continue
    failed=$((failed + 1))
    echo "docs/$name is made from nothing any more: delete it"
  done
  echo "$passed passed, $failed failed"
  ((failed == 0))
else
  cp -r "$TEMPORARY"/generated docs/
  cp -r "$TEMPORARY"/reference/generated docs/reference/
  say "docs/generated and docs/reference/generated are up to date"
fi
