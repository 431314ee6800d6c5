#include "src/pipeline/input_recognizer.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "src/codec/charset_detection.hpp"
#include "src/codec/compression.hpp"
#include "src/documents/foreign_formats.hpp"
#include "src/documents/json/json_signs.hpp"
#include "src/input/brotli_source.hpp"
#include "src/input/recoding/charset_source.hpp"
#include "src/input/recoding/line_feed_source.hpp"
#include "src/input/recoding/utf16_source.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view compressed_too_often = "compressed more than 4 times over";

wide_encoding wide_of(const encoding& named) {
  const bool big_endian = named.kind == encoding_kind::utf16be;
  return {big_endian ? "utf-16be" : "utf-16le", 2, big_endian, 0};
}

bool is_of_no_format(const format_match& found) {
  return found.as == nullptr && found.converter.empty() && found.skipped == "binary";
}

// Returns true for formats that extract_options::whole_records skips.
bool is_skipped(const format& as, bool whole_records) {
  return whole_records && as.family != format_family::archive;
}

// Returns true if the formats can read these bytes directly: the bytes need no decoding, and are no archive.
bool needs_no_conversion(std::string_view name, std::string_view whole) {
  return !is_compressed(whole) && sniff_file_archive(whole) == file_archive::none &&
         sniff_named_file(name, whole, true) == file_archive::none &&
         !find_input_encoding(input_head(name, whole, true)) && !has_bare_returns(whole) &&
         !has_doubled_returns(whole);
}

}  // namespace

input_recognizer::input_recognizer(const extract_options& options)
    : options_(options), undeclared_(find_encoding(options_.input.charset)) {}

input_recognizer::verdict input_recognizer::look_at(std::string_view head, bool whole,
                                                    const read_ahead& ahead, current_input& input,
                                                    batch& next) const {
  if (input.offset == 0) {
    const auto reread_if = [](bool is_readable) {
      return verdict{is_readable ? step::reread : step::unusable};
    };
    if (sniff_compression(head.substr(0, compression_head_size)) != compression::none)
      return reread_if(decompress(head, ahead, input, next));
    if (input.last_recoding == current_input::recoding::none) {
      if (sniff_compressed_file(head) != file_archive::none)
        return reread_if(decompress(head, ahead, input, next));
      const file_archive kind = sniff_file_archive(head);
      if (kind != file_archive::none && !is_office_document(head)) return {step::enter, kind, 0};
      const file_archive by_name =
          input.is_named_archive_checked ? file_archive::none : sniff_named_file(input.name, head, whole);
      input.is_named_archive_checked = true;
      if (by_name == file_archive::brotli) return reread_if(decompress_brotli_input(head, input, next));
      const std::size_t zip_at = find_zip(head);
      if (zip_at != std::string_view::npos && is_of_no_format(match_head(head, whole, input))) {
        input.warn_of_late_start(word_of(file_archive::zip), zip_at, next);
        return {step::enter, file_archive::zip, zip_at};
      }
    }
    input.source->take_marks(input.marks);
    if (recode(head, input)) return {step::reread};
  }
  return {find_format_of(head, whole, input, next)};
}

bool input_recognizer::decompress(std::string_view compressed, const read_ahead& ahead, current_input& input,
                                  batch& next) {
  input.settle(next);
  if (!input.source->unpack_from(compressed, next.counted)) {
    if (input.depth == most_decompressions(input)) {
      if (input.as != nullptr) {
        next.counted.damaged_at(damage::expansion_limit, input.name, input.offset, compressed_too_often);
      } else {
        input.refuse(next, damage::unknown_format, compressed_too_often);
      }
      return false;
    }
    ++input.depth;
    next.counted.bytes -= compressed.size();  // their contents are counted instead
    input.source = byte_source::inside(std::move(input.source), compressed, input.offset, input.marks, ahead);
    // Later marks refer to the bytes after one more decompression.
    std::erase_if(input.marks, [&](const offset_mark& mark) { return mark.plain > input.offset; });
    for (offset_mark& mark : input.marks) mark.own = mark.own && mark.plain != input.offset;
  }
  input.skip = 0;
  input.needed = 0;
  return true;
}

