#include "src/url/explain/explained_rejection.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/text/encodings/visible.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/idna.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/safety.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/parse/repair.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/percent.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

constexpr byte_set line_break{std::string_view("\t\r\n")};
constexpr byte_set space_or_control = byte_set::range(0x00, 0x20);
constexpr byte_set converted_in_host = bytes::unreserved | bytes::non_ascii;
constexpr byte_set excluded =
    bytes::c0_and_delete | bytes::non_ascii | byte_set(" \"<>\\^`{|}");  // rfc2396bis-01 section 2.4.3

// A reference as repair reads it: trimmed, without line breaks, and with "\" replaced where "\" means "/".
// Maps each byte to its place in the original text.
class read_reference {
 public:
  read_reference(std::string_view written, const base_url* base) : end_(written.size()) {
    const std::size_t first = end_of_leading_space(written);
    while (end_ > first && space_or_control.contains(written[end_ - 1])) --end_;
    for (std::size_t i = first; i < end_; ++i) {
      if (line_break.contains(written[i])) continue;
      text_.push_back(written[i]);
      places_.push_back(static_cast<std::uint32_t>(i));
    }
    const std::size_t length = scheme_length(text_);
    const scheme_info* const scheme = length != 0 ? find_scheme(std::string_view(text_).substr(0, length))
                                      : base != nullptr ? base->scheme()
                                                        : nullptr;
    if (scheme != nullptr && scheme->has(scheme_rule::backslash)) {
      const std::size_t stop = std::min(text_.find_first_of("?#"), text_.size());
      std::replace(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(stop), '\\', '/');
    }
    at_ = parse(text_);
  }

  [[nodiscard]] url_view url() const { return url_view::at(text_.data(), at_); }
  [[nodiscard]] std::uint32_t place(std::size_t position) const {
    return position < places_.size() ? places_[position] : static_cast<std::uint32_t>(end_);
  }
  [[nodiscard]] explanation at(std::size_t position, std::string reason, std::string option = {}) const {
    return {place(position), std::move(reason), std::move(option)};
  }

 private:
  std::string text_;
  std::vector<std::uint32_t> places_;
  std::size_t end_;
  url_offsets at_;
};

std::optional<explanation> first_violation(const read_reference& read, component where) {
  std::vector<violation> violations;
  find_violations(read.url(), violations);
  for (const violation& broken : violations) {
    if (broken.where != where) continue;
    explanation why = explain_syntax(read.url(), broken);
    why.position = read.place(why.position);
    return why;
  }
  return std::nullopt;
}

bool converts(std::string_view label) {
  std::string decoded;
  for (std::size_t i = 0; i < label.size(); ++i) {
    const bool escaped = is_escape(label, i);
    decoded.push_back(escaped ? decoded_escape(label, i) : label[i]);
    if (escaped) i += 2;
  }
  std::array<char, longest_idna_host> buffer;
  return std::none_of(decoded.begin(), decoded.end(), [](char c) { return bytes::non_ascii.contains(c); }) ||
         to_a_labels(decoded, buffer.data()).has_value();
}

// UTS 46 converts whole hosts, but most rejected hosts have a label that is rejected alone.
explanation explain_name(const read_reference& read) {
  const url_view url = read.url();
  const std::string_view host = url.host();
  if (host.size() > longest_idna_host)
    return read.at(url.offsets().host, "the host is longer than " + std::to_string(longest_idna_host) +
                                           " bytes, of which a name has 253 (RFC 1035 section 2.3.4)");
  for (std::size_t from = 0; from <= host.size();) {
    const std::size_t to = std::min(host.find('.', from), host.size());
    const std::string_view label = host.substr(from, to - from);
    if (!converts(label))
      return read.at(url.offsets().host + from,
                     in_quotes(label) + ": no label of a host name by IDNA (UTS 46)");
    from = to + 1;
  }
  return read.at(url.offsets().host, "the host is no name by IDNA (UTS 46)");
}

bool is_beyond_ascii(std::string_view host) {
  for (std::size_t i = 0; i < host.size(); ++i)
    if (bytes::non_ascii.contains(is_escape(host, i) ? decoded_escape(host, i) : host[i])) return true;
  return false;
}

explanation explain_host(const read_reference& read) {
  constexpr byte_set refused = bytes::c0_and_delete | byte_set(" <>^|[]\\");
  const url_view url = read.url();
  const std::string_view host = url.host();
  if (host.empty())
    return read.at(url.has_authority() ? url.offsets().host : url.offsets().path,
                   "no host behind \"//\" (RFC 3986 section 3.2.2)");
  if (host.starts_with('['))
    if (auto why = first_violation(read, component::host)) return *std::move(why);
  const bool beyond_ascii = is_beyond_ascii(host);
  for (std::size_t i = 0; i < host.size(); ++i) {
    const std::size_t here = url.offsets().host + i;
    if (refused.contains(host[i]))
      return read.at(here,
                     quoted_character(host.substr(i)) + ": not allowed in a host (RFC 3986 section 3.2.2)");
    const bool escaped = is_escape(host, i);
    if (host[i] == '%' && !escaped) {
      if (host.substr(i + 1, 2).find('%') != std::string_view::npos)
        return read.at(
            here, "\"%\" that would begin an escape once what follows is decoded (RFC 3986 section 2.4)");
      if (beyond_ascii) return read.at(here, "\"%\" in a name beyond ASCII (UTS 46)");
    }
    if (!escaped) continue;
    if (beyond_ascii && !converted_in_host.contains(decoded_escape(host, i)))
      return read.at(here, in_quotes(host.substr(i, 3)) + ": an escape in a name beyond ASCII (UTS 46)");
    i += 2;
  }
  return explain_name(read);
}

