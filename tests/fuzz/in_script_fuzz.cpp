// JavaScript: strings are in the text, in order and between quotes. Links contain no white space. Leading
// white space changes no link.
#include "src/references/in_script.hpp"

#include <cstddef>
#include <string>

#include "src/references/values/script_links.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve::fuzz::in_script_target {
namespace {

testing::lines read(std::string_view text, std::size_t before) {
  link_options options;
  options.scripts = true;
  script_finder finder(options);
  document doc;
  doc.body = text;
  doc.type = media::script;
  doc.charset = "utf-8";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  testing::lines all = testing::lines_of(found);
  std::uint32_t last = 0;
  for (const reference& link : found.references) {
    require(link.position >= last && link.position < text.size() && link.position > before);
    require(link.raw.size() > 2 && link.raw.find_first_of(" \t\r\n\"<>") == std::string_view::npos);
    require(link.where == "js");
    last = link.position;
    all.push_back(std::to_string(link.position - before));
  }
  return all;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  if (text.starts_with("\xEF\xBB\xBF") || text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return;
  const char* last = text.data();
  script_scanner scanner(text);
  for (script_string found; scanner.next(found);) {
    require(found.text.data() > last && found.text.data() + found.text.size() < text.data() + text.size());
    const char quote = found.text.data()[-1];
    require((quote == '"' || quote == '\'') && found.text.data()[found.text.size()] == quote);
    require(found.escaped == (found.text.find('\\') != std::string_view::npos));
    require(found.escaped || found.text.find_first_of("\r\n") == std::string_view::npos);
    const exact_bytes source(found.text);
    std::string decoded(found.text.size(), '\0');
    const std::size_t size = decode_script_escapes(source.view(), decoded.data());
    require(size <= found.text.size());
    if (is_utf8(found.text)) require(is_utf8(std::string_view(decoded).substr(0, size)));
    last = found.text.data() + found.text.size();
  }
  require(read(text, 0) == read(exact_bytes(" \n\t" + std::string(text)).view(), 3));
}

}  // namespace urlsieve::fuzz::in_script_target
