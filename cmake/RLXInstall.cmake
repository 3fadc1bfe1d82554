# Installs the runtime with its public headers and a package file for find_package(RLX).
#   cmake --install build/release --component rlx-runtime --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(RLX_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/RLX")
set_target_properties(RLXRuntime PROPERTIES EXPORT_NAME Runtime)
install(TARGETS RLXRuntime EXPORT RLXTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT rlx-runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/rlx"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT rlx-runtime)
install(EXPORT RLXTargets NAMESPACE RLX:: DESTINATION "${RLX_CMAKE_DIR}" COMPONENT rlx-runtime)

get_filename_component(RLX_OMP_LIBRARY_DIR "${RLX_OMP_LIBRARY}" DIRECTORY)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/RLXConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/RLXConfig.cmake" INSTALL_DESTINATION "${RLX_CMAKE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/RLXConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/RLXConfig.cmake" "${PROJECT_BINARY_DIR}/RLXConfigVersion.cmake"
  DESTINATION "${RLX_CMAKE_DIR}" COMPONENT rlx-runtime)
