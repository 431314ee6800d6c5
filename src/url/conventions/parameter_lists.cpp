#include "src/url/conventions/parameter_lists.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/encodings/wide_text.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/conventions/conventions.hpp"
#include "src/url/conventions/query_parameters.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

std::string_view without_comment(std::string_view line) {
  return trimmed(line.substr(0, line.find('#')), bytes::html_space);
}

bool has_any(std::string_view text, const byte_set& set) {
  return std::any_of(text.begin(), text.end(), [&](char c) { return set.contains(c); });
}

bool is_parameter(std::string_view text) {
  if (text.ends_with('*')) text.remove_suffix(1);
  return !has_any(text, byte_set("&=#*, ") | bytes::c0_and_delete);
}

bool is_page(std::string_view text) {
  return text != "." && text != ".." && !has_any(text, byte_set("/?#*, ") | bytes::c0_and_delete);
}

// Returns the name as a URL in normal form has it: with escapes for bytes beyond ASCII.
std::string in_normal_form(std::string_view name) {
  std::string escaped(3 * name.size(), '\0');
  char* end = escaped.data();
  for (const char c : name)
    if (bytes::non_ascii.contains(c))
      end = write_escape(end, c);
    else
      *end++ = c;
  escaped.resize(static_cast<std::size_t>(end - escaped.data()));
  return escaped;
}

// A kind of names in lists.
struct listed_kind {
  bool (*has)(std::string_view text);
  std::string_view is_none;      // message behind a text that is none
  std::string_view cannot_read;  // message before the name of a file
};
constexpr listed_kind parameters{is_parameter, " is no name of a parameter",
                                 "cannot read names of parameters from "};
constexpr listed_kind pages{is_page, " is no name of an index page",
                            "cannot read names of index pages from "};

result<void> add_one(std::string_view name, std::string_view where, const listed_kind& kind,
                     std::vector<std::string>& to) {
  if (!kind.has(name))
    return tl::unexpected(
        error{error_code::usage, std::string(where).append(in_quotes(name)).append(kind.is_none)});
  to.emplace_back(name);
  return {};
}

result<void> add_names(std::string_view typed, const listed_kind& kind, std::vector<std::string>& to) {
  if (!typed.starts_with('@')) return typed.empty() ? result<void>{} : add_one(typed, "", kind, to);
  const std::string path(typed.substr(1));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (std::array<char, 4096> block{}; file;) {
    file.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.eof() || file.bad())
    return tl::unexpected(error{error_code::cannot_open, std::string(kind.cannot_read) + path + ": " +
                                                             std::system_category().message(errno)});
  if (const std::optional<wide_encoding> wide = find_wide_encoding(text)) text = wide_as_utf8(text, *wide);
  std::uint64_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::string_view name = without_comment(without_utf8_mark(line));
    if (name.empty()) continue;
    const std::string where = path + ", line " + std::to_string(number) + ": ";
    if (result<void> added = add_one(name, where, kind, to); !added) return added;
  }
  return {};
}

}  // namespace

parameter_lists::parameter_lists(const url_options& options)
    : drop_(names_of(options.drop_params)), keep_(names_of(options.keep_params)) {}

parameter_lists::names parameter_lists::names_of(const std::vector<std::string>& listed) {
  names parsed;
  for (const std::string& option : listed) {
    std::string name = ascii::lowered(in_normal_form(option));
    const bool is_prefix = name.ends_with('*');
    if (is_prefix) name.pop_back();
    (is_prefix ? parsed.begins : parsed.whole).push_back(std::move(name));
  }
  std::sort(parsed.whole.begin(), parsed.whole.end());
  return parsed;
}

bool parameter_lists::names::has(std::string_view name) const {
  const auto less = [](std::string_view a, std::string_view b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
      return static_cast<unsigned char>(ascii::lower(x)) < static_cast<unsigned char>(ascii::lower(y));
    });
  };
  return std::binary_search(whole.begin(), whole.end(), name, less) ||
         std::any_of(begins.begin(), begins.end(),
                     [name](const std::string& prefix) { return ascii::begins(name, prefix); });
}

std::size_t parameter_lists::fold(char* url, std::size_t size) const {
  if (!takes_conventions({url, size})) return size;
  return drop_parameters(url, size, [this](std::string_view parameter) {
    const std::string_view name = parameter_name(parameter);
    return drop_.has(name) || (!keep_.empty() && !keep_.has(name));
  });
}

std::string_view file_of_names(std::string_view typed) {
  return typed.starts_with('@') ? typed.substr(1) : std::string_view();
}

result<void> add_parameter_names(std::string_view typed, std::vector<std::string>& names) {
  return add_names(typed, parameters, names);
}

result<void> add_index_names(std::string_view typed, std::vector<std::string>& names) {
  return add_names(typed, pages, names);
}

}  // namespace urlsieve
