// The list of a data package: whatever it is, it is read or refused, twice the same, and what it lists stands
// in it.
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
  const bool is_list = read_data_package(text, [&](const listed_file& one) { first.push_back(one); });
  require(is_list == read_data_package(text, [&](const listed_file& one) { again.push_back(one); }));
  require(first.size() == again.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const listed_file& one = first[i];
    require(!one.path.empty());
    require(one.path == again[i].path && one.hash == again[i].hash && one.bytes == again[i].bytes);
    if (text.find('\\') == std::string_view::npos) require(text.find(one.path) != std::string_view::npos);
  }
  // A list with bytes behind its end is no list.
  if (is_list) require(!read_data_package(text + "]", [](const listed_file&) {}));
}

}  // namespace urlsieve::fuzz::data_package_target
