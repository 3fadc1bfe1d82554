// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// catchAllocFailure: the boundary that keeps exceptions inside the runtime.
//
// Containers in the runtime throw std::bad_alloc if memory runs out. Every public function that
// uses containers runs its body through catchAllocFailure(), which turns an exception into a
// Status.
#ifndef RLX_RUNTIME_BASE_NOTHROW_H
#define RLX_RUNTIME_BASE_NOTHROW_H

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "runtime/base/Status.h"

namespace rlx::rt {

// Calls `body`, which returns Status or StatusOr<T>, and returns its result. std::bad_alloc becomes
// OutOfMemory. Any other exception becomes Internal.
template <typename Body>
auto catchAllocFailure(Body &&body) noexcept -> decltype(body()) {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc &) {
    return outOfMemory("out of memory");
  } catch (const std::length_error &) {
    return outOfMemory("out of memory: a container would exceed its largest size");
  } catch (const std::exception &error) {
    return internalError(error.what());
  } catch (...) {
    return internalError("something that is no std::exception was thrown");
  }
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_NOTHROW_H
