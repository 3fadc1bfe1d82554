#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The runtime stands alone: nothing under runtime/ may include LLVM, MLIR or another room of ours,
# and the built library may not refer to LLVM. Usage: check_runtime_includes.sh [LIBRARY]
# LIBRARY (the built libRLXRuntime.a) is optional; without it only the sources are checked.
# Exit code 0 when clean, 1 with one line per finding otherwise.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
failed=0

report() {
  echo "check_runtime_includes: $1" >&2
  failed=1
}

# Every quoted include must be root-relative into runtime/ (or an installed header of its own),
# which also catches rooms that do not exist yet.
while IFS= read -r line; do
  report "$line: quoted includes may name only runtime/ files"
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' runtime \
           --include='*.h' --include='*.hpp' --include='*.c' --include='*.cpp' |
         grep -vE '#[[:space:]]*include[[:space:]]*"(runtime/|rlx/(rlx\.h|(status|tensor|commit)\.hpp)")' || true)

while IFS= read -r line; do
  report "$line: the runtime may not include LLVM or MLIR"
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"](llvm|mlir|llvm-c|mlir-c|clang)/' \
           runtime || true)

if [[ $# -ge 1 ]]; then
  [[ -f $1 ]] || { report "no library '$1'"; exit 1; }
  # Undefined symbols in the namespaces or C prefixes of LLVM and MLIR. Symbols are checked
  # mangled: _ZN4llvm..., _ZNK4mlir..., LLVMFoo, mlirFoo.
  symbols=$(nm --undefined-only "$1" 2>/dev/null | awk '$1 == "U" {print $2}' | sort -u)
  [[ -n $symbols ]] || report "'$1' has no undefined symbols at all: not a library?"
  while IFS= read -r symbol; do
    [[ -n $symbol ]] && report "$1 refers to $symbol"
  done < <(grep -E '4llvm|4mlir|^LLVM[A-Z]|^mlir[A-Z]' <<<"$symbols" || true)
fi

[[ $failed -eq 0 ]] && echo "check_runtime_includes: clean"
exit "$failed"
