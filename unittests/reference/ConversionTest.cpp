// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and bytes to reference tensors and back, for every element type.
#include <cmath>

#include "dialects/rlx/reference/Conversion.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::ref;

namespace {

class ConversionTest : public ::testing::Test {
protected:
  Tensor parse(StringRef text) {
    auto tensor = fromElements(cast<ElementsAttr>(parseAttribute(text, &context)));
    EXPECT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
    return std::move(*tensor);
  }
  static std::string print(Attribute attribute) {
    std::string text;
    llvm::raw_string_ostream(text) << attribute;
    return text;
  }

  MLIRContext context;
  Builder b{&context};
};

TEST_F(ConversionTest, EveryElementTypeSurvivesAttributesAndBytes) {
  for (StringRef text :
       {"dense<[0.000000e+00, -0.000000e+00, 1.500000e+00, 0x7C00]> : tensor<4xf16>",
        "dense<[1.000000e+00, -2.500000e+00, 0xFF80]> : tensor<3xbf16>",
        "dense<[1.000000e-01, 0x7F800000, -3.000000e+00]> : tensor<3xf32>",
        "dense<[1.000000e-01, -1.000000e+300]> : tensor<2xf64>",
        "dense<[true, false, true]> : tensor<3xi1>", "dense<[-128, 127, 3]> : tensor<3xi8>",
        "dense<[-32768, 32767]> : tensor<2xi16>", "dense<[-2147483648, 5]> : tensor<2xi32>",
        "dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>",
        "dense<[0, 255]> : tensor<2xui8>", "dense<[0, 65535]> : tensor<2xui16>",
        "dense<[0, 4294967295]> : tensor<2xui32>",
        "dense<[1, 18446744073709551615]> : tensor<2xui64>",
        "dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>",
        "dense<[(1.000000e-01,-2.000000e+00), (0x7F800000,0.000000e+00)]> : tensor<2xcomplex<f32>>",
        "dense<(1.000000e-01,-2.000000e+00)> : tensor<3xcomplex<f64>>"}) {
    Tensor tensor = parse(text);
    EXPECT_EQ(print(toElements(tensor)), text.str());
    auto again = fromBytes(tensor.shape, tensor.elementType, toBytes(tensor));
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(print(toElements(*again)), text.str());
  }
}

TEST_F(ConversionTest, Splats) {
  Tensor tensor = parse("dense<2.5> : tensor<3x4xf32>");
  EXPECT_EQ(tensor.floats, std::vector<double>(12, 2.5));
  EXPECT_TRUE(cast<DenseElementsAttr>(toElements(tensor)).isSplat());
  EXPECT_EQ(parse("dense<true> : tensor<5xi1>").ints, std::vector<int64_t>(5, 1));
  // Zeros of different sign differ here, so this is no splat.
  Tensor zeros = parse("dense<[0.0, -0.0]> : tensor<2xf32>");
  EXPECT_FALSE(cast<DenseElementsAttr>(toElements(zeros)).isSplat());
}

TEST_F(ConversionTest, LargeTensorsBecomeResources) {
  Tensor tensor({10}, b.getI32Type());
  for (int64_t i = 0; i < 10; ++i)
    tensor.ints[i] = i * i;
  EXPECT_TRUE(isa<DenseElementsAttr>(toElements(tensor, /*maxInlineElements=*/10)));
  ElementsAttr elements = toElements(tensor, /*maxInlineElements=*/9);
  ASSERT_TRUE(isa<DenseResourceElementsAttr>(elements));
  auto again = fromElements(elements);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(again->ints, tensor.ints);
}

TEST_F(ConversionTest, Failures) {
  Type f32 = b.getF32Type();
  std::vector<char> bytes(7);
  EXPECT_EQ(llvm::toString(fromBytes({2}, f32, bytes).takeError()),
            "expects 8 bytes of data, but got 7");
  EXPECT_NE(llvm::toString(fromBytes({1}, b.getIntegerType(3), bytes).takeError()).find("i3"),
            std::string::npos);
  auto missing =
      cast<ElementsAttr>(parseAttribute("dense_resource<nothing_here> : tensor<2xf32>", &context));
  EXPECT_EQ(llvm::toString(fromElements(missing).takeError()),
            "dense resource 'nothing_here' has no data");
}

// A byte for each element, whose high bits are ignored, and are 0 when written.
TEST_F(ConversionTest, NarrowTypes) {
  const std::vector<char> bytes = {char(0xFF), 0x07, char(0x98)};
  llvm::Expected<Tensor> integers = fromBytes({3}, b.getIntegerType(4), bytes);
  ASSERT_TRUE(bool(integers));
  EXPECT_EQ(integers->ints, (std::vector<int64_t>{-1, 7, -8}));
  EXPECT_EQ(toBytes(*integers), (std::vector<char>{0x0F, 0x07, 0x08}));
  llvm::Expected<Tensor> floats = fromBytes({3}, Float4E2M1FNType::get(&context), bytes);
  ASSERT_TRUE(bool(floats));
  EXPECT_EQ(floats->floats, (std::vector<double>{-6, 6, -0.0}));
  for (Type type : {Type(Float8E4M3FNUZType::get(&context)), Type(Float8E5M2Type::get(&context)),
                    Type(Float8E8M0FNUType::get(&context))})
    for (int code = 0; code < 256; ++code) {
      llvm::Expected<Tensor> one = fromBytes({1}, type, {static_cast<char>(code)});
      ASSERT_TRUE(bool(one));
      if (!std::isnan(one->floats[0]))
        EXPECT_EQ(toBytes(*one), (std::vector<char>{static_cast<char>(code)}));
    }
}

TEST_F(ConversionTest, SupportedElementTypes) {
  EXPECT_TRUE(isSupportedElementType(b.getBF16Type()));
  EXPECT_TRUE(isSupportedElementType(b.getI1Type()));
  EXPECT_FALSE(isSupportedElementType(b.getIndexType()));
  EXPECT_FALSE(isSupportedElementType(b.getIntegerType(8, /*isSigned=*/true)));
  EXPECT_FALSE(isSupportedElementType(Float8E4M3Type::get(&context)));
  EXPECT_TRUE(isSupportedElementType(Float8E4M3FNType::get(&context)));
  EXPECT_TRUE(isSupportedElementType(b.getIntegerType(4)));
  EXPECT_EQ(byteSize(b.getIntegerType(2)), 1);
  EXPECT_EQ(byteSize(b.getI1Type()), 1);
  EXPECT_EQ(byteSize(b.getF64Type()), 8);
  EXPECT_EQ(byteSize(ComplexType::get(b.getF32Type())), 8);
  EXPECT_FALSE(isSupportedElementType(ComplexType::get(b.getF16Type())));
  EXPECT_FALSE(isSupportedElementType(ComplexType::get(b.getI32Type())));
}

} // namespace
