#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Misuses the Python packages under sanitizers: misuse.sh [PRESET [OPTION ...]]. PRESET is asan-ubsan (default),
# asan-ubsan-all or tsan; the options are those of python/tests/misuse.py, such as --seconds 600. Python and NumPy
# are not instrumented. asan-ubsan instruments the extension, the runtime and the session, asan-ubsan-all the
# compiler too. tsan takes the package rlx_runtime: rlx.LM compiles, and LLVM and MLIR are not instrumented for threads.
# Requests of several threads run there in C (RLXLmThreadsTests, the suite tsan). It needs build/wheel-test, which
# scripts/test_wheel.sh makes.
# The last line is "N passed, M failed".
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
preset=${1:-asan-ubsan}
shift || true
version=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
tools="$ROOT/build/wheel-tools/$version"
[[ -x $tools/bin/pip && -x build/wheel-test/bin/python ]] ||
  fail "the package is not built: run scripts/wheel.sh and scripts/test_wheel.sh"
resources=$(clang-22 -print-resource-dir)/lib/linux
machine=$(uname -m)
arguments=()
case $preset in
asan-ubsan | asan-ubsan-all)
  "$ROOT/scripts/build.sh" "$preset" RLXShared
  package=./python
  # A library of C++ must be there when the sanitizer starts, for its exceptions.
  preload="$resources/libclang_rt.asan-$machine.so $(clang++-22 -print-file-name=libstdc++.so.6)"
  # Python keeps memory until the end, so leaks are those that misuse.py sees. The sanitizer keeps every stack that has
  # allocated: short ones are few, and random calls have ever new long ones. Growth is that of
  # arenas: with MALLOC_ARENA_MAX=1 and no sanitizer memory stays the same. See cmake/SanitizerOptions.cpp.
  export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:detect_container_overflow=0:allow_user_poisoning=0:quarantine_size_mb=32:malloc_context_size=4
  export PYTHONMALLOC=malloc
  ;;
tsan)
  "$ROOT/scripts/build.sh" "$preset" RLXRuntime
  package=./python/runtime
  preload="$resources/libclang_rt.tsan-$machine.so"
  export TSAN_OPTIONS=ignore_noninstrumented_modules=1:allocator_may_return_null=1:exitcode=66
  mkdir -p build/tsan-packages
  (cd build/wheel-test && bin/python "$ROOT/python/tests/misuse.py" --write "$ROOT/build/tsan-packages")
  arguments=(--packages "$ROOT/build/tsan-packages")
  ;;
*) fail "expected asan-ubsan, asan-ubsan-all or tsan, but got '$preset'" ;;
esac
environment="$ROOT/build/$preset-python"
stamp="$environment/.requirements"
if ! cmp -s python/tests/requirements.txt "$stamp"; then
  rm -rf "$environment"
  "$PYTHON" -m venv "$environment" || fail "$PYTHON -m venv failed"
  "$environment/bin/pip" install -q --disable-pip-version-check -r python/tests/requirements.txt ||
    fail "pip could not install python/tests/requirements.txt"
  cp python/tests/requirements.txt "$stamp"
fi
say "building the package with $preset"
log="$ROOT/build/$preset-python.log"
rm -rf "$environment/dist"
CC=clang-22 CXX=clang++-22 CMAKE_GENERATOR=Ninja \
  "$tools/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps "$package" -w "$environment/dist" \
  -C build-dir="$ROOT/build/python/$preset" -C cmake.define.RLX_BUILD="$ROOT/build/$preset" \
  -C cmake.define.RLX_OPS="$ROOT/build/release/dialects/rlx/builder/_ops.py" \
  -C cmake.define.RLX_SANITIZE="$(sed -nE 's/^RLX_SANITIZE:[A-Z]+=(.*)/\1/p' "build/$preset/CMakeCache.txt")" \
  >"$log" 2>&1 || { tail -20 "$log" >&2; fail "see $log"; }
"$environment/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$environment"/dist/*.whl
code=0
(cd "$environment" && LD_PRELOAD=$preload \
  bin/python -X faulthandler "$ROOT/python/tests/misuse.py" --most-growth 512 "${arguments[@]}" "$@") || code=$?
((code == 0)) && echo "1 passed, 0 failed" || echo "0 passed, 1 failed"
exit "$code"
