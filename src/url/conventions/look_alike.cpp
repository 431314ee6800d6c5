#include "src/url/conventions/look_alike.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/text/scan/byte_class.hpp"
#include "src/url/conventions/query_parameters.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

char* copy(std::string_view text, char* to) {
  return std::copy(text.begin(), text.end(), to);
}

char* write_names(std::string_view query, char* to) {
  std::vector<std::string_view> names;
  const char between = parameter_separator(query);
  while (!query.empty()) {
    const std::string_view parameter = query.substr(0, query.find(between));
    if (const std::string_view name = parameter.substr(0, parameter.find('=')); !name.empty())
      names.push_back(name);
    query.remove_prefix(std::min(parameter.size() + 1, query.size()));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  char separator = '?';
  for (const std::string_view name : names) {
    *to++ = separator;
    to = copy(name, to);
    separator = '&';
  }
  return to;
}

char* write_without_numbers(std::string_view text, char* to) {
  for (std::size_t i = 0; i < text.size();) {
    if (is_escape(text, i)) {
      to = copy(text.substr(i, 3), to);
      i += 3;
    } else if (!bytes::digit.contains(text[i])) {
      *to++ = text[i++];
    } else {
      while (i < text.size() && bytes::digit.contains(text[i])) ++i;
      *to++ = '0';
    }
  }
  return to;
}

}  // namespace

std::string_view near_duplicate_key(std::string_view url, dedup_choice choice, arena& storage) {
  const url_view parts = url_view::of(url);
  char* const begin = storage.reserve(url.size() + 1);
  char* end = begin;
  if (choice == dedup_choice::params) {
    const std::size_t path_end = parts.offsets().path + parts.path().size();
    end = write_names(parts.query(), copy(url.substr(0, path_end), end));
  } else {
    const std::size_t path = parts.offsets().path;
    end = write_without_numbers(url.substr(path), copy(url.substr(0, path), end));
  }
  return storage.commit(static_cast<std::size_t>(end - begin));
}

}  // namespace urlsieve
