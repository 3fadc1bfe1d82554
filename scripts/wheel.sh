#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the wheels `rlx` and `rlx-runtime` into build/dist: wheel.sh [PYTHON…] (default: that of
# .venv). A wheel serves one version of CPython; from 3.12 on, one wheel serves all.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
(($#)) || set -- "$PYTHON"
TOOLS="$ROOT/build/wheel-tools"
DIST="$ROOT/build/dist"
"$ROOT/scripts/build.sh" release static
export CC=clang-22 CXX=clang++-22 CMAKE_GENERATOR=Ninja
mkdir -p "$DIST"
rm -f "$DIST"/*.whl
for python in "$@"; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  tools="$TOOLS/$version"
  stamp="$tools/.requirements"
  if ! cmp -s "$stamp" scripts/wheel-requirements.txt; then
    say "making the environment that builds wheels of Python $version"
    rm -rf "$tools"
    "$python" -m venv "$tools" || fail "$python -m venv failed"
    "$tools/bin/pip" install -q --disable-pip-version-check -r scripts/wheel-requirements.txt ||
      fail "pip could not install scripts/wheel-requirements.txt"
    cp scripts/wheel-requirements.txt "$stamp"
  fi
  say "building the wheels for Python $version"
  "$tools/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps ./python ./python/runtime \
    -w "$DIST/$version" >"$ROOT/build/wheel.log" 2>&1 ||
    { tail -20 "$ROOT/build/wheel.log" >&2; fail "see build/wheel.log"; }
  # The libraries inside say which systems they run on; nothing is left to bundle.
  PATH="$tools/bin:$PATH" auditwheel repair --plat manylinux_2_28_x86_64 --only-plat -w "$DIST" "$DIST/$version"/*.whl \
    >>"$ROOT/build/wheel.log" 2>&1 || { tail -20 "$ROOT/build/wheel.log" >&2; fail "see build/wheel.log"; }
  rm -r "${DIST:?}/$version"
done
say "wheels are in build/dist: $(cd "$DIST" && ls ./*.whl | paste -sd' ')"
