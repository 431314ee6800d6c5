// List of a data package: the reader accepts or rejects any input, with the same result twice. Listed paths
// are in the text. Bytes after the list make the list invalid.
#include <string>
#include <vector>

#include "src/documents/json/data_package.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::data_package_target {

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string text(given.rest());
  std::vector<listed_file> first;
  std::vector<listed_file> again;
  const bool is_list = read_data_package(text, [&](const listed_file& file) { first.push_back(file); });
  require(is_list == read_data_package(text, [&](const listed_file& file) { again.push_back(file); }));
  require(first.size() == again.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const listed_file& file = first[i];
    require(!file.path.empty());
    require(file.path == again[i].path && file.hash == again[i].hash && file.bytes == again[i].bytes);
    if (text.find('\\') == std::string_view::npos) require(text.find(file.path) != std::string_view::npos);
  }
  if (is_list) require(!read_data_package(text + "]", [](const listed_file&) {}));
}

}  // namespace urlsieve::fuzz::data_package_target
