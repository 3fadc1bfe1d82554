// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings as values: numbers as text, the table of strings, UTF-8, copies, .npy files.
#include <cmath>
#include <gtest/gtest.h>

#include "runtime/base/Utf8.h"
#include "runtime/cpu/StringNumbers.h"
#include "runtime/tensor/Npy.h"
#include "runtime/tensor/StringTable.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx::rt;

namespace {

template <typename T>
std::string textOf(DType dtype, T value) {
  return numberText(dtype, &value, 0);
}

template <typename T>
StatusOr<T> parsed(std::string_view text, DType dtype) {
  T value{};
  RLX_RETURN_IF_ERROR(parseNumber(text, dtype, &value, 0));
  return value;
}

Tensor strings(const std::vector<std::string> &texts) {
  std::vector<StringElement> elements;
  for (const std::string &text : texts)
    elements.push_back({text.data(), text.size()});
  const int64_t shape[] = {static_cast<int64_t>(texts.size())};
  return *Tensor::copyOf({DType::String, shape, elements.data()});
}

} // namespace

TEST(StringNumbers, AreWrittenAsNumPyWritesThem) {
  EXPECT_EQ(textOf(DType::F32, 0.1f), "0.1");
  EXPECT_EQ(textOf(DType::F32, 1e6f), "1000000.0");
  EXPECT_EQ(textOf(DType::F32, 1e-7f), "1e-07");
  EXPECT_EQ(textOf(DType::F32, -0.0f), "-0.0");
  EXPECT_EQ(textOf(DType::F32, 0.00012f), "0.00012");
  EXPECT_EQ(textOf(DType::F64, 1e16), "1e+16");
  EXPECT_EQ(textOf(DType::F64, 123456789.125), "123456789.125");
  EXPECT_EQ(textOf(DType::F64, -double(INFINITY)), "-inf");
  EXPECT_EQ(textOf(DType::F64, double(NAN)), "nan");
  EXPECT_EQ(textOf<uint16_t>(DType::F16, 0x2e66), "0.1");
  EXPECT_EQ(textOf<uint16_t>(DType::BF16, 0x3f80), "1.0");
  EXPECT_EQ(textOf<int8_t>(DType::I8, -5), "-5");
  EXPECT_EQ(textOf<uint64_t>(DType::U64, UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(textOf<uint8_t>(DType::Bool, 1), "True");
}

TEST(StringNumbers, AreReadExactly) {
  EXPECT_EQ(*parsed<float>("0.47892547", DType::F32), 0.47892547f);
  EXPECT_EQ(*parsed<float>("+1E8", DType::F32), 1e8f);
  EXPECT_EQ(*parsed<float>(" INF ", DType::F32), INFINITY);
  EXPECT_EQ(*parsed<float>("-inf", DType::F32), -INFINITY);
  EXPECT_EQ(*parsed<double>("+Infinity", DType::F64), INFINITY);
  EXPECT_TRUE(std::isnan(*parsed<float>("NaN", DType::F32)));
  EXPECT_TRUE(std::signbit(*parsed<float>("-0", DType::F32)));
  EXPECT_EQ(*parsed<float>("1e60", DType::F32), INFINITY);
  EXPECT_EQ(*parsed<float>("-1e-60", DType::F32), 0.0f);
  EXPECT_EQ(*parsed<int64_t>("-9223372036854775808", DType::I64), INT64_MIN);
  EXPECT_EQ(*parsed<uint64_t>("18446744073709551615", DType::U64), UINT64_MAX);
  EXPECT_EQ(*parsed<int32_t>("3.9", DType::I32), 3);
  EXPECT_EQ(*parsed<uint8_t>("2", DType::Bool), 1);
  for (const char *text : {"", " ", "abc", "1 2", "1x", "+-1", "--1", "0x10"})
    EXPECT_ERROR(parsed<float>(text, DType::F32).status(), InvalidArgument, "is not a number");
}

TEST(StringTable, GivesEqualStringsEqualNumbers) {
  const std::vector<std::string> fixed = {"", "red"};
  StringTable table(fixed);
  EXPECT_EQ(table.number(""), 0);
  EXPECT_EQ(table.number("red"), 1);
  EXPECT_EQ(table.number("green"), 2);
  EXPECT_EQ(table.number(std::string(100000, 'x')), 3);
  EXPECT_EQ(table.number("green"), 2);
  EXPECT_EQ(*table.text(2), "green");
  const std::string_view green = *table.text(2);
  table.begin();
  EXPECT_EQ(green, "green"); // its bytes stay
  EXPECT_EQ(table.number(green), 2);
  EXPECT_ERROR(table.text(3).status(), DataLoss, "no string with the number 3");
  EXPECT_ERROR(table.text(-1).status(), DataLoss, "no string with the number -1");
  EXPECT_EQ(*StringTable({}).text(0), "");
}

TEST(Utf8, TakesTheShortestFormsOnly) {
  char32_t letter = 0;
  for (const char *text : {"a", "ä", "€", "😀"}) {
    const std::string bytes = text;
    EXPECT_EQ(decodeUtf8(bytes, letter), bytes.size());
    std::string back;
    EXPECT_TRUE(appendUtf8(letter, back));
    EXPECT_EQ(back, bytes);
  }
  for (const char *text :
       {"\xff", "\xc0\x80", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    EXPECT_EQ(decodeUtf8(text, letter), 0u);
  std::string text;
  EXPECT_FALSE(appendUtf8(0xd800, text));
  EXPECT_FALSE(appendUtf8(0x110000, text));
}

TEST(StringTensors, CopiesHaveTheirOwnBytes) {
  std::string text = "abc";
  const StringElement element{text.data(), text.size()};
  ASSERT_OK_AND_ASSIGN(const Tensor copy, Tensor::copyOf({DType::String, {}, &element}));
  text[0] = 'x';
  EXPECT_EQ(copy.as<StringElement>()[0].view(), "abc");
  const StringElement bad{nullptr, 1};
  EXPECT_ERROR(Tensor::copyOf({DType::String, {}, &bad}).status(), InvalidArgument,
               "a string has bytes but a null data pointer");
}

TEST(StringTensors, NpyFiles) {
  const std::vector<std::string> texts = {"a", "", "größer", "😀"};
  const Tensor tensor = strings(texts);
  ASSERT_OK_AND_ASSIGN(auto bytes, formatNpy(tensor.view()));
  EXPECT_NE(std::string(bytes.begin(), bytes.end()).find("'<U6'"), std::string::npos);
  ASSERT_OK_AND_ASSIGN(Tensor back, parseNpy(bytes));
  ASSERT_EQ(back.elements(), 4);
  for (size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(back.as<StringElement>()[i].view(), texts[i]);
  bytes.pop_back();
  EXPECT_ERROR(parseNpy(bytes).status(), DataLoss, "of 4 strings of 6 characters has 95 bytes");
  EXPECT_ERROR(formatNpy(strings({"\xff"}).view()).status(), InvalidArgument, "is not UTF-8");
  bytes.push_back(0);
  bytes[bytes.size() - 1] = 0xff; // no character
  EXPECT_ERROR(parseNpy(bytes).status(), DataLoss, "which is no character");
}
