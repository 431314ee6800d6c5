// What all containers of messages have in common: messages one after another, each from the container's own
// bytes before it (a "From " line) to where the next one begins. A container says what begins a message and
// where one ends; the rest is here: waiting, giving slices, and messages too large to hold.
#ifndef URLSIEVE_DOCUMENTS_MESSAGE_STREAM_HPP
#define URLSIEVE_DOCUMENTS_MESSAGE_STREAM_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/documents/lines/plain_text.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/line_mark.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Slices of slice_kind::message, from the message's first header line on. Of a message larger than the
// largest document its first part is given so, and what is beyond as windows of text that continue it; that
// is damage::too_large. Bytes that are no message are damage::bad_message and given as windows of text.
class message_stream : public splitter {
 public:
  // `text`: how URLs are looked for, as windows of text are cut where none can stand.
  message_stream(const input_options& options, const text_search& text) : text_(text) {
    options_.max_document = options.max_document;
  }

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) final;

 protected:
  // What stands between two messages.
  struct opening {
    std::size_t needed = 0;  // bytes that must be there before this can be told; 0: it is told
    std::size_t skip = 0;    // bytes before `own` that belong to nothing; then this is asked again
    std::size_t own = 0;     // bytes of the container right before the message
    bool message = true;     // else what follows is none
  };
  // Where a message ends.
  struct ending {
    std::size_t needed = 0;  // as above; nothing ends before `at`
    bool found = false;
    std::size_t at = 0;  // the message's end; if it is not found: before this place there is none, whatever
                         // may follow
    line_stuffing stuffing = line_stuffing::none;
    std::optional<damage> fault;
    std::string_view detail;
  };

  // `rest` begins where a message before it ended or the input begins, at `offset`.
  virtual opening read_opening(std::string_view rest, std::uint64_t offset, bool last) = 0;

  // What goes before every container's own reading: the mark of UTF-8 and bytes of `blanks` are skipped, then
  // `needed` bytes are waited for. Nothing: all that is done, and the container says what begins at `rest`.
  static std::optional<opening> skip_to_opening(std::string_view rest, std::uint64_t offset, bool last,
                                                std::string_view blanks, std::size_t needed);
  // The first of these steps alone.
  static std::optional<opening> skip_byte_order_mark(std::string_view rest, std::uint64_t offset, bool last);

  // `text` begins with the message, or somewhere in it if not `whole`, and goes on behind it. What is before
  // `from` was searched. With `last` it ends the input. A decision about a place may depend on up to
  // `lookahead` bytes from there on and `look_behind` before.
  virtual ending find_end(std::string_view text, std::size_t from, bool whole, bool last) = 0;
  [[nodiscard]] virtual std::size_t lookahead() const = 0;
  static constexpr std::size_t look_behind = 8;

  // The frame of find_end() where a message ends before a line that begins with `mark`, if ends(text from
  // there on) says so; that sees `reach` bytes, unless the input ends before.
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

  // The length that a container tells of a message. It counts until what follows contradicts it.
  struct told_length {
    std::optional<std::uint64_t> bytes;
    bool contradicted = false;
  };

  // The end by that length, or what must be there before it can be told; nothing: it does not count.
  // end_at(size) is where the message ends if that agrees with what follows, npos if it does not; the text
  // has `reach` bytes behind the length, unless the input ends before.
  template <class EndAt>
  std::optional<ending> find_told_end(told_length& told, std::string_view text, bool whole, bool last,
                                      std::size_t reach, EndAt&& end_at) const {
    if (!whole || !told.bytes || told.contradicted) return std::nullopt;
    if (*told.bytes > max_message() - std::min(max_message(), look_behind)) return std::nullopt;
    const auto size = static_cast<std::size_t>(*told.bytes);
    ending found;
    if (!last && text.size() < size + reach) {
      found.needed = size + reach;
      return found;
    }
    const std::size_t end = end_at(size);
    told.contradicted = end == std::string_view::npos;
    if (told.contradicted) return std::nullopt;
    found.found = true;
    found.at = end;
    return found;
  }

  // What a container does to a message before it is given: its bytes may be others, which `made` keeps then.
  virtual void shape(slice& /*made*/) const {}

  // Where in the input the message begins that find_end() is asked of.
  [[nodiscard]] std::uint64_t message_at() const { return start_ + own_; }

  [[nodiscard]] std::size_t max_message() const { return options_.max_document; }

 private:
  struct call;
  enum class inside : unsigned char { between, message, text };

  std::size_t begin(call& now);
  std::size_t read_message(call& now);
  std::size_t read_text(call& now);
  void emit(call& now, std::size_t size, const ending& how);
  void begin_text(bool continues);

  input_options
      options_;  // no more of them than matters, as there may be a splitter for each of many messages
  text_search text_;
  inside where_ = inside::between;
  std::uint64_t start_ = 0;   // of the container's bytes before the message, in the input
  std::size_t own_ = 0;       // how many
  std::size_t searched_ = 0;  // bytes of what is left of the message that no message begins in
  bool continues_ = false;    // the windows of text are of a message
  std::optional<plain_text_splitter> windows_;
};

}  // namespace urlsieve

#endif
