#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the wheel of scripts/wheel.sh into the environment of scripts/torch_environment.sh, and runs the
# tests that need PyTorch. The last line is "N passed, M failed".
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
wheel=$(wheel_of rlx)
environment="$ROOT/build/torch-test"
scripts/torch_environment.sh
"$environment/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$wheel" ||
  fail "pip could not install $wheel"
say "testing $wheel with PyTorch"
code=0
# Outside of the tree: the package must come from the wheel.
results=$(cd "$environment" && bin/python -m pytest -q -p no:cacheprovider "$ROOT"/python/tests/test_torch*.py) || code=$?
echo "$results"
sum() { { grep -oE "[0-9]+ ($1)" <<<"${results##*$'\n'}" || true; } | awk '{ s += $1 } END { print s + 0 }'; }
passed=$(sum passed) failed=$(sum 'failed|errors?')
((code == 0 || failed > 0)) || failed=1
echo "$passed passed, $failed failed"
exit "$code"
