// Reads the content of an lzip member as an archive entry without a name. liblzma decodes, with the memory
// limit of xz; libarchive 3.6 would allow a dictionary of 512 MiB.
#ifndef URLSIEVE_INPUT_ARCHIVES_LZIP_ENTRY_HPP
#define URLSIEVE_INPUT_ARCHIVES_LZIP_ENTRY_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/archives/plain_entries.hpp"

namespace urlsieve {

inline constexpr std::string_view lzip_mark = "LZIP\1";

class lzip_entry final : public plain_entries {
 public:
  // Requires: the first byte of `more` begins an lzip member. `at`: offset of that byte in the input. At the
  // end of the entry, rest() begins behind the member.
  lzip_entry(supply more, std::uint64_t at);

  [[nodiscard]] std::optional<std::string_view> piece() override;

 private:
  [[nodiscard]] step read_headers(archive_entry_head& head) override;

  std::unique_ptr<decoder> decoder_;
  std::vector<char> decoded_;
  bool begun_ = false;
  bool is_over_ = false;
};

}  // namespace urlsieve

#endif
