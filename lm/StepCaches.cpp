// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a step's caches. See StepModel.h.
#include <algorithm>
#include <cstring>

#include "lm/StepModel.h"
#include "runtime/program/model/ExprEval.h"

namespace rlx::lm {

// Paged caches begin with these blocks, and their memory doubles when texts need more: most texts
// are shorter than the context. The number of blocks is a size of the run, so nothing is compiled
// anew. A step with more of them has a new plan, which doubling makes rare.
constexpr size_t kFirstBlocks = 8;

// [heads, context, head size], or [blocks, heads, kBlockTokens, head size].
rt::StatusOr<std::vector<int64_t>> StepModel::cacheShape(const rt::TensorSpec &spec,
                                                         size_t blocks) const {
  std::vector<int64_t> shape;
  for (const rt::Expr &size : spec.shape) {
    shape.push_back(hasBlocks ? static_cast<int64_t>(blocks) : contextSize);
    if (rt::isStatic(size)) {
      RLX_ASSIGN_OR_RETURN(shape.back(), rt::evaluate(size, {}));
    }
  }
  return shape;
}

// Binds a cache with this content, and zeros behind it: a token may see no content that is not
// numbers, even where its weight is 0. Memory of the cache before is free then, which a handle
// would keep for the next content otherwise.
rt::Status StepModel::bindCache(const Cache &cache, size_t blocks,
                                std::span<const uint8_t> content) {
  const rt::TensorSpec &spec = executable->program().inputs[cache.first];
  RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, cacheShape(spec, blocks));
  RLX_ASSIGN_OR_RETURN(rt::Tensor value, rt::Tensor::allocate(spec.dtype, shape));
  auto *bytes = static_cast<uint8_t *>(value.data());
  const size_t kept = std::min(content.size(), value.bytes());
  std::copy_n(content.data(), kept, bytes);
  std::fill_n(bytes + kept, value.bytes() - kept, uint8_t{0});
  if (executable->hasDeviceHandle(spec.name))
    RLX_RETURN_IF_ERROR(executable->unbindHandle(spec.name));
  RLX_RETURN_IF_ERROR(executable->bindDeviceHandle(spec.name, value.view()));
  std::vector<std::string> &bound = executable.get_deleter().caches;
  if (std::ranges::find(bound, spec.name) == bound.end())
    bound.push_back(spec.name);
  return executable->setHandleFeed(spec.name, cache.second);
}

// Every cache is empty.
rt::Status StepModel::bindCaches() {
  const size_t blocks = std::min(pool.size(), kFirstBlocks);
  for (const Cache &cache : caches)
    RLX_RETURN_IF_ERROR(bindCache(cache, blocks, {}));
  cacheBlocks = blocks;
  isUneven = false;
  return rt::okStatus();
}

rt::Status StepModel::resizeCaches(size_t blocks) {
  isUneven = true;
  for (const Cache &cache : caches) {
    RLX_ASSIGN_OR_RETURN(
        const rt::TensorView old,
        executable->readDeviceHandle(executable->program().inputs[cache.first].name));
    RLX_ASSIGN_OR_RETURN(const int64_t size, rt::numBytes(old.dtype, old.shape));
    RLX_RETURN_IF_ERROR(bindCache(
        cache, blocks, {static_cast<const uint8_t *>(old.data), static_cast<size_t>(size)}));
  }
  cacheBlocks = blocks;
  isUneven = false;
  return rt::okStatus();
}

// Blocks of the pool get memory once a text has them: it gives away the first ones first. Without
// memory for twice as many it is that for those of the step.
rt::Status StepModel::growCaches(std::span<const StepText> texts) {
  if (!hasBlocks)
    return rt::okStatus();
  size_t needed = isUneven ? cacheBlocks : 0; // whose content texts may have
  for (const StepText &text : texts)
    for (const int32_t block : text.blocks)
      needed = std::max(needed, static_cast<size_t>(block) + 1);
  if (needed <= cacheBlocks && !isUneven)
    return rt::okStatus();
  const size_t wanted = std::min(pool.size(), std::max(needed, 2 * cacheBlocks));
  rt::Status status = resizeCaches(wanted);
  if (status.code() == rt::StatusCode::OutOfMemory && needed < wanted)
    status = resizeCaches(needed);
  return status;
}

} // namespace rlx::lm
