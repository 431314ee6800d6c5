#include "src/url/explain/explanation.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "src/text/encodings/visible.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

std::string text(std::initializer_list<std::string_view> pieces) {
  std::string whole;
  for (const std::string_view piece : pieces) whole.append(piece);
  return whole;
}

explanation at(std::size_t position, std::string reason) {
  return {static_cast<std::uint32_t>(position), std::move(reason)};
}

// Returns the character at `position` in quotes, or "the end".
std::string found(std::string_view whole, std::size_t position) {
  return position >= whole.size() ? "the end" : quoted_character(whole.substr(position));
}

// Returns the source of a rule: " (RFC 3986 section 3.2.2)" of "reg-name (RFC 3986 section 3.2.2)".
std::string_view source_of(std::string_view rule) {
  const std::size_t begin = rule.rfind(" (");
  return begin == std::string_view::npos ? "" : rule.substr(begin);
}

// Explains an invalid address in brackets. If all characters are valid in an IPvFuture, searches for one that
// is invalid in an IPv6 address.
explanation in_literal(std::string_view host, std::size_t begin, std::size_t bad, std::string_view source) {
  const std::size_t close = host.find(']');
  if (bad == 0 && close == std::string_view::npos) return at(begin, text({"\"[\" without \"]\"", source}));
  if (bad == 0 && close + 1 != host.size()) {
    return at(begin + close + 1, text({quoted_character(host.substr(close + 1)),
                                       ": only \":\" and a port may stand behind \"]\"", source}));
  }
  if (bad == 0 && !host.starts_with("[v") && !host.starts_with("[V")) {
    constexpr byte_set of_address = bytes::hexdig | byte_set(":.");
    const std::string_view inside = host.substr(1, host.size() - 2);
    const auto first =
        std::find_if(inside.begin(), inside.end(), [&](char c) { return !of_address.contains(c); });
    if (first != inside.end()) bad = 1 + static_cast<std::size_t>(first - inside.begin());
  }
  if (bad == 0)
    return at(begin, text({"\"[\": neither an IPv6 address nor an IPvFuture up to \"]\"", source}));
  return at(begin + bad,
            text({quoted_character(host.substr(bad)), ": not allowed in an IPv6 address", source}));
}

std::string in_scheme(std::string_view whole, std::size_t position, std::string_view source) {
  if (whole[position] == ':') return text({"\":\" without a scheme before it", source});
  return text({found(whole, position),
               ": not allowed in a scheme, which is a letter, then letters, digits, \"+\", \"-\" and \".\"",
               source});
}

std::string_view with_article(component part) {
  constexpr std::string_view names[] = {"a scheme", "a userinfo", "a host",    "a port",
                                        "a path",   "a query",    "a fragment"};
  return names[static_cast<unsigned>(part)];
}

}  // namespace

std::string explanation_text(const explanation& why) {
  std::string all = text({"byte ", std::to_string(why.position), ", ", why.reason});
  if (!why.option.empty()) all.append(" (").append(why.option).append(1, ')');
  return all;
}

explanation explain_syntax(const url_view& url, const violation& broken) {
  const std::string_view whole = url.whole();
  const std::string_view source = source_of(broken.rule);
  const std::size_t bad = broken.position;
  if (broken.where == component::scheme) return at(bad, in_scheme(whole, bad, source));
  if (broken.where == component::host && url.host().starts_with('['))
    return in_literal(url.host(), url.offsets().host, bad - url.offsets().host, source);
  if (broken.where == component::port)
    return at(bad, text({found(whole, bad), " in the port; a port is digits", source}));
  if (whole.substr(bad).starts_with('%'))
    return at(bad, text({"\"%\" without two hex digits behind it", source}));
  return at(bad, text({found(whole, bad), ": not allowed in ", with_article(broken.where), source}));
}

explanation explain_grammar(const url_view& url, const violation& broken) {
  return at(broken.position,
            text({found(url.whole(), broken.position), ", where ", url.scheme(), " has ", broken.rule}));
}

}  // namespace urlsieve
