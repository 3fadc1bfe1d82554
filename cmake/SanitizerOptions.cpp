// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defaults for the sanitizer presets, linked into every program of ours that they build.
//
// AddressSanitizer: tests ask for impossible amounts of memory and expect a Status, so a failed
// allocation must return null instead of ending the program. libMLIR and libLLVM are not
// instrumented. They would not unpoison memory that our side of an inlined container or allocator
// poisons, so neither side may poison (detect_container_overflow, allow_user_poisoning). Memory of
// our own that is used beyond its end or after its time is still found.
//
// LeakSanitizer: Mesa's software Vulkan loses 48 bytes with each pipeline, destroyed or not.
// Vulkan's validation layer loses its notes on a device, which lives as long as the process. The
// suppressions name these libraries alone; leaks of ours still fail the test.
//
// ThreadSanitizer: Mesa's software Vulkan is not instrumented, and hands work to threads of its
// own. ignore_noninstrumented_modules drops accesses made inside of it. Races between kernels or in
// the runtime are in instrumented code and are still found.
extern "C" {
const char *__asan_default_options() {
  return "allocator_may_return_null=1:detect_container_overflow=0:allow_user_poisoning=0";
}
const char *__lsan_default_options() {
  return "print_suppressions=0";
}
const char *__lsan_default_suppressions() {
  return "leak:libvulkan_lvp.so\nleak:libVkLayer_khronos_validation.so\n";
}
const char *__tsan_default_options() {
  return "ignore_noninstrumented_modules=1:allocator_may_return_null=1";
}
}
