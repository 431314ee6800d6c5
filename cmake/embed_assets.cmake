# cmake -DOUT=FILE -DSTYLE=FILE -DTABLES=FILE -DCHARTS=FILE -DCHART_LIBRARY=FILE -P embed_assets.cmake: writes the
# definitions of src/report/page_assets.hpp. CHART_LIBRARY may be empty.

cmake_minimum_required(VERSION 3.25)

set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)

# base64_of(HEX RESULT): the bytes of a SHA-256, which are 32: ten times three and two more.
function(base64_of hex result)
  set(text "")
  string(APPEND hex "00")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING "${hex}" ${at} 6 three)
    math(EXPR bits "0x${three}")
    foreach(shift 18 12 6 0)
      math(EXPR digit "(${bits} >> ${shift}) & 63")
      string(SUBSTRING ${digits} ${digit} 1 letter)
      string(APPEND text ${letter})
    endforeach()
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${result} "${text}=" PARENT_SCOPE)
endfunction()

# define(NAME FILE): a constant with the bytes of the file; none where there is no file. In a page nothing may end the
# element that it stands in.
function(define name file)
  set(bytes "")
  if(file)
    file(READ "${file}" text)
    string(TOLOWER "${text}" text)
    if(text MATCHES "</(script|style)|<!--")
      message(FATAL_ERROR "${file} cannot stand in a page")
    endif()
    file(READ "${file}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(.....................................................................................)" "\\1\n" bytes "${bytes}")
  endif()
  file(APPEND ${OUT} "constexpr char ${name}_bytes[] = {${bytes}0};\n"
    "const std::string_view ${name}(${name}_bytes, sizeof ${name}_bytes - 1);\n")
endfunction()

file(WRITE ${OUT} "#include \"src/report/page_assets.hpp\"\n\nnamespace urlsieve::page_assets {\n\n")
# define_hashes(NAME FILE...): a constant with the hashes of the files for a Content-Security-Policy.
function(define_hashes name)
  set(hashes "")
  foreach(file IN LISTS ARGN)
    file(SHA256 "${file}" hash)
    base64_of(${hash} hash)
    string(APPEND hashes " 'sha256-${hash}'")
  endforeach()
  string(STRIP "${hashes}" hashes)
  file(APPEND ${OUT} "const std::string_view ${name} = \"${hashes}\";\n")
endfunction()

define(style "${STYLE}")
define(table_script "${TABLES}")
define_hashes(table_script_hash "${TABLES}")
if(CHART_LIBRARY)
  define(chart_library "${CHART_LIBRARY}")
  define(chart_script "${CHARTS}")
  define_hashes(chart_script_hashes "${CHART_LIBRARY}" "${CHARTS}")
else()
  define(chart_library "")
  define(chart_script "")
  define_hashes(chart_script_hashes)
endif()
file(APPEND ${OUT} "\n}  // namespace urlsieve::page_assets\n")
