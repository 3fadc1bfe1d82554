# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where the threads of a run come from: RLX_THREADS. The runtime links the target RLXThreads
# for them.
if(RLX_THREADS STREQUAL "pool")
  find_package(Threads REQUIRED)
  add_library(RLXThreads INTERFACE IMPORTED GLOBAL)
  target_link_libraries(RLXThreads INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
  set(RLX_PC_THREADS "-lpthread -ldl")
elseif(RLX_THREADS STREQUAL "openmp")
  # The library of the compiler's kind: GCC's code for OpenMP calls one of its own.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.so
      OUTPUT_VARIABLE RLX_OMP_LIBRARY OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(RLX_OMP_NAMES gomp libgomp.so.1 omp) # for find_library; libomp has GCC's calls too
  else()
    find_library(RLX_OMP_LIBRARY NAMES omp HINTS /usr/lib/llvm-22/lib REQUIRED
      DOC "LLVM's OpenMP runtime")
    set(RLX_OMP_NAMES omp libomp.so.5)
  endif()
  get_filename_component(RLX_OMP_LIBRARY_DIR "${RLX_OMP_LIBRARY}" DIRECTORY)
  add_library(RLXThreads UNKNOWN IMPORTED GLOBAL)
  set_target_properties(RLXThreads PROPERTIES IMPORTED_LOCATION "${RLX_OMP_LIBRARY}")
  set(RLX_PC_THREADS "${RLX_OMP_LIBRARY} -Wl,-rpath,${RLX_OMP_LIBRARY_DIR} -lpthread -ldl")
else()
  message(FATAL_ERROR "RLX_THREADS is '${RLX_THREADS}', but must be pool or openmp")
endif()
