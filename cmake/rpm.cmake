# The rpm: the portable program below /usr/lib/urlsieve with its own libraries, so one package serves every distribution with
# rpm and a C library as new as this machine's; /usr/bin/urlsieve is a link.
if(NOT URLSIEVE_TOOL)
  return()
endif()

urlsieve_install_portable(rpm lib/urlsieve)
install(DIRECTORY ${PROJECT_BINARY_DIR}/help/zsh/ DESTINATION share/zsh/site-functions COMPONENT rpm EXCLUDE_FROM_ALL)
install(CODE "
  set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
  file(MAKE_DIRECTORY \"\${bin}\")
  file(CREATE_LINK ../lib/urlsieve/bin/urlsieve \"\${bin}/urlsieve\" SYMBOLIC)" COMPONENT rpm EXCLUDE_FROM_ALL)

execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE libc ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(libc MATCHES "^glibc ([0-9.]+)$")
  set(CPACK_RPM_PACKAGE_REQUIRES "glibc >= ${CMAKE_MATCH_1}")
endif()
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_NAME urlsieve)
set(CPACK_RPM_PACKAGE_RELEASE ${URLSIEVE_DEBIAN_REVISION})
set(CPACK_RPM_PACKAGE_SUMMARY "Find, normalize and deduplicate URLs in very large text")
set(CPACK_RPM_PACKAGE_DESCRIPTION "${about}")
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0")
set(CPACK_RPM_PACKAGE_GROUP "Applications/Text")
set(CPACK_RPM_PACKAGE_VENDOR "${maintainer}")
set(CPACK_RPM_PACKAGE_URL "${URLSIEVE_HOMEPAGE}")
# The bundled libraries serve this program alone, so the package neither provides nor requires them.
set(CPACK_RPM_PACKAGE_AUTOREQPROV no)
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _build_id_links none\n%define __brp_check_rpaths %{nil}")
