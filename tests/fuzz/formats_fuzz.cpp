// Recognising a format never reads past the head, answers the same for the same head, and knows nothing of
// what lies beyond input_head_size.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/documents/formats.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  const std::string head(reinterpret_cast<const char*>(data), size);
  const auto format_of = [](std::string_view bytes, bool whole) {
    return recognise(input_head("x.html", bytes, whole), {});
  };
  const recognised whole = format_of(head, true);
  if ((whole.as == nullptr) == whole.passed_over.empty()) std::abort();
  if (whole.at && *whole.at >= head.size()) std::abort();
  std::string longer = head;
  longer.resize(input_head_size, ' ');
  if (head.size() < input_head_size &&
      format_of(longer + "x", false).as != format_of(longer + std::string(99, '\0'), false).as)
    std::abort();

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
