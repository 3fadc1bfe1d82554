#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the site of docs/ into build/site. A dead link, a dead anchor or a page that the navigation
# lacks is an error. Ends with "N passed, M failed"; a page is one test. With --serve it shows the
# site at http://127.0.0.1:8000 instead, and again after every change.
source "$(dirname "$0")/lib.sh"
[[ $# == 0 || $* == --serve ]] || fail "expected --serve or nothing, but got '$*'"
cd "$ROOT"
SITE_VENV="$ROOT/.venv-docs"
stamp="$SITE_VENV/.requirements"
if ! cmp -s "$stamp" scripts/docs-requirements.txt; then
  say "making the Python environment of the site in .venv-docs"
  python3 -m venv "$SITE_VENV" || fail "python3 -m venv failed"
  "$SITE_VENV/bin/python" -m pip install -q --disable-pip-version-check \
    -r scripts/docs-requirements.txt || fail "pip could not install scripts/docs-requirements.txt"
  cp scripts/docs-requirements.txt "$stamp"
fi
export NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true
if [[ ${1:-} == --serve ]]; then
  exec "$SITE_VENV/bin/mkdocs" serve
fi
mkdir -p build
log="$ROOT/build/site.log"
code=0
"$SITE_VENV/bin/mkdocs" build --strict --clean >"$log" 2>&1 || code=$?
python3 scripts/check_links.py "$log" || exit 1
# Something failed that is no page's fault.
((code == 0)) || { tail -20 "$log" >&2; fail "mkdocs failed; all of it is in build/site.log"; }
