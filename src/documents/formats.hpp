// The table of formats: what an input is as a whole, how that is told, and the splitter that goes with it.
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
#include "urlsieve/options.hpp"

namespace urlsieve {

// Formats of text are looked for in text only, the others in any bytes.
enum class format_family : std::uint8_t { mail, archive, text };

struct format {
  std::string_view word;
  format_family family;
  // Whether an input begins so.
  bool (*begins)(const input_head& head);
  // Where the format's first record stands behind bytes that are none of it; null: only its beginning tells
  // it.
  std::optional<std::size_t> (*find)(const input_head& head);
  std::unique_ptr<splitter> (*make_splitter)(const extract_options& options);
};

// In the order in which they are asked; the last one, plain text, says yes to all that is text.
[[nodiscard]] std::span<const format> formats();

// Null: none has this word.
[[nodiscard]] const format* find_format(std::string_view word);

// Of a document of a kind that is known, which comes in pieces; its slices are slice_kind::whole.
// Returns true for formats of plain text, which have no place to declare a charset.
[[nodiscard]] bool is_undeclared_text(const format& one);

[[nodiscard]] std::unique_ptr<splitter> make_document_splitter(media type, const extract_options& options);

// What an input is taken for.
struct recognised {
  const format* as = nullptr;     // null: the input is not read
  std::string_view passed_over;   // what it is, if it is nothing that URLs are looked for in
  std::optional<std::size_t> at;  // where the first record stands if something else stands before it
  std::string_view converter;     // what makes something of it that is read, in words; empty: nothing known
  bool without_dots = false;      // see input_head
};

// By content, never by name alone: the name only makes HTML of a text that has tags. What options.format asks
// for comes first; where that means several formats, the content says which. Where text is refanged a list of
// URLs is text, as those in it may be none yet.
[[nodiscard]] recognised recognise(const input_head& head, const input_options& options, bool refang = false);

// The same of an input that pauses before its head is there: of the whole lines that are. Nothing where they
// may be half of a header.
[[nodiscard]] recognised recognise_early(const input_head& head, const input_options& options,
                                         bool refang = false);

}  // namespace urlsieve

#endif
