#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs libraries that use ONNX Runtime on it and on RLX in its place, and compares the results
# (benchmarks/drop_in.py). Installs them (1.8 GB) beside the wheel of scripts/wheel.sh in
# build/drop-in-test, and those that need PyTorch in build/drop-in-torch-test, with the PyTorch of
# scripts/test_torch.sh, which must have run. The last line is "N passed, M failed".
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
wheel=$(wheel_of rlx)
torch="$ROOT/build/torch-test"
[[ -d $torch ]] || fail "build/torch-test is not there: run scripts/test_torch.sh"
# The rest of the dependencies would bring PyTorch for CUDA.
WITH_TORCH=(optimum==2.3.0 optimum-onnx==0.1.0 sentence-transformers==6.2.0 silero-vad==6.2.3)

# environment NAME REQUIREMENTS [PACKAGE…]: makes build/NAME if its contents changed; the packages come without
# their dependencies.
environment() {
  local folder="$ROOT/build/$1" requirements=$2
  shift 2
  if ! cat "$requirements" "$0" | cmp -s "$folder/.requirements"; then
    say "installing $requirements"
    rm -rf "$folder"
    "$PYTHON" -m venv "$folder" || fail "$PYTHON -m venv failed"
    "$folder/bin/pip" install -q --disable-pip-version-check -r "$requirements" ||
      fail "pip could not install $requirements"
    (($# == 0)) || "$folder/bin/pip" install -q --disable-pip-version-check --no-deps "$@" ||
      fail "pip could not install $*"
    cat "$requirements" "$0" >"$folder/.requirements"
  fi
  "$folder/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$wheel" ||
    fail "pip could not install $wheel"
}

site_of() { "$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }

environment drop-in-test python/tests/drop-in-requirements.txt
environment drop-in-torch-test python/tests/drop-in-torch-requirements.txt "${WITH_TORCH[@]}"
# Behind the environment's own packages, such as its older transformers.
site_of "$torch" >"$(site_of "$ROOT/build/drop-in-torch-test")/torch.pth"
say "comparing libraries on $wheel and on ONNX Runtime"
passed=0 failed=0
for each in drop-in-test:17 drop-in-torch-test:3; do
  name=${each%:*}
  results=$("build/$name/bin/python" benchmarks/drop_in.py --check --rows "${each#*:}") || true
  echo "$results"
  [[ ${results##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || fail "benchmarks/drop_in.py ended in build/$name"
  ((passed += BASH_REMATCH[1], failed += BASH_REMATCH[2])) || true
done
echo "$passed passed, $failed failed"
((failed == 0))
