// One model compiled for a few sizes: runs are padded to the next of them. Static sizes let the
// compiler know more than it does of a dynamic one, which one compilation serves without padding;
// measure before using this.
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
  // Makes a model for a number of rows: the leading size of some inputs, which the others follow.
  // The values that it has for params count.
  using BuildModel = std::function<rt::StatusOr<GraphModel>(int64_t rows)>;

  // A model with the dynamic size `symbol` (rlx.dims), which is padded; checkBuckets() says what
  // the buckets have to be. Nothing is compiled. An input may have the symbol in one dimension;
  // inputs without it are given as they are. Errors for a symbol that is not there name those that
  // are.
  static rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
  create(GraphModel model, const std::string &symbol, std::vector<Bucket> buckets,
         const SessionOptions &options = {});
  // The same for a model that is built for each bucket, and for two small numbers of rows to see
  // whether they can be padded. `padded` names the inputs with rows; others are given as they are.
  // Builds the first bucket's now.
  static rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
  create(BuildModel build, const std::vector<std::string> &padded, std::vector<Bucket> buckets,
         const SessionOptions &options = {});
  // The same as the first for MLIR text.
  static rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
  fromSource(const std::string &text, const std::string &symbol, std::vector<Bucket> buckets,
             const SessionOptions &options = {});
  BucketedCompileCache(const BucketedCompileCache &) = delete;
  ~BucketedCompileCache();

  const std::vector<Bucket> &buckets() const { return ranges; }
  // Index of the bucket for a size; OutOfRange lists the buckets.
  rt::StatusOr<size_t> bucketFor(int64_t size) const;
  size_t compiledCount() const;

  // Values of params for all buckets, those that are compiled later too; copied once. Nothing is
  // compiled for it. An error leaves all buckets as they were. A bucket whose executable is in use
  // gets the value when it is asked for next.
  rt::Status setParam(const std::string &name, const rt::TensorView &value);

  // The bucket's executable, for runs with exactly ranges[bucket].last rows; compiled now if it is
  // not yet. Owned by the cache, until it goes.
  rt::StatusOr<rt::Executable *> executable(size_t bucket);

  // Runs inputs with `rows` rows: pads those that have rows with zeros, runs the bucket's
  // executable, and gives the outputs without the padding, in order. They are valid until the next
  // call. Unsupported, naming the op, for a model in which padding would take part in results
  // (RowReduction.h), unless `rows` is the bucket's end. A run with the shapes of the run before in
  // its bucket allocates nothing.
  rt::StatusOr<std::span<const rt::TensorView>> runPadded(int64_t rows,
                                                          std::span<const rt::NamedTensor> inputs);

private:
  struct Entry;
  // A module for a number of rows, and what it needs to live.
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
  std::optional<rt::Program> signature; // of the first bucket's model, once it has been asked for
  std::vector<std::unique_ptr<Entry>> entries;    // one a bucket; null: not compiled
  std::vector<std::optional<unsigned>> inputRows; // one an input: the dimension of the symbol
  // What findRows said, once it has been asked.
  bool isChecked = false;
  rt::Status refusal;
  std::vector<std::optional<RowPlace>> outputRows;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_BUCKETEDCOMPILECACHE_H
