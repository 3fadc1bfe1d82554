#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Measures RLX beside its peers: kernels beside oneDNN's and ggml's, models beside ONNX Runtime,
# OpenVINO and IREE. Arguments are those of the kernels: names of cases, --threads, --seconds. Results
# go to build/bench too.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
scripts/install-deps.sh
"$PYTHON" -m pip install -q --disable-pip-version-check -r benchmarks/requirements.txt ||
  say "pip could not install all of benchmarks/requirements.txt: fewer peers"
scripts/fetch-models.sh
scripts/build.sh release kernels rlx-run
mkdir -p build/bench
say "ggml, the peer of products with GGUF's blocks"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix build/bench/ggml \
  @node-llama-cpp/linux-x64@3.22.1 || say "npm could not fetch it; nothing is measured beside it"
say "kernels"
build/release/bin/kernels --json=build/bench/kernels.json "$@"
say "models"
"$PYTHON" benchmarks/run.py --json build/bench/models.json
