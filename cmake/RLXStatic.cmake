# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Self-contained libraries and programs: LLVM, MLIR and the C++ library are linked in, glibc is not.
#
# RLX_STATIC makes all of them so. Without it, the target `static` links librlx.so and the main programs
# a second time, from the same objects, into static/ of the build tree.
define_property(TARGET PROPERTY RLX_STATIC INITIALIZE_FROM_VARIABLE RLX_STATIC)

if(RLX_STATIC AND (RLX_SANITIZE OR NOT RLX_THREADS STREQUAL "pool"))
  message(FATAL_ERROR "RLX_STATIC needs RLX_THREADS=pool and no RLX_SANITIZE: OpenMP and the sanitizers "
    "have no static libraries for it")
endif()
# Whether there are such forms at all.
set(RLX_HAS_STATIC ON)
if(RLX_SANITIZE OR (CMAKE_CROSSCOMPILING AND NOT RLX_STATIC) OR NOT RLX_THREADS STREQUAL "pool")
  set(RLX_HAS_STATIC OFF)
endif()

# The folder of libraries to link with, for an older glibc. It is made again if its sources change.
set(RLX_GLIBC_STUBS "${CMAKE_BINARY_DIR}/glibc-${RLX_GLIBC}")
set(sources "${CMAKE_CURRENT_LIST_DIR}/glibc/stubs.py" "${CMAKE_CURRENT_LIST_DIR}/glibc/OldGlibc.c")
if(CMAKE_CXX_COMPILER_TARGET) # of clang as a cross compiler
  set(RLX_COMPILER_TARGET "--target=${CMAKE_CXX_COMPILER_TARGET}")
endif()
add_custom_command(OUTPUT "${RLX_GLIBC_STUBS}/libc.so"
  COMMAND python3 "${CMAKE_CURRENT_LIST_DIR}/glibc/stubs.py" ${CMAKE_CXX_COMPILER}
    ${RLX_COMPILER_TARGET} ${RLX_GLIBC} "${RLX_GLIBC_STUBS}"
  DEPENDS ${sources} COMMENT "Making libraries of glibc ${RLX_GLIBC} to link with")
add_custom_target(RLXGlibcStubs DEPENDS "${RLX_GLIBC_STUBS}/libc.so")

# rlx_link_static(TARGET): makes a program or a shared library self-contained. RLXMLIR.cmake gives it the
# archives of LLVM and MLIR.
function(rlx_link_static target)
  set_target_properties(${target} PROPERTIES RLX_STATIC ON)
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc LINKER:--gc-sections
    LINKER:--icf=all LINKER:-O2 LINKER:-s LINKER:-z,defs)
  if(NOT RLX_GLIBC STREQUAL "")
    add_dependencies(${target} RLXGlibcStubs)
    # A test that links decoders of the system does so for this machine's glibc.
    target_link_options(${target} PRIVATE "-L${RLX_GLIBC_STUBS}" LINKER:--wrap=__libc_start_main
      LINKER:--allow-shlib-undefined)
  endif()
endfunction()

# rlx_static_program(TARGET): a self-contained form of a program, in static/bin.
function(rlx_static_program target)
  if(RLX_STATIC OR NOT RLX_HAS_STATIC)
    return()
  endif()
  add_executable(${target}-static EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}>)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  target_link_libraries(${target}-static PRIVATE ${libraries})
  set_target_properties(${target}-static PROPERTIES OUTPUT_NAME ${target} LINKER_LANGUAGE CXX
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/static/bin")
  rlx_link_static(${target}-static)
  add_dependencies(static ${target}-static)
endfunction()

add_custom_target(static)
