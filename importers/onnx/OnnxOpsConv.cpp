// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution and pooling operators.
//
// Conv, ConvInteger, ConvTranspose, QLinearConv; MaxPool, AveragePool, LpPool and their global
// forms; MaxUnpool. One to three spatial dimensions are supported.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxQuant.h"
#include "importers/onnx/OnnxSampler.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
struct Window {
  IntList kernel, strides, dilations, pads; // `pads`: all low ones, then all high ones
  bool valid = false;
  unsigned firstSpatial = 2; // dimension of the input; 1 if the channels are last
  // Pads that depend on dynamic sizes, for an rlx.pad before the op; see padded(). Then `pads` are
  // 0. Empty if all pads are static.
  Dims low, high;
};

// SAME pads: the result has ceil(size / stride) elements. An odd pad goes to the end (UPPER) or the
// beginning (LOWER). With stride 1 the padding does not depend on the size.
void samePads(Node &n, Window &w, bool upper) {
  const size_t spatial = w.kernel.size();
  Dims low, high;
  for (size_t i = 0; i < spatial; ++i) {
    const int64_t window = w.dilations[i] * (w.kernel[i] - 1) + 1, stride = w.strides[i];
    Dim total = n.size(window - 1);
    if (stride != 1) {
      const Dim size = n.dims(0)[i + w.firstSpatial],
                count = (size + (stride - 1)).floorDiv(stride);
      total = (count - 1) * stride + window - size;
      if (window < stride) // otherwise it is never negative
        total = n.max(total, n.size(0));
    }
    const Dim half = total.floorDiv(2);
    low.push_back(upper ? half : total - half);
    high.push_back(total - low.back());
  }
  auto isStatic = [](Dim pad) { return constantOf(pad).has_value(); };
  if (!llvm::all_of(low, isStatic) || !llvm::all_of(high, isStatic)) {
    w.low = low;
    w.high = high;
    return;
  }
  for (size_t i = 0; i < spatial; ++i) {
    w.pads[i] = *constantOf(low[i]);
    w.pads[i + spatial] = *constantOf(high[i]);
  }
}

// x, which has the shape of input 0, with the pads that depend on dynamic sizes.
Value padded(Node &n, const Window &w, Value x, Value value) {
  if (w.low.empty() || n.hasFailed())
    return x;
  const size_t rank = n.rank(0);
  Dims low(rank, n.size(0)), high = low;
  llvm::copy(w.low, low.begin() + w.firstSpatial);
  llvm::copy(w.high, high.begin() + w.firstSpatial);
  return n.pad(x, value, low, high, PadMode::Constant);
}

Value zeroLike(Node &n, Value x) {
  return x ? n.scalar(cast<RankedTensorType>(x.getType()).getElementType(), 0) : x;
}

// The lowest value of the element type: the maximum of nothing.
Value lowestLike(Node &n, Value x) {
  if (!x)
    return x;
  Type type = cast<RankedTensorType>(x.getType()).getElementType();
  double lowest = -std::numeric_limits<double>::infinity();
  if (auto integer = dyn_cast<IntegerType>(type))
    lowest = integer.isUnsigned() ? 0 : -std::ldexp(1.0, static_cast<int>(integer.getWidth()) - 1);
  return n.scalar(type, lowest);
}

// `kernel` is the filter's for convolutions. Pooling passes none and reads kernel_shape.
Window readWindow(Node &n, const IntList &kernel) {
  Window w;
  int64_t spatial = n.rank(0) - 2;
  if (spatial < 1 || spatial > 3) {
    n.unsupported("one to three spatial dimensions are supported, but the input has rank " +
                  Twine(n.rank(0)));
    return w;
  }
  w.kernel = n.intsAttr("kernel_shape", spatial, 1, 1);
  if (kernel.empty() && !n.hasAttr("kernel_shape"))
    n.fail("attribute 'kernel_shape' is missing");
  if (!kernel.empty() && n.hasAttr("kernel_shape") && w.kernel != kernel)
    n.fail("attribute 'kernel_shape' differs from the shape of the filter");
  if (!kernel.empty())
    w.kernel = kernel;
  w.strides = n.intsAttr("strides", spatial, 1, 1);
  w.dilations = n.intsAttr("dilations", spatial, 1, 1);
  w.pads = n.intsAttr("pads", 2 * spatial, 0, 0);
  w.valid = !n.hasFailed();
  return w;
}

