#include "src/input/recoding/charset_source.hpp"

#include <string>
#include <utility>

#include "src/input/recoding/recoded_source.hpp"
#include "src/text/arena.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

class charset_source final : public recoded_source {
 public:
  charset_source(std::unique_ptr<byte_source> stored, const encoding& charset, const consumed_head& head)
      : recoded_source(std::move(stored), head), from_(charset) {}

 private:
  // Decodes complete lines, because no character contains a line feed; an unterminated line is cut at 1 MiB.
  step recode(std::string& raw, bool last) override {
    constexpr std::size_t longest_line = std::size_t{1} << 20;
    std::size_t whole = raw.size();
    if (!last && from_.kind == encoding_kind::multi_byte) {
      const std::size_t feed = raw.rfind('\n');
      if (feed != npos)
        whole = feed + 1;
      else if (whole < longest_line)
        whole = 0;
      else
        whole = before_character(raw);
    }
    decoded_.clear();
    const std::string_view encoded = std::string_view(raw).substr(0, whole);
    std::string_view decoded = decoder_.decode(from_, encoded, decoded_);
    // ASCII is returned in place, but `raw` will change.
    if (decoded.data() == encoded.data()) decoded = decoded_.copy(decoded);
    return {decoded, whole};
  }

  // Bytes below "0" are never part of a longer character, in any encoding of the standard except ISO-2022-JP.
  static std::size_t before_character(std::string_view raw) {
    for (std::size_t at = raw.size(); at-- > raw.size() / 2;)
      if (static_cast<unsigned char>(raw[at]) < '0') return at;
    return raw.size();
  }

  encoding from_;
  arena decoded_;
  charset_decoder decoder_;
};

}  // namespace

std::unique_ptr<byte_source> as_decoded(std::unique_ptr<byte_source> stored, const encoding& charset,
                                        const consumed_head& head) {
  return std::make_unique<charset_source>(std::move(stored), charset, head);
}

}  // namespace urlsieve
