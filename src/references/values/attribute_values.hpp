// Reads URLs inside the values of attributes: srcset, and the content of a meta refresh.
#ifndef URLSIEVE_REFERENCES_ATTRIBUTE_VALUES_HPP
#define URLSIEVE_REFERENCES_ATTRIBUTE_VALUES_HPP

#include <cstddef>
#include <optional>
#include <string_view>

namespace urlsieve {

// Reads the URLs of a srcset attribute (HTML standard, "Parsing a srcset attribute"): goes from candidate to
// candidate and skips descriptors.
class srcset_reader {
 public:
  // `value` must outlive the reader and the URLs, which are views of `value`.
  explicit srcset_reader(std::string_view value) : value_(value) {}

  // Returns the next URL; empty at the end. Also returns candidates with invalid descriptors, which the
  // standard drops, because their URLs are links all the same.
  [[nodiscard]] std::string_view next();

 private:
  void skip_descriptors();

  std::string_view value_;
  std::size_t at_ = 0;
};

// Reads the URL of <meta http-equiv=refresh> and of a Refresh header (HTML standard section 4.2.5.3, the
// shared declarative refresh steps). Returns the URL as a part of `content`; nullopt if `content` names no
// URL (reload of the same document) or is malformed.
[[nodiscard]] std::optional<std::string_view> meta_refresh_url(std::string_view content);

}  // namespace urlsieve

#endif
