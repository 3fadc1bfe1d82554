// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognizes StableHLO in text and in MLIR bytecode; see StablehloImporter.h.
//
// The text is read once, token by token, so that names in comments and strings do not count: the
// weights of a model may be long strings.
#include "importers/stablehlo/StablehloImporter.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

using llvm::StringRef;

namespace rlx {
namespace {

bool isOpName(StringRef name) {
  return name.starts_with("stablehlo.") || name.starts_with("chlo.") || name.starts_with("vhlo.");
}

// Bytecode has its producer and the names of its dialects as strings that end with a zero byte.
bool isStablehloBytecode(StringRef bytes) {
  constexpr size_t kMagic = 4, kVersionAndProducer = 64;
  if (bytes.substr(kMagic, kVersionAndProducer).contains("StableHLO_v"))
    return true;
  for (StringRef dialect : {"stablehlo", "chlo", "vhlo"}) {
    const std::string name = std::string(1, '\0') + dialect.str() + std::string(1, '\0');
    if (bytes.contains(name))
      return true;
  }
  return false;
}

bool isNameChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

// The index behind a string that starts at `at`.
size_t endOfString(StringRef text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\')
      ++at;
  return std::min(at + 1, text.size());
}

} // namespace

StablehloForm stablehloForm(StringRef bytes) {
  if (mlir::isBytecode(llvm::MemoryBufferRef(bytes, "")))
    return isStablehloBytecode(bytes) ? StablehloForm::Bytecode : StablehloForm::None;
  bool hasPretty = false, hasMark = false;
  for (size_t at = 0; at < bytes.size();) {
    const char c = bytes[at];
    size_t end = at + 1;
    if (c == '"') {
      end = endOfString(bytes, at);
      if (end < bytes.size() && bytes[end] == '(' && isOpName(bytes.slice(at + 1, end - 1)))
        return StablehloForm::Generic;
    } else if (c == '/' && end < bytes.size() && bytes[end] == '/') {
      end = std::min(bytes.find('\n', at), bytes.size());
    } else if (isNameChar(c)) {
      while (end < bytes.size() && isNameChar(bytes[end]))
        ++end;
      const char before = at ? bytes[at - 1] : ' ';
      const StringRef name = bytes.slice(at, end);
      hasPretty |=
          before != '#' && before != '!' && before != '@' && before != '%' && isOpName(name);
      hasMark |= name == "mhlo.num_partitions" || name == "jax.result_info";
    }
    at = end;
  }
  if (hasPretty)
    return StablehloForm::Pretty;
  return hasMark ? StablehloForm::Generic : StablehloForm::None;
}

} // namespace rlx
