// The contract of splitters: a splitter cuts a stream of bytes into slices. Splitters run serially, so they
// only find where a document or a run of lines ends; openers read the slices in parallel.
//
// The cuts depend only on the content, never on the sizes of the buffers, unless the input pauses or its
// parts are split separately (see fork_at_cut()). A cut never changes the references found (a URL wrapped
// over lines), except in a text without a safe cut within the largest document.
#ifndef URLSIEVE_DOCUMENTS_SPLITTER_HPP
#define URLSIEVE_DOCUMENTS_SPLITTER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class unread_documents;

// How an opener reads the bytes of a slice.
enum class slice_kind : std::uint8_t {
  whole,         // one document, or a window of one; `type` has its media type
  http_message,  // an HTTP response, or a request with a body, as recorded: header and body
  json_lines,    // whole lines of JSON objects
  metadata,      // metadata about another record of a web archive, with links
  message,       // a mail or news message: header and body (RFC 5322), MIME or not
  body,          // the body of a record without an HTTP header; `media_type` has the declared type
  har_entry,     // an HTTP exchange in a HAR file: a JSON object
  record,        // a record of a web archive, with extract_options::whole_records: its block
};

// How a container altered the lines of its messages.
enum class line_stuffing : std::uint8_t {
  none,
  mboxo,   // "From " at the start of a line became ">From "
  mboxrd,  // also ">From " became ">>From ", and so on
  nntp     // "." at the start of a line became ".." (RFC 3977 section 3.1.1)
};

// A unit of work for an opener. Views point into the bytes given to split(), or into `owner` and
// `header_owner`.
struct slice {
  slice_kind kind = slice_kind::whole;
  media type = media::text;
  std::string_view bytes;
  std::string_view target;      // WARC-Target-URI, else empty
  std::string_view media_type;  // Content-Type of the record (in windows: of the response) as written
  std::string_view location;    // Content-Location of the response, as written; only in windows
  line_stuffing stuffing = line_stuffing::none;
  std::uint64_t offset = 0;                      // of the document or record in the decompressed input
  std::uint32_t body_offset = 0;                 // from `offset` to the first of `bytes`
  field_form fields;                             // form of table records, for media::text
  std::shared_ptr<const table_columns> columns;  // columns of the table, for media::text
  bool continues = false;                        // continues the document of the previous slice
  bool may_hold_text = false;                    // for media::url_list: lines that are not one URL are text
  std::string_view head;          // of a window: the front of a markup document; " " for cut JSON
  std::string_view page_base;     // base URL, as written, that an earlier window of markup declared
  std::uint64_t record = 0;       // offset of the record in the decompressed input
  std::uint64_t record_size = 0;  // with the line ends that close it; 0: not part of a record
  // Record and HTTP headers of a record not held whole; else empty. A slice_kind::record that is not held
  // whole has two empty slices: the first where it begins, and one that `continues` where it ends.
  std::string_view record_header;
  std::string_view message_header;           // of windows of a message: the front of its header; else empty
  std::uint64_t line = 0;                    // number of the first line of a text; 0: not counted
  std::shared_ptr<const std::string> owner;  // owner of bytes that are not in the buffer of split()
  std::shared_ptr<const std::string> header_owner;  // owner of record_header or message_header
};

// Splits one input; one object per input, called by one thread at a time. Between calls, the splitter keeps
// the state of earlier bytes, for example the end of a record that is being skipped.
class splitter {
 public:
  struct progress {
    std::size_t consumed;  // more than bytes.size(): the excess is skipped in the following bytes
    std::size_t needed;    // unconsumed bytes that the next call needs; 0: any more bytes
    bool packed = false;   // a compressed member begins behind the consumed bytes
  };

  virtual ~splitter() = default;

  // Splits `bytes`, all bytes not consumed so far, which begin at `offset` of the input; `last`: the input
  // ends with them. Appends slices to `out`, and counts damage in `counted` under the name `input`. With
  // `last`, consumes everything up to a compressed member (progress::packed).
  virtual progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                         std::vector<slice>& out, stats& counted) = 0;

  // Called where bytes of the input are missing, after split() with `last`. Returns true if the splitter
  // resumes behind the gap; if false, a new splitter begins there.
  [[nodiscard]] virtual bool spans_gaps() const { return false; }

  // Hint: within the first `bytes` of the input, no line but the first begins with ".". May be called before
  // the first split(). Splitters that search for such lines skip these bytes.
  virtual void hint_no_dot_stuffing(std::uint64_t bytes) { static_cast<void>(bytes); }

  // Lets split() skip documents that the run does not need: split() then consumes bytes that it was not given
  // (progress::consumed). Splitters that need all bytes ignore this. Requires: `unread` outlives the
  // splitter.
  virtual void leave_unread(unread_documents& unread) { static_cast<void>(unread); }

  // Delivers early at a pause of the input behind `bytes`, which split() left unconsumed: emits the slices
  // that no later byte can change, even if they are small. Returns the number of bytes consumed. Formats
  // whose documents end with their last byte need no implementation, because split() has delivered all.
  virtual std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) {
    static_cast<void>(bytes);
    static_cast<void>(offset);
    static_cast<void>(out);
    return 0;
  }

  // Returns a splitter for the bytes behind a cut, if the format allows independent splitting between cuts.
  // The new splitter continues as if the slices so far had been delivered. Returns null if the format does
  // not allow cuts, if no slice was delivered yet, or if the unconsumed bytes do not begin at a cut.
  [[nodiscard]] virtual std::unique_ptr<splitter> fork_at_cut() const { return nullptr; }

  // Returns the offset of the last cut in `bytes`, or 0 if they show none. The first cut_context_size() bytes
  // are context only. Requires: fork_at_cut() is not null; `bytes` follow the bytes that split() left,
  // anywhere in the input.
  [[nodiscard]] virtual std::size_t last_cut(std::string_view bytes) const {
    static_cast<void>(bytes);
    return 0;
  }
  // Returns the number of bytes before a cut that last_cut() must see.
  [[nodiscard]] virtual std::size_t cut_context_size() const { return 0; }
};

}  // namespace urlsieve

#endif
