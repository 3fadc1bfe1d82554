// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ggml, loaded at run time. The functions of its C interface that are used are declared here by
// hand; its tensor types stay opaque.
//
// Its headers are not installed. The declarations must match the version that scripts/bench.sh
// fetches.
#include "benchmarks/kernels/Ggml.h"

#include <dlfcn.h>
#include <filesystem>

#include "runtime/base/StrCat.h"
#include "llvm/ADT/StringSwitch.h"

namespace rlx::bench {

namespace {
struct InitParams {
  size_t size;
  void *memory;
  bool noAlloc;
};

// All functions as X(result, name, parameters).
#define RLX_GGML(X)                                                                                \
  X(void *, ggml_init, (InitParams))                                                               \
  X(void, ggml_free, (void *))                                                                     \
  X(const char *, ggml_version, ())                                                                \
  X(void *, ggml_new_tensor_2d, (void *, int, int64_t, int64_t))                                   \
  X(void *, ggml_mul_mat, (void *, void *, void *))                                                \
  X(void *, ggml_new_graph, (void *))                                                              \
  X(void, ggml_build_forward_expand, (void *, void *))                                             \
  X(size_t, ggml_nbytes, (const void *))                                                           \
  X(size_t, ggml_quantize_chunk,                                                                   \
    (int, const float *, void *, int64_t, int64_t, int64_t, const float *))                        \
  X(void, ggml_log_set, (void (*)(int, const char *, void *), void *))                             \
  X(void *, ggml_backend_dev_init, (void *, const char *))                                         \
  X(void *, ggml_backend_dev_backend_reg, (void *))                                                \
  X(bool, ggml_backend_dev_supports_op, (void *, const void *))                                    \
  X(void *, ggml_backend_reg_get_proc_address, (void *, const char *))                             \
  X(void *, ggml_backend_alloc_ctx_tensors, (void *, void *))                                      \
  X(void *, ggml_backend_alloc_ctx_tensors_from_buft, (void *, void *))                            \
  X(void, ggml_backend_buffer_free, (void *))                                                      \
  X(void, ggml_backend_tensor_set, (void *, const void *, size_t, size_t))                         \
  X(void, ggml_backend_tensor_get, (const void *, void *, size_t, size_t))                         \
  X(int, ggml_backend_graph_compute, (void *, void *))                                             \
  X(void, ggml_backend_load_all_from_path, (const char *))                                         \
  X(void *, ggml_backend_dev_by_type, (int))

#define RLX_DECLARE(RESULT, NAME, PARAMETERS) RESULT(*NAME) PARAMETERS = nullptr;
struct Library {
  RLX_GGML(RLX_DECLARE)
  void *device = nullptr, *backend = nullptr;
  void (*setThreads)(void *, int) = nullptr;
  void **(*extraBuffers)(void *) = nullptr; // may be null; a null-terminated list
};
#undef RLX_DECLARE

Library &library() {
  static Library instance;
  return instance;
}

constexpr int kGgmlF32 = 0, kCpuDevice = 0;

int typeOf(llvm::StringRef scheme) {
  return llvm::StringSwitch<int>(scheme)
      .Case("q4_0", 2)
      .Case("q4_1", 3)
      .Case("q5_0", 6)
      .Case("q5_1", 7)
      .Case("q8_0", 8)
      .Case("q2_k", 10)
      .Case("q3_k", 11)
      .Case("q4_k", 12)
      .Case("q5_k", 13)
      .Case("q6_k", 14)
      .Default(-1);
}

rt::StatusOr<void *> open(const std::filesystem::path &folder, llvm::StringRef prefix) {
  std::error_code failed;
  for (const auto &entry : std::filesystem::directory_iterator(folder, failed))
    if (llvm::StringRef(entry.path().filename().string()).starts_with(prefix)) {
      if (void *opened = dlopen(entry.path().c_str(), RTLD_NOW | RTLD_GLOBAL))
        return opened;
      return rt::unsupported(dlerror());
    }
  return rt::unsupported(rt::strCat("there is no ", prefix.str(), " in ", folder.string()));
}

template <typename Function>
bool look(Function &function, const char *name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

// A graph of one matmul with its memory.
class Graph {
public:
  // Null if this kind of buffer does not accept the weights. A null `kind` is the usual one.
  static std::unique_ptr<Graph> make(const BlocksCase &c, void *kind, const float *x,
                                     const std::vector<uint8_t> &blocks) {
    Library &l = library();
    auto graph = std::make_unique<Graph>();
    void *weights = l.ggml_new_tensor_2d(graph->weightContext, typeOf(c.scheme), c.k, c.n);
    void *rows = l.ggml_new_tensor_2d(graph->context, kGgmlF32, c.k, c.m);
    graph->result = l.ggml_mul_mat(graph->context, weights, rows);
    graph->graph = l.ggml_new_graph(graph->context);
    l.ggml_build_forward_expand(graph->graph, graph->result);
    graph->weightBuffer =
        kind ? l.ggml_backend_alloc_ctx_tensors_from_buft(graph->weightContext, kind)
             : l.ggml_backend_alloc_ctx_tensors(graph->weightContext, l.backend);
    if (!graph->weightBuffer || !l.ggml_backend_dev_supports_op(l.device, graph->result))
      return nullptr;
    graph->buffer = l.ggml_backend_alloc_ctx_tensors(graph->context, l.backend);
    if (!graph->buffer)
      return nullptr;
    l.ggml_backend_tensor_set(weights, blocks.data(), 0, blocks.size());
    l.ggml_backend_tensor_set(rows, x, 0, l.ggml_nbytes(rows));
    return graph;
  }
  Graph() {
    const InitParams params = {size_t(1) << 20, nullptr, /*noAlloc=*/true};
    context = library().ggml_init(params);
    weightContext = library().ggml_init(params);
  }
  ~Graph() {
    for (void *each : {buffer, weightBuffer})
      if (each)
        library().ggml_backend_buffer_free(each);
    library().ggml_free(context);
    library().ggml_free(weightContext);
  }

  rt::Status run() {
    const int status = library().ggml_backend_graph_compute(library().backend, graph);
    return status == 0 ? rt::okStatus() : rt::internalError("ggml cannot compute the product");
  }
  std::vector<float> output() const {
    std::vector<float> values(library().ggml_nbytes(result) / sizeof(float));
    library().ggml_backend_tensor_get(result, values.data(), 0, values.size() * sizeof(float));
    return values;
  }

private:
  void *context, *weightContext, *buffer = nullptr, *weightBuffer = nullptr;
  void *result = nullptr, *graph = nullptr;
};

class Product : public GgmlProduct {
public:
  Product(const BlocksCase &c, const float *x, const float *w) {
    Library &l = library();
    const int type = typeOf(c.scheme);
    void *context = l.ggml_init({size_t(1) << 20, nullptr, true});
    bytes.resize(l.ggml_nbytes(l.ggml_new_tensor_2d(context, type, c.k, c.n)));
    l.ggml_free(context);
    l.ggml_quantize_chunk(type, w, bytes.data(), 0, c.n, c.k, nullptr);
    add("ggml", Graph::make(c, nullptr, x, bytes));
    for (void **kind = l.extraBuffers ? l.extraBuffers(l.device) : nullptr; kind && *kind; ++kind)
      add("ggml repacked", Graph::make(c, *kind, x, bytes));
  }

  std::vector<Contender> contenders() override {
    std::vector<Contender> all;
    for (auto &[name, graph] : graphs)
      all.push_back({name, [one = graph.get()] { return one->run(); }});
    return all;
  }
  const std::vector<uint8_t> &blocks() const override { return bytes; }
  std::vector<float> output(size_t contender) override {
    return graphs[contender].second->output();
  }

private:
  void add(const char *name, std::unique_ptr<Graph> graph) {
    if (graph)
      graphs.emplace_back(name, std::move(graph));
  }

  std::vector<uint8_t> bytes;
  std::vector<std::pair<std::string, std::unique_ptr<Graph>>> graphs;
};

rt::Status loadFrom(const std::string &folder) {
  Library &l = library();
  RLX_RETURN_IF_ERROR(open(folder, "libggml-base.so").status());
  RLX_RETURN_IF_ERROR(open(folder, "libggml.").status());
#define RLX_LOOK(RESULT, NAME, PARAMETERS)                                                         \
  if (!look(l.NAME, #NAME))                                                                        \
    return rt::unsupported("the library has no " #NAME);
  RLX_GGML(RLX_LOOK)
#undef RLX_LOOK
  l.ggml_log_set([](int, const char *, void *) {}, nullptr);
  l.ggml_backend_load_all_from_path(folder.c_str());
  l.device = l.ggml_backend_dev_by_type(kCpuDevice);
  if (!l.device)
    return rt::unsupported("it has no code for this processor");
  void *registry = l.ggml_backend_dev_backend_reg(l.device);
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        l.ggml_backend_reg_get_proc_address(registry, name));
  };
  find(l.setThreads, "ggml_backend_set_n_threads");
  find(l.extraBuffers, "ggml_backend_dev_get_extra_bufts");
  if (!l.setThreads)
    return rt::unsupported("it does not take a number of threads");
  l.backend = l.ggml_backend_dev_init(l.device, nullptr);
  return l.backend ? rt::okStatus() : rt::unsupported("it does not start");
}
} // namespace

rt::Status loadGgml(const std::string &folder) {
  rt::Status status = loadFrom(folder);
  if (!status.ok())
    library() = {};
  return status;
}

bool hasGgml() {
  return library().backend != nullptr;
}

std::string ggmlVersion() {
  return library().ggml_version();
}

rt::StatusOr<std::unique_ptr<GgmlProduct>> GgmlProduct::make(const BlocksCase &c, unsigned threads,
                                                             const float *x, const float *w) {
  if (typeOf(c.scheme) < 0)
    return rt::invalidArgument(rt::strCat("ggml has no scheme ", c.scheme));
  library().setThreads(library().backend, static_cast<int>(threads));
  auto product = std::make_unique<Product>(c, x, w);
  if (product->contenders().empty())
    return rt::unsupported("ggml does not take the product");
  return std::unique_ptr<GgmlProduct>(std::move(product));
}

} // namespace rlx::bench
