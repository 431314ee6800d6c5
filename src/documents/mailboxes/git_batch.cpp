#include "src/documents/mailboxes/git_batch.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t git_batch_longest_line = 128;

// A line such as "9b4fb84a1a17bc5f6e4ea9a7ac73a8a6d1c1ec4c blob 1234", with names of SHA-1 or SHA-256.
struct entry_line {
  std::size_t size = 0;                // with its end; 0: not an entry line
  std::optional<std::uint64_t> bytes;  // nullopt: the object is missing
};

entry_line read_entry(std::string_view text) {
  text = text.substr(0, git_batch_longest_line);
  const std::size_t feed = text.find('\n');
  const std::size_t name = std::min(text.find_first_not_of("0123456789abcdef"), text.size());
  if (feed == npos || (name != 40 && name != 64)) return {};
  const std::string_view rest = text.substr(name, feed - name);
  if (rest == " missing"sv) return {feed + 1, std::nullopt};
  constexpr std::string_view kind = " blob ";
  if (!rest.starts_with(kind)) return {};
  std::uint64_t bytes = 0;
  const char* const digits = rest.data() + kind.size();
  const auto [end, failed] = std::from_chars(digits, rest.data() + rest.size(), bytes);
  if (failed != std::errc() || end != rest.data() + rest.size()) return {};
  return {feed + 1, bytes};
}

}  // namespace

bool begins_git_batch(std::string_view text) {
  if (text.empty() || !bytes::hexdig.contains(text.front())) return false;
  const entry_line line = read_entry(text);
  return line.bytes && (*line.bytes == 0 || begins_message(text.substr(line.size)));
}

std::size_t git_batch_splitter::lookahead() const {
  return git_batch_longest_line;
}

message_stream::opening git_batch_splitter::read_opening(std::string_view rest, std::uint64_t offset,
                                                         bool last) {
  if (const auto before = skip_to_opening(rest, offset, last, "\n"sv, git_batch_longest_line)) return *before;
  const entry_line line = read_entry(rest);
  opening found;
  found.own = line.bytes ? line.size : 0;
  found.message = line.bytes.has_value();
  length_ = {};
  length_.bytes = line.bytes;
  return found;
}

message_stream::ending git_batch_splitter::find_end(std::string_view text, std::size_t from, bool whole,
                                                    bool last) {
  const auto end_of_blob = [&](std::size_t size) {
    if (size >= text.size() || text[size] != '\n') return npos;
    const std::string_view behind = text.substr(size + 1);
    return (behind.empty() && last) || read_entry(behind).size != 0 ? size : npos;
  };
  if (const auto declared =
          find_declared_end(length_, text, whole, last, git_batch_longest_line + 1, end_of_blob))
    return *declared;
  ending found;
  for (std::size_t place = text.find('\n', from); place != npos; place = text.find('\n', place + 1)) {
    found.at = place;
    if (!last && text.size() < place + 1 + git_batch_longest_line) {
      found.needed = place + 1 + git_batch_longest_line;
      return found;
    }
    found.found = read_entry(text.substr(place + 1)).size != 0;
    if (found.found) break;
  }
  if (!found.found) found.at = text.size();
  if (length_.contradicted) {
    found.fault = damage::bad_record_length;
    found.detail = "the size of a blob is contradicted by what follows";
  }
  return found;
}

}  // namespace urlsieve
