# Installs the runtime and, as a component of its own, the compiler, with their public headers and a
# package file for find_package(RLX [COMPONENTS Compiler]).
#   cmake --install build/release --component rlx-runtime --prefix DIR
#   cmake --install build/release --component rlx-compiler --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(RLX_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/RLX")
set_target_properties(RLXRuntime PROPERTIES EXPORT_NAME Runtime)
install(TARGETS RLXRuntime EXPORT RLXTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-runtime)
install(TARGETS rlx-run-rt RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT rlx-runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/rlx"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT rlx-runtime)
install(EXPORT RLXTargets NAMESPACE RLX:: DESTINATION "${RLX_CMAKE_DIR}" COMPONENT rlx-runtime)

if(RLX_ENABLE_COMPILER)
  install(TARGETS RLXShared EXPORT RLXCompilerTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-compiler)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/session/include/rlx"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT rlx-compiler)
  install(EXPORT RLXCompilerTargets NAMESPACE RLX:: DESTINATION "${RLX_CMAKE_DIR}"
    COMPONENT rlx-compiler)
endif()

get_filename_component(RLX_OMP_LIBRARY_DIR "${RLX_OMP_LIBRARY}" DIRECTORY)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/RLXConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/RLXConfig.cmake" INSTALL_DESTINATION "${RLX_CMAKE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/RLXConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/RLXConfig.cmake" "${PROJECT_BINARY_DIR}/RLXConfigVersion.cmake"
  DESTINATION "${RLX_CMAKE_DIR}" COMPONENT rlx-runtime)
