# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# rlx_library(NAME SOURCES … [DEPENDS …] [NO_MLIR]) and friends: one way to declare each kind of
# target, so that warnings, include paths and link rules are the same everywhere.
set(RLX_WARNINGS -Wall -Wextra -Wno-unused-parameter -Werror=return-type)

# A precompiled header of its own for code without MLIR, and for tests of it, which are compiled with
# another optimization level. GCC takes one with exactly the same options only.
function(rlx_std_pch target header)
  file(WRITE "${PROJECT_BINARY_DIR}/${target}.cpp.in" "// Precompiled ${header}.\n")
  configure_file("${PROJECT_BINARY_DIR}/${target}.cpp.in" "${PROJECT_BINARY_DIR}/${target}.cpp" COPYONLY)
  add_library(${target} STATIC "${PROJECT_BINARY_DIR}/${target}.cpp")
  target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/${header}")
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp" ${ARGN}) # for ccache
endfunction()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  rlx_std_pch(RLXStdPCH std_pch.h)
endif()

function(rlx_target_defaults target)
  cmake_parse_arguments(ARG "NO_MLIR;NO_PCH" "" "" ${ARGN})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}>)
  target_compile_options(${target} PRIVATE ${RLX_WARNINGS})
  if(NOT ARG_NO_MLIR)
    target_link_libraries(${target} PUBLIC $<BUILD_INTERFACE:RLXMLIR>)
    target_precompile_headers(${target} REUSE_FROM RLXPCH)
  elseif(TARGET RLXStdPCH AND NOT ARG_NO_PCH)
    target_precompile_headers(${target} REUSE_FROM RLXStdPCH)
  endif()
  if(RLX_COMPILER_BUILD)
    target_include_directories(${target} PRIVATE "${RLX_COMPILER_BUILD}") # generated headers
  endif()
endfunction()

# Lets RLX_UNITY_BUILD compile up to 24 sources of the target at once, in units of the same size.
# Their names of file scope must differ, so a target asks for it.
function(rlx_unity target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  math(EXPR units "(${count} + 23) / 24")
  math(EXPR size "(${count} + ${units} - 1) / ${units}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD "${RLX_UNITY_BUILD}"
    UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

function(rlx_library target)
  cmake_parse_arguments(ARG "NO_MLIR;UNITY" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${target} STATIC ${ARG_SOURCES})
  if(ARG_UNITY)
    rlx_unity(${target})
  endif()
  if(ARG_NO_MLIR)
    rlx_target_defaults(${target} NO_MLIR)
  else()
    rlx_target_defaults(${target})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${target} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${target} PUBLIC ${ARG_LINK})
endfunction()

function(rlx_executable target)
  cmake_parse_arguments(ARG "NO_MLIR;NO_PCH" "" "SOURCES;LINK" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  # -fPIC like the libraries, not -fPIE: a precompiled header serves only one of the two.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  if(ARG_NO_PCH)
    rlx_target_defaults(${target} NO_MLIR NO_PCH)
  elseif(ARG_NO_MLIR)
    rlx_target_defaults(${target} NO_MLIR)
  else()
    rlx_target_defaults(${target})
  endif()
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  if(RLX_SANITIZE)
    target_link_libraries(${target} PRIVATE RLXSanitizerOptions)
  endif()
  if(RLX_STATIC)
    rlx_link_static(${target})
  endif()
endfunction()

# A GoogleTest program, registered with ctest under its target's name. The code under test is
# optimised. The program itself is not, since it takes longer to compile than it runs; a precompiled
# header allows one level only.
# A source whose names of the file scope another one has too puts them into a namespace of its own.
function(rlx_unittest target)
  cmake_parse_arguments(ARG "NO_MLIR" "" "SOURCES;LINK" ${ARGN})
  if(ARG_NO_MLIR)
    rlx_executable(${target} NO_MLIR NO_PCH SOURCES ${ARG_SOURCES} LINK ${ARG_LINK} GTest::gtest_main)
  else()
    rlx_executable(${target} SOURCES ${ARG_SOURCES} LINK ${ARG_LINK} GTest::gtest_main)
  endif()
  if(ARG_NO_MLIR)
    target_compile_options(${target} PRIVATE -O0)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      if(NOT TARGET RLXTestPCH)
        rlx_std_pch(RLXTestPCH test_pch.h -O0)
        target_link_libraries(RLXTestPCH PRIVATE GTest::gtest) # the tests' own definitions
      endif()
      target_precompile_headers(${target} REUSE_FROM RLXTestPCH)
    endif()
  endif()
  rlx_unity(${target})
  add_test(NAME ${target} COMMAND ${target})
endfunction()

# Makes two tests of a long program, which ctest runs at the same time: one of the test suites that the
# filter of GoogleTest names, and one of the others. Both begin before shorter programs.
function(rlx_split_unittest target filter)
  add_test(NAME ${target}-others COMMAND ${target})
  set_tests_properties(${target} PROPERTIES ENVIRONMENT "GTEST_FILTER=${filter}" COST 100)
  set_tests_properties(${target}-others PROPERTIES ENVIRONMENT "GTEST_FILTER=-${filter}" COST 100)
endfunction()

# Tests that take long, which only `scripts/test.sh --all` runs.
function(rlx_long_tests)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS long)
endfunction()
