// Locates external test data, which is not part of the project: the folder URLSIEVE_SHARED, else "shared"
// beside the project. A test without its file reports "skipped".
#ifndef URLSIEVE_TESTS_SHARED_DATA_HPP
#define URLSIEVE_TESTS_SHARED_DATA_HPP

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace urlsieve::testing {

inline std::optional<std::filesystem::path> shared_path(const std::string& relative) {
  const char* const named = std::getenv("URLSIEVE_SHARED");
  const std::filesystem::path folder = named != nullptr
                                           ? std::filesystem::path(named)
                                           : std::filesystem::path(URLSIEVE_SOURCE_DIR) / ".." / "shared";
  std::error_code failed;
  const std::filesystem::path file = folder / relative;
  if (!std::filesystem::exists(file, failed)) return std::nullopt;
  return file;
}

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace urlsieve::testing

#define URLSIEVE_SHARED_OR_SKIP(variable, relative)                 \
  const auto variable = ::urlsieve::testing::shared_path(relative); \
  if (!variable) GTEST_SKIP() << "skipped: no " << (relative) << " in the shared test data"

#endif
