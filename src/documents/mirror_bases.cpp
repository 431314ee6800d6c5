#include "src/documents/mirror_bases.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/text/hex.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

// Returns the size of a scheme and its colon at the front of `text`; 0 if there is none.
std::size_t scheme_size(std::string_view text) {
  if (text.empty() || !bytes::alpha.contains(text[0])) return 0;
  const auto* const end =
      std::find_if(text.begin(), text.end(), [](char c) { return !bytes::scheme_char.contains(c); });
  return end != text.end() && *end == ':' ? static_cast<std::size_t>(end - text.begin()) + 1 : 0;
}

// Returns the absolute normalized path without a trailing "/"; empty if the system reports an error.
std::string normal_path(std::string_view path) {
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
  std::string normal = failed ? std::string() : absolute.lexically_normal().string();
  while (!normal.empty() && normal.back() == '/') normal.pop_back();
  return normal;
}

// Appends a part of a path or query, percent-encoded for a URL.
void append_escaped(std::string_view text, const byte_set& allowed, std::string& url) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool escape =
        c == '%' && at + 2 < text.size() && hex_value(text[at + 1]) < 16 && hex_value(text[at + 2]) < 16;
    if (escape || allowed.contains(c)) {
      url += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    url.append({'%', upper_hex_digits[byte >> 4U], upper_hex_digits[byte & 15U]});
  }
}

void append_path(std::string_view path, std::string& url) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name_begin = slash == npos ? 0 : slash + 1;
  append_escaped(path.substr(0, name_begin), bytes::pchar | byte_set("/"), url);
  const std::string_view name = path.substr(name_begin);
  const std::size_t query = std::min(name.find('?'), name.size());
  if (name.substr(0, query) != "index.html") append_escaped(name.substr(0, query), bytes::pchar, url);
  append_escaped(name.substr(query), bytes::query_char, url);
}

}  // namespace

std::optional<mirror_base> read_mirror_base(std::string_view written) {
  for (std::size_t equals = written.find('='); equals != npos; equals = written.find('=', equals + 1)) {
    const std::string_view url = written.substr(equals + 1);
    const std::size_t scheme = scheme_size(url);
    if (equals == 0 || scheme == 0) continue;
    if (url.find_first_of("?#") != npos) return std::nullopt;
    return mirror_base{written.substr(0, equals), url, url.substr(scheme) == "//"};
  }
  return std::nullopt;
}

namespace {

// Returns the form in which names and bases are compared: a normalized path, or a URL without its password,
// which input names omit.
std::string compared_name(std::string_view written) {
  if (!is_remote_name(written)) return normal_path(written);
  std::string name = without_password(written);
  while (name.ends_with('/')) name.pop_back();
  return name;
}

}  // namespace

mirror_bases::mirror_bases(const std::vector<std::string>& written) {
  for (const std::string& option : written) {
    const std::optional<mirror_base> read = read_mirror_base(option);
    if (!read) continue;
    base added{compared_name(read->directory), std::string(read->url), read->host_in_path};
    if (added.url.back() != '/') added.url += '/';
    const auto place = std::find_if(all_.begin(), all_.end(), [&](const base& each) {
      return each.directory.size() < added.directory.size();
    });
    all_.insert(place, std::move(added));
  }
}

std::string_view mirror_bases::url_of(std::string_view input) {
  if (has_input_ && input == input_) return url_;
  has_input_ = true;
  input_ = input;
  url_.clear();
  const std::size_t scheme = scheme_size(input);
  const bool is_no_path = input.empty() || input == "-" ||
                          (scheme != 0 && input.substr(scheme).starts_with("//") && !is_remote_name(input));
  if (is_no_path) return url_;
  const std::string path = compared_name(input);
  for (const base& mirror : all_) {
    const std::string_view rest =
        std::string_view(path).substr(std::min(path.size(), mirror.directory.size()));
    if (rest.size() < 2 || (rest[0] != '/' && rest[0] != '!') || !path.starts_with(mirror.directory))
      continue;
    const std::string_view below = rest.substr(1);
    if (mirror.host_in_path && below.find('/') == npos) break;
    url_ = mirror.url;
    append_path(below, url_);
    break;
  }
  return url_;
}

}  // namespace urlsieve
