// The sizes of a batch delimit its articles. A compressed batch is decompressed in memory, up to the largest
// document, and then split like any other.
#include "src/documents/mailboxes/news_batch.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <span>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/codec/lzw.hpp"
#include "src/documents/header_fields.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view news_batch_mark = "#! rnews ";
constexpr std::size_t news_batch_longest_line = 64;

struct batch_line {
  std::size_t size;  // with its end
  std::uint64_t length;
};

// Reads "#! rnews 1234"; some writers append the number of remaining articles.
std::optional<batch_line> read_line(std::string_view text) {
  text = text.substr(0, news_batch_longest_line);
  const std::size_t feed = text.find('\n');
  if (!text.starts_with(news_batch_mark) || feed == npos) return std::nullopt;
  const std::string_view number = trimmed(text.substr(news_batch_mark.size(), feed - news_batch_mark.size()));
  batch_line found{feed + 1, 0};
  const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), found.length);
  const bool whole = failed == std::errc() && (end == number.data() + number.size() || *end == ' ');
  return whole ? std::optional(found) : std::nullopt;
}

struct unpacking {
  std::optional<damage> fault;
  std::string_view detail;
};

constexpr unpacking too_large{damage::too_large, "a batch that expands beyond the largest document"};

unpacking unpack_compressed(std::string_view packed, std::size_t limit, std::string& out) {
  switch (decompress_lzw(packed, limit, out)) {
    case lzw_end::whole:
      break;
    case lzw_end::corrupt:
      return {damage::corrupt_compression, "compress: an undefined code"};
    case lzw_end::limit:
      return too_large;
  }
  return {};
}

// Decompresses `packed` into `out`, at most `limit` bytes. After a fault, `out` has the bytes before it.
unpacking unpack(std::string_view packed, std::size_t limit, std::string& out) {
  if (begins_lzw(packed)) return unpack_compressed(packed, limit, out);
  const auto with = make_decoder(sniff_compression(packed.substr(0, compression_head_size)));
  if (!with) return {damage::corrupt_compression, "a batch with an unknown compression"};
  std::size_t consumed = 0;
  std::size_t size = 0;
  decode_step step;
  while (step.state == decode_state::more && size <= limit) {
    out.resize(std::max<std::size_t>(2 * size, 4 * packed.size() + 4096));
    step = with->decode(packed.substr(consumed), std::span(out).subspan(size), true);
    consumed += step.consumed;
    size += step.produced;
    if (step.consumed == 0 && step.produced == 0 && step.state == decode_state::more)
      step.state = decode_state::truncated;
  }
  out.resize(std::min(size, limit));
  if (size > limit) return too_large;
  if (step.state == decode_state::truncated) return {damage::truncated_compression, with->fault()};
  if (step.state == decode_state::corrupt) return {damage::corrupt_compression, with->fault()};
  return {};
}

}  // namespace

bool begins_news_batch(std::string_view text) {
  return text.starts_with(news_batch_mark);
}

bool begins_compressed_news(std::string_view text) {
  if (!trimmed(text.substr(0, 1)).empty() && text.front() != '#') return false;
  const std::string_view line = trimmed(text.substr(0, std::min(text.find('\n'), news_batch_longest_line)));
  return line.starts_with("#! "sv) && line.ends_with("unbatch"sv);
}

std::size_t news_batch_splitter::lookahead() const {
  return news_batch_longest_line;
}

message_stream::opening news_batch_splitter::read_opening(std::string_view rest, std::uint64_t offset,
                                                          bool last) {
  if (const auto before = skip_to_opening(rest, offset, last, " \t\r\n", news_batch_longest_line))
    return *before;
  opening found;
  length_ = {};
  if (const auto line = read_line(rest)) {
    found.own = line->size;
    length_.bytes = line->length;
  } else {
    found.message = false;
  }
  return found;
}

message_stream::ending news_batch_splitter::find_end(std::string_view text, std::size_t from, bool whole,
                                                     bool last) {
  const auto end_of_article = [&](std::size_t size) {
    if (size > text.size()) return npos;
    const std::string_view behind = trimmed(text.substr(size, news_batch_longest_line));
    const bool at_the_end = behind.empty() && last && text.size() <= size + news_batch_longest_line;
    return behind.starts_with("#! "sv) || at_the_end ? size : npos;
  };
  if (const auto declared =
          find_declared_end(length_, text, whole, last, news_batch_longest_line, end_of_article))
    return *declared;
  ending found = find_marked_end(text, from, last, news_batch_mark, news_batch_longest_line,
                                 [](std::string_view line) { return read_line(line).has_value(); });
  if (length_.contradicted) {
    found.fault = damage::bad_record_length;
    found.detail = "the size of an article is contradicted by what follows";
  }
  return found;
}

compressed_news_splitter::compressed_news_splitter(const input_options& options, const text_search& text)
    : max_document_(options.max_document), text_(text) {}

splitter::progress compressed_news_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                                   std::string_view input, std::vector<slice>& out,
                                                   stats& counted) {
  if (!skipping_ && bytes.size() > max_document_) {
    counted.damaged_at(damage::too_large, input, offset,
                       "a compressed batch larger than the largest document");
    skipping_ = true;
  }
  if (skipping_) return {bytes.size(), 0};
  if (!last) return {0, std::min(std::max<std::size_t>(2 * bytes.size(), 4096), max_document_ + 1)};
  split_unpacked(bytes, offset, input, out, counted);
  return {bytes.size(), 0};
}

void compressed_news_splitter::split_unpacked(std::string_view batch, std::uint64_t offset,
                                              std::string_view input, std::vector<slice>& out,
                                              stats& counted) const {
  const auto unpacked = std::make_shared<std::string>();
  const unpacking done =
      unpack(batch.substr(std::min(batch.find('\n'), batch.size() - 1) + 1), max_document_, *unpacked);
  if (done.fault) counted.damaged_at(*done.fault, input, offset, done.detail);
  const std::size_t before = out.size();
  input_options options;
  options.max_document = max_document_;
  news_batch_splitter articles(options, text_);
  articles.split(*unpacked, 0, true, input, out, counted);
  const std::shared_ptr<const std::string> owner = unpacked;
  for (std::size_t i = before; i < out.size(); ++i) {
    out[i].owner = owner;
    out[i].offset = offset;
    out[i].body_offset = 0;
  }
}

}  // namespace urlsieve
