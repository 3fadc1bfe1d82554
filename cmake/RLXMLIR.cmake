# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds Debian's LLVM and MLIR 22 and sets this directory up for code that uses them.
#
# The packages' MLIRConfig does not say that the shared libraries should be linked, so we do; a
# static MLIR archive must never be mixed with libMLIR.so (duplicate registrations). Self-contained
# programs (RLXStatic.cmake) get all archives, and the linker drops unused parts.
find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
set(MLIR_LINK_MLIR_DYLIB ON)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/lib")
set(MLIR_BINARY_DIR "${CMAKE_BINARY_DIR}")
if(EXISTS /usr/lib/llvm-22/bin/lit)
  set(LLVM_EXTERNAL_LIT /usr/lib/llvm-22/bin/lit CACHE FILEPATH "lit")
endif()
include(TableGen)
include(AddLLVM)
include(AddMLIR)

separate_arguments(RLX_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(RLXMLIR INTERFACE)
target_include_directories(RLXMLIR SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_definitions(RLXMLIR INTERFACE ${RLX_LLVM_DEFINITIONS})
file(GLOB archives "${LLVM_LIBRARY_DIR}/libMLIR*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
list(FILTER archives EXCLUDE REGEX "libMLIR(CAPI|.*ExecutionEngine|.*Test)")
# libMLIR alone leaves llvm:: symbols undefined.
target_link_libraries(RLXMLIR INTERFACE $<IF:$<BOOL:$<TARGET_PROPERTY:RLX_STATIC>>,${archives};-l:libz.a;-l:libzstd.a,MLIR;LLVM>)

# The heavy MLIR headers, parsed once. Every compiler library and tool reuses this.
add_library(RLXPCH STATIC "${CMAKE_CURRENT_LIST_DIR}/pch.cpp")
target_link_libraries(RLXPCH PUBLIC RLXMLIR)
target_precompile_headers(RLXPCH PRIVATE "${CMAKE_CURRENT_LIST_DIR}/pch.h")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(RLXPCH PRIVATE "SHELL:-Xclang -fno-pch-timestamp") # for ccache
endif()

# mlir_tablegen reads its include path from the directory.
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
