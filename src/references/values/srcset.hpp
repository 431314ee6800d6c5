// Reads the URLs of a srcset attribute (HTML standard, "Parsing a srcset attribute").
#ifndef URLSIEVE_REFERENCES_SRCSET_HPP
#define URLSIEVE_REFERENCES_SRCSET_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Goes from candidate to candidate and skips descriptors.
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

}  // namespace urlsieve

#endif