void applyAutoPad(Node &n, Window &w) {
  std::string mode = n.stringAttr("auto_pad", "NOTSET");
  if (!w.valid || mode == "NOTSET" || mode.empty())
    return;
  w.pads.assign(w.pads.size(), 0);
  if (mode == "SAME_UPPER" || mode == "SAME_LOWER")
    return samePads(n, w, mode == "SAME_UPPER");
  if (mode != "VALID")
    n.unsupported("attribute 'auto_pad' is '" + Twine(mode) +
                  "'; supported are NOTSET, VALID, SAME_UPPER and SAME_LOWER");
}

// The spatial sizes of the filter, input `filter`, which must be static.
std::optional<IntList> filterKernel(Node &n, unsigned filter = 1) {
  if (n.rank(filter) != n.rank(0) || n.rank(0) < 3) {
    n.fail("input and filter are expected to have the same rank of 3 or more, but have " +
           Twine(n.rank(0)) + " and " + Twine(n.rank(filter)));
    return std::nullopt;
  }
  IntList kernel;
  for (Dim dim : n.dims(filter).drop_front(2)) {
    auto size = constantOf(dim);
    if (!size)
      n.needsStatic("the shape of the filter");
    else if (*size < 1)
      n.fail("the filter has a spatial size of " + Twine(*size));
    if (n.hasFailed())
      return std::nullopt;
    kernel.push_back(*size);
  }
  return kernel;
}

SmallVector<NamedAttribute> windowAttributes(Node &n, const Window &w) {
  return {n.i64s("strides", w.strides), n.i64s("pads", w.pads), n.i64s("dilations", w.dilations)};
}

struct Convolution {
  Window window;
  SmallVector<NamedAttribute> attributes;
};

// The convolution whose filter is input `filter`.
std::optional<Convolution> readConvolution(Node &n, unsigned filter, bool isChannelsLast = false) {
  std::optional<IntList> kernel = filterKernel(n, filter);
  if (!kernel)
    return std::nullopt;
  Window w = readWindow(n, *kernel);
  w.firstSpatial = isChannelsLast ? 1 : 2;
  applyAutoPad(n, w);
  if (n.hasFailed())
    return std::nullopt;
  SmallVector<NamedAttribute> attributes = windowAttributes(n, w);
  attributes.push_back(n.i64("groups", n.intAttr("group", 1)));
  return Convolution{w, attributes};
}

// Input 0 of a quantized convolution, padded with its zero point, which is input `zeroPoint`.
Value paddedQuantized(Node &n, const Window &w, unsigned zeroPoint) {
  Value x = n.tensor(0), zero = quantParameter(n, zeroPoint);
  return padded(n, w, x, zero ? zero : zeroLike(n, x));
}

void importConvInteger(Node &n) {
  std::optional<Convolution> conv = readConvolution(n, 1);
  if (!conv)
    return;
  if (n.has(2))
    n.expectSingle(2, "the zero point of x");
  expectSingleOrVector(n, 3, "the zero point of w", n.dims(1)[0], "output channel");
  n.set(0, emitWithOptionals(n, "rlx.conv_integer",
                             {paddedQuantized(n, conv->window, 2), n.tensor(1),
                              quantParameter(n, 2), quantParameter(n, 3)},
                             conv->attributes));
}

// Inputs: x, its scale and zero point; w, its scale and zero point; scale and zero point of the
// result; bias.
void importQLinearConv(Node &n) {
  const bool isLast = n.flagAttr("channels_last", false); // of com.microsoft
  std::optional<Convolution> conv = readConvolution(n, 3, isLast);
  if (!conv)
    return;
  for (auto [input, what] : {std::pair<unsigned, StringRef>{1, "the scale of x"},
                             {2, "the zero point of x"},
                             {6, "the scale of y"},
                             {7, "the zero point of y"}})
    n.expectSingle(input, what);
  Dim channels = n.dims(3)[0];
  expectSingleOrVector(n, 4, "the scale of w", channels, "output channel");
  expectSingleOrVector(n, 5, "the zero point of w", channels, "output channel");
  n.expectVector(8, "the bias", channels, "output channel");
  conv->attributes.push_back(n.attr("to", TypeAttr::get(n.elementType(7))));
  IntList toFirst = axisRange(0, n.rank(0)), toLast = toFirst;
  if (isLast) {
    std::rotate(toFirst.begin() + 1, toFirst.end() - 1, toFirst.end());
    std::rotate(toLast.begin() + 1, toLast.begin() + 2, toLast.end());
  }
  Value result =
      emitWithOptionals(n, "rlx.q_conv",
                        {n.transpose(paddedQuantized(n, conv->window, 2), toFirst), n.tensor(3),
                         n.has(8) ? n.tensor(8) : Value(), quantParameter(n, 2),
                         quantParameter(n, 5), quantMultiplier(n, 1, 4, 6), quantParameter(n, 7)},
                        conv->attributes);
  n.set(0, n.transpose(result, toLast));
}

