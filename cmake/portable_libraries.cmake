# At the installation of the portable archive: copies the libraries of the program, and the libraries that it loads late, into
# `folder`/lib, and their copyrights beside the documentation.
set(into "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${program} LIBRARIES ${late} RESOLVED_DEPENDENCIES_VAR found
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|resolv)[.]so" "^ld-linux")
set(papers ${into}/share/doc/urlsieve/libraries)
set(libraries ${into}/${folder}/lib)
file(MAKE_DIRECTORY ${libraries} ${papers})
foreach(file IN LISTS found late)
  file(REAL_PATH ${file} real)
  # The name that the loader asks for.
  execute_process(COMMAND objdump -p ${real} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "SONAME +([^\n]+)" matched "${headers}")
  set(name ${CMAKE_MATCH_1})
  file(COPY_FILE ${real} ${libraries}/${name})
  file(CHMOD ${libraries}/${name} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  execute_process(COMMAND ${dpkg_query} -S ${real} OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([a-z0-9.+-]+)(:[a-z0-9]+)?: ")
    file(COPY_FILE /usr/share/doc/${CMAKE_MATCH_1}/copyright ${papers}/${CMAKE_MATCH_1})
  endif()
endforeach()
