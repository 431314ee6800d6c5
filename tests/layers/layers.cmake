# Checks the source tree: cmake -DROOT=<project> -P layers.cmake
# An include may only point down or into its own module, a library stays in its module, a stem names one concept,
# and sources are ASCII. Every fault found is named; the exit code says whether there was one.

cmake_minimum_required(VERSION 3.25)

# A module sees itself, what lies in lower layers, and include/urlsieve.
set(layer_text 0)
set(layer_url 1)
set(layer_codec 1)
set(layer_markup 1)
set(layer_transfer 1)
set(layer_rows 2)
set(layer_runs 2)
set(layer_input 3)
set(layer_documents 3)
set(layer_references 3)
set(layer_dedup 3)
set(layer_shards 3)
set(layer_pipeline 4)
set(layer_api 5)
set(layer_datasets 6)
set(layer_records 6)
set(layer_report 6)
set(layer_cluster 7)
set(layer_cli 8)
set(layer_c_api 8)
set(layer_python 8)

# The submodules of a module are its folders. One sees those named before it, and of the module's own files the
# contracts. What else stands in the module sees all of its submodules.
set(submodules_text scan encodings json lines)
set(contracts_text arena ascii begins_with byte_size hex lazy_library library_version little_endian npos saturated_sum shared_prefix slab)
set(submodules_url hosts parse conventions tracking learnt normalize text_forms explain)
set(contracts_url percent scheme)
set(submodules_input recoding members mail_stores zip archives lists)
set(contracts_input archive_entry_head byte_source claim_once file_time offset_mark read_ahead shared_blocks stored_file)
set(submodules_documents lines http json archives mailboxes message)
set(contracts_documents splitter split_call opener document_sink file_signatures header_fields media_type captured_name input_head source_head unread_documents members_in_text utc_date)
set(submodules_references text values html)
set(contracts_references finder)
set(submodules_pipeline filters outputs resume redirects learning places)
set(contracts_pipeline batch batches_in_flight input_counts input_gap input_parts leftover_warning memory_budget option_parts path_check resources run_observer stopwatch thread_supply)
set(submodules_shards parquet)
set(submodules_cli terminal help)
set(contracts_cli exit_code)

# Header pattern, then the pattern of the files that may include it.
set(libraries
  "hwy/.*" "src/text/.*"
  "dlfcn[.]h" "src/text/.*"
  "xxh(3|ash)[.]h" "src/text/.*"
  "re2/.*" "src/text/pattern[.]cpp"
  "(oneapi/)?tbb(/.*|[.]h)" "src/(pipeline|datasets|records)/.*"
  "simdjson[.]h" "src/(documents/json/.*|text/encodings/utf8[.]cpp)"
  "(isa-l|isa-l/.*|igzip_lib|crc)[.]h" "src/codec/.*"
  "(libdeflate|zlib|zstd|zstd_errors|bzlib|lzma|snappy-c|snappy-stubs-public)[.]h" "src/codec/.*"
  "immintrin[.]h" "src/codec/inflate_(groups|pair)[.]cpp"
  "brotli/.*" "src/codec/.*"
  "unicode/(ucnv.*|ucsdet[.]h)" "src/codec/.*"
  "unicode/(uidna|idna|unorm2|normalizer2)[.]h" "src/url/.*"
  "unicode/(utypes|unistr|bytestream|stringpiece|ustring|uset|utf8|utf16)[.]h" "src/(url|codec)/.*"
  "libpsl[.]h" "src/url/.*"
  "archive(_entry)?[.]h" "src/input/(archives/archive_(library|reader)|input_libraries)[.][ch]pp"
  "curl/.*" "src/transfer/.*"
  "openssl/.*" "src/(transfer|codec)/.*"
  "CLI/.*" "src/cli/.*"
  "fmt/.*" "src/cli/.*"
  "pybind11/.*" "src/python/.*"
  "tl/expected[.]hpp" "include/urlsieve/.*"
)

set(posix "^(sys/[a-z]+|linux/[a-z]+|unistd|fcntl|signal|pthread|sched|poll|dirent|spawn|termios|malloc|gnu/libc-version)[.]h$")

