# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiler's libraries as this build tree has them, for RLX_COMPILER_BUILD of another.
if(NOT RLX_ENABLE_COMPILER)
  return()
endif()
get_property(RLX_BUILD_LIBRARIES GLOBAL PROPERTY RLX_ROOM_LIBRARIES)
list(APPEND RLX_BUILD_LIBRARIES LIRDialect RLXBridge RLXCheck RLXCompiler RLXConversions RLXDialect
  RLXDialects RLXGraphBuilder RLXPasses RLXReference RLXTarget)
set(RLX_BUILD_TEXT "")
foreach(library ${RLX_BUILD_LIBRARIES})
  string(APPEND RLX_BUILD_TEXT "add_library(${library} STATIC IMPORTED GLOBAL)
set_target_properties(${library} PROPERTIES IMPORTED_LOCATION \"$<TARGET_FILE:${library}>\"
  INTERFACE_LINK_LIBRARIES \"$<TARGET_PROPERTY:${library},INTERFACE_LINK_LIBRARIES>\")
")
endforeach()
file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/RLXBuildLibraries.cmake" CONTENT "${RLX_BUILD_TEXT}")
