#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the wheel of scripts/wheel.sh beside PyTorch (550 MB) into build/torch-test, and runs the tests
# that need PyTorch. The last line is "N passed, M failed".
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
wheel=$(wheel_of rlx)
environment="$ROOT/build/torch-test"
requirements=python/tests/torch-requirements.txt
# The wheel of torch depends on CUDA, which has several gigabytes and which a CPU does not need: --no-deps.
stamp="$environment/.requirements"
if ! cat "$requirements" "$0" | cmp -s "$stamp"; then
  say "installing PyTorch"
  rm -rf "$environment"
  "$PYTHON" -m venv "$environment" || fail "$PYTHON -m venv failed"
  "$environment/bin/pip" install -q --disable-pip-version-check -r "$requirements" &&
    "$environment/bin/pip" install -q --disable-pip-version-check --no-deps torch==2.15.0 torchvision==0.29.2 ||
    fail "pip could not install PyTorch and $requirements"
  site=$("$environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  "$PYTHON" scripts/torch_without_cuda.py "$site" || fail "PyTorch does not run without CUDA"
  cat "$requirements" "$0" >"$stamp"
fi
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
