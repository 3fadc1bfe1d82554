#!/usr/bin/env bash
# Generates the references of docs/generated from the op and pass definitions. With --check it
# writes nothing, and fails where a committed file is not what would be generated.
source "$(dirname "$0")/lib.sh"
[[ $# == 0 || $* == --check ]] || fail "expected --check or nothing, but got '$*'"
cd "$ROOT"
TBLGEN=/usr/lib/llvm-22/bin/mlir-tblgen
[[ -x $TBLGEN ]] || fail "mlir-tblgen is missing: run scripts/install-deps.sh"
TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT

# generate OUTPUT GENERATOR… FILE.td
generate() {
  local output=$1
  shift
  "$TBLGEN" -I . -I /usr/lib/llvm-22/include "$@" >"$TEMPORARY/$output" ||
    fail "mlir-tblgen failed on ${*: -1}"
}

generate rlx-ops.md -gen-dialect-doc -dialect=rlx dialects/rlx/ir/RLXOps.td
generate lir-ops.md -gen-dialect-doc -dialect=lir dialects/lir/LIROps.td
generate check-ops.md -gen-dialect-doc -dialect=check dialects/check/CheckOps.td
generate passes.md -gen-pass-doc passes/Passes.td
generate conversions.md -gen-pass-doc conversions/Passes.td

python3 scripts/regressions.py >"$TEMPORARY/regressions.md" || fail "scripts/regressions.py failed"

# The table of support comes from a build; docs/reference/op-kinds.md is compared by a lit test.
RLX_OPT=$(ls -t build/*/bin/rlx-opt 2>/dev/null | head -n 1 || true)
if [[ ${1:-} != --check && -n $RLX_OPT ]]; then
  {
    echo "# Op kinds"
    echo
    echo "The kinds of ops that RLX promises, the ops that cover each, and what is there for them. Made by"
    echo "\`scripts/docs.sh\` from what \`rlx-opt --rlx-print-op-support\` reads off the ops' definitions and the"
    echo "targets. A core op is not made of others; every op is tested against its reference in all lanes of"
    echo "[numerics.md](numerics.md)."
    echo
    "$RLX_OPT" --rlx-print-op-support || say "the table has holes"
  } >docs/reference/op-kinds.md
fi

if [[ ${1:-} == --check ]]; then
  passed=0 failed=0
  for file in "$TEMPORARY"/*.md; do
    name=$(basename "$file")
    if cmp -s "$file" "docs/generated/$name"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "docs/generated/$name is out of date: run scripts/docs.sh"
    fi
  done
  echo "$passed passed, $failed failed"
  ((failed == 0))
else
  mkdir -p docs/generated
  cp "$TEMPORARY"/*.md docs/generated/
  say "docs/generated is up to date"
fi