// `output_shape` determines the pads: the difference to the unpadded size is split, with an odd one
// at the beginning unless SAME_UPPER. What a larger shape lacks behind is written to `more`.
void transposedPads(Node &n, Window &w, ArrayRef<int64_t> outputPadding, IntList &more) {
  size_t spatial = w.kernel.size();
  std::string mode = n.stringAttr("auto_pad", "NOTSET");
  bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  if (mode == "VALID")
    w.pads.assign(2 * spatial, 0);
  IntList outputShape = n.intsAttr("output_shape", spatial, 0, 1);
  if (n.hasFailed() || (!n.hasAttr("output_shape") && !same))
    return;
  for (size_t i = 0; i < spatial; ++i) {
    int64_t window = w.dilations[i] * (w.kernel[i] - 1) + 1;
    int64_t total = window - w.strides[i] + outputPadding[i]; // for SAME: size * stride
    if (n.hasAttr("output_shape")) {
      auto size = constantOf(n.dims(0)[i + 2]);
      if (!size)
        return n.needsStatic(
            "the spatial shape of the input of a node with attribute 'output_shape'");
      total = (*size - 1) * w.strides[i] + outputPadding[i] + window - outputShape[i];
    }
    more[i] = std::max<int64_t>(-total, 0);
    total = std::max<int64_t>(total, 0);
    w.pads[i] = mode == "SAME_UPPER" ? total / 2 : total - total / 2;
    w.pads[i + spatial] = total - w.pads[i];
  }
}

// The result with `more` elements behind, to which no input contributes, and the bias.
Value extendTransposed(Node &n, Value result, ArrayRef<int64_t> more) {
  IntList low(more.size() + 2, 0), high(2, 0);
  high.append(more.begin(), more.end());
  result = n.pad(result, n.scalar(n.elementType(0), 0), low, high, PadMode::Constant);
  if (!n.has(2) || n.hasFailed())
    return result;
  Dims sizes(more.size() + 2, n.size(1));
  sizes[1] = n.dimsOf(result)[1];
  n.expectVector(2, "the bias", sizes[1], "output channel");
  return n.emit("rlx.add", {result, n.reshape(n.tensor(2), sizes)});
}

void importConvTranspose(Node &n) {
  std::optional<IntList> kernel = filterKernel(n);
  if (!kernel)
    return;
  Window w = readWindow(n, *kernel);
  IntList outputPadding = n.intsAttr("output_padding", kernel->size(), 0, 0);
  if (n.hasFailed())
    return;
  IntList more(kernel->size(), 0);
  transposedPads(n, w, outputPadding, more);
  SmallVector<NamedAttribute> attributes = windowAttributes(n, w);
  attributes.push_back(n.i64s("output_padding", outputPadding));
  attributes.push_back(n.i64("groups", n.intAttr("group", 1)));
  SmallVector<Value> operands = {n.tensor(0), n.tensor(1)};
  const bool extends = llvm::any_of(more, [](int64_t size) { return size > 0; });
  if (n.has(2) && !extends)
    operands.push_back(n.tensor(2));
  Value result = n.emit("rlx.conv_transpose", operands, attributes);
  n.set(0, extends ? extendTransposed(n, result, more) : result);
}

// The window of a pooling. Explicit pads must be smaller than the kernel: a window that lies in
// them alone would have no element.
Window poolWindow(Node &n, bool isChannelsLast = false) {
  Window w = readWindow(n, {});
  w.firstSpatial = isChannelsLast ? 1 : 2;
  std::string mode = n.stringAttr("auto_pad", "NOTSET");
  for (size_t i = 0; w.valid && (mode == "NOTSET" || mode.empty()) && i < w.pads.size(); ++i)
    if (int64_t kernel = w.kernel[i % w.kernel.size()]; w.pads[i] >= kernel)
      n.fail("attribute 'pads' has " + Twine(w.pads[i]) +
             " at a dimension where the kernel has size " + Twine(kernel) +
             "; pads must be smaller than the kernel");
  applyAutoPad(n, w);
  return w;
}

