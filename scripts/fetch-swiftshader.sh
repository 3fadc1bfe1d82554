#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches SwiftShader, a second Vulkan driver for processors, into .swiftshader/: the driver and its
# description, which tests name in VK_DRIVER_FILES. Debian has them in the package chromium-common
# only, which is downloaded (32 MB), not installed, and not kept.
source "$(dirname "$0")/lib.sh"
[[ $# == 0 ]] || fail "expected no arguments, but got '$*'"

PACKAGE=chromium-common
TO="$ROOT/.swiftshader"
FILES=(libvk_swiftshader.so vk_swiftshader_icd.json) # the last one written says that all are there

if [[ -f $TO/${FILES[-1]} ]]; then
  say "SwiftShader: there"
  exit 0
fi
say "fetching SwiftShader (Debian $PACKAGE)"
TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT
download() { (cd "$TEMPORARY" && apt-get download -qq -o APT::Sandbox::User=root "$PACKAGE"); }
# The lists may be missing, or name a version that is no longer there.
download 2>/dev/null || { apt-get update -qq && download; } || fail "apt-get could not fetch $PACKAGE"
dpkg-deb --fsys-tarfile "$TEMPORARY"/*.deb |
  tar -x -C "$TEMPORARY" --strip-components=4 "${FILES[@]/#/./usr/lib/chromium/}" ||
  fail "$PACKAGE has no SwiftShader in it"
mkdir -p "$TO"
for file in "${FILES[@]}"; do
  mv "$TEMPORARY/$file" "$TO/"
done
