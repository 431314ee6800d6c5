# The archive that runs on a machine where nothing was installed, from any folder: the program, and beside it every shared
# library but the C library's, those that are loaded late among them. The wheel (wheel.cmake) bundles the same libraries.
find_library(URLSIEVE_TBBMALLOC_FILE NAMES libtbbmalloc.so.2)
mark_as_advanced(URLSIEVE_TBBMALLOC_FILE)
set(late ${late_files} ${URLSIEVE_TBBMALLOC_FILE})
find_program(URLSIEVE_ICUPKG icupkg)  # in Debian's icu-devtools, which libicu-dev needs
mark_as_advanced(URLSIEVE_ICUPKG)

# urlsieve_install_libraries(COMPONENT TARGET LIBRARIES LICENCES [OUTSIDE]): installs the shared libraries of TARGET, the
# libraries that TARGET loads late, and the libraries of these into the folder LIBRARIES, and their copyrights into LICENCES.
# The C library stays outside, and libraries whose names match the regular expression OUTSIDE.
function(urlsieve_install_libraries component target libraries licences)
  install(CODE "
    set(binary \"$<TARGET_FILE:${target}>\")
    set(late \"${late}\")
    set(libraries \"${libraries}\")
    set(licences \"${licences}\")
    set(outside \"${ARGN}\")
    set(dpkg_query \"${URLSIEVE_DPKG_QUERY}\")
    set(icupkg \"${URLSIEVE_ICUPKG}\")
    set(compiler \"${CMAKE_CXX_COMPILER}\")
    set(reduce_icu_data \"${PROJECT_SOURCE_DIR}/cmake/reduce_icu_data.sh\")" COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/portable_libraries.cmake COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

if(NOT URLSIEVE_TOOL)
  return()
endif()

# The same objects, linked to look beside themselves. DT_RPATH (not DT_RUNPATH) also holds for what the libraries load.
add_executable(urlsieve_portable $<TARGET_OBJECTS:urlsieve_main>)
get_target_property(links urlsieve_tool LINK_LIBRARIES)
target_link_libraries(urlsieve_portable PRIVATE ${links})
target_link_options(urlsieve_portable PRIVATE LINKER:--disable-new-dtags)
set_target_properties(urlsieve_portable PROPERTIES OUTPUT_NAME urlsieve
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/portable
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/../lib")

# urlsieve_install_portable(COMPONENT FOLDER): installs the program into FOLDER/bin, the libraries into FOLDER/lib, and the
# licences into share/doc/urlsieve. FOLDER is relative to the prefix.
function(urlsieve_install_portable component folder)
  cmake_path(SET programs NORMALIZE ${folder}/bin)  # CMake 3.31 warns of ./bin
  install(TARGETS urlsieve_portable RUNTIME DESTINATION ${programs} COMPONENT ${component} EXCLUDE_FROM_ALL)
  urlsieve_install_libraries(${component} urlsieve_portable ${folder}/lib share/doc/urlsieve/libraries)
  install(FILES ${debian}/NOTICE LICENSE CHANGELOG.md /usr/share/common-licenses/Apache-2.0
    DESTINATION share/doc/urlsieve COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

urlsieve_install_portable(portable .)
install(PROGRAMS cmake/install.sh DESTINATION . COMPONENT portable EXCLUDE_FROM_ALL)