// For all windows (dimension `axis` of `rank`) and their elements (`axis` + `rank` / 2) the index
// along one dimension of the input. Instead of an element outside it is that of the nearest inside:
// this changes neither the maximum nor the index of the first one.
Expr windowIndices(Node &n, const Window &w, Dim count, int64_t axis, int64_t rank) {
  Type i64 = n.builder().getI64Type();
  const double dilation = static_cast<double>(w.dilations[axis]);
  Dim size = n.dims(0)[axis + 2];
  Expr start = iotaAlong(n, count, axis, rank, i64) * static_cast<double>(w.strides[axis]) -
               static_cast<double>(w.pads[axis]);
  Expr element = iotaAlong(n, n.size(w.kernel[axis]), axis + rank / 2, rank, i64);
  if (w.dilations[axis] != 1) {
    Expr first = (dilation - 1 - start) / dilation;
    Expr last = (sizeAs(n, size, i64) - 1 - start) / dilation;
    element = min(max(element, first), last);
  }
  return clampIndex(start + element * dilation, size);
}

// The index of each maximum in the whole input. The first of equal elements counts.
Value maxIndices(Node &n, const Window &w, ArrayRef<Dim> results, bool columnMajor) {
  Type i64 = n.builder().getI64Type();
  const int64_t spatial = static_cast<int64_t>(w.kernel.size()), rank = 2 * spatial;
  Dims input(n.dims(0)), lead = {input[0], input[1]}, windows(results.drop_front(2)), elements;
  for (int64_t size : w.kernel)
    elements.push_back(n.size(size));
  // Both are indices in the image: of the elements, and to report.
  Expr imageIndex = zeroOf(n, i64), index = imageIndex;
  std::optional<Expr> step;
  for (int64_t i = 0; i < spatial; ++i) {
    Expr at = windowIndices(n, w, windows[i], i, rank), size = sizeAs(n, input[i + 2], i64);
    imageIndex = i == 0 ? at : imageIndex * size + at;
    index = step ? index + at * *step : at;
    step = step ? *step * size : size;
  }
  Dim numWindows = productOf(n, windows), numElements = productOf(n, elements);
  Dims grid(windows);
  grid.append(elements);
  auto onGrid = [&](Expr value, ArrayRef<Dim> sizes) {
    Dims flat(2, n.size(1)), all(lead);
    flat.append(sizes.begin(), sizes.end());
    all.append(sizes.begin(), sizes.end());
    return value.expanded(grid).reshaped(flat).expanded(all).value();
  };
  auto gather = [&](Value data, Value indices, int64_t axis) {
    return n.emit("rlx.gather_elements", {data, indices}, n.i64("axis", axis));
  };
  Dim area = productOf(n, ArrayRef(input).drop_front(2)), all = productOf(n, grid);
  Value images = n.reshape(n.tensor(0), {lead[0], lead[1], area});
  Value values = n.reshape(gather(images, onGrid(imageIndex, all), 2),
                           {lead[0], lead[1], numWindows, numElements});
  Value chosen = n.emit("rlx.argmax", values, {n.i64("axis", 3), n.flag("keep_dims", true)});
  Value indices = onGrid(columnMajor ? index : imageIndex, {numWindows, numElements});
  Expr image =
      iotaAlong(n, lead[0], 0, 4, i64) * sizeAs(n, lead[1], i64) + iotaAlong(n, lead[1], 1, 4, i64);
  Expr result = Expr(n, gather(indices, chosen, 3)) + image * sizeAs(n, area, i64);
  return result.reshaped(results).value();
}

// The sizes of the input of the pooling that MaxUnpool reverses.
Dims unpooledSizes(Node &n, const Window &w) {
  Dims sizes(n.dims(0));
  const size_t spatial = w.kernel.size();
  for (size_t i = 0; i < spatial; ++i) {
    MaybeDim steps = sub(sizes[i + 2], n.size(1));
    MaybeDim span = steps ? mul(*steps, n.size(w.strides[i])) : steps;
    const int64_t rest = w.kernel[i] - w.pads[i] - w.pads[i + spatial];
    sizes[i + 2] = n.need(span ? add(*span, n.size(rest)) : span, "a size of the result");
  }
  return sizes;
}

