#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the wheel of scripts/wheel.sh into an empty environment, and runs the tests of python/tests
# there: test_wheel.sh [PYTHON] (default: that of .venv). The last line is "N passed, M failed". With
# RLX_TEST_ALL=1 the environment has JAX, too, which the tests of rlx.jax need, and Jupyter's kernel.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
python=${1:-$PYTHON}
compiler=$(wheel_of rlx "$python")
runtime=$(wheel_of rlx_runtime "$python")
wheels=("$compiler" "$runtime")
environment="$ROOT/build/wheel-test"
rm -rf "$environment"
requirements=(-r python/tests/requirements.txt)
[[ ${RLX_TEST_ALL:-} != 1 ]] || requirements+=(-r python/tests/requirements-jax.txt -r python/tests/requirements-notebook.txt)
"$python" -m venv "$environment" || fail "$python -m venv failed"
"$environment/bin/pip" install -q --disable-pip-version-check "${wheels[@]}" "${requirements[@]}" ||
  fail "pip could not install ${wheels[*]}"
say "testing ${wheels[*]}"
code=0
# Outside of the tree: the package must come from the wheel.
results=$(cd "$environment" && bin/python -m pytest -q -p no:cacheprovider "$ROOT/python/tests") || code=$?
echo "$results"
sum() { { grep -oE "[0-9]+ ($1)" <<<"${results##*$'\n'}" || true; } | awk '{ s += $1 } END { print s + 0 }'; }
passed=$(sum passed) failed=$(sum 'failed|errors?')
((code == 0 || failed > 0)) || failed=1
echo "$passed passed, $failed failed"
exit "$code"
