# The packages that `cpack` makes: for the release of Debian that builds them, an rpm, and a portable archive (portable.cmake).
# docs/howto/packaging.md lists their contents.

set(URLSIEVE_MAINTAINER "" CACHE STRING
  "Maintainer of the packages: Name <address> (empty: DEBFULLNAME and DEBEMAIL, else user.name and user.email of git)")
set(URLSIEVE_HOMEPAGE "" CACHE STRING "Homepage in the packages (empty: none)")
set(URLSIEVE_DEBIAN_REVISION 1 CACHE STRING "Revision of the packages of this version")

find_program(URLSIEVE_DPKG_QUERY dpkg-query)
find_program(URLSIEVE_GZIP gzip)
mark_as_advanced(URLSIEVE_DPKG_QUERY URLSIEVE_GZIP)
if(NOT URLSIEVE_DPKG_QUERY OR NOT URLSIEVE_GZIP OR CMAKE_CROSSCOMPILING OR URLSIEVE_SANITIZE)
  return()
endif()

# A package without a maintainer is not made, and no maintainer is made up.
set(maintainer "${URLSIEVE_MAINTAINER}")
if(NOT maintainer AND NOT "$ENV{DEBFULLNAME}" STREQUAL "" AND NOT "$ENV{DEBEMAIL}" STREQUAL "")
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
if(NOT maintainer)
  foreach(key name email)
    execute_process(COMMAND git config user.${key} OUTPUT_VARIABLE ${key} ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  endforeach()
  if(name AND email)
    set(maintainer "${name} <${email}>")
  endif()
endif()
if(NOT maintainer)
  message(STATUS "cpack makes the portable archive alone: packages need -DURLSIEVE_MAINTAINER='Name <address>'")
endif()
set(debian_suite unstable)
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release line REGEX "^VERSION_CODENAME=[a-z]+$")
  if(line MATCHES "=([a-z]+)$")
    set(debian_suite ${CMAKE_MATCH_1})
  endif()
endif()

# urlsieve_debian_owners(FILE...): asks for the packages of this machine that have the files, in one call, for each call
# takes half a second.
function(urlsieve_debian_owners)
  set(names ${ARGN})
  foreach(file IN LISTS ARGN)
    file(REAL_PATH "${file}" real)
    list(APPEND names ${real})
  endforeach()
  list(REMOVE_DUPLICATES names)
  execute_process(COMMAND ${URLSIEVE_DPKG_QUERY} -S ${names} OUTPUT_VARIABLE lines ERROR_QUIET)
  string(REPLACE "\n" ";" lines "${lines}")
  set(debian_owners "${lines}" PARENT_SCOPE)
endfunction()

# urlsieve_debian_owner(RESULT FILE): the package among debian_owners that has the file, for a symbolic link first the
# package of its target; empty if none has.
function(urlsieve_debian_owner result file)
  set(${result} "" PARENT_SCOPE)
  file(REAL_PATH "${file}" real)
  foreach(name IN ITEMS ${real} ${file})
    foreach(line IN LISTS debian_owners)
      if(line MATCHES "^([a-z0-9.+-]+)(:[a-z0-9]+)?: (.*)$" AND CMAKE_MATCH_3 STREQUAL name)
        set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

# The licences of what is linked in ask for their text beside the program: of the archives, and of what is headers alone.
get_cmake_property(cached CACHE_VARIABLES)
list(FILTER cached INCLUDE REGEX "^URLSIEVE_ARCHIVE_[a-z]")
set(linked_in ${hwy_DIR}/hwy-config.cmake ${CLI11_DIR}/CLI11Config.cmake ${tl-expected_DIR}/tl-expected-config.cmake)
foreach(name IN LISTS cached)
  list(APPEND linked_in ${${name}})
endforeach()
if(URLSIEVE_CHART_LIBRARY)
  list(APPEND linked_in ${URLSIEVE_CHART_LIBRARY})
endif()
if(URLSIEVE_PYTHON)
  list(APPEND linked_in ${pybind11_DIR}/pybind11Config.cmake)
endif()
get_property(late_files GLOBAL PROPERTY urlsieve_late_files)
list(REMOVE_DUPLICATES late_files)
urlsieve_debian_owners(${late_files} ${linked_in})

# dpkg-shlibdeps does not see what is loaded late. The files say what it would have said.
set(late_depends "")
foreach(file IN LISTS late_files)
  urlsieve_debian_owner(owner ${file})
  execute_process(COMMAND ${URLSIEVE_DPKG_QUERY} --control-show ${owner} shlibs OUTPUT_VARIABLE shlibs ERROR_QUIET)
  if(shlibs MATCHES "(${owner}[^\n,]*)\n")
    list(APPEND late_depends "${CMAKE_MATCH_1}")
  endif()
