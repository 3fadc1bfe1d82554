#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds and runs the test suites; the last line is the total. Arguments: the suites to run (default:
# those of CI; --list names all), or --all to run every suite and test, whatever it takes.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
if [[ ${1:-} == --all ]]; then
  shift
  export RLX_TEST_ALL=1
fi
# A misspelt suite should not cost an installation and a build first.
if [[ ${1:---list} != --list ]] && command -v python3 >/dev/null; then
  python3 scripts/run_suites.py --check "$@"
fi
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE OMP_NUM_THREADS
RLX_TEST_TIMES=
# timed NAME COMMAND…: notes the seconds that it takes.
timed() {
  local name=$1 begin=$SECONDS
  shift
  "$@"
  RLX_TEST_TIMES+="$name $((SECONDS - begin)),"
}
if [[ ${1:-} != --list ]]; then
  timed install scripts/install-deps.sh
  timed models scripts/fetch-models.sh
  [[ ${RLX_TEST_ALL:-} != 1 ]] || timed smollm2 scripts/fetch-models.sh smollm2
  timed "release build" scripts/build.sh release
fi
export RLX_TEST_TIMES
exec python3 scripts/run_suites.py "$@"
