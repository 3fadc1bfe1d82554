#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Opens the pages of `rlx-run --report` in Chromium (test/report/run.py). Installs Debian's Chromium as
# root, and selenium in an environment under build/. The last line is "N passed, M failed".
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
if ! command -v chromedriver >/dev/null; then
  say "installing chromium and chromium-driver"
  [[ $(id -u) == 0 ]] || fail "only root can install chromium and chromium-driver"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver \
    fonts-dejavu-core >/dev/null || fail "apt-get could not install chromium chromium-driver"
fi
environment="$ROOT/build/report-test/environment"
if ! cmp -s test/report/requirements.txt "$environment/.requirements"; then
  say "making the environment of the report's tests"
  rm -rf "$environment"
  "$PYTHON" -m venv "$environment" || fail "$PYTHON -m venv failed"
  "$environment/bin/pip" install -q --disable-pip-version-check -r test/report/requirements.txt ||
    fail "pip could not install test/report/requirements.txt"
  cp test/report/requirements.txt "$environment/.requirements"
fi
exec "$environment/bin/python" test/report/run.py
