# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# rlx_conversion_room(LIBRARY PASSES NAME LINK …): the library of a room of conversions, from
# all sources in it, and the declarations of its passes.
function(rlx_conversion_room library)
  cmake_parse_arguments(ARG "" "PASSES" "LINK;SOURCES" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${ARG_PASSES})
  add_public_tablegen_target(${library}IncGen)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  rlx_library(${library} UNITY SOURCES ${sources} ${ARG_SOURCES} DEPENDS ${library}IncGen
    LINK ${ARG_LINK})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(GLOBAL APPEND PROPERTY RLX_ROOM_LIBRARIES ${library})
  set_property(GLOBAL APPEND_STRING PROPERTY RLX_ROOM_INCLUDES "#include \"${folder}/Passes.h\"\n")
  set_property(GLOBAL APPEND_STRING PROPERTY RLX_ROOM_CALLS "  register${ARG_PASSES}Passes();\n")
endfunction()

# rlx_conversion_rooms(HEADER LIBRARIES): writes a header with the passes of all rooms so far, and sets
# LIBRARIES to their libraries.
function(rlx_conversion_rooms header libraries)
  get_property(includes GLOBAL PROPERTY RLX_ROOM_INCLUDES)
  get_property(calls GLOBAL PROPERTY RLX_ROOM_CALLS)
  get_property(found GLOBAL PROPERTY RLX_ROOM_LIBRARIES)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${header} @ONLY CONTENT
"// Made by CMake: the passes of all rooms of conversions.
#pragma once

@includes@
namespace rlx {
inline void registerRoomPasses() {
@calls@}
} // namespace rlx
")
  set(${libraries} ${found} PARENT_SCOPE)
endfunction()
