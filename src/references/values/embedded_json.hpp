// URLs in the JSON that pages carry in script elements: JSON-LD, mostly of schema.org, and data of
// applications.
#ifndef URLSIEVE_REFERENCES_EMBEDDED_JSON_HPP
#define URLSIEVE_REFERENCES_EMBEDDED_JSON_HPP

#include <cstdint>
#include <string_view>

#include "src/references/values/json_path.hpp"
#include "src/references/values/json_scanner.hpp"
#include "src/references/values/link_collector.hpp"

namespace urlsieve {

enum class embedded_kind : std::uint8_t { linked_data, data };

// Keeps nothing from one text to the next. It needs no well-formed JSON.
class embedded_json {
 public:
  // Adds each string that is an absolute URL; and of members whose values are URLs by definition ("url",
  // "@id", "sameAs" ...) also relative ones, which in `data`, where nobody defined it, must look like paths.
  // `where` is "ld+json:" and the member's name, or "json:" and the path of names, as in JSON by itself; what
  // stands inside an @context, which is vocabulary, has "ld+json:@context". A URI template ("{term}") is
  // refused.
  void read(const markup_text& json, embedded_kind kind, link_collector& links);

 private:
  void read_string(const json_scanner& scanner, const markup_text& json, embedded_kind kind,
                   link_collector& links) const;
  [[nodiscard]] std::string_view where(embedded_kind kind, link_collector& links) const;

  json_path path_;
};

}  // namespace urlsieve

#endif
