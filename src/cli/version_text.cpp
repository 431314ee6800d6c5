#include "src/cli/version_text.hpp"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include <CLI/Version.hpp>
#include <exception>
#include <functional>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "src/codec/codec_libraries.hpp"
#include "src/documents/json/json_libraries.hpp"
#include "src/input/input_libraries.hpp"
#include "src/pipeline/pipeline_libraries.hpp"
#include "src/text/scan/kernel_targets.hpp"
#include "src/text/text_libraries.hpp"
#include "src/transfer/transfer_libraries.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/url_libraries.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve::cli {
namespace {

std::string line(std::string_view label, std::string_view value) {
  return fmt::format("\n{:<16}{}", label, value);
}

std::string commit() {
  constexpr std::string_view changed = "-dirty";
  std::string_view commit_id = build_commit;
  if (commit_id.empty()) return "unknown: not built from a clone";
  if (!commit_id.ends_with(changed)) return std::string(commit_id);
  commit_id.remove_suffix(changed.size());
  return std::string(commit_id) + ", changed since";
}

std::string compiler() {
#if defined(__clang__)
  std::string text = "Clang " __clang_version__;
#elif defined(__GNUC__)
  std::string text = "GCC " __VERSION__;
#else
  std::string text = "unknown";
#endif
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

constexpr std::string_view build_kind =
#ifdef __OPTIMIZE__
    "optimized"
#else
    "not optimized"
#endif
#ifdef NDEBUG
    ", without assertions"
#else
    ", with assertions"
#endif
#ifdef URLSIEVE_SANITIZED
    ", with sanitizers: " URLSIEVE_SANITIZED
#endif
    ;

constexpr std::string_view machine =
#if defined(__x86_64__)
    "x86-64";
#elif defined(__aarch64__)
    "arm64";
#else
    "another";
#endif

// Returns the kernel in use, then the other kernels that this machine can run.
std::string kernels() {
  std::string text;
  std::string_view before;
  for (const kernel_target target : runnable_targets()) {
    text.append(before).append(name_of_target(target));
    before = before.empty() ? "; also here: " : ", ";
  }
  return text;
}

// Returns the result of `query`, or the message of its exception: a library that cannot be loaded is also a
// fact to report.
std::string result_of(const std::function<std::string()>& query) {
  try {
    return query();
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

void add_libraries(std::string& text, std::vector<library_version> (*list)()) {
  const std::string library_lines = result_of([&] {
    std::string lines;
    for (const library_version& library : list()) lines += line(library.name, library.version);
    return lines;
  });
  text += library_lines.starts_with('\n') ? library_lines : line("", library_lines);
}

std::vector<library_version> own_libraries() {
  return {{"fmt", dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
          {"CLI11", CLI11_VERSION}};
}

}  // namespace

std::string version_line() {
  return fmt::format("urlsieve {}", version);
}

std::string version_lines() {
  std::string text = version_line();
  text += line("commit", commit());
  text += line("compiler", compiler());
  text += line("compiled", build_kind);
  text += line("machine", machine);
  text += line("kernels", kernels());
  text += line("gzip members", whole_member_decoder());
  text += line("public suffixes", result_of([] { return public_suffix_list::system().identity(); }));
#ifdef __GLIBC__
  text += line("glibc", ::gnu_get_libc_version());
#endif
  for (auto* const list : {pipeline_libraries, text_libraries, codec_libraries, url_libraries,
                           input_libraries, transfer_libraries, json_libraries, own_libraries})
    add_libraries(text, list);
  return text;
}

}  // namespace urlsieve::cli
