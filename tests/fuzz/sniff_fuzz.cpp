// Sniffing never reads past the head, answers the same for the same head, and knows nothing of what lies
// beyond sniff_size.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/input/sniff.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  const std::string head(reinterpret_cast<const char*>(data), size);
  const sniffed whole = sniff(head, true);
  if (name_of(whole).empty()) std::abort();
  if (whole == sniffed::binary && head.find('\0') == std::string::npos) std::abort();
  std::string longer = head;
  longer.resize(sniff_size, ' ');
  if (head.size() < sniff_size && sniff(longer + "x", false) != sniff(longer + "\0y", false)) std::abort();

  static charset_decoder decoder;
  for (const std::string_view label : {"shift_jis", "gbk", "iso-2022-jp", "utf-16le", "koi8-r", "big5"}) {
    arena out;
    const encoding from = find_encoding(label);
    const std::string_view utf8 = decoder.decode(from, head, out);
    arena query;
    if (!utf8.empty() && decoder.encode_query(from, utf8, query).empty()) std::abort();
  }
  return 0;
}
