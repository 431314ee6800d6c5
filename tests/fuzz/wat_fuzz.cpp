// WAT: the quick parser equals the exact parser.
#include <cstddef>
#include <string>
#include <vector>

#include "src/documents/json/wat.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::wat_target {
namespace {

std::string read(wat_reader& reader, std::string_view text) {
  const exact_bytes padded(text, 64);  // as read() requires
  wat_links about;
  std::vector<reference> header, page;
  arena names;
  if (!reader.read(padded.view(), about, header, page, names)) {
    require(header.empty() && page.empty());
    return "none";
  }
  std::string found = std::string(about.target) + '\1' + std::string(about.embedded_base);
  for (const auto* all : {&header, &page}) {
    found += '\2';
    for (const reference& link : *all)
      found.append(link.where).append(1, '\1').append(link.raw).append(1, '\1');
  }
  return found;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  static wat_reader quick;
  static wat_reader exact(wat_reader::way::exact);
  const std::string_view text = given.rest();
  require(read(quick, text) == read(exact, text));
}

}  // namespace urlsieve::fuzz::wat_target
