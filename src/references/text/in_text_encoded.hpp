// Finds percent-encoded URLs in text: in queries of other URLs and in logs ("http%3A%2F%2Fa.example%2F").
// These URLs are reported in addition to the URLs of the text itself.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_ENCODED_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_ENCODED_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text_rules.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

class encoded_url_finder {
 public:
  explicit encoded_url_finder(const text_search& options)
      : rules_(options), longest_(std::size_t{9} * options.max_url) {}

  // Appends the encoded URLs of `searched`. Merges them by position into the references from `first` on, and
  // the rejected references into those from `first_refused` on. Decodes up to four layers of encoding.
  void find(const document& searched, std::size_t first, std::size_t first_refused, findings& found,
            stats& counted);

 private:
  static constexpr std::size_t most_layers = 4;

  // An encoded colon after the scheme of a web URL.
  struct place {
    std::size_t start = 0;   // of the scheme
    std::size_t colon = 0;   // position of the "%"
    std::size_t layers = 0;  // 1 for "%3A", 2 for "%253A"
    bool plain_slashes = false;
  };

  static std::optional<place> read_place(std::string_view text, std::size_t percent);
  void read(const document& searched, const place& from, findings& found, stats& counted);

  text_rules rules_;
  std::size_t longest_;
  std::array<std::size_t, most_layers + 1> floors_{};  // end of the last URL with this number of layers
};

}  // namespace urlsieve

#endif
