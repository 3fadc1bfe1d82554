#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that no compiler does: format, include rules between rooms, licence lines, file sizes,
# calls that end the process, machine paths and spelling. Ends with "N passed, M failed"; one check is
# one test. --quick leaves out format and spelling, which hooks check by themselves for changed files.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
[[ $# == 0 || $* == --quick ]] || fail "expected --quick or nothing, but got '$*'"
QUICK=${1:-}
[[ -n $QUICK ]] || command -v clang-format-22 >/dev/null ||
  fail "clang-format-22 is missing: run scripts/install-deps.sh"
mapfile -t FILES < <(git ls-files --cached --others --exclude-standard)
mapfile -t CODE < <(printf '%s\n' "${FILES[@]}" | grep -E '\.(cpp|h|hpp|c)$')
passed=0
failed=0

# report NAME PROBLEMS: no problems is a pass.
report() {
  if [[ -z $2 ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '%s:\n%s\n' "$1" "$2"
  fi
}

# Files may be longer than this for the reason beside them only.
MAX_LINES=800
declare -A LONGER=()

check_format() {
  clang-format-22 --dry-run "${CODE[@]}" 2>&1 | grep -E 'warning: code should' | cut -d: -f1 |
    sort -u || true
}

check_size() {
  local file lines
  for file in "${CODE[@]}" $(printf '%s\n' "${FILES[@]}" | grep -E '\.(td|py|sh)$'); do
    lines=$(wc -l <"$file")
    ((lines <= MAX_LINES)) || [[ -n ${LONGER[$file]:-} ]] || echo "$file has $lines lines"
  done
}

# check_includes ROOM FORBIDDEN…: files of the room must not include from the others.
check_includes() {
  local room=$1 forbidden
  shift
  forbidden=$(IFS='|'; echo "$*")
  grep -nE "#include [\"<]($forbidden)/" $(printf '%s\n' "${CODE[@]}" | grep "^$room/") \
    /dev/null || true
}

check_endings() {
  # Words in comments and strings do not count; tests may do as they like.
  grep -nE '(^|[^A-Za-z0-9_:.>"])(::|std::)?(abort|exit|_Exit|quick_exit|terminate) *\(|report_fatal_error' \
    $(printf '%s\n' "${CODE[@]}" | grep -vE '^(unittests|test)/') /dev/null |
    grep -vE ':[0-9]+: *(//|\*)' | grep -vE '// *lint: ' || true
}

check_runtime_throw() {
  grep -nE '(^|[^A-Za-z_])(throw( |;)|assert *\()' $(printf '%s\n' "${CODE[@]}" | grep '^runtime/') \
    /dev/null | grep -vE ':[0-9]+: *(//|\*)|static_assert|// .*throw|std::bad_alloc' || true
}

check_paths() {
  grep -nE '(^|[^A-Za-z0-9_.])/(home|root|mnt|srv)/[a-z]' "${FILES[@]}" /dev/null 2>/dev/null |
    grep -vE '^scripts/lint.sh:|^Binary' || true
}

# Environment variables are read where docs/reference/environment.md says. The runtime reads the number
# of threads, in one file, and nothing else.
check_environment() {
  local name
  grep -nE '\<(secure_)?getenv|GetEnv\(' \
    $(printf '%s\n' "${CODE[@]}" | grep -vE '^(unittests|test|benchmarks)/') /dev/null |
    while IFS= read -r line; do
      name=$(sed -nE 's/.*(getenv|GetEnv) ?\("([A-Za-z0-9_]+)".*/\2/p' <<<"$line")
      [[ ($line != runtime/* || $line == runtime/cpu/Processors.cpp:*) && -n $name ]] && grep -qF "| \`$name\`" docs/reference/environment.md ||
        printf '%s\n' "$line"
    done
}

check_scripts() {
  local file
  for file in $(printf '%s\n' "${FILES[@]}" | grep -E '\.sh$|^\.ci/run$'); do
    bash -n "$file" 2>&1 || true
  done
}

# _typos.toml has the words that are meant.
check_spelling() {
  if [[ -x $VENV/bin/typos ]]; then
    "$VENV/bin/typos" --format brief 2>&1 || true
  else
    echo "typos is missing: run scripts/install-deps.sh"
  fi
}

if [[ -z $QUICK ]]; then
  report "not formatted by clang-format-22" "$(check_format)"
  report "misspelt (or a word for _typos.toml)" "$(check_spelling)"
fi
report "too long (limit $MAX_LINES lines)" "$(check_size)"
report "runtime includes from outside" \
  "$(check_includes runtime dialects formats passes conversions importers compiler session tools mlir llvm)"
report "formats include more of the runtime than its base" \
  "$(check_includes formats dialects passes conversions importers compiler session tools mlir llvm \
    'runtime/(capi|cpu|device|gpu|include|package|program|tensor|vulkan)')"
report "lm includes more than text, formats and the runtime" \
  "$(check_includes lm dialects passes conversions importers compiler session tools mlir llvm)"
report "dialects include from above" \
  "$(check_includes dialects formats passes conversions importers compiler session tools)"
# The dialects are MLIR's; the folders beside them use the runtime's values.
report "dialects include the runtime" \
  "$(check_includes dialects runtime | grep -vE '^dialects/(bridge|rlx/builder)/' || true)"
report "the builder includes more of the runtime than its values" \
  "$(check_includes dialects 'runtime/(capi|cpu|device|gpu|include|program)' |
    grep -v '^dialects/bridge/Regex.cpp:' || true)" # asks the library that runs the patterns
report "passes include from above" \
  "$(check_includes passes conversions importers compiler session tools)"
report "conversions include from above" \
  "$(check_includes conversions importers compiler session tools)"
report "importers include from elsewhere" \
  "$(check_includes importers passes conversions compiler session tools runtime)"
report "compiler includes from above" "$(check_includes compiler session tools)"
report "session includes from above" "$(check_includes session tools)"
report "rooms include from above or beside" "$(python3 scripts/check_rooms.py)"
report "files without their licence line (scripts/spdx.py --fix inserts it)" "$(python3 scripts/spdx.py 2>&1)"
report "calls that end the process" "$(check_endings)"
report "throw or assert in the runtime" "$(check_runtime_throw)"
report "paths of one machine" "$(check_paths)"
report "environment variables that docs/reference/environment.md does not list" "$(check_environment)"
report "scripts that do not parse" "$(check_scripts)"
report "prose that is hard to read, and words that docs/glossary.md rejects" \
  "$(scripts/prose.py --check)"
report "pages that name code or files that do not exist" "$(python3 scripts/check_names.py)"
report "schemas of ONNX's operators" "$([[ ! -x $VENV/bin/python ]] || "$VENV/bin/python" scripts/onnx_schemas.py --check 2>&1 || true)"
report "figures of docs/images" "$(scripts/draw_figures.py --check | grep -v ' passed, ' || true)"
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
