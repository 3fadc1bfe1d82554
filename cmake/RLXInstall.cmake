# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the runtime and, as components of their own, the compiler and the C++ session, with their
# public headers and a package file for find_package(RLX [COMPONENTS Compiler Session]); for the
# runtime also one for pkg-config.
#   cmake --install build/release --component rlx-runtime --prefix DIR
#   cmake --install build/release --component rlx-compiler --prefix DIR
#   cmake --install build/release --component rlx-session --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(RLX_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/RLX")
set_target_properties(RLXRuntime PROPERTIES EXPORT_NAME Runtime)
install(TARGETS RLXRuntime EXPORT RLXTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-runtime)
install(TARGETS rlx-run-rt RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT rlx-runtime)
foreach(library rlx_regex rlx_image)
  if(TARGET ${library})
    install(TARGETS ${library} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-runtime)
  endif()
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/rlx"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT rlx-runtime)
install(EXPORT RLXTargets NAMESPACE RLX:: DESTINATION "${RLX_CMAKE_DIR}" COMPONENT rlx-runtime)

if(RLX_ENABLE_COMPILER)
  install(TARGETS RLXShared EXPORT RLXCompilerTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-compiler)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/session/include/rlx" "${PROJECT_SOURCE_DIR}/lm/include/rlx"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT rlx-compiler)
  install(EXPORT RLXCompilerTargets NAMESPACE RLX:: DESTINATION "${RLX_CMAKE_DIR}"
    COMPONENT rlx-compiler)

  # The session in C++ speaks MLIR's types, so its users link MLIR's shared library themselves, and
  # its headers stand in a directory of their own, under the names that they have here.
  set(RLX_CPP_INCLUDE_DIR "${CMAKE_INSTALL_INCLUDEDIR}/rlx-cpp")
  get_property(RLX_SESSION_LIBRARIES GLOBAL PROPERTY RLX_ROOM_LIBRARIES)
  list(APPEND RLX_SESSION_LIBRARIES RLXSession RLXCompiler RLXGguf RLXGraphBuilder RLXHuggingFace RLXImportGguf RLXImportOnnx RLXImportStablehlo
    RLXJson RLXLanguageModelFile RLXSafetensors RLXConversions
    RLXTarget RLXPasses RLXReference RLXBridge RLXDialects RLXDialect RLXCheck LIRDialect)
  foreach(library ${RLX_SESSION_LIBRARIES})
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${RLX_CPP_INCLUDE_DIR}>)
  endforeach()
  set_target_properties(RLXSession PROPERTIES EXPORT_NAME Session)
  install(TARGETS ${RLX_SESSION_LIBRARIES} EXPORT RLXSessionTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-session)
  install(FILES $<TARGET_FILE:RLXText> DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-session)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime" "${PROJECT_SOURCE_DIR}/formats" "${PROJECT_SOURCE_DIR}/dialects"
    "${PROJECT_BINARY_DIR}/dialects" "${PROJECT_SOURCE_DIR}/session"
    DESTINATION "${RLX_CPP_INCLUDE_DIR}" COMPONENT rlx-session
    FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc"
    PATTERN include EXCLUDE PATTERN capi EXCLUDE PATTERN tblgen EXCLUDE PATTERN CMakeFiles EXCLUDE)
  install(FILES "${PROJECT_SOURCE_DIR}/compiler/Compiler.h"
    "${PROJECT_SOURCE_DIR}/compiler/ProgramSources.h"
    DESTINATION "${RLX_CPP_INCLUDE_DIR}/compiler" COMPONENT rlx-session)
  install(FILES "${PROJECT_SOURCE_DIR}/conversions/Target.h"
    DESTINATION "${RLX_CPP_INCLUDE_DIR}/conversions" COMPONENT rlx-session)
  install(EXPORT RLXSessionTargets NAMESPACE RLX:: DESTINATION "${RLX_CMAKE_DIR}"
    COMPONENT rlx-session)
endif()

# The names that the package file gives them.
set(RLX_SESSION_TARGETS "${RLX_SESSION_LIBRARIES}")
list(TRANSFORM RLX_SESSION_TARGETS PREPEND "RLX::")
list(TRANSFORM RLX_SESSION_TARGETS REPLACE "RLX::RLXSession" "RLX::Session")
list(JOIN RLX_SESSION_TARGETS " " RLX_SESSION_TARGETS)

file(RELATIVE_PATH RLX_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${CMAKE_CURRENT_LIST_DIR}/rlx.pc.in" "${PROJECT_BINARY_DIR}/rlx.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/rlx.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
  COMPONENT rlx-runtime)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/RLXConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/RLXConfig.cmake" INSTALL_DESTINATION "${RLX_CMAKE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/RLXConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/RLXConfig.cmake" "${PROJECT_BINARY_DIR}/RLXConfigVersion.cmake"
  DESTINATION "${RLX_CMAKE_DIR}" COMPONENT rlx-runtime)
