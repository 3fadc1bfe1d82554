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