// Zeros, with the elements at indices into the whole result. A larger `output_shape` adds zeros
// behind.
void importMaxUnpool(Node &n) {
  Window w = readWindow(n, {});
  if (n.hasFailed())
    return;
  if (!mayBeEqual(n.dims(0), n.dims(1)))
    return n.mismatch("input #0 and input #1 (the indices) must have the same shape");
  Dims sizes = unpooledSizes(n, w), given = n.has(2) ? n.knownInts(2, "the output shape") : sizes;
  if (!n.hasFailed() && given.size() != sizes.size())
    n.fail("input #2 (the output shape) has " + Twine(given.size()) + " elements for rank " +
           Twine(sizes.size()));
  if (n.hasFailed())
    return;
  Dim total = productOf(n, sizes), count = productOf(n, n.dims(0));
  Value zero = n.scalar(n.elementType(0), 0);
  Value flat =
      n.emit("rlx.scatter_elements",
             {n.expand(zero, total), n.reshape(n.tensor(1), count), n.reshape(n.tensor(0), count)},
             {n.i64("axis", 0), n.choice("reduction", ScatterReduction::None)});
  Value result = n.reshape(flat, sizes);
  Dims low(sizes.size(), n.size(0)), high;
  for (auto [wanted, size] : llvm::zip(given, sizes)) {
    Dim more = n.need(sub(wanted, size), "a margin of the result");
    if (constantOf(more).value_or(0) < 0)
      return n.mismatch("input #2 (the output shape) is smaller than the result " +
                        shapeText(sizes));
    n.require(wanted, size, "input #2 (the output shape) is smaller than the result");
    high.push_back(more);
  }
  bool pads = high != low;
  n.set(0, pads ? n.pad(result, zero, low, high, PadMode::Constant) : result);
}

Value pooled(Node &n, Value x, const Window &w, PoolKind kind) {
  if (n.hasFailed())
    return {};
  SmallVector<NamedAttribute> attributes = windowAttributes(n, w);
  attributes.push_back(n.i64s("kernel", w.kernel));
  attributes.push_back(n.choice("kind", kind));
  attributes.push_back(n.flag("ceil_mode", n.flagAttr("ceil_mode", false)));
  const bool countsPads = kind == PoolKind::Mean && n.flagAttr("count_include_pad", false);
  if (kind == PoolKind::Mean)
    attributes.push_back(n.flag("count_include_pad", countsPads));
  if (w.firstSpatial == 1)
    attributes.push_back(n.choice("data_format", DataFormat::ChannelsLast));
  auto pool = [&](Value value, Value pad) {
    return n.emit("rlx.pool", padded(n, w, value, pad), attributes);
  };
  Value result = pool(x, kind == PoolKind::Max ? lowestLike(n, x) : zeroLike(n, x));
  if (w.low.empty() || kind != PoolKind::Mean || countsPads || n.hasFailed())
    return result;
  // The mean over the padded window, and how much of the window is inside.
  Type type = cast<RankedTensorType>(x.getType()).getElementType();
  Value ones = n.expand(n.scalar(type, 1), n.dimsOf(x));
  return n.emit("rlx.div", {result, pool(ones, n.scalar(type, 0))});
}

Handler pooling(PoolKind kind) {
  return {[kind](Node &n) {
            Window w = poolWindow(n);
            const bool columnMajor = kind == PoolKind::Max && n.flagAttr("storage_order", false);
            Value result = pooled(n, n.tensor(0), w, kind);
            n.set(0, result);
            if (n.wants(1) && !w.low.empty())
              return n.needsStatic("the spatial shape of the input of a node with attribute "
                                   "'auto_pad' = SAME, strides and result 1,");
            if (n.wants(1) && result)
              n.set(1, maxIndices(n, w, n.dimsOf(result), columnMajor));
          },
          nullptr};
}

Handler globalPooling(StringRef op) {
  return {[op = op.str()](Node &n) {
            if (n.rank(0) < 3)
              return n.fail("expects rank 3 or more, but got " + Twine(n.rank(0)));
            n.set(0, n.reduce(op, n.tensor(0), axisRange(2, n.rank(0)), true));
          },
          nullptr};
}

// sum(|x|^p)^(1/p), with `sum` over windows or over all positions.
Handler lpPooling(Value (*sum)(Node &, Value)) {
  return {[sum](Node &n) {
            int64_t p = n.intAttr("p", 2);
            if (p < 1)
              return n.fail("expects p to be at least 1, but got " + Twine(p));
            auto power = [&](Value x, double exponent) {
              return exponent == 1 || !x
                         ? x
                         : n.emit("rlx.pow", {x, n.scalar(n.elementType(0), exponent)});
            };
            Value powers = power(n.emit("rlx.abs", n.tensor(0)), double(p));
            n.set(0, power(sum(n, powers), 1 / double(p)));
          },
          nullptr};
}

