// Recognizes the current input by its first bytes: compression, an archive of files, another charset, or a
// format.
#include <algorithm>
#include <utility>

#include "src/codec/charset_detection.hpp"
#include "src/codec/compression.hpp"
#include "src/documents/foreign_formats.hpp"
#include "src/documents/input_head.hpp"
#include "src/input/brotli_source.hpp"
#include "src/input/recoding/charset_source.hpp"
#include "src/input/recoding/line_feed_source.hpp"
#include "src/input/recoding/utf16_source.hpp"
#include "src/pipeline/intake.hpp"

namespace urlsieve {

namespace {

wide_encoding wide_of(const encoding& named) {
  const bool big_endian = named.kind == encoding_kind::utf16be;
  return {big_endian ? "utf-16be" : "utf-16le", 2, big_endian, 0};
}

}  // namespace

constexpr std::string_view compressed_too_often = "compressed more than 4 times over";

// Recognizes the input by its first bytes, or adds a decoder in front of it. Returns false if the input
// cannot be read.
bool intake::look_at_head(batch& next, bool ended) {
  const std::string_view head(next.bytes.data() + begin_, used_ - begin_);
  if (offset_ == 0) {
    if (sniff_compression(head.substr(0, compression_head_size)) != compression::none) return unpack(next);
    if (recoded_ == recoding::none) {
      if (sniff_compressed_file(head) != file_archive::none) return unpack(next);
      const file_archive kind = sniff_file_archive(head);
      if (kind != file_archive::none && !is_office_document(head)) return enter(kind, head, next);
      const file_archive by_name = asked_by_name_ ? file_archive::none : sniff_named_file(name_, head, ended);
      asked_by_name_ = true;  // the decompressed bytes have no name
      if (by_name == file_archive::brotli) return unpack_brotli(head, next);
      const std::size_t zip_at = find_zip(head);
      if (zip_at != std::string_view::npos && is_of_no_format(head, ended)) {
        tell_place(word_of(file_archive::zip), zip_at, next);
        return enter(file_archive::zip, head, next, zip_at);
      }
    }
    source_->take_marks(marks_);
    if (recode(head)) {
      used_ = begin_;
      return true;
    }
  }
  return recognise_input(head, ended, next);
}

// Decompresses the unconsumed bytes, and the bytes behind them. Returns false if the input is compressed too
// often.
bool intake::unpack(batch& next) {
  const std::string_view packed(next.bytes.data() + begin_, used_ - begin_);
  settle(next);
  if (!source_->unpack_from(packed, next.counted)) {
    if (depth_ == most_packed()) {
      if (format_ != nullptr) {
        next.counted.damaged_at(damage::expansion_limit, name_, offset_, compressed_too_often);
      } else {
        refuse(next, damage::unknown_format, compressed_too_often);
      }
      return false;
    }
    ++depth_;
    next.counted.bytes -= packed.size();  // their contents are counted instead
    source_ = byte_source::inside(std::move(source_), packed, offset_, marks_, ahead_);
    // Later marks refer to the bytes after one more decompression.
    std::erase_if(marks_, [this](const offset_mark& one) { return one.plain > offset_; });
    for (offset_mark& one : marks_) one.own = one.own && one.plain != offset_;
  }
  used_ = begin_;
  skip_ = 0;
  needed_ = 0;
  return true;
}

// Decompresses the whole input from brotli, which only the name indicates. Returns false as unpack() does.
bool intake::unpack_brotli(std::string_view head, batch& next) {
  if (depth_ == most_packed()) {
    refuse(next, damage::unknown_format, compressed_too_often);
    return false;
  }
  ++depth_;
  settle(next);
  marks_.clear();
  accounts_.forget_plain_bytes(next);
  source_ = decompress_brotli(std::move(source_), head);
  used_ = begin_;
  return true;
}

// Returns true for mail with doubled returns. Only mail needs the repair, because empty lines separate its
// parts.
bool intake::is_mail_of_doubled_returns(std::string_view head) const {
  if (!has_doubled_returns(head)) return false;
  const std::string single = without_doubled_returns(head);
  const recognised found = recognise(head_of(single, false), options_->input, options_->text.refang);
  return found.as != nullptr && found.as->family == format_family::mail;
}

// Converts an input with another charset or other line ends. Returns true if `head` must be read again.
bool intake::recode(std::string_view head) {
  if (recoded_ == recoding::none) {
    recoded_ = recoding::characters;
    if (const std::optional<wide_encoding> wide = find_wide_encoding(head)) {
      source_ = as_utf8(std::move(source_), *wide, head);
      decoded_ = true;
      marks_.clear();
      return true;
    }
  }
  if (recoded_ != recoding::line_ends && is_mail_of_doubled_returns(head)) {
    recoded_ = recoding::line_ends;
    source_ = with_single_returns(std::move(source_), head);
    marks_.clear();
    return true;
  }
  if (recoded_ == recoding::line_ends || !has_bare_returns(head)) return false;
  recoded_ = recoding::line_ends;
  source_ = with_line_feeds(std::move(source_), head);
  return true;
}

// Returns true for text in a format that cannot declare a charset. UTF-16 that the user declares may be
// recognized as binary.
bool intake::may_be_undeclared(const recognised& found) const {
  if (found.as != nullptr) return is_undeclared_text(*found.as);
  return is_wide(undeclared_) && found.passed_over == "binary";
}

// Decodes text without a declared charset: in the requested charset, or, if the text is not UTF-8, in the
// most likely charset. Returns true if `head` must be read again.
bool intake::decode_undeclared(const recognised& found, std::string_view head, batch& next) {
  if (decoded_ || !may_be_undeclared(found)) return false;
  const undeclared_charset charset = find_undeclared_charset(head, undeclared_);
  if (!is_decoded(charset.named)) return false;
  decoded_ = true;
  if (charset.is_guessed) next.counted.damaged_at(damage::guessed_charset, name_, 0, charset.named.name);
  source_ = is_wide(charset.named) ? as_utf8(std::move(source_), wide_of(charset.named), head)
                                   : as_decoded(std::move(source_), charset.named, head);
  marks_.clear();
  used_ = begin_;
  return true;
}

input_head intake::head_of(std::string_view front, bool whole) const {
  input_head head(name_, front, whole);
  head.scripts = options_->links.scripts;
  return head;
}

bool intake::is_of_no_format(std::string_view head, bool whole) const {
  const recognised found = recognise(head_of(head, whole), options_->input, options_->text.refang);
  return found.as == nullptr && found.converter.empty() && found.passed_over == "binary";
}

// Recognizes the format. Returns false if the input cannot be read.
bool intake::recognise_input(std::string_view head, bool whole, batch& next) {
  batch_input& part = next.inputs.back();
  if (head.empty()) {
    // Nothing but a fault came of the input, if anything.
    part.not_read = accounts_.open_fault(next, name_);
    if (part.not_read) return false;
  }
  const recognised found = recognise(head_of(head, whole), options_->input, options_->text.refang);
  if (decode_undeclared(found, head, next)) return true;
  if (found.as == nullptr) {
    if (named_) {
      std::string what(found.passed_over);
      if (!found.converter.empty()) what.append("; ").append(found.converter);
      refuse(next, damage::unknown_format, what);
    }
    if (!named_) {
      accounts_.forget_bytes(next);
      next.counted.pass_over("file", found.passed_over);
    }
    return false;
  }
  be(found, next);
  if (found.without_dots) splitter_->hint_no_dot_stuffing(offset_ + std::min(head.size(), input_head_size));
  if (head.empty()) format_word_ = "empty";
  return true;
}

void intake::be(const recognised& found, batch& next) {
  format_ = found.as;
  format_word_ = format_->word;
  if (found.at) tell_place(format_->word, *found.at, next);
  splitter_ = format_->make_splitter(*options_);
  if (format_word_ == "text" || format_word_ == "urls")
    for (const std::string& one : options_->input.columns) next.counted.pass_over("column", one);
}

void intake::tell_place(std::string_view word, std::size_t at, batch& next) const {
  next.warnings.push_back(name_ + ": read as " + std::string(word) +
                          ", though its first record stands at byte " + std::to_string(at));
}

// Recognizes the format at a pause by the complete lines, or by all bytes if the user gave the format. Does
// not decide on compressed input and other charsets, which more bytes will show.
void intake::recognise_at_pause(batch& next) {
  const std::string_view pending(next.bytes.data() + begin_, used_ - begin_);
  const bool told = options_->input.format != input_format::automatic;
  const std::string_view lines = told ? pending : pending.substr(0, pending.rfind('\n') + 1);
  if (lines.size() < compression_head_size || has_bare_returns(lines) || find_wide_encoding(lines) ||
      sniff_compression(lines.substr(0, compression_head_size)) != compression::none ||
      sniff_file_archive(lines) != file_archive::none)
    return;
  const recognised found = detect_format_early(head_of(lines, false), options_->input, options_->text.refang);
  if (found.as == nullptr) return;
  if (is_decoded(undeclared_) && decode_undeclared(found, pending, next)) return;
  early_head_ = pending;
  be(found, next);
  needed_ = 0;
  split(next, false);
}

// Recognizes an input again that was recognized at a pause, until the usual size of a head is reached. The
// rest of the input is read in the new format; delivered slices stay.
void intake::recognise_again(std::string_view more, bool ended, batch& next) {
  early_head_ += more;
  const bool is_whole = ended || early_head_.size() >= input_head_size;
  const std::string_view head(early_head_.data(),
                              is_whole ? early_head_.size() : early_head_.rfind('\n') + 1);
  const recognised found = recognise(head_of(head, ended), options_->input, options_->text.refang);
  if (found.as != nullptr && found.as != format_) {
    be(found, next);
    skip_ = 0;
    needed_ = 0;
  }
  if (is_whole) early_head_.clear();
}

}  // namespace urlsieve
