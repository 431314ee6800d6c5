// Checks one fetched record, and prepares its copy: the bytes to write, and the damage found. Threads share
// nothing.
#ifndef URLSIEVE_RECORDS_RECORD_COPY_HPP
#define URLSIEVE_RECORDS_RECORD_COPY_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "src/codec/compression.hpp"
#include "src/codec/content_encoding.hpp"
#include "src/pipeline/places/fetched_records.hpp"
#include "src/pipeline/places/stored_record.hpp"
#include "src/records/cdxj_line.hpp"
#include "src/records/record_digests.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// The form in which records are written.
struct copy_form {
  enum class content : std::uint8_t { records, payloads, nothing };

  content written = content::records;       // payloads are decoded
  bool is_indexed = false;                  // copied_record::description is set
  compression packing = compression::none;  // of records
  record_limit limit;                       // of a record or payload
};

struct copied_record {
  std::string bytes;  // to write
  // False if the record is unavailable or invalid; `counted` has the reason.
  bool is_copied = false;
  bool is_recompressed = false;              // the record was stored in another compression
  bool is_verified = false;                  // a digest matches
  std::shared_ptr<const std::string> input;  // name of the input that stores the record
  std::uint64_t stored_offset = 0;
  std::uint64_t stored_size = 0;
  std::string description;  // for the index (cdxj_line.hpp); empty: no capture
  stats counted;            // damage
};

// Keeps its memory between calls; one object per thread.
class record_copier {
 public:
  explicit record_copier(const copy_form& form) : form_(form), reader_(form.limit) {}

  // Returns the bytes to write for `fetched`, whose bytes are moved. A record that differs from its digest is
  // damage::wrong_checksum, but copied.
  [[nodiscard]] copied_record copy(fetched_record&& fetched);

 private:
  void write_payload(const stored_record& record, const fetched_record& fetched, copied_record& copied);
  void write_record(const stored_record& record, std::string&& stored, copied_record& copied);

  copy_form form_;
  stored_record_reader reader_;
  std::unique_ptr<encoder> encoder_;  // of form_.packing, created for the first record that needs it
  content_decoder content_;
  cdxj_describer captures_;
  arena scratch_;
};

}  // namespace urlsieve

#endif
