// Reads a stored WARC record: decompresses it, and checks that the bytes are one complete record.
#ifndef URLSIEVE_PIPELINE_STORED_RECORD_HPP
#define URLSIEVE_PIPELINE_STORED_RECORD_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/codec/compression.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// The largest record, in bytes, and the option that raises the limit.
struct record_limit {
  std::size_t most = 0;
  std::string_view option = "record_options::max_document";
};

// Returns the message for a record of `size` bytes, which is beyond the limit; 0: the size is unknown.
[[nodiscard]] std::string too_large_message(std::uint64_t size, const record_limit& limit);

struct record_fault {
  damage reason = damage::bad_record_header;
  std::string why;
};

// A record. The views point into the memory of the reader, or into the stored bytes.
struct stored_record {
  compression packing = compression::none;
  bool needs_dictionary = false;  // the stored bytes alone cannot be decompressed
  std::string_view bytes;         // decompressed, with the line ends behind the record
  bool is_arc = false;
  std::size_t header_size = 0;  // with the empty line; of ARC: the URL-record line
  std::size_t block_size = 0;
  std::optional<record_fault> fault;  // why the bytes are no record; the other members are then meaningless

  [[nodiscard]] std::string_view header() const { return bytes.substr(0, header_size); }
  [[nodiscard]] std::string_view block() const { return bytes.substr(header_size, block_size); }
  [[nodiscard]] std::string_view line_ends() const { return bytes.substr(header_size + block_size); }
};

// Keeps its memory between calls; one object per thread.
class stored_record_reader {
 public:
  // `limit`: of the decompressed record. `accepts_arc`: a record of ARC is no fault.
  explicit stored_record_reader(const record_limit& limit, bool accepts_arc = false)
      : limit_(limit), accepts_arc_(accepts_arc) {}

  // Reads the record in all of `stored`, whole compressed members or an uncompressed record. `dictionary`:
  // the frame in front of a file of zstd frames; null: none. The result is valid until the next call.
  [[nodiscard]] stored_record read(std::string_view stored,
                                   const std::shared_ptr<const std::string>& dictionary);

 private:
  [[nodiscard]] std::optional<record_fault> decompress(std::string_view stored, compression kind);
  void choose_decoder(compression kind, const std::shared_ptr<const std::string>& dictionary);

  record_limit limit_;
  bool accepts_arc_;
  std::unique_ptr<decoder> decoder_;
  compression kind_ = compression::none;  // of decoder_
  std::shared_ptr<const std::string> dictionary_;
  slab plain_;
  std::size_t size_ = 0;  // bytes in plain_
};

}  // namespace urlsieve

#endif
