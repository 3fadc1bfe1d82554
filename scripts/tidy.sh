#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs clang-tidy with the checks of .clang-tidy: tidy.sh [--all | [--most N] [--base REV] | FILE…].
#
# By default it checks the sources that differ from REV: the merge base with origin/main or, on that
# branch or without it, HEAD~1. For a changed header it checks one source that includes it. --most
# bounds their number, for a check that must end soon: it takes some from the whole list, others for
# each commit, and says how many are left out. --all checks every source, up to 24 at a time as a
# unity build compiles them, since nearly all of the time goes into MLIR's headers. Ends with "N
# passed, M failed"; a file is a test, the settings too.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
usage="expected --all, --most N, --base REV or files, but got '$*'"
all="" base="" most="" files=()
if [[ ${1:-} == --most ]]; then
  [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || fail "$usage"
  most=$2
  shift 2
fi
case ${1:-} in
--all) (($# == 1)) || fail "$usage"; all=1 ;;
--base) (($# == 2)) || fail "$usage"; base=$2 ;;
-*) fail "$usage" ;;
*) files=("$@") ;;
esac
for tool in clang-tidy-22 clang++-22 cmake ninja; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run scripts/install-deps.sh"
done

# Prints the sources to check, of those that changed since a revision.
changed_sources() {
  local file source
  { git diff --name-only --diff-filter=d "$1" -- && git ls-files --others --exclude-standard; } |
    while IFS= read -r file; do
      case $file in
      *.cpp | *.c) echo "$file" ;;
      *.h | *.hpp)
        source=${file%.*}.cpp
        [[ -f $source ]] ||
          source=$(git grep -lF "\"${file#*/include/}\"" -- '*.cpp' | sed -n 1p) || source=""
        [[ -z $source ]] || echo "$source"
        ;;
      esac
    done | sort -u
}

if [[ -z $all && ${#files[@]} == 0 ]]; then
  if [[ -z $base ]]; then
    base=$(git merge-base HEAD origin/main 2>/dev/null) || base=""
    [[ -n $base && $base != $(git rev-parse HEAD) ]] || base=HEAD~1
  fi
  git rev-parse --verify --quiet "$base^{commit}" >/dev/null || fail "there is no revision '$base'"
  changed=$(changed_sources "$base")
  [[ -z $changed ]] || mapfile -t files <<<"$changed"
  if [[ $most ]] && ((${#files[@]} > most)); then
    # At equal distances in the list, from a place that the commit decides.
    count=${#files[@]} first=$((16#$(git rev-parse HEAD | cut -c1-8))) sample=()
    for ((i = 0; i < most; ++i)); do
      sample+=("${files[(first + i * count / most) % count]}")
    done
    files=("${sample[@]}")
    say "of $count changed sources $most are checked, $((count - most)) are left out: --all checks them too"
  fi
fi

build="$ROOT/build/tidy${all:+-all}"
log="$build.configure.log"
mkdir -p "$ROOT/build"
say "making the compile database and the generated headers"
cmake --preset tidy -B "$build" ${all:+-DRLX_UNITY_BUILD=ON} >"$log" 2>&1 || {
  tail -20 "$log" >&2
  fail "cmake failed; all of it is in ${log#"$ROOT/"}"
}
mapfile -t generators < <(ninja -C "$build" -t targets all |
  sed -nE 's/^([A-Za-z0-9]+IncGen): phony$/\1/p')
ninja -C "$build" -j "$JOBS" "${generators[@]}" >"$log" 2>&1 || {
  tail -20 "$log" >&2
  fail "the headers could not be generated; all of it is in ${log#"$ROOT/"}"
}

# units: the files that clang-tidy is called for; covered: our files among them. The database has the sources
# of the enabled parts, so not the example projects that build by themselves.
mapfile -t compiled < <(sed -nE 's/^ *"file": "(.*)",?$/\1/p' "$build/compile_commands.json" | sort -u)
units=() covered=()
if [[ -n $all ]]; then
  for file in "${compiled[@]}"; do
    case $file in
    */Unity/unity_*) mapfile -t inside < <(sed -nE "s|^#include \"$ROOT/(.*)\"|\1|p" "$file" | grep -v '^build/') ;;
    "$ROOT"/build/*) inside=() ;; # generated
    *) inside=("${file#"$ROOT/"}") ;;
    esac
    ((${#inside[@]} == 0)) || units+=("$file") covered+=("${inside[@]}")
  done
else
  declare -A is_compiled=()
  for file in "${compiled[@]}"; do is_compiled[$file]=1; done
  for file in "${files[@]}"; do
    if [[ -n ${is_compiled[$ROOT/$file]:-} ]]; then
      units+=("$ROOT/$file") covered+=("$file")
    else
      say "not checked, for no target compiles it: $file"
    fi
  done
fi

# clang-tidy looks for settings above the unit, which for a unity build is below the build folder.
[[ -z $all ]] || cp unittests/.clang-tidy "$build/unittests/"
say "checking ${#covered[@]} files"
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
for settings in .clang-tidy unittests/.clang-tidy; do
  covered+=("$settings")
  problems=$(clang-tidy-22 --verify-config --config-file="$settings" 2>&1) || true
  [[ $problems == 'No config errors detected.' ]] ||
    sed "s|^|$ROOT/$settings:1:1: error: |" <<<"$problems" >>"$results/settings"
done

# check_unit BUILD RESULTS FILE NUMBER: headers of ours are checked too. A unit that fails and says
# nothing of a line of code has crashed.
check_unit() {
  clang-tidy-22 -p "$1" --quiet --warnings-as-errors='*' --header-filter="^$ROOT/" \
    --exclude-header-filter="^$ROOT/build/" "$3" >"$2/$4" 2>"$2/$4.errors" ||
    grep -qE '^[^ ]+:[0-9]+:[0-9]+: (warning|error): ' "$2/$4" || {
    echo "$3:1:1: error: clang-tidy failed" >>"$2/$4"
    tail -n 20 "$2/$4.errors" >&2
  }
}
export -f check_unit
export ROOT
for number in "${!units[@]}"; do
  printf '%s\0%s\0' "${units[$number]}" "$number"
done | xargs -0 -r -n 2 -P "$JOBS" bash -c 'check_unit "$0" "$1" "$2" "$3"' "$build" "$results"

# Each finding once, with its path from here; those in generated code and in headers of the system are
# not ours.
findings=$(find "$results" -type f ! -name '*.errors' -exec cat {} + |
  sed -nE "s/^([^ ]+:[0-9]+:[0-9]+: )(warning|error): (.*)$/\1\3/p" |
  sed -e "s|^$ROOT/||" -e 's/,-warnings-as-errors\]$/]/' |
  grep -v '^build/' | grep -v '^/' | sort -u -t: -k1,1 -k2,2n -k3,3n -k4) || true
[[ -z $findings ]] || printf '%s\n' "$findings"
failed=$(cut -d: -f1 <<<"$findings" | sed '/^$/d' | sort -u)
passed=$(comm -23 <(printf '%s\n' "${covered[@]}" | sort -u) <(printf '%s\n' "$failed"))
count() { sed '/^$/d' <<<"$1" | wc -l; }
printf '%d passed, %d failed\n' "$(count "$passed")" "$(count "$failed")"
[[ -z $failed ]]
