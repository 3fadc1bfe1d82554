// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random quantization, and of matmuls with quantized weights; see GraphBuilder.h. Values
// that are rounded to integers must be exact.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

// An axis of x, or none. Without an axis the scale has rank 0.
struct Axis {
  Sizes scale;
  std::string attribute; // empty, or with a comma before it
};

Axis randomAxis(GraphBuilder &g, Value x) {
  Sizes sizes = g.sizes(x);
  if (sizes.empty() || g.random.chance(40))
    return {};
  int64_t axis = g.random.between(0, int64_t(sizes.size()) - 1);
  return {{sizes[axis]}, ", axis = " + std::to_string(eitherWay(g, axis, sizes.size()))};
}

Type integer(GraphBuilder &g, std::initializer_list<unsigned> widths) {
  unsigned width = g.random.pick(widths);
  return g.random.chance(50) ? g.builder.getIntegerType(width)
                             : g.builder.getIntegerType(width, false);
}

Value zeroPoint(GraphBuilder &g, Type type, ArrayRef<Size> sizes) {
  return g.random.chance(60) ? g.source(type, sizes) : Value();
}

std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

bool makeQuantize(GraphBuilder &g) {
  Value x = exactFloats(g, 0);
  Axis axis = randomAxis(g, x);
  Type to = integer(g, {8, 8, 16});
  Value scale = g.source(g.elementType(x), axis.scale, 0.05, 1);
  // Without operandSegmentSizes, because only one operand is optional.
  return g.addByName("rlx.quantize", {x, scale, zeroPoint(g, to, axis.scale)},
                     "to = " + typeText(to) + axis.attribute);
}

bool makeDequantize(GraphBuilder &g) {
  Value x = g.pick([](Value v) {
    Type type = getElementTypeOrSelf(v.getType());
    return type.isInteger(8) || type.isInteger(16) || type.isSignlessInteger(32);
  });
  if (!x)
    x = g.source(integer(g, {8, 16}), randomSizes(g, 0, 4));
  Axis axis = randomAxis(g, x);
  Value scale = g.source(floatType(g), axis.scale, 0.05, 1);
  return g.addByName("rlx.dequantize", {x, scale, zeroPoint(g, g.elementType(x), axis.scale)},
                     axis.attribute.empty() ? "" : axis.attribute.substr(2));
}

Type scaleType(GraphBuilder &g, Value x) {
  return g.elementType(x).isF64() ? g.builder.getF64Type() : g.builder.getF32Type();
}

bool makeFakeQuantize(GraphBuilder &g) {
  Value x = exactFloats(g, 0);
  Axis axis = randomAxis(g, x);
  int64_t mode = g.random.between(0, 2);
  Value scale = mode == 0 ? Value() : g.source(scaleType(g, x), axis.scale, 0.02, 0.5);
  std::string attributes =
      llvm::formatv("bits = {0}, mode = {1} : i32, rounding = {2} : i32{3}",
                    g.random.pick({2, 3, 4, 8, 16}), mode, g.random.between(0, 1), axis.attribute);
  if (mode == 2)
    attributes += ", decay = 0.75";
  return g.addByName("rlx.fake_quantize", {x, scale}, attributes);
}

bool makeFakeQuantizeGradient(GraphBuilder &g) {
  Value x = exactFloats(g, 0);
  Axis axis = randomAxis(g, x);
  Value scale = g.source(scaleType(g, x), axis.scale, 0.02, 0.5);
  std::string attributes = "bits = " + std::to_string(g.random.pick({2, 4, 8})) + axis.attribute;
  std::string rounding = ", rounding = " + std::to_string(g.random.between(0, 1)) + " : i32";
  if (g.random.chance(30))
    return g.addByName("rlx.fake_quantize_lsq", {x, scale}, attributes + rounding);
  Value grad = g.like(g.elementType(x), g.sizes(x));
  if (g.random.chance(50))
    return g.addByName("rlx.fake_quantize_lsq_backward", {x, scale, grad},
                       attributes + rounding +
                           (g.random.chance(50) ? ", gradient_scale = true" : ""));
  return g.addByName("rlx.fake_quantize_backward", {x, scale, grad},
                     attributes + ", ste = " + std::to_string(g.random.between(0, 3)) + " : i32");
}

