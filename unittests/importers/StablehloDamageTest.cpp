// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damaged StableHLO: every function of the fixtures with attributes dropped, numbers replaced, and
// operands, types and lines removed gives a module or an error, never a crash.
#include <random>

#include "importers/stablehlo/StablehloImporter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "unittests/TestSet.h"
#include "unittests/importers/StablehloFixtures.h"
#include <gtest/gtest.h>

namespace stablehlo_damage_test {

using namespace rlx;
using namespace rlx::test;

namespace {

struct Result {
  bool ok = false;
  unsigned errors = 0;
};

Result import(const std::string &text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  Result result;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    result.errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return mlir::success();
  });
  result.ok = mlir::succeeded(importStablehlo(&context, text, "damaged.mlir"));
  return result;
}

void expectModuleOrError(const std::string &text) {
  const Result result = import(text);
  EXPECT_NE(result.ok, result.errors > 0) << text;
}

std::vector<StablehloCase> allCases() {
  std::vector<StablehloCase> all;
  for (const char *family : kStablehloFamilies)
    for (StablehloCase &each :
         readStablehloCases(std::string(RLX_STABLEHLO_DIR) + "/" + family + ".mlir"))
      all.push_back(std::move(each));
  EXPECT_GT(all.size(), 190u);
  return all;
}

// The text without the part from `begin` to behind the next `end`.
std::string without(const std::string &text, size_t begin, const std::string &end) {
  const size_t stop = text.find(end, begin);
  return stop == std::string::npos ? text : text.substr(0, begin) + text.substr(stop + end.size());
}

// Without the attribute `NAME = VALUE` at `begin`, which a comma or a bracket ends.
std::string withoutAttribute(const std::string &text, size_t begin) {
  int depth = 0;
  size_t end = begin;
  for (; end < text.size() && text[end] != '\n'; ++end) {
    const char c = text[end];
    if (depth == 0 && (c == ',' || c == '}'))
      break;
    depth += c == '[' || c == '<' || c == '{' || c == '(';
    depth -= (c == ']' || c == '>' || c == '}' || c == ')') && depth > 0;
  }
  const bool hasComma = end < text.size() && text[end] == ',';
  return text.substr(0, begin) + text.substr(end + hasComma);
}

TEST(StablehloDamage, FixturesImport) {
  for (const StablehloCase &each : allCases())
    EXPECT_TRUE(import(each.text).ok) << each.name;
}

// Each attribute of each kind of op once.
TEST(StablehloDamage, WithoutAnAttribute) {
  std::vector<std::string> seen;
  for (const StablehloCase &each : allCases()) {
    for (size_t at = 0; (at = each.text.find(" = ", at)) != std::string::npos; ++at) {
      size_t begin = each.text.find_last_of(" {<,", at - 1) + 1;
      const size_t line = each.text.rfind('\n', at) + 1, op = each.text.rfind('"', at);
      const std::string name = each.text.substr(begin, at - begin);
      const size_t opBegin =
          op == std::string::npos || op < line ? line : each.text.rfind('"', op - 1);
      std::string key = each.text.substr(opBegin, op - opBegin) + name;
      if (name.empty() || name[0] == '%' || std::ranges::find(seen, key) != seen.end())
        continue;
      seen.push_back(std::move(key));
      expectModuleOrError(withoutAttribute(each.text, begin));
    }
  }
  EXPECT_GT(seen.size(), 100u);
}

std::string mutated(std::string text, std::mt19937 &random) {
  static const char *const kNumbers[] = {
      "0", "-1", "1", "7", "99", "?", "4294967296", "-9223372036854775808", "9223372036854775807"};
  auto somewhere = [&] { return random() % text.size(); };
  switch (random() % 6) {
  case 0: { // another number
    const size_t at = text.find_first_of("0123456789", somewhere());
    const size_t end = text.find_first_not_of("0123456789", at);
    if (at != std::string::npos && end != std::string::npos)
      text.replace(at, end - at, kNumbers[random() % std::size(kNumbers)]);
    return text;
  }
  case 1: { // a line less
    const size_t at = text.find('\n', somewhere());
    return at == std::string::npos ? text : without(text, at, "\n");
  }
  case 2: { // an attribute less
    const size_t at = text.find(" = ", somewhere());
    return at == std::string::npos ? text
                                   : withoutAttribute(text, text.find_last_of(" {<,", at - 1) + 1);
  }
  case 3: { // another op
    const size_t at = text.find("\"stablehlo.", somewhere()),
                 from = text.find("\"stablehlo.", somewhere());
    if (at == std::string::npos || from == std::string::npos)
      return text;
    const std::string name = text.substr(from, text.find('"', from + 1) - from);
    return text.replace(at, text.find('"', at + 1) - at, name);
  }
  case 4: { // another value
    const size_t at = text.find('%', somewhere()), from = text.find('%', somewhere());
    if (at == std::string::npos || from == std::string::npos)
      return text;
    const std::string name = text.substr(from, text.find_first_of(",:)# ", from) - from);
    return text.replace(at, text.find_first_of(",:)# ", at) - at, name);
  }
  default: { // another element type
    static const char *const kTypes[] = {"f32", "i1", "ui8", "complex<f32>", "i4", "index"};
    const size_t at = text.find("f32", somewhere());
    return at == std::string::npos ? text
                                   : text.replace(at, 3, kTypes[random() % std::size(kTypes)]);
  }
  }
}

TEST(StablehloDamage, Mutations) {
  std::mt19937 random(7);
  const int times = runsAllTests() ? 300 : kIsSanitized ? 3 : 20;
  for (const StablehloCase &each : allCases())
    for (int run = 0; run < times; ++run) {
      std::string text = each.text;
      for (unsigned edits = 1 + random() % 3; edits > 0 && !text.empty(); --edits)
        text = mutated(std::move(text), random);
      expectModuleOrError(text);
    }
}

TEST(StablehloDamage, Truncations) {
  const std::vector<StablehloCase> cases = allCases();
  for (size_t i = 0; i < cases.size(); i += 10)
    for (size_t length = 0; length < cases[i].text.size(); length += 97)
      import(cases[i].text.substr(0, length));
}

} // namespace
} // namespace stablehlo_damage_test
