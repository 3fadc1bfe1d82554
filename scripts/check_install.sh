#!/usr/bin/env bash
# Installs the runtime, and the compiler where it was built, from a build directory into a temporary
# prefix, builds examples/cmake_project against them as a stranger would, and runs it.
# Usage: check_install.sh BUILD_DIR [CXX_COMPILER]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:?usage: check_install.sh BUILD_DIR [CXX_COMPILER]}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for component in rlx-runtime rlx-compiler; do
  cmake --install "$build" --component "$component" --prefix "$work/prefix" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; echo "check_install: install of $component failed" >&2; exit 1; }
done
cmake -S "$root/examples/cmake_project" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
  ${2:+-DCMAKE_CXX_COMPILER="$2"} >"$work/log" 2>&1 &&
  cmake --build "$work/build" >>"$work/log" 2>&1 ||
  { cat "$work/log" >&2; echo "check_install: the consumer does not build" >&2; exit 1; }
"$work/build/consumer" "$work/tensor.npy"
if [[ -n $(find "$work/prefix" -name librlx.so) ]]; then
  "$work/build/compile"
fi

# The session in C++ is static libraries: an example of its own.
if [[ -f $build/lib/libRLXSession.a ]]; then
  cmake --install "$build" --component rlx-session --prefix "$work/prefix" >"$work/log" 2>&1 &&
    cmake -S "$root/examples/cpp" -B "$work/graph" -DCMAKE_PREFIX_PATH="$work/prefix" \
      ${2:+-DCMAKE_CXX_COMPILER="$2"} >"$work/log" 2>&1 &&
    cmake --build "$work/graph" >>"$work/log" 2>&1 ||
    { cat "$work/log" >&2; echo "check_install: a program with RLX::Session does not build" >&2; exit 1; }
  "$work/graph/graph"
fi
