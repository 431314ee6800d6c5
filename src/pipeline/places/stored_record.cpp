#include "src/pipeline/places/stored_record.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "src/documents/archives/arc_record.hpp"
#include "src/documents/archives/warc_record.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t kept_buffer = std::size_t{1} << 20U;

// Sets the sizes of the record, or the fault. `length`: of the block.
void set_sizes(stored_record& record, std::size_t header_size, std::optional<std::uint64_t> length) {
  if (!length) {
    record.fault =
        record_fault{damage::bad_record_length, record.is_arc ? "the record has no valid length"
                                                              : "the record has no valid Content-Length"};
  } else if (*length > record.bytes.size() - header_size) {
    record.fault = record_fault{damage::truncated_record, "the bytes end before the end of the record"};
  } else {
    record.header_size = header_size;
    record.block_size = static_cast<std::size_t>(*length);
    if (record.line_ends().find_first_not_of("\r\n") != std::string_view::npos)
      record.fault = record_fault{damage::bad_record_length, "the bytes hold more than one record"};
  }
}

// Reads the header in record.bytes, and sets the sizes or the fault.
void read_header(stored_record& record, bool accepts_arc) {
  if (begins_record(record.bytes)) {
    const warc_header header = read_warc_header(record.bytes);
    if (header.record) return set_sizes(record, header.record->header_size, header.record->length);
    record.fault = record_fault{damage::truncated_record, "the header of the record has no end"};
    return;
  }
  const std::optional<arc_record> arc = read_arc_line(record.bytes);
  record.is_arc = arc.has_value();
  if (arc && accepts_arc) return set_sizes(record, arc->line_size, arc->length);
  record.fault = record_fault{damage::bad_record_header,
                              arc ? "the record is of ARC, and only WARC records are copied: name the file"
                                  : "no WARC record begins here"};
}

}  // namespace

std::string too_large_message(std::uint64_t size, const record_limit& limit) {
  const std::string most = std::to_string(limit.most);
  return (size == 0 ? "the record has more than " + most + " bytes"
                    : "the record has " + std::to_string(size) + " bytes, more than " + most) +
         ": raise " + std::string(limit.option);
}

stored_record stored_record_reader::read(std::string_view stored,
                                         const std::shared_ptr<const std::string>& dictionary) {
  stored_record record;
  record.packing = sniff_compression(stored.substr(0, compression_head_size));
  plain_.shrink(kept_buffer);
  if (record.packing == compression::none) {
    if (stored.size() > limit_.most)
      record.fault = record_fault{damage::too_large, too_large_message(stored.size(), limit_)};
    record.bytes = stored;
  } else {
    choose_decoder(record.packing, dictionary);
    record.fault = decompress(stored, record.packing);
    record.bytes = std::string_view(plain_.data(), size_);
    record.needs_dictionary = decoder_->has_dictionary();
  }
  if (!record.fault) read_header(record, accepts_arc_);
  return record;
}

void stored_record_reader::choose_decoder(compression kind,
                                          const std::shared_ptr<const std::string>& dictionary) {
  const bool has_changed = kind == compression::zstd && dictionary != dictionary_;
  if (decoder_ == nullptr || kind != kind_ || has_changed) {
    decoder_ = make_decoder(kind);
    kind_ = kind;
    dictionary_ = kind == compression::zstd ? dictionary : nullptr;
    if (dictionary_ != nullptr) {
      std::array<char, 1> no_output{};
      static_cast<void>(decoder_->decode(std::span(*dictionary_), no_output, false));
    }
    return;
  }
  decoder_->reset();
}

// Decompresses all members of `stored` into plain_.
std::optional<record_fault> stored_record_reader::decompress(std::string_view stored, compression kind) {
  constexpr std::size_t first_buffer = std::size_t{64} << 10U;
  size_ = 0;
  plain_.grow(std::min(limit_.most, first_buffer) + 1, 0);
  std::size_t done = 0;
  for (bool is_whole = false; !is_whole;) {
    if (size_ == plain_.capacity()) plain_.grow(std::min(2 * plain_.capacity(), limit_.most + 1), size_);
    const decode_step step = decoder_->decode(
        std::span(stored).subspan(done), std::span(plain_.data() + size_, plain_.capacity() - size_), true);
    done += step.consumed;
    size_ += step.produced;
    if (size_ > limit_.most) return record_fault{damage::too_large, too_large_message(0, limit_)};
    if (step.state == decode_state::corrupt)
      return record_fault{damage::corrupt_compression, std::string(decoder_->fault())};
    if (step.state == decode_state::truncated)
      return record_fault{damage::truncated_compression,
                          "the compressed record does not end in the range of " +
                              std::to_string(stored.size()) + " bytes: check record-length"};
    is_whole = step.state == decode_state::member_end && done == stored.size();
    if (step.state == decode_state::member_end && !is_whole &&
        sniff_compression(stored.substr(done, compression_head_size)) != kind)
      return record_fault{damage::junk_after_member, "other bytes follow the compressed record"};
  }
  return std::nullopt;
}

}  // namespace urlsieve
