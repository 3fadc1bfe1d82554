# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every option of the build, and the settings that hold for all of our code.
option(RLX_ENABLE_COMPILER "Build the compiler and the tools (needs LLVM and MLIR 22)" ON)
option(RLX_BUILD_TOOLS "Build the tools and their tests; OFF: tools by name only" ON)
option(RLX_BUILD_TESTS "Build unit tests and the lit suite" ON)
option(RLX_BUILD_EXAMPLES "Build the programs under examples/" ON)
option(RLX_BUILD_FUZZERS "Build the libFuzzer programs (clang only)" OFF)
option(RLX_STATIC "Link LLVM, MLIR and the C++ library into librlx.so and all programs, which then need only glibc; without it the target `static` links such forms of the main ones" OFF)
set(RLX_GLIBC 2.28 CACHE STRING "The oldest glibc that self-contained libraries and programs run with; empty: this machine's")
set(RLX_THREADS pool CACHE STRING
  "Threads of a run: pool (of RLX's own, needs no library) or openmp (for programs that use OpenMP themselves: one team)")
set_property(CACHE RLX_THREADS PROPERTY STRINGS pool openmp)
option(RLX_UNITY_BUILD "Compile up to 24 sources of a target at once: half the time for all of them, more after a change" OFF)
set(RLX_COMPILER_BUILD "" CACHE PATH
  "Build tree of the same sources whose compiler libraries are used as they are; only the runtime, the importers, the session and their tests are built. For sanitizers")
set(RLX_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(RLX_CCACHE ccache)
if(RLX_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache takes no part in a precompiled header, nor in a source that uses one, unless it may leave
  # out the macros of both; the header itself must hold no time (RLXMLIR.cmake).
  set(RLX_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros" "${RLX_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${RLX_LAUNCHER}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${RLX_LAUNCHER}")
endif()
