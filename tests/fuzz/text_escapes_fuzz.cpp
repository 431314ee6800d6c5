// Escapes: a JSON string decodes to its source and equals the reference implementation. Positions of decoded
// and refanged text ascend in the source. Visible text stays unchanged.
#include <memory>
#include <string>

#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_string.hpp"
#include "src/url/text_forms/text_rewriting.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/json_escapes_twin.hpp"

namespace urlsieve::fuzz::text_escapes_target {
namespace {

std::string decoded(std::string_view text, invalid_escape_policy bad) {
  const auto out = std::make_unique<char[]>(text.size());
  return {out.get(), decode_json_escapes(text, out.get(), bad)};
}

std::string rewritten(rewriting how, std::string_view text) {
  const auto out = std::make_unique<char[]>(rewritten_capacity(text.size()));
  return {out.get(), rewrite(how, text, text.size(), out.get())};
}

std::string well_formed(std::string_view bytes) {
  const auto out = std::make_unique<char[]>(replaced_capacity(bytes.size()));
  return {out.get(), replace_ill_formed(bytes, out.get())};
}

}  // namespace

extern const std::size_t longest_input = 2'000;

void run(fuzz_input& given) {
  const std::string_view bytes = given.rest();
  const std::string valid = well_formed(bytes);
  require(is_utf8(valid) && (is_utf8(bytes) == (valid == bytes)) && well_formed(valid) == valid);

  std::string written;
  append_json_string(bytes, written);
  require(written.size() >= 2 && written.front() == '"' && written.back() == '"' && is_utf8(written));
  for (const char c : written) require(static_cast<unsigned char>(c) >= ' ');
  const exact_bytes inside(std::string_view(written).substr(1, written.size() - 2));
  // Each byte of invalid UTF-8 is replaced by U+FFFD.
  const std::string meant = decoded(inside.view(), invalid_escape_policy::keep);
  require(decoded(inside.view(), invalid_escape_policy::repair) == meant &&
          (meant == bytes) == is_utf8(bytes));

  const std::string text = decoded(bytes, invalid_escape_policy::keep);
  require(text == oracle::decode_json_escapes(bytes, invalid_escape_policy::keep));
  require(decoded(bytes, invalid_escape_policy::repair) ==
          oracle::decode_json_escapes(bytes, invalid_escape_policy::repair));
  for (const rewriting how : {rewriting::json, rewriting::quoted_printable, rewriting::character_references,
                              rewriting::latex, rewriting::refang}) {
    const std::string output = rewritten(how, bytes);
    rewritten_places places(how, bytes);
    rewritten_places ends(how, bytes);
    for (std::size_t at = 0, before = 0; at < output.size(); ++at) {
      const std::size_t place = places.source_of(at);
      const std::size_t end = ends.source_end_of(at + 1);
      require(place >= before && end > place && end <= bytes.size());
      // Refanging replaces a comma or backslash by one byte.
      require(end - place != 1 || bytes[place] == ',' || bytes[place] == '\\' || bytes[place] == output[at]);
      before = place;
    }
  }

  const std::string shown = visible(bytes);
  require(is_utf8(shown) && visible(shown) == shown && columns(shown) <= shown.size());
  for (const char c : in_quotes(bytes)) require(static_cast<unsigned char>(c) >= ' ' && c != 0x7F);
}

}  // namespace urlsieve::fuzz::text_escapes_target
