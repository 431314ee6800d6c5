# One library made of all modules but cli, urlsieve::urlsieve, and what `cmake --install` puts where: the program, the
# library, its public headers, and what find_package and pkg-config read.

include(CMakePackageConfigHelpers)

# Static only: the headers of C++ are an interface of source, none of binaries. What other languages bind to is the shared
# library of src/c_api.
add_library(urlsieve_library STATIC)
add_library(urlsieve::urlsieve ALIAS urlsieve_library)
set_target_properties(urlsieve_library PROPERTIES OUTPUT_NAME urlsieve EXPORT_NAME urlsieve LINKER_LANGUAGE CXX)
target_compile_features(urlsieve_library PUBLIC cxx_std_20)
target_include_directories(urlsieve_library PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# The objects of the modules, and the libraries that the modules link.
get_property(library_modules GLOBAL PROPERTY urlsieve_library_modules)
foreach(module IN LISTS library_modules)
  target_sources(urlsieve_library PRIVATE $<TARGET_OBJECTS:urlsieve_${module}>)
  get_target_property(links urlsieve_${module} LINK_LIBRARIES)
  list(APPEND libraries ${links})
endforeach()
list(FILTER libraries EXCLUDE REGEX "urlsieve_")
list(REMOVE_DUPLICATES libraries)
target_link_libraries(urlsieve_library PUBLIC tl::expected PRIVATE ${libraries})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/urlsieve)
if(URLSIEVE_TOOL)
  install(TARGETS urlsieve_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
install(TARGETS urlsieve_library EXPORT urlsieve-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(TARGETS urlsieve_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT library NAMELINK_COMPONENT development)
install(FILES include/urlsieve.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY include/urlsieve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT urlsieve-targets NAMESPACE urlsieve:: DESTINATION ${package_dir} COMPONENT development)

configure_package_config_file(cmake/urlsieve-config.cmake.in ${PROJECT_BINARY_DIR}/urlsieve-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change what a caller sees.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/urlsieve-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/urlsieve-config.cmake ${PROJECT_BINARY_DIR}/urlsieve-config-version.cmake
  cmake/urlsieve-re2.cmake
  DESTINATION ${package_dir} COMPONENT development)

# The tree can be moved: the prefix is told from where the file lies.
file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name urlsieve urlsieve-c)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/urlsieve.pc ${PROJECT_BINARY_DIR}/urlsieve-c.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The guide and the scripts for engines, with links to one another as in the source tree; in packages alone.
set(guide ${CMAKE_INSTALL_DATAROOTDIR}/doc/urlsieve)
install(FILES README.md SECURITY.md DESTINATION ${guide} COMPONENT guide EXCLUDE_FROM_ALL)
install(DIRECTORY docs DESTINATION ${guide} COMPONENT guide EXCLUDE_FROM_ALL
  FILES_MATCHING PATTERN *.md PATTERN pictures/* PATTERN site EXCLUDE)
install(DIRECTORY src/engines DESTINATION ${guide}/src COMPONENT guide EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)

# What the configuration file and urlsieve.pc ask for, by Debian's names.
set(URLSIEVE_DEVELOPMENT_PACKAGES libtbb-dev libsimdjson-dev libexpected-dev libisal-dev libdeflate-dev zlib1g-dev libzstd-dev
  libbz2-dev liblzma-dev libbrotli-dev libre2-dev libxxhash-dev)