function(fault message)
  message("${message}")
  get_property(count GLOBAL PROPERTY faults)
  math(EXPR count "0${count} + 1")
  set_property(GLOBAL PROPERTY faults ${count})
endfunction()

# The module of a file of src: the folder's name.
function(module_of file result)
  string(REGEX REPLACE "^src/([^/]+)/.*$" "\\1" module "${file}")
  set(${result} "${module}" PARENT_SCOPE)
endfunction()

# The submodule of a file of src, empty where it stands in the module itself.
function(submodule_of file result)
  set(submodule "")
  if(file MATCHES "^src/[^/]+/([^/]+)/[^/]+$")
    set(submodule "${CMAKE_MATCH_1}")
  endif()
  set(${result} "${submodule}" PARENT_SCOPE)
endfunction()

function(is_contract module file result)
  get_filename_component(stem "${file}" NAME_WLE)
  set(answer FALSE)
  if(stem IN_LIST contracts_${module})
    set(answer TRUE)
  endif()
  set(${result} ${answer} PARENT_SCOPE)
endfunction()

function(check_submodule module file included)
  submodule_of("${file}" from)
  submodule_of("${included}" to)
  list(FIND submodules_${module} "${from}" from_place)
  list(FIND submodules_${module} "${to}" to_place)
  is_contract(${module} "${file}" from_contract)
  is_contract(${module} "${included}" to_contract)
  if((from AND from_place EQUAL -1) OR (to AND to_place EQUAL -1))
    fault("${file}: ${included} leaves or enters a submodule without a place")
  elseif(from AND to AND to_place GREATER from_place)
    fault("${file}: ${included} is of a submodule that comes later")
  elseif((from OR from_contract) AND NOT to AND NOT to_contract)
    fault("${file}: ${included} stands above the submodules")
  elseif(from_contract AND NOT from AND to)
    fault("${file}: ${included} is of a submodule, and this is a contract")
  endif()
endfunction()

function(check_project_include file included)
  if(included MATCHES "^urlsieve(/|[.]h$)" AND EXISTS "${ROOT}/include/${included}")
    return()
  endif()
  if(NOT included MATCHES "^src/[^/]+/" OR NOT EXISTS "${ROOT}/${included}")
    fault("${file}: \"${included}\" is no header of src/ or include/, named from the project's root")
    return()
  endif()
  if(file MATCHES "^include/")
    fault("${file}: ${included} lies above the values of include/")
    return()
  endif()
  module_of("${file}" from)
  module_of("${included}" to)
  if(from STREQUAL to)
    check_submodule(${from} "${file}" "${included}")
    return()
  endif()
  if(NOT DEFINED layer_${from} OR NOT DEFINED layer_${to})
    fault("${file}: ${included} leaves or enters a module without a layer")
  elseif(layer_${to} GREATER layer_${from})
    fault("${file}: ${included} points up")
  elseif(layer_${to} EQUAL layer_${from})
    fault("${file}: ${included} points sideways")
  endif()
endfunction()

# True where the header belongs to a library of the table; faults where it stands outside its module.
function(check_library_include file included known)
  set(rest ${libraries})
  while(rest)
    list(POP_FRONT rest header module)
    if(included MATCHES "^${header}$")
      if(NOT file MATCHES "^${module}$")
        fault("${file}: <${included}> belongs to ${module}")
      endif()
      set(${known} TRUE PARENT_SCOPE)
      return()
    endif()
  endwhile()
  set(${known} FALSE PARENT_SCOPE)
endfunction()

function(check_includes file)
  file(STRINGS "${ROOT}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"]*)[>\"].*$" "\\1\\2" included "${line}")
    string(SUBSTRING "${included}" 0 1 mark)
    string(SUBSTRING "${included}" 1 -1 included)
    check_library_include("${file}" "${included}" known)
    if(known)
      continue()
    endif()
    if(mark STREQUAL "\"")
      check_project_include("${file}" "${included}")
    elseif(NOT included MATCHES "^[a-z0-9_]+$" AND NOT included MATCHES "${posix}")
      fault("${file}: <${included}> is no standard header, and no module is known for it")
    endif()
  endforeach()
