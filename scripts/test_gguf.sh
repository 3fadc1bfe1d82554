#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compares language models from GGUF files and folders with transformers (test/gguf/run.py), in the environment
# of scripts/torch_environment.sh: test_gguf.sh [MODEL…]. Needs a release build. The last line is
# "N passed, M failed".
source "$(dirname "$0")/lib.sh"
"$ROOT/scripts/torch_environment.sh"
exec "$ROOT/build/torch-test/bin/python" "$ROOT/test/gguf/run.py" "$@"
