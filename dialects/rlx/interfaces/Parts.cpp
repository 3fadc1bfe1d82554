// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Parts.h. It strips NameLocs from the outside in, and joins their names with
// "/". A source mark around the location is removed first, since it is not part of the user's
// location.
#include "dialects/rlx/interfaces/Parts.h"

#include "dialects/rlx/interfaces/SourceOp.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

rlx::SplitLocation rlx::splitParts(Location loc) {
  if (std::optional<SourceOp> source = sourceOpOf(loc))
    loc = source->loc;
  SplitLocation result = {loc, ""};
  for (auto name = dyn_cast<NameLoc>(loc);
       name && !isa<UnknownLoc>(name.getChildLoc()) && nodeKind(name).empty();
       name = dyn_cast<NameLoc>(result.location)) {
    result.parts += (result.parts.empty() ? "" : "/") + name.getName().str();
    result.location = name.getChildLoc();
  }
  return result;
}

NameLoc rlx::nodeLocation(StringAttr name, StringRef kind) {
  MLIRContext *context = name.getContext();
  Location none = UnknownLoc::get(context);
  return NameLoc::get(name, FusedLoc::get(context, {none}, StringAttr::get(context, kind)));
}

StringRef rlx::nodeKind(NameLoc loc) {
  auto fused = dyn_cast<FusedLoc>(loc.getChildLoc());
  auto kind = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  return kind ? kind.getValue() : StringRef();
}

std::string rlx::placeText(Location loc, bool withKind) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    os << file.getFilename().getValue();
    if (file.getLine()) // 0: the whole of a file without lines
      os << ":" << file.getLine();
    if (file.getLine() && file.getColumn()) // 0: not known
      os << ":" << file.getColumn();
  } else if (auto name = dyn_cast<NameLoc>(loc)) {
    SplitLocation split = splitParts(name);
    if (split.parts.empty())
      os << "node '" << name.getName().getValue() << "'";
    else if (std::string location = placeText(split.location, withKind); !location.empty())
      os << location << " in " << split.parts;
    if (StringRef kind = nodeKind(name); withKind && !kind.empty())
      os << " (" << kind << ")";
  } else if (auto fused = dyn_cast<FusedLoc>(loc); fused && !fused.getLocations().empty()) {
    os << placeText(fused.getLocations().front(), withKind);
  }
  return text;
}
