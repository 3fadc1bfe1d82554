// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensors of a model as params of a graph. An architecture lists those that it has, and check()
// compares the model with the list.
//
// Params have the names and the bytes of the files: blocks as rows of ui8, which kernels decode,
// and other types as they are. They lie in the mapped file, but for Q1_0 and Q2_0 (Q4Blocks.h).
// Kernels pack them into memory of their own, and widen F16 and BF16 as they read them
// (docs/targets/cpu.md).
//
// Matrices of adapters (LoRA) are params beside them: "lora.N.NAME.a" and "lora.N.NAME.b". The
// scale of each adapter is the param "lora.N.scale", and that of its file, if all of its updates
// have the same one, "lora.N.file_scale": so another adapter can take its place. An adapter changes
// all rows of x, or those that inputs of the graph name (declareAdaptedRows).
#ifndef RLX_IMPORTERS_GGUF_WEIGHTS_H
#define RLX_IMPORTERS_GGUF_WEIGHTS_H

#include <map>

#include "importers/gguf/Architecture.h"

namespace rlx::gguf {

// A tensor of an architecture. One of rank 2 is a matrix, which may be quantized, and one of rank 3
// has a matrix for each expert; the others are vectors.
struct TensorSpec {
  std::string name;
  std::vector<int64_t> shape; // outermost first
  bool isOptional = false;
};

class Weights {
public:
  Weights(GraphBuilder &g, ModelPointer model) : g(g), model(std::move(model)) {}

  // InvalidArgument for a tensor that is missing or has another shape. Unsupported for types that
  // no op knows, and for a tensor that is not in the list.
  rt::Status check(const std::vector<TensorSpec> &specs) const;
  bool has(const std::string &name) const { return model->find(name) != nullptr; }
  // The number of elements of a tensor that the file has.
  int64_t size(const std::string &name) const;
  // The elements of a vector of type F32; empty if there is no such tensor.
  rt::StatusOr<std::vector<float>> read(const std::string &name) const;

  // ---- in the graph, after check(); results are f32

  // A vector [n].
  GraphValue vector(const std::string &name);
  // Rows of a matrix [rows, n], by their numbers.
  GraphValue rows(const std::string &name, GraphValue numbers);
  // x [m, k] times the transpose of a matrix [n, k]. Weights in blocks may round x that far.
  GraphValue matmul(GraphValue x, const std::string &name,
                    RowPrecision precision = RowPrecision::High);
  // The same with one of the matrices [experts, n, k] for each row of x, by its number.
  GraphValue expertMatmul(GraphValue x, const std::string &name, GraphValue numbers);
  // Makes inputs of the rows that adapter N changes, by their index: "lora.N.rows" with
  // "lora.N.scales", its scale for each, or NaN for the param's. A row that is in no list has the
  // bits of the model without adapters.
  void declareAdaptedRows();
  // From here on x are the rows that results are of: the inputs are "lora.N.result_rows" and
  // "lora.N.result_scales".
  void selectResultRows() { hasResultRows = true; }
  // x times NAME.weight plus NAME.bias, if there is one.
  GraphValue linear(GraphValue x, const std::string &name,
                    RowPrecision precision = RowPrecision::High);

private:
  // The param of a tensor, made at its first use.
  GraphValue param(const TensorView &tensor);
  GraphValue param(const TensorView &tensor, const std::string &key, const std::string &name);
  // y times the scale of a matrix, if the file has one: of each row's expert, or of all.
  GraphValue scaled(GraphValue y, std::string_view matrix, const GraphValue *experts = nullptr);
  // x times the matrix, without adapters.
  GraphValue product(GraphValue x, const std::string &name, RowPrecision precision);
  // What the adapters add to the product of x and a matrix: y plus that.
  GraphValue adapted(GraphValue y, GraphValue x, const std::string &name);
  GraphValue adapterScale(size_t adapter);
  // The scale of an update in its adapter's file, as a factor of `scale`.
  GraphValue withFileScale(GraphValue scale, const LowRankUpdate &update);
  GraphValue scalarParam(const std::string &name, double value);
  bool hasOneFileScale(size_t adapter) const;
  struct AdaptedRows {
    GraphValue rows, scales;
  };
  AdaptedRows declareRows(size_t adapter, const std::string &prefix);
  const AdaptedRows &rowsOf(size_t adapter) const;
  // The scales of an update for its rows, [rows, 1].
  GraphValue rowScales(const LowRankUpdate &update);
  // The parts of a tensor behind each other.
  GraphValue joined(const TensorView &tensor);
  GraphValue toF32(GraphValue value);

  GraphBuilder &g;
  ModelPointer model;
  std::map<std::string, GraphValue, std::less<>> params;
  std::vector<AdaptedRows> adaptedRows, adaptedResultRows; // of each adapter; empty: all rows
  std::map<std::pair<const void *, double>, GraphValue> scalesOfRows;
  bool hasResultRows = false;
  std::map<size_t, bool> oneFileScale; // of each adapter; see hasOneFileScale
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_WEIGHTS_H
