#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a clone to recognised text: installs, builds, fetches a text-recognition model, compiles it
# with RLX and runs it on the line images of examples/ocr.
source "$(dirname "$0")/lib.sh"
(($# == 0)) || fail "expected no arguments, but got '$*'"
cd "$ROOT"
scripts/install-deps.sh --build-only
scripts/build.sh release ocr rlx-run
scripts/fetch-models.sh ocr
say "recognising text"
build/release/bin/ocr models/ocr/rec.onnx models/ocr/keys.txt examples/ocr/*.png