endfunction()

# One header and one source a stem; they may stand apart only where the header is public.
function(check_stems files)
  foreach(file IN LISTS files)
    get_filename_component(stem "${file}" NAME_WLE)
    get_filename_component(suffix "${file}" LAST_EXT)
    get_filename_component(folder "${file}" DIRECTORY)
    set(twin "${at_${stem}${suffix}}")
    if(twin)
      fault("${file}: ${twin}/${stem}${suffix} has this name")
    endif()
    set("at_${stem}${suffix}" "${folder}")
    list(APPEND stems "${stem}")
  endforeach()
  list(REMOVE_DUPLICATES stems)
  foreach(stem IN LISTS stems)
    set(header "${at_${stem}.hpp}")
    set(source "${at_${stem}.cpp}")
    if(header AND source AND NOT header STREQUAL source AND NOT header STREQUAL "include/urlsieve")
      fault("${source}/${stem}.cpp: ${header}/${stem}.hpp has this stem")
    endif()
  endforeach()
endfunction()

# The library names options as their members are called; src/cli alone knows flags.
function(check_flags file)
  if(NOT file MATCHES "^(include|src)/" OR file MATCHES "^src/cli/")
    return()
  endif()
  file(STRINGS "${ROOT}/${file}" lines REGEX "[\"( `]--[a-z]")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "//.*$" "" code "${line}")
    if(code MATCHES "\"([^\"]*[( `])?--[a-z]")
      fault("${file}: a message names a flag")
    endif()
  endforeach()
endfunction()

# A mangled name depends on the types of the library's version; lazy_library finds functions of C.
function(check_symbols file)
  file(STRINGS "${ROOT}/${file}" lines REGEX "\"_Z[A-Z0-9]")
  if(lines)
    fault("${file}: a symbol of C++ by its mangled name")
  endif()
endfunction()

function(check_name file)
  if("/${file}" MATCHES "[/_.-](utils?|common|helpers?|misc|managers?|details?|impl)[/_.-]")
    fault("${file}: the name says nothing")
  elseif(file MATCHES "[.][ch]pp$" AND NOT file MATCHES "^[a-z0-9_/]+(-inl)?[.][ch]pp$")
    fault("${file}: not in snake_case")
  endif()
endfunction()

function(check_text file)
  file(READ "${ROOT}/${file}" text)
  string(REGEX MATCH "[^\t\n -~]" found "${text}")
  if(NOT found STREQUAL "")
    fault("${file}: not ASCII, or a control character")
  endif()
  if(text MATCHES "(TO[D]O|FIX[M]E|(^|[^X])XX[X]([^X]|$))")
    fault("${file}: a word that promises later work")
  endif()
endfunction()

file(GLOB_RECURSE product RELATIVE "${ROOT}" "${ROOT}/src/*.[ch]pp" "${ROOT}/include/*.[ch]pp")
file(GLOB_RECURSE sources RELATIVE "${ROOT}"
  "${ROOT}/tests/*.[ch]pp" "${ROOT}/bench/*.[ch]pp" "${ROOT}/corpora/*.[ch]pp"
  "${ROOT}/src/CMakeLists.txt" "${ROOT}/tests/CMakeLists.txt" "${ROOT}/bench/CMakeLists.txt"
  "${ROOT}/corpora/*.sh" "${ROOT}/tests/*.sh" "${ROOT}/tests/*.cmake" "${ROOT}/cmake/*")
if(NOT product)
  message(FATAL_ERROR "nothing to check in ${ROOT}")
endif()
foreach(file IN LISTS product)
  check_includes("${file}")
  check_flags("${file}")
  check_symbols("${file}")
endforeach()
check_stems("${product}")
foreach(file IN LISTS product sources)
  check_name("${file}")
  check_text("${file}")
endforeach()

get_property(faults GLOBAL PROPERTY faults)
if(faults)
  message(FATAL_ERROR "${faults} faults")
endif()
