#include "src/pipeline/input_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/codec/charset_detection.hpp"
#include "src/codec/compression.hpp"
#include "src/documents/archives/archive_signs.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/input_head.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/file_part.hpp"
#include "src/input/recoding/line_feed_source.hpp"
#include "src/input/recoding/utf16_source.hpp"
#include "src/text/ascii.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/text_options.hpp"

namespace urlsieve {
namespace {

// The search for a second member stops here, because a file of one member is not worth a complete scan.
constexpr std::uint64_t farthest_second_member = std::uint64_t{16} << 20;
constexpr std::uint64_t farthest_remote_member = std::uint64_t{2} << 20;

// Bytes behind a wanted cut of a text that are read at first; doubled until they hold a cut.
constexpr std::size_t text_ahead = std::size_t{1} << 20;
constexpr std::size_t remote_text_ahead = std::size_t{64} << 10;

// Returns true if a part may begin with `head`: all segments of a record (WARC 1.1, section 7) stay in one
// part.
bool begins_part(std::string_view head) {
  if (!begins_warc(head)) return begins_arc(head);
  const warc_header header = read_warc_header(head);
  return !header.record || !ascii::same(header.record->type, "continuation");
}

bool is_in_lines(const format& input_format) {
  return input_format.word == "text" || input_format.word == "urls" || input_format.word == "jsonl" ||
         input_format.word == "cdx";
}

bool is_in_records(const format& input_format) {
  return input_format.word == "warc" || input_format.word == "arc";
}

// Returns true if a skippable frame at the front may hold the dictionary of all other frames.
bool may_have_dictionary(const part_file& file) {
  std::string head;
  if (!file.read_all(0, 4, head) || head.size() != 4) return false;
  return (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50 &&
         std::string_view(head).substr(1) == "\x2A\x4D\x18";
}

std::string head_of(const part_file& file) {
  std::string head;
  if (!file.read_all(0, compression_head_size, head)) head.clear();
  return head;
}

compression packing_of(const part_file& file) {
  return sniff_compression(head_of(file));
}

// Returns the first place at or behind `wanted` where the splitter of the format cuts an uncompressed text.
// Any earlier start gives the same place, if no URL extends from there to the place.
std::optional<std::uint64_t> cut_of_text(const part_file& file, std::uint64_t wanted, const format& as,
                                         const splitter_options& options) {
  if (wanted == 0 || wanted >= file.size()) return std::min(wanted, file.size());
  const std::uint64_t before = std::uint64_t{4} * options.max_url + (std::uint64_t{64} << 10);
  const std::uint64_t begin = wanted - std::min(wanted, before);
  std::string bytes;
  for (std::uint64_t ahead = file.is_remote() ? remote_text_ahead : text_ahead;; ahead *= 2) {
    if (!file.read_all(begin, static_cast<std::size_t>(wanted - begin + ahead), bytes)) return std::nullopt;
    const bool last = begin + bytes.size() >= file.size();
    std::vector<slice> slices;
    stats ignored;
    static_cast<void>(as.make_splitter(options)->split(bytes, begin, last, {}, slices, ignored));
    for (const slice& part : slices) {
      const std::uint64_t end = part.offset + part.body_offset + part.bytes.size();
      if (end >= wanted) return end;
    }
    if (last) return file.size();
  }
}

}  // namespace

std::string_view divisible_format(const std::string& path, const splitter_options& options,
                                  std::span<const field> columns, const remote_context& remote,
                                  const object_version& expected) {
  if (any_needs(columns, column_need::lines)) return {};
  remote_fault ignored_fault;
  const std::optional<part_file> file = part_file::open(path, remote, expected, ignored_fault);
  if (!file) return {};
  const std::string front = head_of(*file);
  if (sniff_compressed_file(front) != file_archive::none) return {};
  const bool packed = sniff_compression(front) != compression::none;
  if (packed) {
    if (any_needs(columns, column_need::offsets) || may_have_dictionary(*file)) return {};
    const std::optional<std::uint64_t> second =
        file->find_member(1, nullptr, file->is_remote() ? farthest_remote_member : farthest_second_member);
    if (second.value_or(file->size()) == file->size()) return {};
  }
  stats ignored;
  read_ahead alone;
  alone.runs = 0;
  const std::unique_ptr<byte_source> source =
      file->is_remote() ? byte_source::inside(file->stored(0, file->size(), 0, path), {}, 0, {}, alone)
                        : byte_source::open(path, ignored);
  if (!source) return {};
  std::string head(input_head_size, '\0');
  std::size_t size = 0;
  while (const std::size_t got = source->read({head.data() + size, head.size() - size}, ignored)) size += got;
  head.resize(size);
  const std::string name = file->is_remote() ? without_password(path) : path;
  const input_head first(name, head, false);
  if (is_compressed(head) || sniff_file_archive(head) != file_archive::none || find_input_encoding(first) ||
      has_bare_returns(head))
    return {};
  const format_match found = match_format(first, options.input, rewrites_text(options.text));
  if (found.as == nullptr || found.at) return {};
  // A later part cannot detect the charset by its own bytes.
  if (is_undeclared_text(*found.as) &&
      needs_decoding(find_undeclared_charset(head, find_encoding(options.input.charset)).named))
    return {};
  const bool divisible = is_in_lines(*found.as) || (packed && is_in_records(*found.as));
  return divisible ? found.as->word : std::string_view();
}

opened_part open_part(const listed_input& listed, const splitter_options& options, const read_ahead& ahead,
                      const std::atomic<bool>* stop, stats& counted) {
  opened_part opened;
  const auto refuse = [&](const remote_fault& fault) {
    counted.not_read(fault.reason, listed.path, fault.why);
    return opened_part{};
  };
  remote_fault fault;
  opened.as = find_format(listed.part->format);
  if (opened.as == nullptr) {
    fault.why = "a part of an unknown format: " + listed.part->format;
    return refuse(fault);
  }
  const std::optional<part_file> file =
      part_file::open(listed.path, {ahead.remote, stop}, listed.expected, fault);
  if (!file) return refuse(fault);
  const std::string name = file->is_remote() ? without_password(listed.path) : listed.path;
  const bool packed = packing_of(*file) != compression::none;
  const auto cut_at = [&](std::uint64_t wanted) -> std::optional<std::uint64_t> {
    if (!packed) return cut_of_text(*file, wanted, *opened.as, options);
    if (wanted == 0 || wanted >= file->size()) return std::min(wanted, file->size());
    return file->find_member(wanted, is_in_records(*opened.as) ? begins_part : nullptr);
  };
  const std::optional<std::uint64_t> begin = cut_at(listed.part->from);
  const std::optional<std::uint64_t> end = begin ? cut_at(listed.part->to) : std::nullopt;
  if (!end) return refuse(file->fault());
  const std::uint64_t last = std::max(*begin, *end);
  if (!packed) {
    opened.offset = *begin;
    opened.source = file->stored(*begin, last, *begin, name, part_access::once);
    return opened;
  }
  const auto unpacked = [&](std::uint64_t from, std::uint64_t to, const read_ahead& how, part_access access) {
    return byte_source::inside(file->stored(from, to, 0, name, access), {}, 0, {}, how);
  };
  opened.source = unpacked(*begin, last, ahead, part_access::once);
  if (is_in_lines(*opened.as)) {
    read_ahead alone;
    alone.runs = 0;
    std::unique_ptr<byte_source> behind;
    if (last != file->size()) behind = unpacked(last, file->size(), alone, part_access::near_cut);
    opened.source = *begin == last ? unpacked(last, last, alone, part_access::near_cut)
                                   : lines_of_part(std::move(opened.source), *begin == 0, std::move(behind));
  }
  return opened;
}

}  // namespace urlsieve
