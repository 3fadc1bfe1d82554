# RLX_SANITIZE=address,undefined or thread instruments all of our code.
if(RLX_SANITIZE)
  add_compile_options(-fsanitize=${RLX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RLX_SANITIZE})
endif()
# Coverage feedback for libFuzzer; without it mutations are blind.
if(RLX_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
