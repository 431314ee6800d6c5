// A line of a list of inputs (--files-from) that says more than a name, as a plan's tasks have them: a JSON
// object.
//
//   {"path": "a.warc.gz", "size": 5120, "modified": 1700000000000000000, "from": 1024, "to": 2048,
//    "format": "warc", "walked": true}
//
// Only "path" must be there. What is said of size and time is what the file must still have; of a URL it is
// "size", "etag" and "last_modified", as the server tells them.
#ifndef URLSIEVE_INPUT_LISTED_LINE_HPP
#define URLSIEVE_INPUT_LISTED_LINE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

// A part of a file: what begins in it. Where exactly it is cut depends on the file alone, so that parts which
// meet give all of the file, and nothing twice.
struct input_part {
  std::uint64_t from = 0;  // as stored
  std::uint64_t to = 0;
  std::string format;  // of the file as a whole

  friend bool operator==(const input_part&, const input_part&) = default;
};

struct listed_line {
  std::string path;
  std::optional<std::uint64_t> size;      // bytes, as stored
  std::optional<std::uint64_t> modified;  // nanoseconds since 1970
  std::string etag;                       // of a URL, as the server tells it; empty: not known
  std::string last_modified;              // likewise, where it tells no ETag
  std::string commit;                     // the last one of a repository of mail; empty: of no other input
  std::optional<input_part> part;         // nothing: all of it
  bool walked = false;                    // met in a directory: passed over where it is of no known format

  friend bool operator==(const listed_line&, const listed_line&) = default;
};

// True for UTF-8 without control characters: a request can carry such text as the version of an object.
[[nodiscard]] bool is_header_value(std::string_view text);

// True for the name of a commit of git: 40 or 64 hexadecimal digits in lower case.
[[nodiscard]] bool is_commit(std::string_view text);

// A JSON object gives its members. Any other line is a name. So is an object without "path", and an object
// whose "etag", "last_modified" or "commit" is no header value or no commit.
[[nodiscard]] listed_line read_listed_line(std::string_view line);

// On one line, without its end. REQUIRES: the path is UTF-8.
[[nodiscard]] std::string to_json(const listed_line& line);

}  // namespace urlsieve

#endif
