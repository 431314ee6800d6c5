// HTTP responses: a reused reader behaves like a new reader. A chunked body decodes to the original body.
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "src/documents/http/chunked.hpp"
#include "src/documents/http/http_message.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::http_message_target {
namespace {

std::string chunked(const std::string& body, std::size_t step) {
  std::string coded;
  for (std::size_t at = 0; at < body.size(); at += step) {
    const std::string piece = body.substr(at, step);
    char digits[20];
    coded.append(digits,
                 static_cast<std::size_t>(std::snprintf(digits, sizeof digits, "%zx\r\n", piece.size())));
    coded += piece + "\r\n";
  }
  return coded + "0\r\n\r\n";
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned step = 1 + given.byte();
  const std::string_view message = given.rest();
  slice part;
  part.kind = slice_kind::http_message;
  part.bytes = message;
  part.target = "http://a/";

  static http_reader reused;
  http_reader fresh;
  document first, second;
  std::vector<reference> first_links, second_links;
  stats first_counted, second_counted;
  const bool searched = reused.open(part, "input", first, first_links, first_counted);
  require(searched == fresh.open(part, "input", second, second_links, second_counted));
  require(first.body == second.body && first.type == second.type && first.charset == second.charset);
  require(first_links.size() == second_links.size());
  require(first_counted.damaged == second_counted.damaged);
  require(first_counted.skipped == second_counted.skipped);
  require(searched != first.body.empty());
  for (const reference& link : first_links) require(!link.raw.empty() && link.where.starts_with("http:"));

  const std::string body(message);
  arena buffer;
  if (!body.empty()) {
    const std::string coded = chunked(body, step);
    const dechunked decoded = decode_chunked(coded, 64, buffer);
    require(decoded.status == chunked_status::whole && decoded.bytes == body);
    require(is_chunked(coded));
  }
  const dechunked raw = decode_chunked(body, 64, buffer);
  require(raw.bytes.size() <= body.size());
  require(!is_chunked(body) || raw.status == chunked_status::whole);
}

}  // namespace urlsieve::fuzz::http_message_target
