#!/usr/bin/env bash
# Builds and runs every test suite; the last line is the total. Arguments: the suites to run
# (default: all; --list names them).
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
# A misspelt suite should not cost an installation and a build first.
if [[ ${1:---list} != --list ]] && command -v python3 >/dev/null; then
  python3 scripts/run_suites.py --check "$@"
fi
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE OMP_NUM_THREADS
if [[ ${1:-} != --list ]]; then
  scripts/install-deps.sh
  scripts/fetch-models.sh
  scripts/build.sh release
fi
exec python3 scripts/run_suites.py "$@"