// Finds the first byte that repair would change, for --strict.
explanation explain_strictness(std::string_view reference, const read_reference& read, bool escapes_only) {
  std::size_t hashes = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const char c = reference[i];
    const auto place = static_cast<std::uint32_t>(i);
    if (c == '%' && !is_escape(reference, i))
      return {place, "\"%\" without two hex digits behind it (RFC 3986 section 2.1)"};
    if (escapes_only) continue;
    if (excluded.contains(c))
      return {place, quoted_character(reference.substr(i)) + ": not allowed in a URL (RFC 3986 section 2)"};
    if (c == '#' && ++hashes > 1)
      return {place, "a second \"#\": not allowed in a fragment (RFC 3986 section 3.5)"};
  }
  if (auto why = first_violation(read, component::userinfo)) return *std::move(why);
  return {0, "not allowed without repair"};
}

bool rejects(std::string_view reference, rejection why, const base_url* base, const url_options& options) {
  const canonicalizer canonical(options);
  std::vector<char> buffer(canonicalizer::capacity_for(reference.size(), base));
  const canonical_url form = base != nullptr ? canonical.canonicalize(reference, base, buffer.data())
                                             : canonical.normalize(reference, buffer.data());
  return form.rejected == why;
}

// The shortest prefix of the path that leads above the root ends with the offending "..".
explanation explain_above_root(std::string_view reference, const base_url* base, const url_options& options) {
  const std::size_t end = std::min(reference.find_first_of("?#"), reference.size());
  for (std::size_t dots = reference.find(".."); dots < end; dots = reference.find("..", dots + 1)) {
    if (!rejects(reference.substr(0, dots + 2), rejection::above_root, base, options)) continue;
    return {static_cast<std::uint32_t>(dots), "\"..\" above the root", "url_options::above_root = reject"};
  }
  return {0, "\"..\" above the root", "url_options::above_root = reject"};
}

// Returns the offset in `url` of the part that the flag is about.
std::size_t place_of_flag(std::uint16_t bit, const url_view& url) {
  if (bit == flag::odd_port && url.has_port()) return url.offsets().port + 1;
  if ((bit == flag::rare_ip || bit == flag::reg_name) && url.has_authority()) return url.offsets().host;
  if ((bit & (flag::userinfo | flag::misleading_userinfo)) != 0 && url.has_userinfo())
    return url.offsets().authority;
  if (bit != flag::escaped_control) return 0;
  const std::size_t place = find_escaped_control(url, find_scheme(url.scheme()));
  return place == std::string_view::npos ? 0 : place;
}

explanation explain_flag(std::string_view reference, const read_reference& read, const base_url* base,
                         url_options options) {
  const bool drops_userinfo = options.userinfo == userinfo_policy::drop;
  const std::uint16_t dropped = options.drop_flags;
  options.drop_flags = 0;
  if (drops_userinfo && rejects(reference, rejection::flag_dropped, base, options))
    return read.at(place_of_flag(flag::userinfo, read.url()), "left out for its userinfo",
                   "url_options::userinfo = drop");
  for (const flag::named& named_flag : flag::names) {
    options.drop_flags = static_cast<std::uint16_t>(dropped & named_flag.bit);
    if (options.drop_flags == 0 || !rejects(reference, rejection::flag_dropped, base, options)) continue;
    return read.at(place_of_flag(named_flag.bit, read.url()), "left out for its flag",
                   "url_options::drop_flags = " + std::string(named_flag.name));
  }
  return {0, "left out for its flags", "url_options::drop_flags"};
}

}  // namespace

explanation explain_rejection(std::string_view reference, rejection why, const base_url* base,
                              const url_options& options) {
  if (base != nullptr && base->empty()) base = nullptr;
  if (why == rejection::too_long) {
    const std::string longest = "longer than " + std::to_string(options.max_url) + " bytes";
    const bool is_written = reference.size() > options.max_url;
    return {is_written ? options.max_url : 0, is_written ? longest : "its URL is " + longest,
            "url_options::max_url"};
  }
  const read_reference read(reference, base);
  switch (why) {
    case rejection::invalid_host:
      return explain_host(read);
    case rejection::invalid_port:
      return first_violation(read, component::port).value_or(explanation{0, "no port"});
    case rejection::no_base:
      if (base == nullptr) return {0, "relative, and there is no base to resolve it against"};
      return {0, "relative, and the base has no path to resolve it against"};
    case rejection::excluded_character:
    case rejection::invalid_escape:
      return explain_strictness(reference, read, why == rejection::invalid_escape);
    case rejection::above_root:
      return explain_above_root(reference, base, options);
    case rejection::flag_dropped:
      return explain_flag(reference, read, base, options);
    default:
      return {0, std::string(name_of(why))};
  }
}

}  // namespace urlsieve
