#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes build/torch-test, an environment with PyTorch for the CPU and transformers (550 MB), unless it
# is there already. For scripts/test_torch.sh and scripts/test_gguf.sh.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
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
