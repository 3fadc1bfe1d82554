// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// oneDNN's implementations of the benchmark cases.
//
// Primitives, memory objects and layouts are prepared outside of the timed function.
#include "benchmarks/kernels/Dnnl.h"

#include <cmath>
#include <memory>
#include <omp.h>
#include <unordered_map>

#include "oneapi/dnnl/dnnl.hpp"
#include "runtime/base/StrCat.h"

namespace rlx::bench {

namespace {
using dnnl::memory;
using Tag = memory::format_tag;
constexpr auto kF32 = memory::data_type::f32;

dnnl::engine &engine() {
  static dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}
dnnl::stream &stream() {
  static dnnl::stream one(engine());
  return one;
}

// A primitive with its arguments.
struct Call {
  dnnl::primitive primitive;
  std::unordered_map<int, memory> arguments;

  void run() const {
    primitive.execute(stream(), arguments);
    stream().wait();
  }
};

Contender contender(std::string name, std::vector<Call> calls) {
  return {std::move(name), [calls = std::move(calls)] {
            for (const Call &call : calls)
              call.run();
            return rt::okStatus();
          }};
}

// Copies `from` into the layout `to`.
memory reordered(const memory &from, const memory::desc &to) {
  memory result(to, engine());
  memory source = from;
  dnnl::reorder(source, result).execute(stream(), source, result);
  stream().wait();
  return result;
}

rt::Status sgemm(int64_t m, int64_t n, int64_t k, const float *x, const float *w, float *y,
                 float scale = 1) {
  if (dnnl::sgemm('N', 'N', m, n, k, scale, x, k, w, n, 0, y, n) != dnnl::status::success)
    return rt::internalError("dnnl_sgemm failed");
  return rt::okStatus();
}
} // namespace

void setDnnlThreads(unsigned threads) {
  omp_set_num_threads(static_cast<int>(threads));
}

std::string dnnlVersion() {
  const dnnl_version_t *version = dnnl_version();
  return rt::strCat(version->major, ".", version->minor, ".", version->patch);
}

std::vector<Contender> dnnlMatmul(const MatmulCase &c, float *x, float *w, float *y) {
  const memory::desc mx({c.m, c.k}, kF32, Tag::ab), mw({c.k, c.n}, kF32, Tag::ab),
      any({c.k, c.n}, kF32, Tag::any), my({c.m, c.n}, kF32, Tag::ab);
  const dnnl::matmul::primitive_desc plan(dnnl::matmul::desc(mx, any, my), engine());
  const memory weights = reordered(memory(mw, engine(), w), plan.weights_desc());
  Call call{dnnl::matmul(plan),
            {{DNNL_ARG_SRC, memory(mx, engine(), x)},
             {DNNL_ARG_WEIGHTS, weights},
             {DNNL_ARG_DST, memory(my, engine(), y)}}};
  return {contender("matmul", {std::move(call)}),
          {"sgemm", [=] { return sgemm(c.m, c.n, c.k, x, w, y); }}};
}

static memory::data_type typeOf(rt::DType type) {
  switch (type) {
  case rt::DType::BF16:
    return memory::data_type::bf16;
  case rt::DType::F16:
    return memory::data_type::f16;
  case rt::DType::I8:
    return memory::data_type::s8;
  case rt::DType::U8:
    return memory::data_type::u8;
  case rt::DType::I32:
    return memory::data_type::s32;
  default:
    return kF32;
  }
}

std::vector<Contender> dnnlTypedProduct(const TypedProduct &p, void *x, void *w, void *y) {
  const auto [m, n, k] = p.size;
  const memory::desc source({m, k}, typeOf(p.source), Tag::ab),
      left({m, k}, typeOf(p.left), Tag::ab), mw({k, n}, typeOf(p.right), Tag::ab),
      any({k, n}, typeOf(p.right), Tag::any), my({m, n}, typeOf(p.result), Tag::ab);
  dnnl::primitive_attr attributes;
  if (p.multiplier != 1)
    attributes.set_output_scales(0, {p.multiplier});
  if (p.leftZero)
    attributes.set_zero_points(DNNL_ARG_SRC, 0, {p.leftZero});
  if (p.resultZero)
    attributes.set_zero_points(DNNL_ARG_DST, 0, {p.resultZero});
  const dnnl::matmul::primitive_desc plan(dnnl::matmul::desc(left, any, my), attributes, engine());
  const memory weights = reordered(memory(mw, engine(), w), plan.weights_desc());
  std::vector<Call> calls;
  memory converted(source, engine(), x);
  if (p.source != p.left) {
    const memory original = converted;
    converted = memory(left, engine());
    dnnl::primitive_attr conversion;
    if (p.leftScale != 1)
      conversion.set_output_scales(0, {1 / p.leftScale});
    if (p.leftZero)
      conversion.set_zero_points(DNNL_ARG_DST, 0, {p.leftZero});
    const dnnl::reorder::primitive_desc reorder(engine(), source, engine(), left, conversion);
    calls.push_back(
        {dnnl::reorder(reorder), {{DNNL_ARG_SRC, original}, {DNNL_ARG_DST, converted}}});
  }
  calls.push_back({dnnl::matmul(plan),
                   {{DNNL_ARG_SRC, converted},
                    {DNNL_ARG_WEIGHTS, weights},
                    {DNNL_ARG_DST, memory(my, engine(), y)}}});
  return {contender("matmul", std::move(calls))};
}

std::vector<Contender> dnnlConv(const ConvCase &c, void *x, void *w, void *bias,
                                const void *residual, void *y) {
  const memory::data_type type = typeOf(c.type), weightType = typeOf(c.weightType());
  const memory::dims source = {1, c.in, c.height, c.width},
                     target = {1, c.out, c.outHeight(), c.outWidth()};
  memory::dims filter = {c.out, c.in, c.kernel, c.kernel};
  if (c.depthwise)
    filter = {c.out, 1, 1, c.kernel, c.kernel};
  const memory::desc mb({c.out}, typeOf(c.biasType()), Tag::a),
      mw(filter, weightType, c.depthwise ? Tag::goihw : Tag::oihw), image(source, type, Tag::nhwc),
      result(target, type, Tag::nhwc);
  dnnl::post_ops after;
  if (c.residual)
    after.append_sum(1);
  dnnl::primitive_attr attributes;
  if (c.isInteger())
    attributes.set_output_scales(0, {c.multiplier});
  else
    after.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
  attributes.set_post_ops(after);

  std::vector<Contender> all;
  for (const auto &[name, tag] : {std::pair("conv nhwc", Tag::nhwc),
                                  {"conv any", Tag::any},
                                  {"conv nChw16c", Tag::nChw16c}}) {
    if (c.isInteger() && tag == Tag::nChw16c)
      continue; // by plain loops, seconds per run
    using Conv = dnnl::convolution_forward;
    const Conv::desc what(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        memory::desc(source, type, tag), memory::desc(filter, weightType, Tag::any), mb,
        memory::desc(target, type, tag), {c.stride, c.stride}, {c.pad, c.pad}, {c.pad, c.pad});
    const Conv::primitive_desc plan(what, attributes, engine(), /*allow_empty=*/true);
    if (!plan)
      continue;
    // The sum op adds to the result of earlier runs: the same work.
    memory out = tag == Tag::nhwc ? memory(result, engine(), y) : memory(plan.dst_desc(), engine());
    if (residual && tag != Tag::nhwc)
      out = reordered(memory(result, engine(), const_cast<void *>(residual)), plan.dst_desc());
    Call call{Conv(plan),
              {{DNNL_ARG_SRC, reordered(memory(image, engine(), x), plan.src_desc())},
               {DNNL_ARG_WEIGHTS, reordered(memory(mw, engine(), w), plan.weights_desc())},
               {DNNL_ARG_BIAS, memory(mb, engine(), bias)},
               {DNNL_ARG_DST, out}}};
    all.push_back(contender(name, {std::move(call)}));
  }
  return all;
}

std::vector<Contender> dnnlAttention(const AttentionCase &c, float *q, float *k, float *v,
                                     float *scores, float *y) {
  const float scale = 1 / std::sqrt(static_cast<float>(c.size));
  auto desc = [&](int64_t rows, int64_t cols) {
    return memory::desc({c.heads, rows, cols}, kF32, Tag::abc);
  };
  auto product = [&](const memory::desc &l, float *left, const memory::desc &r, float *right,
                     const memory::desc &o, float *out, float by) {
    dnnl::primitive_attr attributes;
    if (by != 1)
      attributes.set_output_scales(0, {by});
    const dnnl::matmul::primitive_desc plan(dnnl::matmul::desc(l, r, o), attributes, engine());
    return Call{dnnl::matmul(plan),
                {{DNNL_ARG_SRC, memory(l, engine(), left)},
                 {DNNL_ARG_WEIGHTS, memory(r, engine(), right)},
                 {DNNL_ARG_DST, memory(o, engine(), out)}}};
  };
  const memory::desc mq = desc(c.rows, c.size), mk = desc(c.size, c.keys),
                     mv = desc(c.keys, c.size), ms = desc(c.rows, c.keys);
  const dnnl::softmax_forward::primitive_desc plan(
      dnnl::softmax_forward::desc(dnnl::prop_kind::forward_inference, ms, 2), engine());
  const memory weights(ms, engine(), scores);
  const Call softmax{dnnl::softmax_forward(plan),
                     {{DNNL_ARG_SRC, weights}, {DNNL_ARG_DST, weights}}};
  const Call first = product(mq, q, mk, k, ms, scores, scale),
             last = product(ms, scores, mv, v, mq, y, 1);
  auto byGemm = [=] {
    for (int64_t head = 0; head < c.heads; ++head)
      RLX_RETURN_IF_ERROR(sgemm(c.rows, c.keys, c.size, q + head * c.rows * c.size,
                                k + head * c.size * c.keys, scores + head * c.rows * c.keys,
                                scale));
    softmax.run();
    for (int64_t head = 0; head < c.heads; ++head)
      RLX_RETURN_IF_ERROR(sgemm(c.rows, c.size, c.keys, scores + head * c.rows * c.keys,
                                v + head * c.keys * c.size, y + head * c.rows * c.size));
    return rt::okStatus();
  };
  return {contender("matmul, softmax", {first, softmax, last}), {"sgemm, softmax", byGemm}};
}

} // namespace rlx::bench
