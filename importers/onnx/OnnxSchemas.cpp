// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup in the table of schemas; see OnnxSchemas.h.
#include "importers/onnx/OnnxSchemas.h"

#include <vector>

#include "importers/onnx/OnnxContribSchemas.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace rlx::onnxim {
namespace {

// A version of an operator; its parameters are in kFormals.
struct Row {
  const char *domain, *name;
  int since, form;
  bool isDeprecated;
  uint16_t firstInput, numInputs, firstOutput, numOutputs;
  unsigned minInputs, maxInputs, minOutputs, maxOutputs;
};

struct Domain {
  llvm::StringLiteral name;
  int newest;
};

#include "importers/onnx/OnnxSchemas.inc"

// ONNX's domains and that of ONNX Runtime.
llvm::ArrayRef<Domain> allDomains() {
  static const std::vector<Domain> all = [] {
    std::vector<Domain> made(std::begin(kDomains), std::end(kDomains));
    made.push_back({kContribDomain, kNewestContribOpset});
    return made;
  }();
  return all;
}

// By domain, name and version.
const std::vector<OpSchema> &schemas() {
  static const std::vector<OpSchema> all = [] {
    std::vector<OpSchema> made;
    llvm::ArrayRef<FormalParameter> formals(kFormals);
    for (const Row &row : kRows)
      made.push_back({row.domain, row.name, row.since, row.form, row.isDeprecated,
                      formals.slice(row.firstInput, row.numInputs),
                      formals.slice(row.firstOutput, row.numOutputs), row.minInputs, row.maxInputs,
                      row.minOutputs, row.maxOutputs});
    llvm::append_range(made, contribSchemas());
    llvm::sort(made, [](const OpSchema &lhs, const OpSchema &rhs) {
      return std::tie(lhs.domain, lhs.name, lhs.since) < std::tie(rhs.domain, rhs.name, rhs.since);
    });
    return made;
  }();
  return all;
}

// The versions of an operator, the first one first.
llvm::ArrayRef<OpSchema> versionsOf(llvm::StringRef domain, llvm::StringRef name) {
  domain = canonicalDomain(domain);
  auto key = [](const OpSchema &schema) { return std::pair(schema.domain, schema.name); };
  const std::vector<OpSchema> &all = schemas();
  auto first =
      llvm::lower_bound(all, std::pair(domain, name),
                        [&](const OpSchema &schema, auto wanted) { return key(schema) < wanted; });
  auto last = std::find_if(first, all.end(), [&](const OpSchema &schema) {
    return key(schema) != std::pair(domain, name);
  });
  return llvm::ArrayRef(all).slice(first - all.begin(), last - first);
}

// By TensorProto.DataType.
constexpr const char *kTypeNames[] = {
    nullptr,  "f32",      "u8",         "i8",     "u16",        "i16", "i32", "i64",
    "string", "bool",     "f16",        "f64",    "u32",        "u64", "c64", "c128",
    "bf16",   "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "u4",  "i4",  "f4e2m1",
    "f8e8m0", "u2",       "i2",         "f6e2m3", "f6e3m2"};

} // namespace

const FormalParameter *OpSchema::input(unsigned i) const {
  if (i < inputs.size())
    return &inputs[i];
  return !inputs.empty() && inputs.back().option == FormalParameter::Variadic ? &inputs.back()
                                                                              : nullptr;
}

std::string domainText(llvm::StringRef domain) {
  return domain.empty() ? "the default domain" : "domain '" + domain.str() + "'";
}

int newestOpset(llvm::StringRef domain) {
  const Domain *found = llvm::find_if(
      allDomains(), [&](const Domain &each) { return each.name == canonicalDomain(domain); });
  return found == allDomains().end() ? 0 : found->newest;
}

llvm::SmallVector<llvm::StringRef> knownDomains() {
  return llvm::map_to_vector(allDomains(),
                             [](const Domain &each) { return llvm::StringRef(each.name); });
}

int newestIrVersion() {
  return kNewestIrVersion;
}

const OpSchema *findSchema(llvm::StringRef domain, llvm::StringRef name, int64_t opset) {
  const OpSchema *found = nullptr;
  for (const OpSchema &schema : versionsOf(domain, name))
    if (schema.since <= opset)
      found = &schema;
  return found;
}

const OpSchema *findFirstSchema(llvm::StringRef domain, llvm::StringRef name) {
  llvm::ArrayRef<OpSchema> versions = versionsOf(domain, name);
  return versions.empty() ? nullptr : &versions.front();
}

std::string nearestOperator(llvm::StringRef domain, llvm::StringRef name) {
  // One edit for every three letters makes another word.
  unsigned least = static_cast<unsigned>(name.size()) / 3 + 1;
  llvm::StringRef nearest;
  for (const OpSchema &schema : schemas())
    if (schema.domain == domain)
      if (unsigned edits = schema.name.edit_distance(name, true, least); edits < least) {
        least = edits;
        nearest = schema.name;
      }
  return nearest.str();
}

std::string typesText(TypeSet types) {
  std::vector<std::string> names;
  for (auto [i, name] : llvm::enumerate(kTypeNames))
    if (name && types >> i & 1)
      names.push_back(name);
  for (auto [bit, name] : {std::pair(61, "a sequence"), {62, "an optional"}, {63, "a map"}})
    if (types >> bit & 1)
      names.push_back(name);
  if (names.size() < 2)
    return llvm::join(names, "");
  const std::string last = names.back();
  names.pop_back();
  return llvm::join(names, ", ") + " or " + last;
}

} // namespace rlx::onnxim
