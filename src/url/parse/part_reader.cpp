#include "src/url/parse/part_reader.hpp"

#include <algorithm>

#include "src/url/percent.hpp"

namespace urlsieve {

std::string_view part_reader::path_and_query() const {
  const std::size_t query = url_.has_query() ? url_.query().size() + 1 : 0;
  return {url_.path().data(), url_.path().size() + query};
}

std::string_view part_reader::without_leading_slash(std::string_view text) {
  return text.starts_with('/') ? text.substr(1) : text;
}

void part_reader::breaks(std::string_view at, std::string_view rule) {
  const auto position = static_cast<std::size_t>(at.data() - url_.whole().data());
  const bool in_query = url_.has_query() && position >= url_.offsets().query;
  breaks(in_query ? component::query : component::path, at, rule);
}

void part_reader::breaks(component part, std::string_view at, std::string_view rule) {
  const auto position = static_cast<std::uint32_t>(at.data() - url_.whole().data());
  const auto recorded = std::find_if(violations_.begin(), violations_.end(),
                                     [part](const violation& known) { return known.where == part; });
  if (recorded == violations_.end())
    violations_.push_back({part, position, rule});
  else if (position < recorded->position)
    *recorded = {part, position, rule};
}

void part_reader::only(std::string_view text, const byte_set& allowed, std::string_view rule) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (allowed.contains(text[i])) continue;
    if (!is_escape(text, i)) return breaks(text.substr(i), rule);
    i += 2;
  }
}

void part_reader::exactly(std::string_view text, const byte_set& allowed, std::string_view rule) {
  const auto* const bad =
      std::find_if(text.begin(), text.end(), [&allowed](char c) { return !allowed.contains(c); });
  if (bad != text.end()) breaks(text.substr(static_cast<std::size_t>(bad - text.begin())), rule);
}

bool part_reader::login() {
  if (!url_.has_authority()) {
    breaks(component::host, url_.path(), "\"//\" and a host (rfc1738 section 3.1)");
    return false;
  }
  if (url_.has_userinfo()) {
    const auto [user, password] = cut(url_.userinfo(), url_.userinfo().find(':'));
    name("user", user);
    if (password.data() != nullptr) name("password", password);
    const std::size_t colon = password.find(':');
    if (colon != std::string_view::npos)
      breaks(component::userinfo, password.substr(colon), "no \":\" in a password (rfc1738 section 3.1)");
  }
  name("host", url_.host());
  if (url_.host().empty()) breaks(component::host, url_.host(), "a host (rfc1738 section 3.1)");
  if (url_.has_port()) name("port", url_.port());
  return true;
}

bool part_reader::hostport(std::string_view no_user) {
  if (!login()) return false;
  if (url_.has_userinfo()) breaks(component::userinfo, url_.userinfo(), no_user);
  return true;
}

void part_reader::needs_slash(std::string_view rule) {
  if (url_.has_authority() && !url_.path().starts_with('/')) breaks(component::path, url_.path(), rule);
}

void part_reader::no_query(std::string_view rule) {
  if (url_.has_query()) breaks(component::query, url_.query(), rule);
}

void part_reader::no_authority(std::string_view rule) {
  if (url_.has_authority()) breaks(component::host, url_.authority(), rule);
}

void part_reader::segments(std::string_view path, const byte_set& allowed, std::string_view rule) {
  while (path.starts_with('/')) {
    path.remove_prefix(1);
    const std::size_t slash = std::min(path.find('/'), path.size());
    name("segment", path.substr(0, slash));
    only(path.substr(0, slash), allowed, rule);
    path.remove_prefix(slash);
  }
}

std::pair<std::string_view, std::string_view> cut(std::string_view text, std::size_t at, std::size_t gap) {
  if (at == std::string_view::npos) return {text, std::string_view()};
  return {text.substr(0, at), text.substr(at + gap)};
}

}  // namespace urlsieve
