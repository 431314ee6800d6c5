#include "src/url/url_columns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/normalize/normal_terms.hpp"
#include "src/url/normalize/surt.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {
namespace {

// Characters of a host without userinfo or port that is not an IPv6 address.
constexpr byte_set plain_host = bytes::alphanum | byte_set("-._~%");
constexpr byte_set small_name = bytes::lower | bytes::digit | byte_set("-._");
constexpr byte_classes column_terms{rows_of(plain_host), rows_of(small_name), {'/', '?', '#'}};

std::size_t first_of(const text_map& map, std::size_t from) {
  const std::uint64_t low = from < 64 ? map[0] >> from << from : 0;
  if (low != 0) return static_cast<std::size_t>(std::countr_zero(low));
  const std::uint64_t high = from < 64 ? map[1] : map[1] >> (from - 64) << (from - 64);
  return 64 + static_cast<std::size_t>(std::countr_zero(high));  // without a set bit: the window's size
}

// Finds the offsets of most http and https URLs, equal to those of parse(), by the maps of the first window.
// Returns false if the URL needs parse().
bool find_plain(std::string_view url, url_offsets& at, bool& has_small_name) {
  const std::size_t host = web_scheme_size(url);
  if (host == 0) return false;
  alignas(64) char copy[class_window];
  class_maps maps;
  copy_and_classify(url.data(), std::min(url.size(), class_window), column_terms, copy, maps);
  const std::size_t path = std::min(first_of(maps.outside_first, host), url.size());
  if (path >= 64 || (path < url.size() && url[path] != '/' && url[path] != '?' && url[path] != '#'))
    return false;
  const std::uint64_t head = (std::uint64_t{1} << path) - (std::uint64_t{1} << host);
  has_small_name =
      (maps.outside_second[0] & head) == 0 && path > host && bytes::lower.contains(url[path - 1]);
  const auto place = [&](const text_map& marks, char mark, std::size_t end) {
    const std::size_t found = first_of(marks, path);
    if (found < class_window) return found < end ? found : std::string_view::npos;
    return url.size() <= class_window ? std::string_view::npos : url.substr(0, end).find(mark, class_window);
  };
  at.size = static_cast<std::uint32_t>(url.size());
  at.scheme_end = static_cast<std::uint32_t>(host - 3);
  at.authority = at.host = static_cast<std::uint32_t>(host);
  at.path = static_cast<std::uint32_t>(path);
  std::size_t end = url.size();
  if (const std::size_t hash = place(maps.marks[2], '#', end); hash != std::string_view::npos) {
    at.fragment = static_cast<std::uint32_t>(hash);
    end = hash;
  }
  if (const std::size_t mark = place(maps.marks[1], '?', end); mark != std::string_view::npos)
    at.query = static_cast<std::uint32_t>(mark);
  return true;
}

}  // namespace

url_columns::url_columns(std::string_view url) {
  url_offsets at;
  if (!find_plain(url, at, has_small_name_)) at = parse(url);
  url_ = url_view::at(url.data(), at);
}

const host_names& url_columns::names() {
  if (!has_names_) {
    names_ = has_small_name_ ? names_of_plain_host(url_.host()) : names_of_host(url_.host());
    has_names_ = true;
  }
  return names_;
}

// Returns the extension of the last segment, without parameters. An extension has only letters and digits; a
// name such as "/.profile" has no extension. An opaque path has no segments.
std::string_view url_columns::extension(std::string& buffer) const {
  std::string_view path = url_.path();
  if (url_.has_scheme() && !path.starts_with('/')) return {};
  path.remove_prefix(path.rfind('/') + 1);
  path = path.substr(0, path.find(';'));
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || path.find_first_not_of('.') >= dot) return {};
  const std::string_view word = path.substr(dot + 1);
  if (word.empty() ||
      !std::all_of(word.begin(), word.end(), [](char c) { return bytes::alphanum.contains(c); }))
    return {};
  if (std::none_of(word.begin(), word.end(), ascii::is_upper)) return word;
  return buffer = ascii::lowered(word);
}

// The values of the columns with source url_part, in any order.
struct url_columns::part {
  field name;
  std::string_view (*value)(url_columns& of, std::string& scratch);

  static consteval auto by_field() {
    constexpr part rows[] = {
        {field::scheme, [](url_columns& of, std::string&) { return of.url_.scheme(); }},
        {field::userinfo, [](url_columns& of, std::string&) { return of.url_.userinfo(); }},
        {field::host, [](url_columns& of, std::string&) { return of.url_.host(); }},
        {field::subdomain, [](url_columns& of, std::string&) { return of.names().subdomain; }},
        {field::domain, [](url_columns& of, std::string&) { return of.names().domain; }},
        {field::suffix, [](url_columns& of, std::string&) { return of.names().suffix; }},
        {field::port, [](url_columns& of, std::string&) { return of.url_.port(); }},
        {field::path, [](url_columns& of, std::string&) { return of.url_.path(); }},
        {field::extension, [](url_columns& of, std::string& scratch) { return of.extension(scratch); }},
        {field::query, [](url_columns& of, std::string&) { return of.url_.query(); }},
        {field::fragment, [](url_columns& of, std::string&) { return of.url_.fragment(); }},
        {field::surt,
         [](url_columns& of, std::string& scratch) -> std::string_view {
           return scratch = surt_of(of.url_.whole());
         }},
    };
    std::array<std::string_view (*)(url_columns&, std::string&), column_table.size()> values{};
    for (const part& row : rows) values[static_cast<std::size_t>(row.name)] = row.value;
    for (const column_row& column : column_table)
      if (is_of_url(column.name) != (values[static_cast<std::size_t>(column.name)] != nullptr))
        throw "each column with source url_part, and no other column, needs a row";
    return values;
  }
};

std::string_view url_columns::value(field name, std::string& buffer) {
  static constexpr auto values = part::by_field();
  return values[static_cast<std::size_t>(name)](*this, buffer);
}

}  // namespace urlsieve
