// catchAllocFailure: the boundary that keeps std::bad_alloc inside the runtime.
//
// Containers inside the runtime may throw when memory is short; every public entry that builds
// any runs its body through this and gives a Status instead.
#ifndef RLX_RUNTIME_BASE_NOTHROW_H
#define RLX_RUNTIME_BASE_NOTHROW_H

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "runtime/base/Status.h"

namespace rlx::rt {

// `body` returns Status or StatusOr<T>; so does this.
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