// A pool value of bytes, or a new one.
Value bytes(GraphBuilder &g, size_t least, size_t most) {
  Value x = g.pick(
      [&](Type type, size_t rank) { return type.isInteger(8) && rank >= least && rank <= most; });
  return x ? x : g.source(integer(g, {8}), randomSizes(g, least, most));
}

bool makeIntegerMatmul(GraphBuilder &g) {
  Value lhs = bytes(g, 2, 4);
  Type type = integer(g, {8}), i32 = g.builder.getI32Type(), f32 = g.builder.getF32Type();
  Size columns = g.freshSize();
  Sizes left = g.sizes(lhs), right = {left.back(), columns};
  // Data has a matrix for each batch entry, and may have the layout [n, k].
  bool isData = g.random.chance(50), isTransposed = isData && g.random.chance(50);
  if (isTransposed)
    std::swap(right[0], right[1]);
  if (isData && g.random.chance(60))
    right.insert(right.begin(), left.begin(), left.end() - 2);
  bool isWeight = !isData && !right[0].isDynamic && !columns.isDynamic;
  Value rhs = isWeight ? weight(g, type, right) : g.source(type, right);
  auto oneOrEach = [&]() -> Sizes { return g.random.chance(50) ? Sizes{columns} : Sizes{}; };
  Value lhsZero = zeroPoint(g, g.elementType(lhs), {}), rhsZero = zeroPoint(g, type, oneOrEach());
  if (isTransposed || g.random.chance(40))
    return g.addByName("rlx.matmul_integer", {lhs, rhs, lhsZero, rhsZero},
                       isTransposed ? "transpose_rhs" : "");
  Type to = integer(g, {8});
  Value bias = g.random.chance(50) ? g.source(i32, {columns}) : Value();
  Value multiplier = g.source(f32, oneOrEach(), 0.01, 1);
  return g.addByName(
      "rlx.q_matmul", {lhs, rhs, bias, lhsZero, rhsZero, multiplier, zeroPoint(g, to, {})},
      llvm::formatv("to = {0}, rounding = {1} : i32", to, g.random.between(0, 1)).str());
}

bool makeIntegerConv(GraphBuilder &g) {
  Value x = bytes(g, 3, 5);
  Sizes sizes = g.sizes(x);
  bool last = g.random.chance(20);
  Size channels = last ? sizes.back() : sizes[1];
  Window window = randomWindow(g, sizes, last);
  if (channels.isDynamic || channels.runs[0] == 0 || channels.runs[0] > 16 || !window.fits)
    return false;
  int64_t groups = g.random.chance(25) ? channels.runs[0] : 1;
  Size out = g.fixed(groups * g.random.pick({1, 2, 3}));
  Sizes filter = {out, g.fixed(channels.runs[0] / groups)};
  for (int64_t k : window.kernel)
    filter.push_back(g.fixed(k));
  Type type = integer(g, {8}), to = integer(g, {8});
  Value w = weight(g, type, filter);
  auto oneOrEach = [&]() -> Sizes { return g.random.chance(50) ? Sizes{out} : Sizes{}; };
  Value zero = zeroPoint(g, g.elementType(x), {}), filterZero = zeroPoint(g, type, oneOrEach());
  std::string attributes = llvm::formatv("{0}, groups = {1}, data_format = {2} : i32",
                                         window.attributes(), groups, int(last));
  if (g.random.chance(40))
    return g.addByName("rlx.conv_integer", {x, w, zero, filterZero}, attributes);
  Value bias = g.random.chance(50) ? g.source(g.builder.getI32Type(), {out}) : Value();
  Value multiplier = g.source(g.builder.getF32Type(), oneOrEach(), 0.01, 1);
  return g.addByName(
      "rlx.q_conv", {x, w, bias, zero, filterZero, multiplier, zeroPoint(g, to, {})},
      llvm::formatv("to = {0}, rounding = {1} : i32, {2}", to, g.random.between(0, 1), attributes)
          .str());
}

// Blocks as in GGUF, by their number. Bytes up to 40 give small and finite scales (f16 or f32).
struct Scheme {
  int64_t elements, bytes;
};
constexpr Scheme kSchemes[] = {
    {32, 18},   {32, 20},   {32, 22},   {32, 24},  {32, 34},   {256, 84}, {256, 110}, {256, 144},
    {256, 176}, {256, 210}, {256, 292}, {32, 18},  {256, 136}, {32, 17},  {64, 36},   {256, 54},
    {256, 66},  {256, 50},  {256, 56},  {256, 66}, {256, 74},  {256, 82}, {256, 98},  {256, 110}};
