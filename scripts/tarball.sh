#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Packs the self-contained programs and library into build/dist/rlx-VERSION-linux-x86_64.tar.zst, which
# needs glibc 2.28 or later and nothing else.
source "$(dirname "$0")/lib.sh"
cd "$ROOT"
"$ROOT/scripts/build.sh" release static
version=$(sed -nE 's/^project\(RLX VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
name="rlx-$version-linux-$(uname -m)"
folder="$ROOT/build/tarball/$name"
rm -rf "$ROOT/build/tarball"
mkdir -p "$folder/licenses" "$ROOT/build/dist"
cmake --install build/release --component rlx-compiler --prefix "$folder" >/dev/null
cmake --install build/release --component rlx-runtime --prefix "$folder" >/dev/null
# The self-contained forms instead; RE2 and the decoders of pictures have no such form.
cp build/release/static/bin/* "$folder/bin/"
cp -P build/release/static/lib/librlx.so* "$folder/lib/"
rm -f "$folder"/lib/librlx_regex.so "$folder"/lib/librlx_image.so
cp LICENSE CHANGELOG.md "$folder/"
for package in llvm-22-dev libprotozero-dev libstdc++-12-dev libxxhash-dev libzstd-dev zlib1g-dev; do
  cp "/usr/share/doc/$package/copyright" "$folder/licenses/$package"
done
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
say "packing $name"
tar -C "$ROOT/build/tarball" --sort=name --owner=0 --group=0 --numeric-owner -c "$name" |
  zstd -q -15 --long=27 -T0 -f -o "build/dist/$name.tar.zst"
say "build/dist/$name.tar.zst has $(stat -c %s "build/dist/$name.tar.zst") bytes"
