#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the missing ones of RLX's dependencies on Debian 12: packages (as root), SwiftShader in
# .swiftshader, and a Python environment in .venv with the peers of the tests. `--build-only` leaves
# the last two out, which only tests need.
source "$(dirname "$0")/lib.sh"
[[ $# == 0 || $* == --build-only ]] || fail "expected --build-only or nothing, but got '$*'"

PACKAGES=(
  clang-22 libclang-rt-22-dev lld-22 clang-format-22 clang-tidy-22 llvm-22-dev libmlir-22-dev mlir-22-tools libomp-22-dev
  cmake ninja-build ccache git ca-certificates pkgconf
  libprotozero-dev libprotobuf-dev libonnx-dev libonnx-testdata libgtest-dev libre2-dev libxxhash-dev zlib1g-dev libzstd-dev zstd
  libjpeg62-turbo-dev libpng-dev libtiff-dev libwebp-dev libopenjp2-7-dev
  libdnnl-dev ocl-icd-opencl-dev
  libvulkan-dev libvulkan1 mesa-vulkan-drivers vulkan-validationlayers spirv-tools
  rustc-web cargo-web
  g++-12-aarch64-linux-gnu qemu-user
  python3 python3-dev python3-venv npm
)

installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=()
for package in "${PACKAGES[@]}"; do
  # npm may have come with a Node.js of another origin.
  if [[ $package == npm ]] && command -v npm >/dev/null; then continue; fi
  installed "$package" || missing+=("$package")
done
if ((${#missing[@]})); then
  say "installing ${#missing[@]} packages: ${missing[*]}"
  [[ $(id -u) == 0 ]] || fail "packages are missing and only root can install them: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || fail "apt-get update failed"
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install: ${missing[*]}"
else
  say "packages: all there"
fi

[[ ${1:-} == --build-only ]] && exit 0
"$ROOT/scripts/fetch-swiftshader.sh"
stamp="$VENV/.requirements"
if cmp -s "$stamp" "$ROOT/scripts/requirements.txt"; then
  say "Python environment: up to date"
else
  say "making the Python environment in .venv"
  python3 -m venv "$VENV" || fail "python3 -m venv failed"
  "$PYTHON" -m pip install -q --disable-pip-version-check -r "$ROOT/scripts/requirements.txt" ||
    fail "pip could not install scripts/requirements.txt"
  cp "$ROOT/scripts/requirements.txt" "$stamp"
fi
