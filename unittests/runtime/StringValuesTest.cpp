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

TEST(StringNumbers, AreWrittenAsNumPyAndONNXWriteThem) {
  EXPECT_EQ(textOf(DType::F32, 0.1f), "0.1");
  EXPECT_EQ(textOf(DType::F32, 1e6f), "1000000.0");
  EXPECT_EQ(textOf(DType::F32, 1e-7f), "1e-07");
  EXPECT_EQ(textOf(DType::F32, -0.0f), "-0.0");
  EXPECT_EQ(textOf(DType::F32, 0.00012f), "0.00012");
  EXPECT_EQ(textOf(DType::F64, 1e16), "1e+16");
  EXPECT_EQ(textOf(DType::F64, 123456789.125), "123456789.125");
  EXPECT_EQ(textOf(DType::F64, -double(INFINITY)), "-INF");
  EXPECT_EQ(textOf(DType::F32, INFINITY), "INF");
  EXPECT_EQ(textOf(DType::F64, double(NAN)), "NaN");
  EXPECT_EQ(textOf<uint16_t>(DType::F16, 0xfe00), "NaN");
  EXPECT_EQ(textOf<uint16_t>(DType::BF16, 0xff80), "-INF");
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

TEST(StringNumbers, TooLargeIsInfiniteAndTooSmallIsZero) {
  for (const char *text : {"10.5e400", "20.5e400", "0.0001e400", ".001e+400", "1E400",
                           "1e99999999999999999999", "0.01e99999999999999999999"}) {
    EXPECT_EQ(*parsed<double>(text, DType::F64), INFINITY) << text;
    EXPECT_EQ(*parsed<float>(std::string("-") + text, DType::F32), -INFINITY) << text;
  }
  const std::string zeros(400, '0');
  EXPECT_EQ(*parsed<double>("1" + zeros, DType::F64), INFINITY);
  EXPECT_EQ(*parsed<double>("0." + zeros + "1", DType::F64), 0.0);
  EXPECT_EQ(*parsed<double>("0." + zeros + "1e400", DType::F64), 0.1);
  for (const char *text : {"10.5e-400", "10000e-500", "0.5e-400", "1e-99999999999999999999"}) {
    const double tiny = *parsed<double>(std::string("-") + text, DType::F64);
    EXPECT_TRUE(tiny == 0 && std::signbit(tiny)) << text;
  }
  EXPECT_EQ(*parsed<uint16_t>("1e400", DType::F16), 0x7c00);
}

TEST(StringNumbers, IntegersAreNeitherNanNorCut) {
  for (const DType dtype : {DType::I8, DType::U8, DType::I32, DType::I64, DType::U64})
    EXPECT_ERROR(parsed<int64_t>("nan", dtype).status(), InvalidArgument,
                 "the string 'nan' is not a number, which ");
  const std::pair<const char *, DType> outside[] = {
      {"128", DType::I8},   {"-129", DType::I8},
      {"256", DType::U8},   {"-1", DType::U8},
      {"1e10", DType::I32}, {"9223372036854775808", DType::I64},
      {"inf", DType::I64},  {"-9223372036854777856", DType::I64},
      {"-1", DType::U64},   {"18446744073709551616", DType::U64},
      {"-inf", DType::U16}, {"1e400", DType::I16},
      {"8", DType::I4},     {"4", DType::U2}};
  for (const auto &[text, dtype] : outside)
    EXPECT_ERROR(parsed<int64_t>(text, dtype).status(), InvalidArgument,
                 std::string("the string '") + text + "' is out of the range of " +
                     std::string(name(dtype)));
  EXPECT_EQ(*parsed<int8_t>("-128.9", DType::I8), -128);
  EXPECT_EQ(*parsed<uint8_t>("255.9", DType::U8), 255);
  EXPECT_EQ(*parsed<uint8_t>("-0.9", DType::U8), 0);
  EXPECT_EQ(*parsed<int64_t>("9.2e18", DType::I64), 9200000000000000000);
  EXPECT_EQ(*parsed<uint8_t>("nan", DType::Bool), 1);
}

TEST(StringTable, FailedRunsDoNotCount) {
  StringTable table({});
  table.begin();
  const std::string_view result = *table.text(table.number("result"));
  table.keep();
  for (int i = 0; i < 3; ++i) {
    table.begin();
    EXPECT_EQ(table.number(result), 1); // the bytes are there
    table.number(std::string(50000, 'x'));
    EXPECT_LT(table.bytes(), 100000); // of one failed run at most
  }
  table.begin();
  table.keep();
  table.begin();
  EXPECT_EQ(table.bytes(), 0);
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
  table.keep();
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
