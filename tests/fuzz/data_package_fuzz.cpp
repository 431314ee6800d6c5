// The list of a data package: whatever it is, it is read or refused, twice the same, and what it lists stands
// in it.
#include <string>

#include "src/documents/json/data_package.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz {

const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  const auto first = read_data_package(text);
  const auto again = read_data_package(text);
  require(first.has_value() == again.has_value());
  if (!first) return;
  require(first->size() == again->size());
  for (std::size_t i = 0; i < first->size(); ++i) {
    const listed_file& one = (*first)[i];
    require(!one.path.empty());
    require(one.path == (*again)[i].path && one.hash == (*again)[i].hash && one.bytes == (*again)[i].bytes);
    if (text.find('\\') == std::string_view::npos) require(text.find(one.path) != std::string_view::npos);
  }
  // A list that goes on behind its end is none.
  require(!read_data_package(std::string(text) + "]"));
}

}  // namespace urlsieve::fuzz
