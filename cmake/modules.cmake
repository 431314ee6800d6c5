# How a module, its test and its bench are declared. Sources are listed by name, never globbed.

# Warnings, and sanitizers where the tree has them.
# -Wrestrict of g++ 12 takes std::string's assignment of short literals for overlapping copies (GCC bug 105651).
add_library(urlsieve_diagnostics INTERFACE)
if(URLSIEVE_WARNINGS)
  target_compile_options(urlsieve_diagnostics INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
endif()
target_compile_options(urlsieve_diagnostics INTERFACE $<$<BOOL:${URLSIEVE_WERROR}>:-Werror>)
# clang would refuse a precompiled header after any upgrade of a package whose headers are in it.
target_compile_options(urlsieve_diagnostics INTERFACE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
if(URLSIEVE_UNITY)
  # A local name may hide a name of another file of the same unit. Plain trees warn about names hidden within one file.
  # g++ takes the files of a unit for headers, whose types may have no members of unnamed namespaces.
  target_compile_options(urlsieve_diagnostics INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(URLSIEVE_SANITIZE STREQUAL "address")
  # vptr checks need RTTI that libstdc++ leaks under LeakSanitizer.
  set(sanitizer -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined)
elseif(URLSIEVE_SANITIZE STREQUAL "thread")
  set(sanitizer -fsanitize=thread)
elseif(URLSIEVE_SANITIZE)
  message(FATAL_ERROR "URLSIEVE_SANITIZE is address, thread or empty")
endif()
if(URLSIEVE_SANITIZE)
  # Reports of sanitizers need lines, and no more of debug information.
  target_compile_options(urlsieve_diagnostics INTERFACE ${sanitizer} -fno-omit-frame-pointer -gline-tables-only)
  target_link_options(urlsieve_diagnostics INTERFACE ${sanitizer})
endif()

# For test programs.
add_library(urlsieve_test_flags INTERFACE)
target_link_libraries(urlsieve_test_flags INTERFACE urlsieve_diagnostics)
target_compile_definitions(urlsieve_test_flags INTERFACE URLSIEVE_TESTS_SANITIZED=$<BOOL:${URLSIEVE_SANITIZE}>)

# Test code without optimization compiles in a third of the time; the code under test is optimized as usual.
add_library(urlsieve_quick_flags INTERFACE)
target_link_libraries(urlsieve_quick_flags INTERFACE urlsieve_test_flags)
target_compile_options(urlsieve_quick_flags INTERFACE -O0)

# For modules, programs and fuzz targets.
add_library(urlsieve_flags INTERFACE)
target_link_libraries(urlsieve_flags INTERFACE urlsieve_diagnostics)
target_compile_options(urlsieve_flags INTERFACE -pthread)
if(URLSIEVE_FUZZ AND URLSIEVE_SANITIZE STREQUAL "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The fuzzers see which branches of the modules were taken; the sanitizer's runtime has what other programs need.
  target_compile_options(urlsieve_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# urlsieve_unite(TARGET SIZE SOURCE...): under URLSIEVE_UNITY, compiles up to SIZE source files as one translation unit. Kernels
# and generated files stay out.
function(urlsieve_unite target size)
  if(NOT URLSIEVE_UNITY)
    return()
  endif()
  set(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX "^([$]<|/)")
  set(place 0)
  foreach(file IN LISTS sources)
    math(EXPR group "${place} / ${size}")
    math(EXPR place "${place} + 1")
    set_property(SOURCE "${file}" PROPERTY UNITY_GROUP "files_${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Headers that most modules include, compiled once: this saves a quarter of the time of a build. Not without URLSIEVE_UNITY,
# because such trees check that each file includes what it uses; not for g++, which demands equal definitions in all modules.
if(URLSIEVE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers.cpp CONTENT "")
  add_library(urlsieve_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/headers.cpp)
  target_link_libraries(urlsieve_headers PRIVATE urlsieve_flags urlsieve_values TBB::tbb)
  target_precompile_headers(urlsieve_headers PRIVATE
    <algorithm> <array> <atomic> <bit> <charconv> <chrono> <condition_variable> <cstring> <deque> <filesystem> <functional>
    <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <system_error> <thread> <unordered_map>
    <unordered_set> <utility> <variant> <vector> <oneapi/tbb/enumerable_thread_specific.h> <oneapi/tbb/global_control.h>
    <oneapi/tbb/parallel_for.h> <oneapi/tbb/parallel_pipeline.h> <oneapi/tbb/task_arena.h> <oneapi/tbb/task_group.h>
    <urlsieve/column_table.hpp> <urlsieve/extract.hpp> <urlsieve/manifest.hpp> <urlsieve/option_table.hpp>
    <urlsieve/stats.hpp>)
endif()

# urlsieve_module(NAME SOURCES a.cpp b.cpp LINKS modules and libraries [UNIT_SIZE n]): the static library urlsieve_NAME.
# UNIT_SIZE: the number of sources in a unit; default 80.
function(urlsieve_module name)
  cmake_parse_arguments(module "" "UNIT_SIZE" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  if(NOT module_UNIT_SIZE)
    set(module_UNIT_SIZE 80)
  endif()
  if(module_SOURCES)
    add_library(urlsieve_${name} STATIC ${module_SOURCES})
    urlsieve_unite(urlsieve_${name} ${module_UNIT_SIZE} ${module_SOURCES})
    target_link_libraries(urlsieve_${name} PUBLIC urlsieve_values ${module_LINKS}
      PRIVATE ${module_PRIVATE_LINKS} $<BUILD_INTERFACE:urlsieve_flags>)
    if(TARGET urlsieve_headers)
      target_precompile_headers(urlsieve_${name} REUSE_FROM urlsieve_headers)
    endif()
  else()
    add_library(urlsieve_${name} INTERFACE)
    target_link_libraries(urlsieve_${name} INTERFACE urlsieve_values ${module_LINKS})
  endif()
endfunction()

# urlsieve_late_library(MODULE WORD NAME INCLUDE_DIRECTORIES): libNAME is not linked with: the module loads it when it is
# first needed (src/text/lazy_library.hpp), by the name that URLSIEVE_WORD_LIBRARY has.
function(urlsieve_late_library module word name directories)
  find_library(URLSIEVE_${word}_FILE NAMES lib${name}.so REQUIRED)
  mark_as_advanced(URLSIEVE_${word}_FILE)
  set_property(GLOBAL APPEND PROPERTY urlsieve_late_files ${URLSIEVE_${word}_FILE})
  execute_process(COMMAND ${CMAKE_READELF} -d ${URLSIEVE_${word}_FILE} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  if(NOT dynamic MATCHES "SONAME[^[]*\\[([^]]+)\\]")
    message(FATAL_ERROR "${URLSIEVE_${word}_FILE} has no name for the loader")
  endif()
  target_compile_definitions(urlsieve_${module} PRIVATE URLSIEVE_${word}_LIBRARY="${CMAKE_MATCH_1}")
  target_include_directories(urlsieve_${module} SYSTEM PRIVATE ${directories})
endfunction()

# urlsieve_link_archive(TARGET NAME...): what is built here links the archives libNAME.a in place of the shared library
# that the imported target stands for, where all are there: a program starts the faster the fewer libraries it loads.
# A target that names further libraries (RE2 of Debian 13 needs Abseil) stays as it is. Users of the installed library
# link what they find.
function(urlsieve_link_archive target)
  set(archives "")
  foreach(name IN LISTS ARGN)
    find_library(URLSIEVE_ARCHIVE_${name} NAMES lib${name}.a)
    mark_as_advanced(URLSIEVE_ARCHIVE_${name})
    if(NOT URLSIEVE_ARCHIVE_${name})
      return()
    endif()
    list(APPEND archives ${URLSIEVE_ARCHIVE_${name}})
  endforeach()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(shared ${target} INTERFACE_LINK_LIBRARIES)
    list(LENGTH shared shared_count)
    list(LENGTH archives archive_count)
    if(shared_count GREATER archive_count)
      return()
    endif()
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${archives}")
  else()
    set_property(TARGET ${target} PROPERTY IMPORTED_LOCATION ${archives})
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    foreach(one IN LISTS configurations ITEMS ${CMAKE_BUILD_TYPE})
      string(TOUPPER "${one}" one)
      set_property(TARGET ${target} PROPERTY IMPORTED_LOCATION_${one} ${archives})
    endforeach()
  endif()
endfunction()

# urlsieve_kernel_options(FILE...): kernels are compiled for every Highway target from SSSE3 up, and the program chooses at run
# time; without -mssse3 g++ would add HWY_SCALAR, whose one-lane table look-ups give wrong answers. Highway's own assertions
# (on under sanitizers) would need its library.
function(urlsieve_kernel_options)
  foreach(file IN LISTS ARGN)
    set_property(SOURCE ${file} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    set_property(SOURCE ${file} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_DEFINITIONS HWY_WANT_AVX3_DL HWY_IS_DEBUG_BUILD=0)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -mssse3)
    endif()
  endforeach()
endfunction()

# urlsieve_kernels(TARGET FILE...): the sources of kernels. Under URLSIEVE_UNITY they are one translation unit, because
# Highway's headers for all targets take three quarters of the time to compile one file. Each file sets HWY_TARGET_INCLUDE
# for itself, so the unit sets it again at its end.
function(urlsieve_kernels target)
  urlsieve_kernel_options(${ARGN})
  if(NOT URLSIEVE_UNITY)
    return()
  endif()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/kernels.cpp)
  set(chosen "#undef HWY_TARGET_INCLUDE\n#define HWY_TARGET_INCLUDE \"${unit}\"\n")
  set(text "${chosen}#include <hwy/foreach_target.h>\n#include <hwy/highway.h>\n")
  foreach(file IN LISTS ARGN)
    string(APPEND text "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${file}\"\n")
    set_property(SOURCE ${file} PROPERTY HEADER_FILE_ONLY ON)
  endforeach()
  file(CONFIGURE OUTPUT ${unit} CONTENT "${text}${chosen}" @ONLY)
  urlsieve_kernel_options(${unit})
  target_sources(${target} PRIVATE ${unit})
endfunction()

# urlsieve_test(NAME SOURCES ... LINKS ... [SLOW] [OPTIMIZED]): a GoogleTest program NAME_test, one ctest entry a TEST.
# SLOW keeps the program out of the builds for sanitizers. OPTIMIZED compiles the test code like the code under test.
function(urlsieve_test name)
  cmake_parse_arguments(test "SLOW;OPTIMIZED" "" "SOURCES;LINKS" ${ARGN})
  if(test_SLOW AND URLSIEVE_SANITIZE)
    return()
  endif()
  add_executable(${name}_test ${test_SOURCES})
  urlsieve_unite(${name}_test 40 ${test_SOURCES})
  target_compile_definitions(${name}_test PRIVATE URLSIEVE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name}_test PRIVATE ${test_LINKS} GTest::gtest GTest::gtest_main)
  if(test_OPTIMIZED)
    target_link_libraries(${name}_test PRIVATE urlsieve_test_flags)
  else()
    target_link_libraries(${name}_test PRIVATE urlsieve_quick_flags)
    target_precompile_headers(${name}_test REUSE_FROM urlsieve_test_headers)
  endif()
  set(label fast)
  set(cost 0)
  if(test_SLOW)
    set(label slow)
    set(cost 10)
  endif()
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} COST ${cost} TIMEOUT 600 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
endfunction()

# urlsieve_bench(NAME SOURCES ... LINKS ...): a Google Benchmark program NAME_bench, which the target benches builds.
function(urlsieve_bench name)
  cmake_parse_arguments(bench "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name}_bench EXCLUDE_FROM_ALL ${bench_SOURCES})
  if(NOT TARGET benches)
    add_custom_target(benches)
  endif()
  add_dependencies(benches ${name}_bench)
  target_compile_definitions(${name}_bench PRIVATE URLSIEVE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name}_bench PRIVATE urlsieve_flags ${bench_LINKS} benchmark::benchmark benchmark::benchmark_main)
endfunction()

# urlsieve_rival(BENCH NAME TARGET SOURCE ...): where the library TARGET was found, BENCH is built with the sources, is
# linked with it, and URLSIEVE_HAS_NAME is defined.
function(urlsieve_rival bench name target)
  if(NOT TARGET ${target})
    message(STATUS "${bench}: no ${name} to be measured beside")
    return()
  endif()
  target_sources(${bench}_bench PRIVATE ${ARGN})
  target_link_libraries(${bench}_bench PRIVATE ${target})
  string(TOUPPER "${name}" upper)
  target_compile_definitions(${bench}_bench PRIVATE URLSIEVE_HAS_${upper})
endfunction()

# urlsieve_fuzz(MODULE TARGETS name ... LINKS ...): the program MODULE_fuzzers of the fuzz targets in NAME_fuzz.cpp, for
# libFuzzer under clang with sanitizers, else for a replay of files. The link NAME_fuzz to the program runs that target;
# the test fuzz.NAME replays its seeds.
function(urlsieve_fuzz module)
  if(NOT URLSIEVE_FUZZ)
    return()
  endif()
  cmake_parse_arguments(fuzz "" "" "TARGETS;LINKS" ${ARGN})
  if(NOT TARGET urlsieve_fuzz_frame)
    add_library(urlsieve_fuzz_frame OBJECT ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_target.cpp)
    target_link_libraries(urlsieve_fuzz_frame PRIVATE urlsieve_values urlsieve_flags)
    if(URLSIEVE_SANITIZE STREQUAL "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      target_link_options(urlsieve_fuzz_frame INTERFACE -fsanitize=fuzzer)
    else()
      target_sources(urlsieve_fuzz_frame PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.cpp)
    endif()
  endif()
  set(sources ${fuzz_TARGETS})
  list(TRANSFORM sources APPEND _fuzz.cpp)
  set(program ${module}_fuzzers)
  set(declarations "")
  set(rows "")
  set(links "")
  foreach(name IN LISTS fuzz_TARGETS)
    string(APPEND declarations
      "namespace ${name}_target {\nextern const std::size_t longest_input;\nvoid run(fuzz_input& given);\n}\n")
    string(APPEND rows "    {\"${name}\", &${name}_target::longest_input, ${name}_target::run},\n")
    list(APPEND links COMMAND ${CMAKE_COMMAND} -E create_symlink ${program} ${name}_fuzz)
    add_test(NAME fuzz.${name}
      COMMAND ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}_fuzz -runs=0 ${PROJECT_SOURCE_DIR}/corpora/seeds/${name})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fast TIMEOUT 120)
  endforeach()
  file(CONFIGURE OUTPUT ${program}.cpp @ONLY CONTENT "#include \"tests/fuzz/fuzz_target.hpp\"

namespace urlsieve::fuzz {
@declarations@
std::span<const target> targets() {
  static const target all[] = {
@rows@  };
  return all;
}
}  // namespace urlsieve::fuzz
")
  add_executable(${program} ${sources} ${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp)
  urlsieve_unite(${program} 40 ${sources})
  target_link_libraries(${program} PRIVATE urlsieve_flags urlsieve_fuzz_frame ${fuzz_LINKS})
  add_custom_command(TARGET ${program} POST_BUILD ${links} WORKING_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
endfunction()
