# At the installation of the portable archive or the wheel (portable.cmake): copies the libraries of `binary`, and the libraries
# that it loads late, into the folder `libraries`, and their copyrights into `licences`. Files keep the names that the loader
# asks for.
set(into "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GET_RUNTIME_DEPENDENCIES LIBRARIES ${binary} ${late} RESOLVED_DEPENDENCIES_VAR found
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|resolv)[.]so" "^ld-linux" ${outside})
file(MAKE_DIRECTORY ${into}/${libraries} ${into}/${licences})
foreach(file IN LISTS found late)
  file(REAL_PATH ${file} real)
  execute_process(COMMAND objdump -p ${real} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "SONAME +([^\n]+)" matched "${headers}")
  set(copy ${into}/${libraries}/${CMAKE_MATCH_1})
  file(COPY_FILE ${real} ${copy})
  file(CHMOD ${copy} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  # Debian 12 lists some files below /lib, which is a link to /usr/lib.
  string(REGEX REPLACE "^/usr/lib/" "/lib/" short ${real})
  execute_process(COMMAND ${dpkg_query} -S ${real} ${short} OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([a-z0-9.+-]+)(:[a-z0-9]+)?: ")
    file(COPY_FILE /usr/share/doc/${CMAKE_MATCH_1}/copyright ${into}/${licences}/${CMAKE_MATCH_1})
  endif()
endforeach()
