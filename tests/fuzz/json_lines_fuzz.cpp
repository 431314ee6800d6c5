// JSON Lines: a line gives the same documents alone as among others, and a bad one costs no other.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "src/documents/json/json_lines.hpp"

namespace {

struct read_result {
  std::string documents;
  std::uint64_t bad = 0;
};

void read(std::string_view text, read_result& result) {
  using namespace urlsieve;
  // On the heap with exactly the padding that read() requires.
  std::vector<char> padded(text.size() + 64, '\0');
  std::copy(text.begin(), text.end(), padded.begin());
  slice lines;
  lines.bytes = {padded.data(), text.size()};
  static json_lines_reader reader{input_options{}};
  stats counted;
  reader.read(lines, "input", counted, [&](const document& found) {
    result.documents.append(found.base).append(1, '\0').append(found.body);
    result.documents.append(1, found.type == media::html ? '\1' : '\2');
  });
  result.bad += counted.total_damage();
}

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 20'000) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.find("\xEF\xBB\xBF") != std::string::npos) return 0;  // counts at the front only
  read_result together;
  read(text, together);
  read_result alone;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t feed = text.find('\n', at);
    const std::size_t end = feed == std::string::npos ? text.size() : feed;
    read(std::string_view(text).substr(at, end - at), alone);
    at = end + 1;
  }
  require(together.documents == alone.documents);
  require(together.bad == alone.bad);

  const std::string good = "{\"url\":\"u\",\"text\":\"t\"}";
  read_result between;
  read(good + "\n" + text + "\n" + good, between);
  read_result expected;
  read(good, expected);
  expected.documents += together.documents;
  read(good, expected);
  require(between.documents == expected.documents);
  return 0;
}
