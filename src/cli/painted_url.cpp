#include "src/cli/painted_url.hpp"

#include <algorithm>
#include <array>

#include "src/text/encodings/visible.hpp"

namespace urlsieve::cli {

namespace {

// A component without subcomponents. The order of `components` is their order in a URL, with delimiters in
// between.
struct component {
  std::string_view name;
  color paint;
  bool (*is_defined)(const url_view& url);
  std::string_view (*value)(const url_view& url);
};

constexpr std::array components{
    component{"scheme", color::magenta, [](const url_view& url) { return url.has_scheme(); },
              [](const url_view& url) { return url.scheme(); }},
    component{"userinfo", color::red, [](const url_view& url) { return url.has_userinfo(); },
              [](const url_view& url) { return url.userinfo(); }},
    component{"host", color::green, [](const url_view& url) { return url.has_authority(); },
              [](const url_view& url) { return url.host(); }},
    component{"port", color::yellow, [](const url_view& url) { return url.has_port(); },
              [](const url_view& url) { return url.port(); }},
    component{"path", color::blue, [](const url_view&) { return true; },
              [](const url_view& url) { return url.path(); }},
    component{"query", color::cyan, [](const url_view& url) { return url.has_query(); },
              [](const url_view& url) { return url.query(); }},
    component{"fragment", color::yellow, [](const url_view& url) { return url.has_fragment(); },
              [](const url_view& url) { return url.fragment(); }},
};

std::string unquoted(std::string_view text) {
  const std::string quoted = in_quotes(text);
  return quoted.substr(1, quoted.size() - 2);
}

// Returns the text of `url`, with `shown` of each component in the color from `color_of`. Each component
// begins after an ASCII byte, so the pieces give the same text as the whole URL.
template <class Shown, class ColorOf>
std::string painted(const url_view& url, const coloring& colored, const Shown& shown,
                    const ColorOf& color_of) {
  std::string text;
  std::string_view rest = url.whole();
  for (const component& part : components) {
    if (!part.is_defined(url)) continue;
    const std::string_view value = part.value(url);
    const auto before = static_cast<std::size_t>(value.data() - rest.data());
    text += shown(rest.substr(0, before));
    text += colored(color_of(part), shown(value));
    rest.remove_prefix(before + value.size());
  }
  return text + shown(rest);
}

}  // namespace

std::string painted_components(const url_view& url, const coloring& colored) {
  if (!colored.is_on()) return in_quotes(url.whole());
  return '"' + painted(url, colored, unquoted, [](const component& part) { return part.paint; }) + '"';
}

std::string painted_value(std::string_view name, std::string_view value, const coloring& colored) {
  const auto* const found = std::find_if(components.begin(), components.end(),
                                         [&](const component& part) { return part.name == name; });
  if (!colored.is_on() || found == components.end()) return in_quotes(value);
  return '"' + colored(found->paint, unquoted(value)) + '"';
}

std::string painted_match(std::string_view url, std::string_view other, const coloring& colored) {
  if (!colored.is_on()) return visible(url);
  const url_view here = url_view::of(url);
  const url_view there = url_view::of(other);
  return painted(here, colored, visible, [&](const component& part) {
    const bool same = part.is_defined(there) && part.value(here) == part.value(there);
    return same ? color::green : color::red;
  });
}

}  // namespace urlsieve::cli
