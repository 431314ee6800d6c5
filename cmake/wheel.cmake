# The target `wheel`: the Python package with its shared libraries as a wheel in the folder packages/, made without pip and
# scikit-build-core. packaging/wheel/make_wheel.py makes the bundle relative and selects the platform tag.
if(NOT URLSIEVE_PYTHON)
  return()
endif()
find_program(URLSIEVE_PATCHELF patchelf)
mark_as_advanced(URLSIEVE_PATCHELF)

set(wheel_tree ${PROJECT_BINARY_DIR}/wheel)
set(wheel_licences urlsieve.licences)
install(TARGETS urlsieve_python LIBRARY DESTINATION urlsieve COMPONENT wheel EXCLUDE_FROM_ALL)
install(DIRECTORY src/python/urlsieve/ DESTINATION urlsieve COMPONENT wheel EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
install(FILES LICENSE ${debian}/NOTICE DESTINATION ${wheel_licences} COMPONENT wheel EXCLUDE_FROM_ALL)
# A process has one libstdc++ and one libgcc_s, because exceptions and streams of other wheels use them too.
urlsieve_install_libraries(wheel urlsieve_python urlsieve.libs ${wheel_licences}/libraries
  "^lib(stdc[+][+]|gcc_s)[.]so")

add_custom_target(wheel VERBATIM
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${wheel_tree}
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --component wheel --prefix ${wheel_tree} --strip
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/packaging/wheel/make_wheel.py ${wheel_tree}
    ${PROJECT_SOURCE_DIR}/pyproject.toml ${CPACK_PACKAGE_DIRECTORY} ${URLSIEVE_PATCHELF})
add_dependencies(wheel urlsieve_python)
