// JSON: links contain no tabs or line ends, and their positions are in the text and ascend. Leading white
// space changes no link of JSON without loose text.
#include "src/references/in_json.hpp"

#include <string>

#include "src/text/json/json_guard.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/json_faults.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve::fuzz::in_json_target {
namespace {

testing::lines read(std::string_view text, std::size_t before) {
  json_finder finder(link_options{});
  document doc;
  doc.body = text;
  doc.type = media::json;
  doc.charset = "utf-8";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  testing::lines all = testing::lines_of(found);
  std::uint32_t last = 0;
  for (const reference& link : found.references) {
    require(link.position >= last && link.position < text.size() && link.position >= before);
    require(!link.raw.empty() && link.raw.find_first_of("\t\r\n") == std::string_view::npos);
    // Text between the tokens of faulty JSON is searched as text, and a string with tags is read as HTML.
    require(!link.where.empty());
    last = link.position;
    all.push_back(std::to_string(link.position - before));
  }
  all.push_back(std::to_string(counted.total_damage()));
  return all;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  if (text.starts_with("\xEF\xBB\xBF") || text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return;
  // An anti-hijacking prefix (such as `)]}'`) is recognized only at the begin of a document.
  if (json_guard_size(text) != 0) return;
  const testing::lines whole = read(text, 0);
  if (has_loose_text(text)) return;
  require(whole == read(exact_bytes(" \n\t" + std::string(text)).view(), 3));
}

}  // namespace urlsieve::fuzz::in_json_target
