// JSON Lines: a line yields the same documents alone as among other lines, a damaged line affects no other
// line, and the quick parser equals the exact parser.
#include <cstddef>
#include <string>

#include "src/documents/json/json_lines.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve::fuzz::json_lines_target {
namespace {

struct read_result {
  std::string documents;
  std::uint64_t damaged = 0;
};

void read(std::string_view text, read_result& result,
          json_lines_reader::way how = json_lines_reader::way::quick) {
  const exact_bytes padded(text, 64);  // as read() requires
  slice lines;
  lines.bytes = padded.view();
  static const input_options with_mail = [] {
    input_options options;
    options.json_mail = "raw";
    return options;
  }();
  static json_lines_reader quick(with_mail);
  static json_lines_reader exact(with_mail, json_lines_reader::way::exact);
  json_lines_reader& reader = how == json_lines_reader::way::quick ? quick : exact;
  stats counted;
  const auto keep = [&](const document& found) {
    result.documents.append(found.base).append(1, '\0').append(found.body);
    result.documents.append(1, found.type == media::html ? '\1' : '\2');
  };
  reader.read(
      lines, "input", counted, keep, [](const slice&) {},
      [&](const slice& message) { result.documents.append(message.bytes).append(1, '\3'); });
  result.damaged += counted.total_damage();
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  if (text.find(utf8_mark) != std::string::npos) return;  // counts at the front only
  read_result together;
  read(text, together);
  read_result by_exact;
  read(text, by_exact, json_lines_reader::way::exact);
  require(together.documents == by_exact.documents && together.damaged == by_exact.damaged);
  read_result alone;
  for (fuzz_input left(text); !left.empty();) read(left.up_to('\n'), alone);
  require(together.documents == alone.documents);
  require(together.damaged == alone.damaged);

  const std::string valid = "{\"url\":\"u\",\"text\":\"t\"}";
  read_result between;
  read(valid + "\n" + std::string(text) + "\n" + valid, between);
  read_result expected;
  read(valid, expected);
  expected.documents += together.documents;
  read(valid, expected);
  require(between.documents == expected.documents);
}

}  // namespace urlsieve::fuzz::json_lines_target
