// Splits HTTP Archive files (HAR 1.2): a JSON document whose log.entries are HTTP exchanges. Each entry
// becomes a slice, so the splitter never holds a whole file.
#ifndef URLSIEVE_DOCUMENTS_HAR_HPP
#define URLSIEVE_DOCUMENTS_HAR_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/input_head.hpp"
#include "src/documents/splitter.hpp"

namespace urlsieve {

struct input_options;

// Returns true if the first member of the document is an object "log" with "version" and "creator", which HAR
// requires, or with "entries" whose first element has a "request".
[[nodiscard]] bool begins_har(const input_head& head);

// Delivers the objects of log.entries as slice_kind::har_entry.
//
// An entry ends at its closing bracket. If its quotes or brackets do not match, the entry ends before the
// next `"request": {`, which no string can contain. A slice that begins at such a request lacks its opening
// bracket. An entry with several requests also ends there, if no comma or "]" follows its closing bracket
// within 64 bytes.
//
// An entry larger than the largest document is damage::too_large. An entry that the input truncates is
// damage::truncated_record, and its slice has a `head`. All other bytes are skipped.
class har_splitter final : public splitter {
 public:
  explicit har_splitter(const input_options& options);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  enum class event : std::uint8_t {
    none,          // the scan reached `to`
    needs_more,    // the bytes behind a quote are missing
    entry_begins,  // with the last byte read
    entry_ends,    // with the last byte read
    request_cuts   // the next byte begins a "request" of another entry
  };

  event scan(std::string_view rest, std::size_t to, bool last);
  event read_quote(std::string_view rest, bool last);
  event note_request();
  void begin_entry(bool at_request);
  void scan_bracket_again();
  void consume(std::size_t size);

  std::size_t largest_;

  // The state of the scan in the bytes that split() has not consumed.
  std::size_t scanned_ = 0;
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool is_escaped_ = false;
  std::string name_;  // the last string at the depth of members of "log", or its front

  bool has_entries_ = false;      // log.entries has begun
  bool in_entries_ = false;       // the current array is log.entries
  bool in_entry_ = false;         // the bytes begin with an entry
  bool is_too_large_ = false;     // the entry is being skipped
  bool has_request_ = false;      // the "request" of the entry was read
  std::size_t next_request_ = 0;  // offset of another request in the entry; 0: none
  bool is_damaged_ = false;       // an entry had no end: from now on each "request" begins an entry
};

}  // namespace urlsieve

#endif
