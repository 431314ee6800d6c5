// HTTP Archive files (HAR 1.2): a JSON document whose log.entries are exchanges of HTTP. Each entry is a
// slice, so a file of any size is never held whole.
#ifndef URLSIEVE_DOCUMENTS_HAR_HPP
#define URLSIEVE_DOCUMENTS_HAR_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/input_head.hpp"
#include "src/documents/splitter.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Returns true for a document whose first member is an object "log" with "version" and "creator", which HAR
// requires, or with "entries" whose first element has a "request".
[[nodiscard]] bool begins_har(const input_head& head);

// Gives the objects of log.entries (slice_kind::har_entry). An entry ends with its closing bracket. Entries
// whose quotes or brackets do not match end before the next `"request": {`, which no string can hold; a slice
// that begins there lacks the bracket that opens it. An entry that holds several requests ends there, too, if
// no comma or "]" follows its bracket within 64 bytes. An entry larger than the largest document is
// damage::too_large; one that the input ends in is damage::truncated_record and has a `head`. All other bytes
// are skipped.
class har_splitter final : public splitter {
 public:
  explicit har_splitter(const input_options& options) : largest_(options.max_document) {}

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  enum class event : std::uint8_t {
    none,          // all bytes were read
    needs_more,    // what follows a quote is not there
    entry_begins,  // with the last byte read
    entry_ends,    // with the last byte read
    request_cuts   // the next byte begins a "request" that does not belong to the bytes before
  };

  event scan(std::string_view rest, std::size_t to, bool last);
  event read_quote(std::string_view rest, bool last);
  event note_request();
  void begin_entry(bool at_request);
  void scan_bracket_again();
  void consume(std::size_t size);

  std::size_t largest_;

  // State of the scan in the bytes that split() did not consume.
  std::size_t scanned_ = 0;
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool is_escaped_ = false;
  std::string name_;  // the last string at the depth of members of "log", or how it begins

  bool has_entries_ = false;      // log.entries has begun
  bool in_entries_ = false;       // the array at the depth of members is log.entries
  bool in_entry_ = false;         // the bytes begin with an entry
  bool is_too_large_ = false;     // its bytes go by
  bool has_request_ = false;      // its "request" was read
  std::size_t next_request_ = 0;  // where another one begins; 0: none was read
  bool is_damaged_ = false;       // an entry had no end: each "request" is of an entry of its own
};

}  // namespace urlsieve

#endif
