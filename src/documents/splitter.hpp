// The contract of a splitter: a stream of bytes in, slices out. It runs serially, so it does only what must
// be serial: find where one document or run of lines ends. What is inside a slice is read later, in parallel.
//
// Where slices are cut depends on the content alone, unless the input pauses or parts of it are split apart,
// never on how else the bytes arrived; where a cut could be seen in the references found (a URL wrapped over
// lines), it is made only where it cannot.
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

// How the bytes of a slice are to be read.
enum class slice_kind : std::uint8_t {
  whole,         // one document (or a window of a text), its media type in `type`
  http_message,  // an HTTP response as recorded in a web archive: header and body
  json_lines,    // whole lines, each a JSON object
  metadata,      // what a web archive notes about another record, where that holds links
  message,       // a mail or news message: header and body (RFC 5322), MIME or not
  har_entry,     // an exchange of HTTP as a HAR file records it: a JSON object
};

// What a container did to the lines of its messages.
enum class line_stuffing : std::uint8_t {
  none,
  mboxo,   // "From " at the start of a line became ">From "
  mboxrd,  // and ">From " became ">>From ", and so on
  nntp     // "." at the start of a line became ".." (RFC 3977 section 3.1.1)
};

// Views point into the bytes given to split(), or into what `kept` owns.
struct slice {
  slice_kind kind = slice_kind::whole;
  media type = media::text;
  std::string_view bytes;
  std::string_view target;      // WARC-Target-URI, else empty
  std::string_view media_type;  // Content-Type of the record, else empty; "text/html; charset=..." as written
  std::string_view location;    // of a window: Content-Location of its response, as written
  line_stuffing stuffing = line_stuffing::none;
  std::uint64_t offset = 0;                      // of the document or record in the decompressed input
  std::uint32_t body_offset = 0;                 // from `offset` to the first of `bytes`
  field_form fields;                             // of media::text: how its records are cut
  std::shared_ptr<const table_columns> columns;  // likewise: what its columns are
  bool continues = false;                        // a later window of the document of the slice before it
  std::string_view head;                         // of a window of markup: how its document began
  std::string_view page_base;                    // and its base, as written, where an earlier window told it
  std::uint64_t record = 0;                      // where its record begins in the decompressed input
  std::uint64_t record_size = 0;                 // with the line ends behind it; 0: it is of no record
  std::string_view record_header;           // of a record that is not held whole: its headers, that of HTTP,
                                            // too; else empty
  std::uint64_t line = 0;                   // of a text's first byte, where it was counted; 0: it was not
  std::shared_ptr<const std::string> kept;  // target, media type and location of a window whose record
                                            // began in bytes that are gone
  std::shared_ptr<const std::string> header_kept;  // likewise record_header
};

// One object an input, called from one thread. Between calls it keeps what it must know of bytes that are
// gone, such as how a record that goes by ends.
class splitter {
 public:
  struct progress {
    std::size_t
        consumed;  // from the front of `bytes`; more than there is: that much of what follows is skipped
    std::size_t needed;  // bytes, from the first one not consumed on, that must be there before the next call
                         // can make progress; 0: any more will do
    bool packed = false;  // what stands behind what was consumed is compressed, and begins a member
  };

  virtual ~splitter() = default;

  // `bytes` is everything not consumed so far, `offset` where it begins in the input, `last` that nothing
  // follows. Appends slices to `out`. With `last`, everything is consumed, unless it is packed. Damage is
  // counted under `input`.
  virtual progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                         std::vector<slice>& out, stats& counted) = 0;

  // In the first `bytes` of the input no line that begins behind another one begins with ".". May be said
  // before the first split(), to those that would look for such a line.
  virtual void tell_without_dots(std::uint64_t bytes) { static_cast<void>(bytes); }

  // The input pauses behind `bytes`, which split() left: what nothing that follows can change is given,
  // though a slice has room for more. Returns how much was consumed. Of documents that end with their last
  // byte split() has given all there is.
  virtual std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) {
    static_cast<void>(bytes);
    static_cast<void>(offset);
    static_cast<void>(out);
    return 0;
  }

  // Of a stream that may be cut at many places, so that what stands between two cuts is split without the
  // rest: one that splits such a part, as going on with what was given so far. Null: the stream is not one,
  // nothing was given yet, or what split() left does not begin at such a place.
  [[nodiscard]] virtual std::unique_ptr<splitter> twin() const { return nullptr; }

  // While twin() gives one: the last cut in `bytes`, which stand anywhere behind what split() left; 0: there
  // is none that they tell. Their first cut_reach() bytes are only looked at.
  [[nodiscard]] virtual std::size_t last_cut(std::string_view bytes) const {
    static_cast<void>(bytes);
    return 0;
  }
  [[nodiscard]] virtual std::size_t cut_reach() const { return 0; }
};

}  // namespace urlsieve

#endif
