// Defaults for the sanitizer presets, linked into every runtime test. Without a sanitizer nobody
// calls these.
//
// AddressSanitizer: tests ask for impossible amounts of memory and expect a Status, so a failed
// allocation must return null instead of ending the program.
//
// LeakSanitizer: libomp keeps a record for every thread that ever started parallel work (clones
// on threads of their own do) until the process ends, and drops the pointers before the leak
// check runs. The suppression names libomp alone; leaks of ours still fail the test.
//
// ThreadSanitizer: Debian's libomp is not instrumented, so ThreadSanitizer sees its internal
// hand-over of work as races. LLVM's Archer (libarcher.so, which libomp loads by itself when the
// sanitizer is present) reports OpenMP's fork, join and barriers as synchronisation, and
// ignore_noninstrumented_modules drops accesses made inside libomp. Races between kernels or in
// the runtime are in instrumented code and are still found.
extern "C" {
const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
const char *__lsan_default_options() {
  return "print_suppressions=0";
}
const char *__lsan_default_suppressions() {
  return "leak:libomp.so\n";
}
const char *__tsan_default_options() {
  return "ignore_noninstrumented_modules=1:allocator_may_return_null=1";
}
}
