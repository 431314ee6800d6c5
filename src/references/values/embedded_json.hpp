// URLs in the JSON that pages carry in script elements: JSON-LD, mostly of schema.org, and data of
// applications.
#ifndef URLSIEVE_REFERENCES_EMBEDDED_JSON_HPP
#define URLSIEVE_REFERENCES_EMBEDDED_JSON_HPP

#include <cstdint>
#include <string_view>

#include "src/references/values/json_path.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/text/json_scanner.hpp"

namespace urlsieve {

enum class embedded_kind : std::uint8_t {
  linked_data,
  data,
  import_map,        // HTML standard section 8.1.5.1: addresses, also relative ones
  speculation_rules  // lists of URLs, also relative ones
};

// What the name of a member says of its values.
enum class value_promise : std::uint8_t { none, url_or_text, url };

// Keeps nothing from one text to the next. It needs no well-formed JSON.
class embedded_json {
 public:
  // Adds each string that is an absolute URL; and of members whose values are URLs by definition ("url",
  // "@id", "sameAs" ...) also relative ones, which in `data`, where nobody defined it, must look like paths.
  // `where` is "ld+json:" and the member's name, or "json:" and the path of names, as in JSON by itself; what
  // stands inside an @context, which is vocabulary, has "ld+json:@context". A URI template ("{term}") is
  // refused. That of import maps and speculation rules is "script#text".
  void read(const markup_text& json, embedded_kind kind, link_collector& links);

 private:
  [[nodiscard]] value_promise promise_here(embedded_kind kind) const;
  void read_string(const json_scanner& scanner, const markup_text& json, embedded_kind kind,
                   link_collector& links) const;
  [[nodiscard]] std::string_view where(embedded_kind kind, link_collector& links) const;

  json_path path_;
};

}  // namespace urlsieve

#endif
