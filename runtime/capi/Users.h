// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private to runtime/capi: the current users of a handle: nobody, one call, or any number of
// readers.
//
// A try-lock for readers and writers: nobody waits, and a call at the wrong time is refused.
#ifndef RLX_RUNTIME_CAPI_USERS_H
#define RLX_RUNTIME_CAPI_USERS_H

#include <atomic>

namespace rlx::capi {

class Users {
public:
  // Holds the handle for one call, or for one reader, if possible; test it with its bool
  // conversion.
  class Call {
  public:
    explicit Call(Users &users) : users(users) {
      int none = 0;
      entered = users.count.compare_exchange_strong(none, kCall, std::memory_order_acquire,
                                                    std::memory_order_relaxed);
    }
    Call(const Call &) = delete;
    ~Call() {
      if (entered)
        users.count.store(0, std::memory_order_release);
    }
    explicit operator bool() const { return entered; }

  private:
    Users &users;
    bool entered;
  };
  class Reader {
  public:
    explicit Reader(Users &users) : users(users) {
      int now = users.count.load(std::memory_order_relaxed);
      while (now != kCall &&
             !(entered = users.count.compare_exchange_weak(now, now + 1, std::memory_order_acquire,
                                                           std::memory_order_relaxed))) {
      }
    }
    Reader(const Reader &) = delete;
    ~Reader() {
      if (entered)
        users.count.fetch_sub(1, std::memory_order_release);
    }
    explicit operator bool() const { return entered; }

  private:
    Users &users;
    bool entered = false;
  };

private:
  static constexpr int kCall = -1;
  std::atomic<int> count{0}; // readers, or kCall
};

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_USERS_H
