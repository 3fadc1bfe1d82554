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
