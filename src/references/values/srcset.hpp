// The URLs of a srcset attribute, as the HTML standard splits it ("Parsing a srcset attribute").
#ifndef URLSIEVE_REFERENCES_SRCSET_HPP
#define URLSIEVE_REFERENCES_SRCSET_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Goes from candidate to candidate; descriptors are passed over.
class srcset_reader {
 public:
  explicit srcset_reader(std::string_view value) : value_(value) {}

  // The next URL, empty at the end. A candidate with descriptors that the standard calls an error is given
  // all the same: what it names is there to be found, whatever its size.
  [[nodiscard]] std::string_view next();

 private:
  void skip_descriptors();

  std::string_view value_;
  std::size_t at_ = 0;
};

}  // namespace urlsieve

#endif
