# Writes the source that names the commit at hand (src/cli/version_text.hpp), where it is not the one that it names
# already: cmake -DROOT=<project> -DFILE=<source> -P build_commit.cmake
set(commit "")
find_program(git git)
# The clone of something else that this source was put into says nothing.
if(git AND EXISTS "${ROOT}/.git")
  execute_process(COMMAND ${git} --no-optional-locks -C "${ROOT}" describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "")
  endif()
endif()
file(CONFIGURE OUTPUT "${FILE}" @ONLY CONTENT [[
#include "src/cli/version_text.hpp"

const std::string_view urlsieve::cli::build_commit = "@commit@";
]])
