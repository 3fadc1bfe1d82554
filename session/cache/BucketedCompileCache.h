// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One model compiled for a few sizes; runs are padded to the next one.
//
// For example, with buckets 1..8 and 9..16, a batch of 5 rows is padded to 8. Static sizes let the
// compiler optimize more, but a single compilation with a dynamic size needs no padding: measure
// before you use this.
#ifndef RLX_SESSION_CACHE_BUCKETEDCOMPILECACHE_H
#define RLX_SESSION_CACHE_BUCKETEDCOMPILECACHE_H

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dialects/rlx/builder/GraphModel.h"
#include "session/Session.h"
#include "session/cache/Buckets.h"
#include "session/cache/Rows.h"

namespace rlx {

// Threads: confined to one.
class BucketedCompileCache {
public:
  // Makes a model for a number of rows: the leading size of some inputs, from which the other sizes
  // follow. Its param values are used.
  using BuildModel = std::function<rt::StatusOr<GraphModel>(int64_t rows)>;

  // For a model with the dynamic size `symbol` (rlx.dims), which is padded. checkBuckets() has the
  // rules for buckets. Compiles nothing yet. An input may have the symbol in one dimension; inputs
  // without it are not padded. An unknown symbol is an error that lists the symbols.
  static rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
  create(GraphModel model, const std::string &symbol, std::vector<Bucket> buckets,
         const SessionOptions &options = {});
  // For models that a function builds: one for each bucket, and two with few rows to check whether
  // padding is possible. `padded` names the inputs with rows; others are not padded. Builds the
  // first bucket's model now.
  static rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
  create(BuildModel build, const std::vector<std::string> &padded, std::vector<Bucket> buckets,
         const SessionOptions &options = {});
  // The same as the first, for MLIR text.
  static rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
  fromSource(const std::string &text, const std::string &symbol, std::vector<Bucket> buckets,
             const SessionOptions &options = {});
  BucketedCompileCache(const BucketedCompileCache &) = delete;
  ~BucketedCompileCache();

  const std::vector<Bucket> &buckets() const { return ranges; }
  // The index of the bucket for a size. OutOfRange lists the buckets.
  rt::StatusOr<size_t> bucketFor(int64_t size) const;
  size_t compiledCount() const;

  // Sets a param for all buckets, including those compiled later; copied once. Compiles nothing.
  // After an error all buckets are unchanged. A bucket whose executable is in use gets the value
  // when it is next asked for.
  rt::Status setParam(const std::string &name, const rt::TensorView &value);

  // The bucket's executable, for runs with exactly ranges[bucket].last rows. Compiles it if needed.
  // Belongs to the cache.
  rt::StatusOr<rt::Executable *> executable(size_t bucket);

  // Runs inputs with `rows` rows: pads them with zeros, runs the bucket's executable, and returns
  // the outputs without the padding, in order. They are valid until the next call. Unsupported,
  // naming the op, if padding would affect results (Rows.h), unless `rows` is the bucket's end. A
  // run with the shapes of its bucket's last run allocates nothing.
  rt::StatusOr<std::span<const rt::TensorView>> runPadded(int64_t rows,
                                                          std::span<const rt::NamedTensor> inputs);

private:
  struct Entry;
  // A module for a number of rows, with its context and params.
  struct Sized {
    std::shared_ptr<mlir::MLIRContext> context; // null: that of `model`
    mlir::OwningOpRef<mlir::ModuleOp> module;
    std::map<std::string, rt::Tensor> params;
  };
  BucketedCompileCache(std::vector<Bucket> ranges, SessionOptions options);
  rt::StatusOr<Sized> modelFor(int64_t rows) const;
  rt::StatusOr<const rt::Program *> signatureOf();
  rt::StatusOr<Entry *> entryFor(size_t bucket);
  rt::Status compile(size_t bucket, Entry &entry);
  rt::Status checkRows();
  rt::Status padInputs(Entry &entry, int64_t rows, std::span<const rt::NamedTensor> inputs);
  rt::Status cutOutputs(Entry &entry, int64_t rows);

  BuildModel build; // null: `model` has the symbol
  GraphModel model;
  std::string symbol;
  std::map<std::string, rt::Tensor> params; // set for all buckets
  std::vector<Bucket> ranges;
  SessionOptions options;
  std::optional<rt::Program> signature;           // of the first bucket's model, once it was needed
  std::vector<std::unique_ptr<Entry>> entries;    // one per bucket; null: not compiled
  std::vector<std::optional<unsigned>> inputRows; // one per input: the dimension with the symbol
  // The result of findRows, once it was needed.
  bool isChecked = false;
  rt::Status refusal;
  std::vector<std::optional<RowLayout>> outputRows;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_BUCKETEDCOMPILECACHE_H
