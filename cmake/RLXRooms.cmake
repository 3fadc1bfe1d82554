# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# rlx_conversion_room(LIBRARY PASSES NAME LINK … [APART …]): the library of a room of conversions, from
# all sources in it, and the declarations of its passes. Sources in APART are compiled alone in a unity
# build: names of their file scope stand in others too.
function(rlx_conversion_room library)
  cmake_parse_arguments(ARG "" "PASSES" "LINK;APART;SOURCES" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${ARG_PASSES})
  add_public_tablegen_target(${library}IncGen)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  set_source_files_properties(${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  rlx_library(${library} UNITY SOURCES ${sources} ${ARG_SOURCES} DEPENDS ${library}IncGen
    LINK ${ARG_LINK})
endfunction()
