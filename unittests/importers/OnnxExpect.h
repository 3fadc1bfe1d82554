// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expectations of an import.
#ifndef RLX_UNITTESTS_IMPORTERS_ONNXEXPECT_H
#define RLX_UNITTESTS_IMPORTERS_ONNXEXPECT_H

#include <gtest/gtest.h>
#include <regex>

#include "unittests/importers/OnnxModels.h"

namespace rlx::test {

// Imports, and expects every given string in the module's text.
inline void expectParts(const ModelBuilder &builder, const std::vector<std::string> &parts) {
  Imported result = import(builder);
  ASSERT_TRUE(result.ok) << result.errors;
  for (const std::string &part : parts)
    EXPECT_PRED2(contains, result.text, part);
}

// The line of an operator in the table of operators.
inline std::string operatorRow(const std::string &op) {
  std::string table;
  llvm::raw_string_ostream os(table);
  printOnnxOperators(os);
  size_t begin = table.find("| `" + op + "` |");
  return begin == std::string::npos ? "" : table.substr(begin, table.find('\n', begin) - begin);
}

// Imports, and expects exactly this one error.
inline void expectError(const ModelBuilder &builder, const std::string &text) {
  Imported result = import(builder);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.numErrors, 1);
  EXPECT_EQ(result.errors, text + "\n");
  // The page of operators names the forms that are refused. What holds for all operators is in its
  // head.
  static const std::regex refusal("node '[^']*' \\(([\\w.]+), opset \\d+\\): (.*)"),
      general("attribute '\\w+' is not supported(; did you mean .*)?|this operator is .*|operators "
              "of domain .*|"
              "output #\\d+ .*|input #\\d+ \\(.*\\) depends on the data of the inputs;.*");
  std::smatch match;
  if (result.isUnsupported && std::regex_match(text, match, refusal) &&
      !std::regex_match(match[2].str(), general))
    EXPECT_PRED2(lacks, operatorRow(match[1]), "|  |");
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_ONNXEXPECT_H
