#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Packs self-contained programs and libraries for glibc 2.28 or later into build/dist: tarball.sh [KIND…].
#   rlx               rlx-VERSION-linux-x86_64.tar.zst: compiler, runtime and tools
#   runtime-aarch64   rlx-runtime-VERSION-linux-aarch64.tar.zst: the runtime alone
# The default is both. Neither needs anything but glibc.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
(($#)) || set -- rlx runtime-aarch64
version=$(sed -nE 's/^project\(RLX VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)

# begin NAME PACKAGE…: the folder to pack, with the licences of Debian's packages that are linked in.
begin() {
  name=$1 folder="$ROOT/build/tarball/$1"
  shift
  rm -rf "$folder"
  mkdir -p "$folder/licenses" "$ROOT/build/dist"
  cp LICENSE CHANGELOG.md "$folder/"
  local package
  for package in "$@"; do
    cp "/usr/share/doc/$package/copyright" "$folder/licenses/$package"
  done
}

# Packs the folder.
end() {
  say "packing $name"
  tar -C "$ROOT/build/tarball" --sort=name --owner=0 --group=0 --numeric-owner -c "$name" |
    zstd -q -15 --long=27 -T0 -f -o "build/dist/$name.tar.zst"
  say "build/dist/$name.tar.zst has $(stat -c %s "build/dist/$name.tar.zst") bytes"
}

pack_rlx() {
  "$ROOT/scripts/build.sh" release static
  begin "rlx-$version-linux-$(uname -m)" llvm-22-dev libprotozero-dev libstdc++-12-dev libxxhash-dev libzstd-dev zlib1g-dev
  cmake --install build/release --component rlx-compiler --prefix "$folder" >/dev/null
  cmake --install build/release --component rlx-runtime --prefix "$folder" >/dev/null
  "$ROOT/scripts/crate_licenses.py" "$folder/licenses"
  # The self-contained forms instead; RE2 and the decoders of pictures have no such form.
  cp build/release/static/bin/* "$folder/bin/"
  cp -P build/release/static/lib/librlx.so* "$folder/lib/"
  rm -f "$folder"/lib/librlx_regex.so "$folder"/lib/librlx_image.so
  cat >"$folder/README.md" <<END
# RLX $version

\`\`\`sh
bin/rlx-run model.onnx                            # signature, missing inputs
bin/rlx-run model.onnx --input=x=random --bench   # compile, run, measure
bin/rlx-run model.onnx --emit=rlxe -o model.rlxe  # a package, which bin/rlx-run-rt runs
\`\`\`

\`lib/librlx.so\` and \`include/\` are for programs in C and C++: \`find_package(RLX COMPONENTS Compiler)\` with
\`CMAKE_PREFIX_PATH\` set to this folder. All of it needs glibc 2.28 or later, and nothing else.
END
  end
}

pack_runtime_aarch64() {
  "$ROOT/scripts/build.sh" aarch64-static
  begin "rlx-runtime-$version-linux-aarch64" libstdc++-12-dev
  cmake --install build/aarch64-static --component rlx-runtime --prefix "$folder" >/dev/null
  cat >"$folder/README.md" <<END
# RLX $version, the runtime for AArch64

\`\`\`sh
rlx-run model.onnx --emit=rlxe --cpu=aarch64 -o model.rlxe   # on the machine with the compiler
bin/rlx-run-rt model.rlxe --input=x=x.npy                    # here
\`\`\`

\`lib/libRLXRuntime.a\` and \`include/\` are for programs in C and C++: \`find_package(RLX)\` with
\`CMAKE_PREFIX_PATH\` set to this folder. It needs glibc 2.28 or later, and nothing else.
END
  end
}

for kind in "$@"; do
  case $kind in
  rlx) pack_rlx ;;
  runtime-aarch64) pack_runtime_aarch64 ;;
  *) fail "expected rlx or runtime-aarch64, but got '$kind'" ;;
  esac
done