endforeach()
list(REMOVE_DUPLICATES late_depends)
list(JOIN late_depends ", " late_depends)

set(notice "urlsieve is under the Apache License 2.0. What follows are the licences of libraries whose code its binaries hold.\n")
set(noticed "")
foreach(file IN LISTS linked_in)
  urlsieve_debian_owner(owner ${file})
  if(owner AND NOT owner IN_LIST noticed AND EXISTS /usr/share/doc/${owner}/copyright)
    list(APPEND noticed ${owner})
    file(READ /usr/share/doc/${owner}/copyright text)
    string(APPEND notice "\n\n==== ${owner} ====\n\n${text}")
  endif()
endforeach()

# What Debian wants to find beside each package. The date is that of the commit, so that equal sources give equal files.
set(debian ${PROJECT_BINARY_DIR}/debian)
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct OUTPUT_VARIABLE made ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(made)
    set(ENV{SOURCE_DATE_EPOCH} ${made})
  endif()
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
if(made)
  unset(ENV{SOURCE_DATE_EPOCH})
endif()
set(copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${PROJECT_NAME}

Files: *
Copyright: 2026 The authors of urlsieve
License: Apache-2.0
 On Debian systems the text of the Apache License, Version 2.0, is
 /usr/share/common-licenses/Apache-2.0. NOTICE.gz has the licences of the
 libraries that are linked in.
")
file(CONFIGURE OUTPUT ${debian}/copyright @ONLY CONTENT "${copyright}")
file(CONFIGURE OUTPUT ${debian}/NOTICE @ONLY CONTENT "@notice@")
configure_file(CHANGELOG.md ${debian}/changelog COPYONLY)
foreach(name changelog NOTICE)
  execute_process(COMMAND ${URLSIEVE_GZIP} -9nkf ${debian}/${name})
endforeach()

# urlsieve_debian_papers(PACKAGE COMPONENT): in the package alone, not in what `cmake --install` puts elsewhere.
function(urlsieve_debian_papers package component)
  set(folder ${debian}/${package})
  file(WRITE ${folder}/changelog.Debian "${package} (${PROJECT_VERSION}-${URLSIEVE_DEBIAN_REVISION}) ${debian_suite}; urgency=medium

  * Version ${PROJECT_VERSION}; changelog.gz tells what is in it.

 -- ${maintainer}  ${date}
")
  execute_process(COMMAND ${URLSIEVE_GZIP} -9nkf ${folder}/changelog.Debian)
  install(FILES ${debian}/copyright ${debian}/changelog.gz ${debian}/NOTICE.gz ${folder}/changelog.Debian.gz
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package} COMPONENT ${component}_papers EXCLUDE_FROM_ALL)
  # These packages are not uploaded to Debian, so no bug asks for them. CPack writes the calls of ldconfig.
  set(overrides "${package}: initial-upload-closes-no-bugs\n")
  if(component STREQUAL library)
    string(APPEND overrides "${package}: maintscript-calls-ldconfig\n")
  endif()
  file(WRITE ${folder}/overrides "${overrides}")
  install(FILES ${folder}/overrides DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lintian/overrides RENAME ${package}
    COMPONENT ${component}_papers EXCLUDE_FROM_ALL)
  install(CODE "
    file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/*/*.[1-9]\")
    if(pages)
      execute_process(COMMAND ${URLSIEVE_GZIP} -9n \${pages} COMMAND_ERROR_IS_FATAL ANY)
    endif()" COMPONENT ${component}_papers EXCLUDE_FROM_ALL)
endfunction()

# In a package the libraries are Debian's, so that its corrections reach the program: of what urlsieve_tool has linked in,
# this has the shared ones.
if(URLSIEVE_TOOL)
  add_executable(urlsieve_packaged $<TARGET_OBJECTS:urlsieve_main> $<TARGET_OBJECTS:urlsieve_report>
    $<TARGET_OBJECTS:urlsieve_cli>)
  target_link_libraries(urlsieve_packaged PRIVATE urlsieve_shareable urlsieve_build_commit fmt::fmt)
  target_link_options(urlsieve_packaged PRIVATE LINKER:--gc-sections)
  set_target_properties(urlsieve_packaged PROPERTIES OUTPUT_NAME urlsieve RUNTIME_OUTPUT_DIRECTORY ${debian}/bin)
  install(TARGETS urlsieve_packaged RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program_debian EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/help/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
    COMPONENT program_debian EXCLUDE_FROM_ALL)
endif()

# Debian's Python looks into one folder for all of its versions.
if(URLSIEVE_PYTHON)
  find_package(Python3 3.9 COMPONENTS Interpreter Development.Module REQUIRED)
  set(debian_python lib/python3/dist-packages/urlsieve)
  install(TARGETS urlsieve_python LIBRARY DESTINATION ${debian_python} COMPONENT python_debian EXCLUDE_FROM_ALL)
  install(DIRECTORY src/python/urlsieve/ DESTINATION ${debian_python} COMPONENT python_debian EXCLUDE_FROM_ALL
    PATTERN __pycache__ EXCLUDE)
  file(WRITE ${debian}/python3-urlsieve/postinst "#!/bin/sh
set -e
[ \"$1\" != configure ] || py3compile -p python3-urlsieve\n")
  file(WRITE ${debian}/python3-urlsieve/prerm "#!/bin/sh\nset -e\npy3clean -p python3-urlsieve\n")
endif()

set(CPACK_GENERATOR TXZ)
set(CPACK_THREADS 0)  # xz uses all processors
if(maintainer)
  list(PREPEND CPACK_GENERATOR DEB)
  find_program(URLSIEVE_RPMBUILD rpmbuild)
  mark_as_advanced(URLSIEVE_RPMBUILD)
  if(URLSIEVE_RPMBUILD AND URLSIEVE_TOOL)
    list(APPEND CPACK_GENERATOR RPM)
  endif()
endif()
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${URLSIEVE_HOMEPAGE}")
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${URLSIEVE_HOMEPAGE}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/packages_of_generator.cmake)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
string(TOLOWER "${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_URLSIEVE_PORTABLE_NAME)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${URLSIEVE_DEBIAN_REVISION})
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(debian_version ${PROJECT_VERSION}-${URLSIEVE_DEBIAN_REVISION})
set(about "urlsieve reads crawl dumps, mail and news archives, pages and plain text,
finds the URLs in them, resolves and normalizes each, and gives each one once.
Its output is the same for any number of threads.")

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME urlsieve)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "${late_depends}")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "git")
set(CPACK_DEBIAN_TOOL_DESCRIPTION "find, normalize and deduplicate URLs in very large text\n${about}")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME liburlsieve0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "${late_depends}")
file(WRITE ${debian}/liburlsieve0/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${debian}/liburlsieve0/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "find, normalize and deduplicate URLs: shared library\n${about}\n.
This is the library for C and other languages.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME liburlsieve-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
list(JOIN URLSIEVE_DEVELOPMENT_PACKAGES ", " development_depends)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "liburlsieve0 (= ${debian_version}), ${development_depends}, ${late_depends}")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "find, normalize and deduplicate URLs: development files\n${about}\n.
These are the headers for C and for C++20, the static library, and what CMake\nand pkg-config read.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-urlsieve)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
if(URLSIEVE_PYTHON)
  math(EXPR next "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${Python3_VERSION_MINOR}~), python3 (<< 3.${next}), ${late_depends}")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${debian}/python3-urlsieve/postinst ${debian}/python3-urlsieve/prerm)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-numpy, python3-pandas")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "find, normalize and deduplicate URLs: module for Python\n${about}")

set(CPACK_URLSIEVE_DEBIAN_COMPONENTS "")
foreach(pair tool.urlsieve library.liburlsieve0 development.liburlsieve-dev python.python3-urlsieve)
  string(REGEX MATCH "^([a-z]+)[.](.*)$" matched ${pair})
  set(component ${CMAKE_MATCH_1})
  set(package ${CMAKE_MATCH_2})
  if((component STREQUAL python AND NOT URLSIEVE_PYTHON) OR (component STREQUAL tool AND NOT URLSIEVE_TOOL))
    continue()
  endif()
  urlsieve_debian_papers(${package} ${component})
  set(parts ${component} ${component}_papers)
  if(component STREQUAL python)
    set(parts python_debian python_papers)
  elseif(component STREQUAL tool)
    list(APPEND parts program_debian guide)
  endif()
  foreach(part IN LISTS parts)
    string(TOUPPER ${part} upper)
    set(CPACK_COMPONENT_${upper}_GROUP ${component})
  endforeach()
  list(APPEND CPACK_URLSIEVE_DEBIAN_COMPONENTS ${parts})
endforeach()
include(portable)
include(rpm)
include(wheel)
include(CPack)