constexpr int64_t kFirstLarge = 5;

bool makeBlocks(GraphBuilder &g) {
  int64_t scheme = g.random.chance(60) ? g.random.between(0, kFirstLarge - 1)
                                       : g.random.between(kFirstLarge, std::size(kSchemes) - 1);
  int64_t blocks = g.random.between(1, 2), rows = g.random.between(1, 9);
  std::string attribute = "scheme = " + std::to_string(scheme) + " : i32";
  Type ui8 = g.builder.getIntegerType(8, false), type = floatType(g);
  Sizes sizes = {g.fixed(rows), g.fixed(blocks * kSchemes[scheme].bytes)};
  Size inner = g.fixed(blocks * kSchemes[scheme].elements);
  switch (g.random.between(0, 2)) {
  case 0:
    return g.addByName("rlx.dequantize_blocks", {g.source(ui8, sizes, 0, 40, true)},
                       attribute + ", to = " + typeText(type));
  case 1: {
    Sizes left = randomSizes(g, 1, 2);
    left.push_back(inner);
    Value lhs = g.like(type, left);
    return g.addByName("rlx.dequant_matmul", {lhs, g.source(ui8, sizes, 0, 40, true)}, attribute);
  }
  default:
    Size count = g.freshSize();
    int64_t experts = g.random.between(1, 3);
    sizes.insert(sizes.begin(), g.fixed(experts));
    Value lhs = g.like(type, {count, inner}), w = g.source(ui8, sizes, 0, 40, true);
    return g.addByName("rlx.dequant_grouped_matmul", {lhs, w, indices(g, {count}, experts)},
                       attribute);
  }
}

// Weights of 4 or 8 bits with scales.
bool makeScaled(GraphBuilder &g) {
  int64_t format = g.random.between(0, 4), block = format == 4 ? 16 : g.random.pick({4, 8, 32});
  bool hasBlocks = format < 2 || format == 4, isNibbles = format == 1 || format == 4;
  int64_t columns = g.random.between(1, 20), rows = block * g.random.between(1, 2);
  Type ui8 = g.builder.getIntegerType(8, false), f32 = g.builder.getF32Type();
  Type bytes = format == 0 ? g.builder.getI8Type() : ui8;
  Sizes packed =
      isNibbles ? Sizes{g.fixed((rows * columns + 1) / 2)} : Sizes{g.fixed(rows), g.fixed(columns)};
  Sizes scales =
      hasBlocks ? Sizes{g.fixed(rows / block), g.fixed(columns)} : Sizes{g.fixed(columns)};
  // 8-bit float codes are those of small numbers.
  Value w = g.source(bytes, packed, format == 0 ? -100 : 0,
                     hasBlocks ? (isNibbles ? 255 : 100) : 70, true);
  Value scale =
      format == 4 ? g.source(ui8, scales, 0, 60, true) : g.source(f32, scales, 0.001, 0.02, true);
  Value zero = format < 2 && g.random.chance(50) ? g.source(bytes, scales, 0, 9, true) : Value();
  Value global = format == 4 && g.random.chance(50) ? g.source(f32, {}, 0.1, 1, true) : Value();
  std::string attributes = "format = " + std::to_string(format) + " : i32";
  if (format < 2)
    attributes += ", block_size = " + std::to_string(block);
  if (g.random.chance(40))
    return g.addByName("rlx.dequantize_scaled", {w, scale, zero, global},
                       attributes + ", to = " + typeText(floatType(g)));
  Sizes left = randomSizes(g, 1, 2);
  left.push_back(g.fixed(rows));
  Value lhs = g.like(floatType(g), left);
  return g.addByName("rlx.dequant_matmul_scaled", {lhs, w, scale, zero, global}, attributes);
}

} // namespace

std::vector<Maker> quantMakers() {
  return {{4, makeQuantize},      {3, makeDequantize},
          {3, makeFakeQuantize},  {4, makeFakeQuantizeGradient},
          {4, makeIntegerMatmul}, {4, makeIntegerConv},
          {4, makeBlocks},        {4, makeScaled}};
}

} // namespace rlx::property
