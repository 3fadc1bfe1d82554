#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures and builds one preset: build.sh [PRESET [TARGET…]] (default: release).
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
preset=${1:-release}
shift || true
grep -q "\"name\": \"$preset\", \"inherits\"" CMakePresets.json ||
  fail "there is no preset '$preset'; there are $(sed -nE \
    's/.*"name": "([a-z0-9-]+)", "inherits".*/\1/p' CMakePresets.json | paste -sd' ')"
command -v clang++-22 >/dev/null || fail "clang++-22 is missing: run scripts/install-deps.sh"
log="$ROOT/build/$preset.configure.log"
mkdir -p "$ROOT/build"
say "configuring $preset"
cmake --preset "$preset" >"$log" 2>&1 || {
  tail -20 "$log" >&2
  fail "cmake failed; all of it is in build/$preset.configure.log"
}
say "building $preset${*:+: $*}"
log="$ROOT/build/$preset.build.log"
ninja -C "build/$preset" -j "$JOBS" "$@" >"$log" 2>&1 || {
  grep -E -A20 -m3 'FAILED:|error:' "$log" >&2 || tail -20 "$log" >&2
  fail "the build failed; all of it is in build/$preset.build.log"
}
