# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RLX_SANITIZE=address,undefined or thread instruments all of our code.
if(RLX_SANITIZE)
  # -fsanitize=function looks for a type in front of the function that is called. Kernels have
  # none, and the first one of a page has no memory there.
  # Checks of every access to memory take up to a third of a file's time. The address sanitizer
  # finds most of the same errors, but for alignment.
  add_compile_options(-fsanitize=${RLX_SANITIZE}
    -fno-sanitize=function,null,alignment,vptr,object-size,pointer-overflow -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RLX_SANITIZE})
  add_compile_definitions(RLX_SANITIZED) # unittests/TestSet.h
  # rlx_executable links it.
  add_library(RLXSanitizerOptions OBJECT "${CMAKE_CURRENT_LIST_DIR}/SanitizerOptions.cpp")
endif()
# Coverage feedback for libFuzzer; without it mutations are blind.
if(RLX_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
