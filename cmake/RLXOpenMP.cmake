# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The OpenMP library, whose threads are the one pool of a process, and how programs that run on
# machines without a compiler bring it along: rlx_ships_openmp(TARGET).
#
# LLVM's is a shared library (Debian has no static one). The build copies it beside its programs, and
# the installation puts it into lib/; the programs look there first. GCC's is linked into them.
include(GNUInstallDirs)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC's code for OpenMP calls a library of its own.
  foreach(kind so a)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.${kind}
      OUTPUT_VARIABLE RLX_OMP_${kind} OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  set(RLX_OMP_LIBRARY "${RLX_OMP_so}")
  set(RLX_OMP_NAMES gomp libgomp.so.1 omp) # for find_library; libomp has GCC's calls too
else()
  find_library(RLX_OMP_LIBRARY NAMES omp HINTS /usr/lib/llvm-22/lib REQUIRED
    DOC "LLVM's OpenMP runtime; the one thread pool of the process")
  set(RLX_OMP_NAMES omp libomp.so.5)
endif()

# A file of the name that programs ask for: a link of Debian's leads to it.
set(RLX_OMP_FILE "")
if(RLX_SHIP_OPENMP AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   NOT RLX_OMP_LIBRARY MATCHES "\\.a$")
  file(REAL_PATH "${RLX_OMP_LIBRARY}" RLX_OMP_FILE)
  cmake_path(GET RLX_OMP_FILE FILENAME RLX_OMP_FILE_NAME)
  set(RLX_OMP_COPY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${RLX_OMP_FILE_NAME}")
  add_custom_command(OUTPUT "${RLX_OMP_COPY}"
    COMMAND ${CMAKE_COMMAND} -E copy "${RLX_OMP_FILE}" "${RLX_OMP_COPY}"
    DEPENDS "${RLX_OMP_FILE}" VERBATIM)
  add_custom_target(RLXOpenMPCopy DEPENDS "${RLX_OMP_COPY}")
  find_file(RLX_OMP_COPYRIGHT copyright PATHS /usr/share/doc/libomp5-22 /usr/share/doc/libomp-22-dev
    NO_DEFAULT_PATH DOC "Who has written LLVM's OpenMP runtime, and its licence")
endif()

if(RLX_SHIP_OPENMP AND IS_ABSOLUTE "${RLX_OMP_a}") # GCC answers a bare name for what it lacks
  # Programs that ship it have the archive, all others the shared library.
  add_library(RLXOpenMP INTERFACE IMPORTED GLOBAL)
  set_target_properties(RLXOpenMP PROPERTIES INTERFACE_LINK_LIBRARIES
    "$<IF:$<BOOL:$<TARGET_PROPERTY:RLX_SHIPS_OPENMP>>,${RLX_OMP_a},${RLX_OMP_LIBRARY}>")
else()
  add_library(RLXOpenMP UNKNOWN IMPORTED GLOBAL)
  set_target_properties(RLXOpenMP PROPERTIES IMPORTED_LOCATION "${RLX_OMP_LIBRARY}")
endif()

function(rlx_ships_openmp target)
  set_target_properties(${target} PROPERTIES RLX_SHIPS_OPENMP ON)
  if(RLX_OMP_FILE)
    file(RELATIVE_PATH libraries "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(${target} PROPERTIES
      BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN;$ORIGIN/${libraries}")
    target_link_options(${target} PRIVATE "LINKER:--enable-new-dtags")
    add_dependencies(${target} RLXOpenMPCopy)
  endif()
endfunction()