// Decompresses the whole input from brotli, which only the name indicates. Returns false as decompress()
// does.
bool input_recognizer::decompress_brotli_input(std::string_view head, current_input& input, batch& next) {
  if (input.depth == most_decompressions(input)) {
    input.refuse(next, damage::unknown_format, compressed_too_often);
    return false;
  }
  ++input.depth;
  input.settle(next);
  input.marks.clear();
  input.forget_plain_bytes(next);
  input.source = decompress_brotli(std::move(input.source), head);
  return true;
}

// Returns true for mail with doubled returns. Only mail needs the repair, because empty lines separate its
// parts.
bool input_recognizer::is_mail_of_doubled_returns(std::string_view head, const current_input& input) const {
  if (!has_doubled_returns(head)) return false;
  const std::string single = without_doubled_returns(head);
  const format_match found = match_head(single, false, input);
  return found.as != nullptr && found.as->family == format_family::mail;
}

// Converts an input with another charset or other line ends. Returns true if `head` must be read again.
bool input_recognizer::recode(std::string_view head, current_input& input) const {
  using recoding = current_input::recoding;
  if (input.last_recoding == recoding::none) {
    input.last_recoding = recoding::characters;
    if (const std::optional<wide_encoding> wide = find_input_encoding(head_of(head, false, input))) {
      input.source = as_utf8(std::move(input.source), *wide, {head, input.gaps_in_head});
      input.is_decoded = true;
      input.marks.clear();
      return true;
    }
  }
  if (input.last_recoding != recoding::line_ends && is_mail_of_doubled_returns(head, input)) {
    input.last_recoding = recoding::line_ends;
    input.source = with_single_returns(std::move(input.source), {head, input.gaps_in_head});
    input.marks.clear();
    return true;
  }
  if (input.last_recoding == recoding::line_ends || !has_bare_returns(head)) return false;
  input.last_recoding = recoding::line_ends;
  input.source = with_line_feeds(std::move(input.source), {head, input.gaps_in_head});
  return true;
}

// Returns true for text in a format that cannot declare a charset. UTF-16 that the user declares may be
// recognized as binary.
bool input_recognizer::may_be_undeclared(const format_match& found) const {
  if (found.as != nullptr) return is_undeclared_text(*found.as);
  return is_wide(undeclared_) && found.skipped == "binary";
}

// Decodes text without a declared charset: in the requested charset, or, if the text is not UTF-8, in the
// most likely charset. Returns true if `head` must be read again.
bool input_recognizer::decode_undeclared(const format_match& found, std::string_view head,
                                         current_input& input, batch& next) const {
  if (input.is_decoded || !may_be_undeclared(found)) return false;
  const undeclared_charset charset = find_undeclared_charset(head, undeclared_);
  if (!needs_decoding(charset.named)) return false;
  input.is_decoded = true;
  if (charset.is_guessed) next.counted.damaged_at(damage::guessed_charset, input.name, 0, charset.named.name);
  input.source = is_wide(charset.named)
                     ? as_utf8(std::move(input.source), wide_of(charset.named), {head, input.gaps_in_head})
                     : as_decoded(std::move(input.source), charset.named, {head, input.gaps_in_head});
  input.marks.clear();
  return true;
}

input_head input_recognizer::head_of(std::string_view front, bool whole, const current_input& input) const {
  input_head head(input.name, front, whole);
  head.scripts = options_.links.scripts;
  return head;
}

format_match input_recognizer::match_head(std::string_view front, bool whole,
                                          const current_input& input) const {
  return match_format(head_of(front, whole, input), options_.input, rewrites_text(options_.text));
}

