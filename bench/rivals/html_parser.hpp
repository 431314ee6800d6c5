// Interface of HTML parsers that html_bench compares with urlsieve. A parser reports the attributes that hold
// most links.
#ifndef URLSIEVE_BENCH_RIVALS_HTML_PARSER_HPP
#define URLSIEVE_BENCH_RIVALS_HTML_PARSER_HPP

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::bench {

using take_link =
    std::function<void(std::string_view element, std::string_view attribute, std::string_view value)>;

// Returns true for the links that are compared and timed.
inline bool is_common_link(std::string_view element, std::string_view attribute) {
  if (attribute == "href") return element == "a" || element == "area" || element == "link";
  if (attribute == "src") return element == "img" || element == "script" || element == "iframe";
  return attribute == "action" && element == "form";
}

class html_parser {
 public:
  virtual ~html_parser() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  virtual void find(std::string_view page, const take_link& take) = 0;
};

using html_parsers = std::vector<std::unique_ptr<html_parser>>;

// Each function adds a parser, if the machine has the library.
void add_gumbo(html_parsers& rivals);
void add_libxml2(html_parsers& rivals);

}  // namespace urlsieve::bench

#endif
