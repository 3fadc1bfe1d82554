#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the runtime, and the compiler where it was built, from a build directory into a temporary
# prefix, builds the examples that embed RLX against them as a stranger would (CMake in C++, CMake in
# C, pkg-config), and runs them, with wrong input too.
# Usage: check_install.sh BUILD_DIR [CXX_COMPILER]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath "${1:?usage: check_install.sh BUILD_DIR [CXX_COMPILER]}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "check_install: $*" >&2
  exit 1
}

# quietly MESSAGE COMMAND…: shows the command's output only when it fails.
quietly() {
  local message=$1
  shift
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$message"; }
}

# refuses TEXT COMMAND…: the command must end with 1 and say TEXT on stderr.
refuses() {
  local text=$1 code=0
  shift
  "$@" >"$work/out" 2>"$work/err" || code=$?
  [[ $code == 1 ]] || fail "'$*' ended with $code, expected 1"
  grep -qF -- "$text" "$work/err" || { cat "$work/err" >&2; fail "'$*' did not say '$text'"; }
}

for component in rlx-runtime rlx-compiler; do
  quietly "install of $component failed" \
    cmake --install "$build" --component "$component" --prefix "$work/prefix"
done
quietly "the project in C++ is not configured" \
  cmake -S "$root/examples/cmake_project" -B "$work/cpp" -DCMAKE_PREFIX_PATH="$work/prefix" \
  ${2:+-DCMAKE_CXX_COMPILER="$2"}
quietly "the project in C++ does not build" cmake --build "$work/cpp"
quietly "the project in C is not configured" \
  cmake -S "$root/examples/embed_c" -B "$work/c" -DCMAKE_PREFIX_PATH="$work/prefix"
quietly "the project in C does not build" cmake --build "$work/c"
programs=("$work/cpp/run_package" "$work/c/run_package")
if command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name rlx.pc)")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046 # flags are words
  quietly "the program does not build with pkg-config" \
    cc -std=c99 -Wall -Wextra -Werror -pedantic "$root/examples/embed_c/run_package.c" \
    $(pkg-config --cflags --libs rlx) -o "$work/run_package"
  programs+=("$work/run_package")
fi

# The threads are RLX's own: no OpenMP library takes part, unless the build has asked for one.
if grep -q '^RLX_THREADS:STRING=pool' "$build/CMakeCache.txt"; then
  while IFS= read -r file; do
    if ldd "$file" | grep -E 'libg?i?omp'; then
      fail "$file needs an OpenMP library"
    fi
  done < <(find "$work/prefix" -name rlx-run-rt -o -name librlx.so; printf '%s\n' "${programs[@]}")
fi

"$work/cpp/consumer" "$work/tensor.npy"
refuses "cannot create" "$work/cpp/consumer" "$work/none/tensor.npy"
if [[ -n $(find "$work/prefix" -name librlx.so) ]]; then
  "$work/cpp/compile"
  refuses "there is no file '$work/none.onnx'" "$work/cpp/compile" "$work/none.onnx"
fi
if [[ -x $build/bin/rlx-run ]]; then
  cat >"$work/model.mlir" <<'MODEL'
func.func @doubles(%x: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]})
    -> (tensor<?x3xf32> {rlx.name = "y"}) {
  %0 = rlx.add %x, %x : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
MODEL
  quietly "no package is made" \
    "$build/bin/rlx-run" "$work/model.mlir" --emit=rlxe -o "$work/model.rlxe"
fi
for program in "${programs[@]}"; do
  # The runtime is all that it needs.
  if ldd "$program" | grep -E 'libLLVM|libMLIR|librlx'; then
    fail "$program needs more than the runtime"
  fi
  refuses "usage: run_package" "$program"
  refuses "cannot open '$work/none.rlxe'" "$program" "$work/none.rlxe"
  refuses "not an RLX package" "$program" "$work/tensor.npy"
  [[ -e $work/model.rlxe ]] || continue
  "$program" "$work/model.rlxe" >"$work/out"
  grep -qx "input x: f32 n 3" "$work/out" || fail "$program does not list the signature"
  "$program" "$work/model.rlxe" x=3 >"$work/out"
  grep -qx "y: f32 1 3: 6, 6, 6" "$work/out" || fail "$program computes something else"
  "$program" "$work/model.rlxe" x="$work/tensor.npy" >"$work/out"
  grep -qx "y: f32 2 3: 0, 1, 2, 3, 4, 5" "$work/out" || fail "$program reads no file"
  refuses "'z=3' gives no input of the model" "$program" "$work/model.rlxe" x=3 z=3
  refuses "cannot open '$work/none.npy'" "$program" "$work/model.rlxe" "x=$work/none.npy"
  head -c 200 "$work/model.rlxe" >"$work/cut.rlxe"
  refuses "data_loss" "$program" "$work/cut.rlxe"
done

# The session in C++ is static libraries: an example of its own.
if [[ -f $build/lib/libRLXSession.a ]]; then
  quietly "install of rlx-session failed" \
    cmake --install "$build" --component rlx-session --prefix "$work/prefix"
  quietly "the program with RLX::Session is not configured" \
    cmake -S "$root/examples/cpp" -B "$work/graph" -DCMAKE_PREFIX_PATH="$work/prefix" \
    ${2:+-DCMAKE_CXX_COMPILER="$2"}
  quietly "the program with RLX::Session does not build" cmake --build "$work/graph"
  [[ $("$work/graph/graph" | tail -1) == "batch 2: 0.84 1.95 3.00" ]] ||
    fail "the program with RLX::Session computes something else"
fi