// Recognizes the format of bytes that need no conversion but, possibly, from a charset.
input_recognizer::step input_recognizer::find_format_of(std::string_view head, bool whole,
                                                        current_input& input, batch& next) const {
  batch_input& part = next.inputs.back();
  if (head.empty()) {
    // Nothing but a fault came of the input, if anything.
    part.not_read = input.account.new_fault(next.counted, input.name);
    if (part.not_read) return step::unusable;
  }
  const format_match found = match_head(head, whole, input);
  if (decode_undeclared(found, head, input, next)) return step::reread;
  if (found.as == nullptr) {
    if (input.is_named) {
      std::string content(found.skipped);
      if (!found.converter.empty()) content.append("; ").append(found.converter);
      input.refuse(next, damage::unknown_format, content);
    } else {
      input.forget_bytes(next);
      next.counted.count_skipped("file", found.skipped);
    }
    return step::unusable;
  }
  if (!head.empty() && is_skipped(*found.as, options_.whole_records)) {
    if (input.is_named) {
      input.refuse(next, damage::unknown_format, std::string(found.as->word) + ", not a web archive");
    } else {
      input.forget_bytes(next);
      next.counted.count_skipped("file", found.as->word);
    }
    return step::unusable;
  }
  use(found, input, next);
  if (found.without_dots)
    input.cutter->hint_no_dot_stuffing(input.offset + std::min(head.size(), input_head_size));
  if (head.empty()) input.format_word = "empty";
  return step::split;
}

void input_recognizer::use(const format_match& found, current_input& input, batch& next) const {
  if (found.at && *found.at != 0) input.warn_of_late_start(found.as->word, *found.at, next);
  input.use_format(*found.as, splitter_options_of(options_.all));
  if (input.format_word == "text" || input.format_word == "urls")
    for (const std::string& column : options_.input.columns) next.counted.count_skipped("column", column);
  if (input.format_word == "json" && names_json_fields(options_.input))
    next.warnings.push_back(input.name +
                            ": read as a JSON document: input_options::json_text and the other names of "
                            "fields are for JSON Lines");
}

std::optional<input_recognizer::step> input_recognizer::look_early(std::string_view pending,
                                                                   current_input& input, batch& next) const {
  const bool has_format = options_.input.format != input_format::automatic;
  const std::string_view lines = has_format ? pending : pending.substr(0, pending.rfind('\n') + 1);
  if (lines.size() < compression_head_size || has_bare_returns(lines) ||
      find_input_encoding(head_of(lines, false, input)) ||
      sniff_compression(lines.substr(0, compression_head_size)) != compression::none ||
      sniff_file_archive(lines) != file_archive::none)
    return std::nullopt;
  const format_match found =
      detect_format_early(head_of(lines, false, input), options_.input, rewrites_text(options_.text));
  if (found.as == nullptr || is_skipped(*found.as, options_.whole_records)) return std::nullopt;
  if (needs_decoding(undeclared_) && decode_undeclared(found, pending, input, next)) return step::reread;
  input.early_head = pending;
  use(found, input, next);
  input.needed = 0;
  return step::split;
}

void input_recognizer::look_again(std::string_view more, bool ended, current_input& input,
                                  batch& next) const {
  input.early_head += more;
  const bool is_whole = ended || input.early_head.size() >= input_head_size;
  const std::string_view head(input.early_head.data(),
                              is_whole ? input.early_head.size() : input.early_head.rfind('\n') + 1);
  const format_match found = match_head(head, ended, input);
  if (found.as != nullptr && found.as != input.as) {
    use(found, input, next);
    input.skip = 0;
    input.needed = 0;
  }
  if (is_whole) input.early_head.clear();
}

std::optional<format_match> input_recognizer::match_format_in_place(std::string_view whole,
                                                                    const current_input& input) const {
  if (!needs_no_conversion(input.name, whole)) return std::nullopt;
  const format_match found = match_head(whole, true, input);
  // Formats of archives need their usual path.
  if (found.as == nullptr || found.as->family == format_family::archive || options_.whole_records)
    return std::nullopt;
  if (is_undeclared_text(*found.as) && needs_decoding(find_undeclared_charset(whole, undeclared_).named))
    return std::nullopt;
  return found;
}

}  // namespace urlsieve
