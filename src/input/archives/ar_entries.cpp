#include "src/input/archives/ar_entries.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace urlsieve {
namespace {

constexpr std::size_t name_size = 16;
constexpr std::size_t ar_size_at = 48;
constexpr std::size_t size_size = 10;
constexpr std::size_t end_at = 58;
constexpr std::uint64_t ar_longest_name = std::uint64_t{64} << 10;

// Limit of the table of long names, in bytes. With a larger table, names remain as in the headers.
constexpr std::uint64_t largest_table = std::uint64_t{4} << 20;

// Parses digits with trailing blanks.
std::optional<std::uint64_t> ar_number(std::string_view field) {
  field = field.substr(0, field.find_last_not_of(' ') + 1);
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (fault != std::errc() || end != field.data() + field.size()) return std::nullopt;
  return value;
}

}  // namespace

bool is_ar_header(std::string_view text) {
  return text.size() >= ar_header_size && text.substr(end_at).starts_with("`\n") &&
         ar_number(text.substr(ar_size_at, size_size)).has_value();
}

// Reads the name from the header's name field. Returns false if the name is invalid.
bool ar_entries::read_name(std::string_view field, std::uint64_t& size, archive_entry_head& head) {
  field = field.substr(0, field.find_last_not_of(' ') + 1);
  if (field.starts_with("#1/")) {  // BSD: in front of the bytes
    const std::optional<std::uint64_t> length = ar_number(field.substr(3));
    if (!length || *length > ar_longest_name || *length > size || !have(static_cast<std::size_t>(*length)))
      return false;
    const std::string_view name = rest().substr(0, static_cast<std::size_t>(*length));
    head.path = name.substr(0, name.find('\0'));
    use(name.size());
    size -= name.size();
    return true;
  }
  head.path = field;
  if (field.starts_with('/')) {  // GNU: in a table
    const std::optional<std::uint64_t> at = ar_number(field.substr(1));
    if (!at || *at >= names_.size()) return true;
    const std::string_view name = std::string_view(names_).substr(static_cast<std::size_t>(*at));
    head.path = name.substr(0, name.find('\n'));
  }
  if (head.path.size() > 1 && head.path.ends_with('/') && !head.path.starts_with('/')) head.path.pop_back();
  return true;
}

plain_entries::step ar_entries::read_headers(archive_entry_head& head) {
  if (at() == begun_at() && have(ar_mark.size()) && rest().starts_with(ar_mark)) use(ar_mark.size());
  if (std::exchange(uneven_, false) && have(1) && rest().front() == '\n') use(1);
  if (!have(ar_header_size)) {
    if (rest().find_first_not_of('\n') == std::string_view::npos) return step::end;
    return cut();
  }
  if (!is_ar_header(rest())) return step::unsupported;
  const std::string field(rest().substr(0, name_size));
  std::uint64_t size = ar_number(rest().substr(ar_size_at, size_size)).value_or(0);
  uneven_ = size % 2 != 0;
  use(ar_header_size);
  if (!read_name(field, size, head)) return step::unsupported;
  head.kind = entry_kind::file;
  if (head.path == "//" && size <= largest_table) {
    if (!have(static_cast<std::size_t>(size))) return cut();
    names_ = rest().substr(0, static_cast<std::size_t>(size));
  }
  begin_bytes(size, 0);
  return step::entry;
}

}  // namespace urlsieve
