// The bytes that were read from a source before its conversion was known.
#ifndef URLSIEVE_INPUT_RECODING_CONSUMED_HEAD_HPP
#define URLSIEVE_INPUT_RECODING_CONSUMED_HEAD_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

struct consumed_head {
  // `gaps`: ascending offsets in `bytes` in front of which bytes were lost. Requires: both outlive the
  // object.
  // NOLINTNEXTLINE(google-explicit-constructor)
  consumed_head(std::string_view read, std::span<const std::size_t> gaps_in_read = {})
      : bytes(read), gaps(gaps_in_read) {}
  consumed_head(const std::string& read) : bytes(read) {}  // NOLINT(google-explicit-constructor)

  std::string_view bytes;
  std::span<const std::size_t> gaps;
};

}  // namespace urlsieve

#endif
