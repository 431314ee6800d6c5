# The version is the project's; where it has to be written again it is the same.
function(urlsieve_check_version file pattern)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
  file(STRINGS ${PROJECT_SOURCE_DIR}/${file} line REGEX "${pattern}" LIMIT_COUNT 1)
  if(NOT line MATCHES "${pattern}" OR NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
    message(FATAL_ERROR "CMakeLists.txt names the version ${PROJECT_VERSION}; ${file} says: ${line}")
  endif()
endfunction()

urlsieve_check_version(include/urlsieve/version.hpp "version = \"([0-9.]+)\"")
urlsieve_check_version(pyproject.toml "^version = \"([0-9.]+)\"")
urlsieve_check_version(CHANGELOG.md "^## ([0-9.]+)")
