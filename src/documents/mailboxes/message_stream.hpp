// Base of all splitters of message containers. A container has messages one after another, each behind bytes
// of the container (a "From " line). A subclass finds where messages begin and end; this class waits for
// bytes, delivers slices, and handles messages too large to hold.
#ifndef URLSIEVE_DOCUMENTS_MESSAGE_STREAM_HPP
#define URLSIEVE_DOCUMENTS_MESSAGE_STREAM_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/lines/plain_text.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

struct input_options;

// Delivers slices of slice_kind::message that begin with the first header line. A message larger than the
// largest document is damage::too_large: its front is a message slice, its rest are windows of text that
// continue it. Bytes that are not a message are damage::bad_message and become windows of text.
class message_stream : public splitter {
 public:
  // `text`: the search options, because windows of text are cut only where no URL can be.
  message_stream(const input_options& options, const text_search& text);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) final;

 protected:
  // The bytes before a message.
  struct opening {
    std::size_t needed = 0;  // bytes required for a decision; 0: decided
    std::size_t skip = 0;    // bytes to drop before `own`; then read_opening() is called again
    std::size_t own = 0;     // bytes of the container directly before the message
    bool message = true;     // false: the following bytes are not a message
  };
  // The end of a message.
  struct ending {
    std::size_t needed = 0;  // bytes required for a decision; no message ends before `at`
    bool found = false;
    std::size_t at = 0;  // the end; if not found, no message ends before this offset
    line_stuffing stuffing = line_stuffing::none;
    std::optional<damage> fault;
    std::string_view detail;
  };

  // Reads the bytes before a message. `rest` begins at `offset`, where the previous message ended or the
  // input begins.
  virtual opening read_opening(std::string_view rest, std::uint64_t offset, bool last) = 0;

  // The common first step of read_opening(): skips a UTF-8 mark and the bytes of `blanks`, then waits for
  // `needed` bytes. Returns nullopt when nothing is left to do, and the subclass reads `rest`.
  static std::optional<opening> skip_to_opening(std::string_view rest, std::uint64_t offset, bool last,
                                                std::string_view blanks, std::size_t needed);
  // Skips the UTF-8 mark only.
  static std::optional<opening> skip_byte_order_mark(std::string_view rest, std::uint64_t offset, bool last);

  // Finds the end of the message in `text`. `whole`: the text begins with the message; else it begins inside
  // the message. Bytes before `from` were searched earlier; with `last`, the input ends with `text`. If
  // neither `found` nor `needed` is set, the message has no end in `text`. A decision at an offset may depend
  // on `look_behind` bytes before it and `lookahead` bytes after it.
  virtual ending find_end(std::string_view text, std::size_t from, bool whole, bool last) = 0;
  [[nodiscard]] virtual std::size_t lookahead() const = 0;
  static constexpr std::size_t look_behind = 8;

  // Implements find_end() for containers whose messages end before a line that begins with `mark`, if
  // ends(text from that line on) is true. `ends` sees `reach` bytes, fewer only at the end of the input.
  template <class Ends>
  static ending find_marked_end(std::string_view text, std::size_t from, bool last, std::string_view mark,
                                std::size_t reach, Ends&& ends) {
    ending found;
    for (std::size_t place = find_line_mark(text, from, mark); place != std::string_view::npos;
         place = find_line_mark(text, place + 1, mark)) {
      found.at = place;
      if (!last && text.size() < place + reach) {
        found.needed = place + reach;
        return found;
      }
      found.found = ends(text.substr(place));
      if (found.found) return found;
    }
    found.at = text.size() - std::min(text.size(), mark.size() - 1);
    return found;
  }

  // The declared length of a message, valid until the following bytes contradict it.
  struct declared_length {
    std::optional<std::uint64_t> bytes;
    bool contradicted = false;
  };

  // Returns the end by the declared length, or the number of bytes needed to confirm it. Returns nullopt if
  // the length does not count. end_at(size) returns the confirmed end, or npos if the following bytes
  // contradict the length. end_at() sees `reach` bytes behind the length, fewer only at the end of the input.
  template <class EndAt>
  std::optional<ending> find_declared_end(declared_length& length, std::string_view text, bool whole,
                                          bool last, std::size_t reach, EndAt&& end_at) const {
    if (!whole || !length.bytes || length.contradicted) return std::nullopt;
    if (*length.bytes > max_message() - std::min(max_message(), look_behind)) return std::nullopt;
    const auto size = static_cast<std::size_t>(*length.bytes);
    ending found;
    if (!last && text.size() < size + reach) {
      found.needed = size + reach;
      return found;
    }
    const std::size_t end = end_at(size);
    length.contradicted = end == std::string_view::npos;
    if (length.contradicted) return std::nullopt;
    found.found = true;
    found.at = end;
    return found;
  }

  // Transforms a message before delivery. New bytes are owned by `message.owner`.
  virtual void transform(slice& /*message*/) const {}

  // Returns the input offset of the message that find_end() searches.
  [[nodiscard]] std::uint64_t message_at() const { return start_ + own_; }

  [[nodiscard]] std::size_t max_message() const { return max_document_; }

 private:
  struct call;
  enum class inside : unsigned char { between, message, text };

  std::size_t begin(call& now);
  std::size_t read_message(call& now);
  std::size_t read_text(call& now);
  void emit(call& now, std::size_t size, const ending& how);
  void begin_text(bool continues);

  std::size_t max_document_;  // input_options::max_document
  text_search text_;
  inside where_ = inside::between;
  std::uint64_t start_ = 0;   // input offset of the container's bytes before the message
  std::size_t own_ = 0;       // number of these bytes
  std::size_t searched_ = 0;  // unconsumed bytes of the message that were searched for its end
  bool continues_ = false;    // the windows of text continue a message
  std::shared_ptr<const std::string> header_;  // front of the header of that message
  std::optional<plain_text_splitter> windows_;
};

}  // namespace urlsieve

#endif
