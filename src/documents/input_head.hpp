// The input of format detection: the name of an input and its first decompressed bytes.
#ifndef URLSIEVE_DOCUMENTS_INPUT_HEAD_HPP
#define URLSIEVE_DOCUMENTS_INPUT_HEAD_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

struct input_options;

// The number of bytes examined: enough for a message that is cut off at the front, and the first whole
// message behind it.
inline constexpr std::size_t input_head_size = std::size_t{64} << 10;

// Returns the name without the ending of a compression: "a.csv" for "a.csv.gz".
[[nodiscard]] inline std::string_view uncompressed_name(std::string_view name) {
  using namespace std::literals;
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos) return name;
  const bool is_compressed = ascii::is_one_of(
      name.substr(point),
      {".gz"sv, ".bgz"sv, ".zst"sv, ".bz2"sv, ".xz"sv, ".lzma"sv, ".lz4"sv, ".lz"sv, ".br"sv, ".z"sv});
  return is_compressed ? name.substr(0, point) : name;
}

// A name whose ending tells the format, although the ending of a compression, and a query or fragment, may
// follow, as in the names of mirrors and URLs: "a.csv.gz", "app.js?ver=6". Points into the name.
class stripped_name {
 public:
  explicit stripped_name(std::string_view name) : whole_(uncompressed_name(name)), path_(whole_) {
    const std::size_t query = std::min(name.find('?'), name.find('#'));
    if (query != std::string_view::npos) path_ = uncompressed_name(name.substr(0, query));
  }

  // Returns true if the name ends in `ending`, a lower-case string, in any case.
  [[nodiscard]] bool ends_in(std::string_view ending) const {
    return ascii::ends(whole_, ending) || (path_.size() != whole_.size() && ascii::ends(path_, ending));
  }

 private:
  std::string_view whole_;
  std::string_view path_;  // without the query and fragment
};

// Both views point into `front`, which must outlive the object. Detection of mail and archives uses `lines`,
// because an empty first line may be intended; detection of text formats uses `text`.
struct input_head {
  // `front`: the whole input if `is_whole`, else at least its first input_head_size bytes.
  input_head(std::string_view named, std::string_view front, bool is_whole)
      : name(named),
        stripped(named),
        lines(front.substr(0, input_head_size)),
        whole(is_whole && lines.size() == front.size()) {
    lines = without_utf8_mark(lines);
    text = lines;
    const auto* const first = std::find_if_not(
        text.begin(), text.end(), [](char c) { return c == '\0' || bytes::html_space.contains(c); });
    text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
  }

  // Returns true if the name ends in `ending`, as stripped_name::ends_in() does.
  [[nodiscard]] bool has_ending(std::string_view ending) const { return stripped.ends_in(ending); }

  std::string_view name;
  stripped_name stripped;
  std::string_view lines;                  // without the byte order mark
  std::string_view text;                   // without byte order mark and leading white space and NULs
  bool whole;                              // the input ends here
  bool scripts = false;                    // the run reads scripts, so the name of a script counts
  const input_options* options = nullptr;  // the options of the run; null: defaults

  // True if a detector has seen all lines and no line but the first begins with ".". False if unknown.
  mutable bool without_dots = false;
};

}  // namespace urlsieve

#endif
