// Encoded words and parameters: a reused decoder behaves like a new decoder. Text split into encoded words,
// or into parts of a parameter, decodes to the text.
#include "src/documents/message/mail_words.hpp"

#include <string>

#include "src/documents/message/mail_parameters.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::mail_words_target {
namespace {

constexpr std::string_view hex = "0123456789ABCDEF";

std::string escaped(std::string_view text, char escape) {
  std::string all;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    all.append(1, escape).append(1, hex[byte >> 4U]).append(1, hex[byte & 15U]);
  }
  return all;
}

std::string base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string all;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const unsigned bits = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
    for (unsigned digit = 0; digit < 4; ++digit)
      all += i + digit > text.size() ? '=' : digits[bits >> (18 - 6 * digit) & 63U];
  }
  return all;
}

void check_round_trips(fuzz_input& given) {
  mail_word_decoder decoder;
  mail_parameter_reader reader;
  arena buffer;
  std::string words;
  std::string parameter = "text/plain";
  std::string text;
  for (unsigned piece = 0; !given.empty() && piece < 100; ++piece) {
    const unsigned head = given.byte();
    const std::string_view part = given.take(1 + head / 2);
    text += part;
    words += words.empty() ? "" : "\t ";
    words += head % 2 == 0 ? "=?utf-8?B?" + base64(part) + "?=" : "=?UTF-8*en?q?" + escaped(part, '=') + "?=";
    parameter +=
        "; name*" + std::to_string(piece) + "*=" + (piece == 0 ? "utf-8''" : "") + escaped(part, '%');
  }
  if (!is_utf8(text) || text.starts_with(utf8_mark)) return;
  require(decoder.decode(exact_bytes(words).view(), buffer) == text);
  require(reader.find_decoded(exact_bytes(parameter).view(), "name", buffer) == text);
}

}  // namespace

extern const std::size_t longest_input = 4'000;

// Odd first byte: the input is a list of parts to encode, each with its size.
void run(fuzz_input& given) {
  if (given.byte() % 2 != 0) return check_round_trips(given);
  const std::string_view value = given.rest();
  static mail_word_decoder reused;
  static mail_parameter_reader reused_reader;
  mail_word_decoder fresh;
  mail_parameter_reader fresh_reader;
  arena buffer;
  const std::string_view decoded = reused.decode(value, buffer);
  require(decoded == fresh.decode(value, buffer));
  require(decoded.size() <= 3 * value.size() + 3);
  require(value.find("=?") != std::string_view::npos || decoded.data() == value.data());
  for (const std::string_view name : {"charset", "boundary", "name"}) {
    require(reused_reader.find(value, name, buffer) == fresh_reader.find(value, name, buffer));
    const std::string_view found = reused_reader.find_decoded(value, name, buffer);
    require(found == fresh_reader.find_decoded(value, name, buffer) && found.size() <= 3 * value.size() + 3);
  }
  require(!mail_type(value).empty() && mail_token(value).size() <= value.size());
}

}  // namespace urlsieve::fuzz::mail_words_target
