# RLX_SANITIZE=address,undefined or thread instruments all of our code.
if(RLX_SANITIZE)
  # -fsanitize=function looks for a type in front of the function that is called. Kernels have
  # none, and the first one of a page has no memory there.
  add_compile_options(-fsanitize=${RLX_SANITIZE} -fno-sanitize=function -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RLX_SANITIZE})
  # rlx_executable links it.
  add_library(RLXSanitizerOptions OBJECT "${CMAKE_CURRENT_LIST_DIR}/SanitizerOptions.cpp")
endif()
# Coverage feedback for libFuzzer; without it mutations are blind.
if(RLX_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
