// Finds URLs in the JSON of script elements: JSON-LD (mostly schema.org), data of applications, import maps,
// and speculation rules.
#ifndef URLSIEVE_REFERENCES_EMBEDDED_JSON_HPP
#define URLSIEVE_REFERENCES_EMBEDDED_JSON_HPP

#include <cstdint>
#include <string_view>

#include "src/references/values/json_path.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/text/json/json_scanner.hpp"

namespace urlsieve {

// Returns true if the name of a member says that its values are URLs: "href", "nextPageUrl", "image_src",
// "sameAs".
[[nodiscard]] bool is_link_key(std::string_view key);

// Returns true if a relative reference in a JSON document is a link: `text` is a path ("/a", "./a", "../a",
// "//host/a") or a query ("?page=2") without white space and braces, and is_link_key(key).
[[nodiscard]] bool is_link_by_key(std::string_view key, std::string_view text);

// Returns true if `text` is one absolute web URL with unescaped spaces, and is_link_key(key). Each space must
// stand between two other characters, the first one not directly behind a slash. The last word must have a
// dot or a slash; without them, at most three spaces, none of them behind punctuation, are part of a URL.
[[nodiscard]] bool is_link_with_spaces(std::string_view key, std::string_view text);

// Returns true if `text` is one absolute web URL with unescaped quotes, or with "<" or ">" in its query, and
// is_link_key(key). Quotes must be in pairs. Tags of HTML, blanks and a second URL make it text.
[[nodiscard]] bool is_link_with_quotes(std::string_view key, std::string_view text);

enum class embedded_kind : std::uint8_t {
  linked_data,
  data,
  import_map,        // HTML standard section 8.1.5.1: absolute and relative addresses
  speculation_rules  // lists of absolute and relative URLs
};

// The meaning of a member's values, by the member's name.
enum class value_promise : std::uint8_t { none, url_or_text, url };

// Keeps no state between texts. Accepts malformed JSON.
class embedded_json {
 public:
  // Adds each string that is an absolute URL. Also adds relative URLs in members that hold URLs by definition
  // ("url", "@id", "sameAs" ...). In `data`, where no definition exists, and in members that may also hold
  // text, relative URLs must look like paths. Rejects URI templates ("{term}").
  // `where` is "ld+json:" and the member's name, or "ld+json:@context" inside an @context, which is
  // vocabulary; in `data`, "json:" and the path of names, as in a JSON document; in import maps and
  // speculation rules, "script#text". May deliver references early, as link_collector::add_css() does.
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