Value windowSums(Node &n, Value x) {
  Window w = poolWindow(n);
  if (n.hasFailed())
    return {};
  SmallVector<NamedAttribute> attributes = windowAttributes(n, w);
  attributes.push_back(n.i64s("kernel", w.kernel));
  attributes.push_back(n.choice("kind", PoolKind::Sum));
  if (n.opset() >= 18)
    attributes.push_back(n.flag("ceil_mode", n.flagAttr("ceil_mode", false)));
  return n.emit("rlx.pool", padded(n, w, x, zeroLike(n, x)), attributes);
}

Value imageSums(Node &n, Value x) {
  if (n.rank(0) < 3)
    n.fail("expects rank 3 or more, but got " + Twine(n.rank(0)));
  return n.hasFailed() ? Value() : n.reduce("rlx.reduce_sum", x, axisRange(2, n.rank(0)), true);
}
} // namespace

Value rlx::onnxim::emitConv(Node &n, bool isChannelsLast) {
  std::optional<Convolution> conv = readConvolution(n, 1, isChannelsLast);
  if (!conv)
    return {};
  if (isChannelsLast)
    conv->attributes.push_back(n.choice("data_format", DataFormat::ChannelsLast));
  Value x = n.tensor(0);
  SmallVector<Value> operands = {padded(n, conv->window, x, zeroLike(n, x)), n.tensor(1)};
  if (n.has(2))
    operands.push_back(n.tensor(2));
  return n.emit("rlx.conv", operands, conv->attributes);
}

Value rlx::onnxim::emitPool(Node &n, Value x, PoolKind kind, bool isChannelsLast) {
  return pooled(n, x, poolWindow(n, isChannelsLast), kind);
}

void rlx::onnxim::addConvOps(OpTable &table) {
  table.add(
      "NhwcMaxPool",
      {[](Node &n) { n.set(0, emitPool(n, n.tensor(0), PoolKind::Max, /*isChannelsLast=*/true)); },
       nullptr},
      kContribDomain);
  table.limit("NhwcMaxPool", "more than 3 spatial dimensions", kContribDomain);
  table.add("Conv", {[](Node &n) { n.set(0, emitConv(n)); }, nullptr});
  table.add("ConvInteger", {importConvInteger, nullptr, 10});
  table.add("ConvTranspose", {importConvTranspose, nullptr});
  table.add("QLinearConv", {importQLinearConv, nullptr, 10});
  table.add("QLinearConv", {importQLinearConv, nullptr}, kContribDomain);
  table.add("NhwcConv", {[](Node &n) { n.set(0, emitConv(n, /*isChannelsLast=*/true)); }, nullptr},
            kContribDomain);
  table.add("MaxPool", pooling(PoolKind::Max));
  table.add("MaxUnpool", {importMaxUnpool, nullptr, 9});
  Handler means = pooling(PoolKind::Mean);
  means.until = 19; // with dilations
  table.add("AveragePool", means);
  Handler powers = lpPooling(windowSums), globalPowers = lpPooling(imageSums);
  powers.since = globalPowers.since = 2; // the exponent was a float before
  powers.until = 18;                     // with dilations and ceil_mode
  table.add("LpPool", powers);
  table.add("GlobalLpPool", globalPowers);
  table.add("GlobalAveragePool", globalPooling("rlx.reduce_mean"));
  table.add("GlobalMaxPool", globalPooling("rlx.reduce_max"));
  constexpr StringLiteral kRefused = "more than 3 spatial dimensions; a filter of dynamic shape";
  for (StringRef op : {"Conv", "ConvInteger", "QLinearConv"})
    table.limit(op, kRefused);
  for (StringRef op : {"NhwcConv", "QLinearConv"})
    table.limit(op, kRefused, kContribDomain);
  table.limit("ConvTranspose", "more than 3 spatial dimensions; a filter of dynamic shape; "
                               "`output_shape` for dynamic sizes");
  for (StringRef op : {"AveragePool", "LpPool"})
    table.limit(op, "more than 3 spatial dimensions");
  table.limit("MaxPool", "more than 3 spatial dimensions; result 1 with `auto_pad` SAME and a "
                         "stride on a dynamic size");
  table.limit("MaxUnpool", "more than 3 spatial dimensions");
}
