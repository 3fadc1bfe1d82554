# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Shared by the scripts: where things are, and how they talk. Sourced, not run.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
MODELS="$ROOT/models"
VENV="$ROOT/.venv"
PYTHON="$VENV/bin/python"
JOBS=${JOBS:-$(nproc)}

say() { printf '== %s\n' "$*"; }
fail() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}
# wheel_of PACKAGE [PYTHON]: the wheel that scripts/wheel.sh built for this Python (default: that of .venv).
wheel_of() {
  local package=$1 python=${2:-$PYTHON} version
  version=$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
  compgen -G "$ROOT/build/dist/$package-*-cp$version-*.whl" || compgen -G "$ROOT/build/dist/$package-*-abi3-*.whl" ||
    fail "no wheel of $package for Python $version is in build/dist: run scripts/wheel.sh"
}
