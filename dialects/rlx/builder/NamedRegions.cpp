// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of OpTable.h for the ops with regions, whose bodies are arguments. Each is made by the
// method of GraphBuilder.
#include "dialects/rlx/builder/OpCall.h"
#include "dialects/rlx/builder/OpTable.h"

namespace rlx::graph {

using Where = std::source_location;

// The argument, or nothing of its type if it is not given. NamedCall.cpp has converted it.
template <typename T>
static T get(const ArgumentValue *value) {
  return value ? std::get<T>(*value) : T();
}

static GraphValues buildIf(GraphBuilder &g, BoundArguments a, Where where) {
  auto branch = [](const Body &body) -> Branch {
    return body ? Branch([&body] { return body({}); }) : Branch();
  };
  return g.if_(get<GraphValue>(a[0]), branch(std::get<Body>(*a[1])), branch(std::get<Body>(*a[2])),
               where);
}

static GraphValues buildWhile(GraphBuilder &g, BoundArguments a, Where where) {
  return g.while_(get<GraphValues>(a[0]), get<Body>(a[1]), get<Body>(a[2]), where);
}

static ScanOptions scanOptions(BoundArguments a) {
  ScanOptions options;
  options.reverse = get<bool>(a[0]);
  if (a[1])
    options.length = std::get<int64_t>(*a[1]);
  options.numCheckpoints = get<int64_t>(a[2]);
  return options;
}

static GraphValues buildScan(GraphBuilder &g, BoundArguments a, Where where) {
  return g.scan(get<GraphValues>(a[0]), get<GraphValues>(a[1]), get<Body>(a[2]),
                scanOptions(a.drop_front(3)), where);
}

static GraphValues buildScanBackward(GraphBuilder &g, BoundArguments a, Where where) {
  return g.scanBackward(get<GraphValues>(a[0]), get<GraphValues>(a[1]), get<GraphValues>(a[2]),
                        get<Body>(a[3]), get<Body>(a[4]), scanOptions(a.drop_front(5)), where);
}

static GraphValues buildElementwiseRegion(GraphBuilder &g, BoundArguments a, Where where) {
  return g.elementwiseRegion(get<GraphValues>(a[0]), get<Body>(a[1]), where);
}

static GraphValues buildCustom(GraphBuilder &g, BoundArguments a, Where where) {
  return g.custom(std::get<std::string>(*a[0]), get<GraphValues>(a[1]),
                  get<std::vector<TensorType>>(a[2]), {get<std::string>(a[3]), get<Body>(a[4])},
                  where);
}

static GraphValues buildCustomFn(GraphBuilder &g, BoundArguments a, Where where) {
  return g.customFn(get<GraphValues>(a[0]), get<Body>(a[1]), {get<Body>(a[2]), get<Body>(a[3])},
                    where);
}

using Kind = ArgumentKind;

static const ArgumentInfo kIf[] = {
    {"predicate", Kind::Value, true}, {"then", Kind::Body, true}, {"else", Kind::Body, true}};
static const ArgumentInfo kWhile[] = {
    {"inits", Kind::Values, true}, {"condition", Kind::Body, true}, {"body", Kind::Body, true}};
static const ArgumentInfo kScan[] = {
    {"inits", Kind::Values, true}, {"inputs", Kind::Values, true},
    {"body", Kind::Body, true},    {"reverse", Kind::Unit, false},
    {"length", Kind::Int, false},  {"num_checkpoints", Kind::Int, false}};
static const ArgumentInfo kScanBackward[] = {
    {"inits", Kind::Values, true},     {"inputs", Kind::Values, true},
    {"gradients", Kind::Values, true}, {"forward", Kind::Body, true},
    {"vjp", Kind::Body, true},         {"reverse", Kind::Unit, false},
    {"length", Kind::Int, false},      {"num_checkpoints", Kind::Int, false}};
static const ArgumentInfo kElementwiseRegion[] = {{"inputs", Kind::Values, true},
                                                  {"body", Kind::Body, true}};
static const ArgumentInfo kCustom[] = {{"kernel", Kind::String, true},
                                       {"inputs", Kind::Values, true},
                                       {"results", Kind::Types, true},
                                       {"config", Kind::String, false},
                                       {"body", Kind::Body, false}};
static const ArgumentInfo kCustomFn[] = {{"inputs", Kind::Values, true},
                                         {"body", Kind::Body, true},
                                         {"vjp", Kind::Body, false},
                                         {"jvp", Kind::Body, false}};

static const OpInfo kRegionOps[] = {
    {"rlx.custom", kCustom, false, buildCustom},
    {"rlx.custom_fn", kCustomFn, false, buildCustomFn},
    {"rlx.elementwise_region", kElementwiseRegion, false, buildElementwiseRegion},
    {"rlx.if", kIf, false, buildIf},
    {"rlx.scan", kScan, true, buildScan},
    {"rlx.scan_backward", kScanBackward, true, buildScanBackward},
    {"rlx.while", kWhile, false, buildWhile},
};

llvm::ArrayRef<OpInfo> regionOps() {
  return kRegionOps;
}

} // namespace rlx::graph
