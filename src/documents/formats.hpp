// The table of input formats: the word, the detection, and the splitter of each.
#ifndef URLSIEVE_DOCUMENTS_FORMATS_HPP
#define URLSIEVE_DOCUMENTS_FORMATS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "src/documents/input_head.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/encodings/wide_text.hpp"

namespace urlsieve {

struct input_options;
struct text_options;

// The options that splitters take. The groups outlive the splitters.
struct splitter_options {
  const input_options& input;
  const text_options& text;
  std::uint32_t max_url;         // url_options::max_url
  bool whole_records = false;    // extract_options::whole_records
  bool lists_hold_text = false;  // lists of URLs are detected by content: see slice::may_hold_text
};

// `text` formats are tried only if the input is text, other formats on any bytes.
enum class format_family : std::uint8_t { mail, archive, responses, text };

struct format {
  std::string_view word;  // unique name of the format in statistics and tasks: "mbox"
  format_family family;
  // Returns true if the input begins in this format.
  bool (*begins)(const input_head& head);
  // Returns the offset of the first record behind foreign bytes, if there is one. Null if the format is
  // recognized only at the start of an input.
  std::optional<std::size_t> (*find)(const input_head& head);
  std::unique_ptr<splitter> (*make_splitter)(const splitter_options& options);
};

// Returns the table, in the order of detection. The last format, plain text, accepts any text.
[[nodiscard]] std::span<const format> formats();

// Returns the format with this word; null if there is none.
[[nodiscard]] const format* find_format(std::string_view word);

// Returns true for formats of plain text, which cannot declare a charset.
[[nodiscard]] bool is_undeclared_text(const format& row);

// Returns the splitter for a document of known type that arrives in pieces. Its slices are slice_kind::whole.
[[nodiscard]] std::unique_ptr<splitter> make_document_splitter(media type, const splitter_options& options);

// Returns the encoding of an input in UTF-16 or UTF-32. A mailbox or web archive is in neither, also if a
// page or text in UTF-16 fills most of its first bytes.
[[nodiscard]] std::optional<wide_encoding> find_input_encoding(const input_head& head);

// The result of detection.
struct format_match {
  const format* as = nullptr;     // null: the input is skipped
  std::string_view skipped;       // a name for the content of a skipped input ("binary"); else empty
  std::optional<std::size_t> at;  // offset of the first record behind foreign bytes, if there are any
  std::string_view converter;     // advice on a conversion; empty: none known
  bool without_dots = false;      // see input_head
};

// Returns the format of an input. options.format has precedence; if it means several formats, the content
// decides among them. Otherwise the content decides; the name only helps (a text with tags is HTML if its
// name says so). With `rewrites`, a list of URLs is read as text, because its lines may be defanged or
// escaped. Sets `head.without_dots`.
[[nodiscard]] format_match match_format(const input_head& head, const input_options& options,
                                        bool rewrites = false);

// Returns the format of an input that pauses before its head is complete, from the whole lines so far.
// Returns an empty result if these lines may be half of a message or record header.
[[nodiscard]] format_match detect_format_early(const input_head& head, const input_options& options,
                                               bool rewrites = false);

}  // namespace urlsieve

#endif
