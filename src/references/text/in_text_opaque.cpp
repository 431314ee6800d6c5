// Each grammar has a small predicate. Outside brackets, no predicate reads beyond a third colon, so
// "mailto:mailto:mailto:" takes linear time.
#include "src/references/text/in_text_opaque.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"

namespace urlsieve {
namespace {

constexpr byte_set word = bytes::alphanum | bytes::non_ascii;

std::size_t run_of(const byte_set& set, std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && set.contains(text[size])) ++size;
  return size;
}

bool starts_with_word(std::string_view text) {
  return !text.empty() && word.contains(text.front());
}

// addr-spec with the characters that RFC 6068 section 2 allows without escapes.
bool is_address(std::string_view rest) {
  constexpr byte_set local = word | byte_set("!#$%&'*+-=_{|}~.,;");
  const std::size_t size = run_of(local, rest);
  return size != 0 && size < rest.size() && rest[size] == '@' && starts_with_word(rest.substr(size + 1));
}

// RFC 3261 section 25.1: [ userinfo "@" ] before a host, which may be an IPv6 reference.
bool is_session_address(std::string_view rest) {
  constexpr byte_set user = word | byte_set("!#$%&'()*+-=_{|}~.,;?/");
  constexpr byte_set password = word | byte_set("!$%&'()*+-=_~.,");
  std::size_t size = run_of(user, rest);
  if (size == 0) return false;
  if (size < rest.size() && rest[size] == ':') size += 1 + run_of(password, rest.substr(size + 1));
  if (size >= rest.size() || rest[size] != '@') return false;
  const std::string_view host = rest.substr(size + 1);
  if (!host.starts_with('[')) return starts_with_word(host);
  constexpr std::size_t longest = 64;
  const std::size_t bracket = host.substr(0, longest).find(']');
  return bracket != std::string_view::npos && is_ipv6(host.substr(1, bracket - 1));
}

// At least two labels; labels may contain the characters of `also`.
bool is_dotted_name(std::string_view rest, std::string_view also) {
  const byte_set label = word | byte_set(also);
  if (!starts_with_word(rest)) return false;
  const std::size_t first = run_of(label, rest);
  return first + 1 < rest.size() && rest[first] == '.' && word.contains(rest[first + 1]);
}

// RFC 6068 section 2: hfields without an address.
bool is_header_field(std::string_view rest) {
  if (!rest.starts_with('?')) return false;
  const std::size_t size = run_of(bytes::alphanum | byte_set("-"), rest.substr(1));
  return size != 0 && size + 1 < rest.size() && rest[size + 1] == '=';
}

// RFC 3966 section 3: digits with optional visual separators.
bool is_telephone(std::string_view rest) {
  if (rest.empty() || (rest.front() != '+' && !bytes::digit.contains(rest.front()))) return false;
  int digits = 0;
  for (const char c : rest.substr(1)) {
    if (bytes::digit.contains(c)) {
      if (++digits == 2) return true;
    } else if (!byte_set("-.()").contains(c)) {
      return false;
    }
  }
  return false;
}

bool is_short_message(std::string_view rest) {
  if (rest.starts_with('+')) rest.remove_prefix(1);
  return run_of(bytes::digit, rest.substr(0, 2)) == 2;
}

// RFC 8141 section 2: "urn" ":" NID ":" NSS, with lenient rules for the NID.
bool is_namespaced(std::string_view rest) {
  if (rest.empty() || !bytes::alphanum.contains(rest.front())) return false;
  const std::size_t size = run_of(bytes::alphanum | byte_set("-"), rest);
  return size + 1 < rest.size() && rest[size] == ':' &&
         (bytes::pchar | bytes::non_ascii | byte_set("%/")).contains(rest[size + 1]);
}

// RFC 2397 section 3: [ type "/" subtype ] *( ";" parameter ) ",".
bool is_data(std::string_view rest) {
  constexpr byte_set media_type = bytes::alphanum | byte_set("/;=+-._%*!#$&'~");
  const std::size_t size = run_of(media_type, rest);
  if (size >= rest.size() || rest[size] != ',') return false;
  const std::string_view media = rest.substr(0, size);
  return media.empty() || media.front() == ';' || media.find('/') != std::string_view::npos;
}

bool is_number_at(std::string_view& rest) {
  if (rest.starts_with('-')) rest.remove_prefix(1);
  const std::size_t whole = run_of(bytes::digit, rest);
  if (whole == 0) return false;
  rest.remove_prefix(whole);
  if (rest.starts_with('.')) rest.remove_prefix(1 + run_of(bytes::digit, rest.substr(1)));
  return true;
}

// RFC 5870 section 3.3
bool is_position(std::string_view rest) {
  if (!is_number_at(rest) || !rest.starts_with(',')) return false;
  rest.remove_prefix(1);
  return is_number_at(rest);
}

// RFC 4151 section 2.1: a domain name or an address, then "," and a year.
bool is_tagging_entity(std::string_view rest) {
  const std::size_t size = run_of(bytes::alphanum | byte_set("-._@"), rest);
  return size != 0 && size < rest.size() && rest[size] == ',' &&
         run_of(bytes::digit, rest.substr(size + 1, 4)) == 4;
}

bool is_doi(std::string_view rest) {
  return rest.starts_with("10.") && run_of(bytes::digit, rest.substr(3)) != 0;
}

bool is_about(std::string_view rest) {
  for (const std::string_view name : {std::string_view("blank"), std::string_view("srcdoc")})
    if (ascii::same(rest.substr(0, name.size()), name))
      return rest.size() == name.size() || !(word | byte_set("-_")).contains(rest[name.size()]);
  return false;
}

bool begins_with_one_of(std::string_view rest, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return ascii::same(rest.substr(0, name.size()), name); });
}

}  // namespace

bool opaque_part_begins(text_scheme kind, std::string_view rest) {
  switch (kind) {
    case text_scheme::mailto:
      return is_address(rest) || is_header_field(rest);
    case text_scheme::sip:
      return is_session_address(rest) || is_dotted_name(rest, "-");
    case text_scheme::address:
    case text_scheme::secure_shell:
      return is_address(rest);
    case text_scheme::content_id:
      return is_address(rest) || is_dotted_name(rest, "-_$");
    case text_scheme::news:
      return rest.starts_with('*') || is_dotted_name(rest, "-_+") || is_address(rest);
    case text_scheme::tel:
      return is_telephone(rest);
    case text_scheme::sms:
      return is_short_message(rest);
    case text_scheme::urn:
      return is_namespaced(rest);
    case text_scheme::data:
      return is_data(rest);
    case text_scheme::magnet:
      return rest.size() > 1 && rest.front() == '?' && word.contains(rest[1]);
    case text_scheme::doi:
      return is_doi(rest);
    case text_scheme::blob:
      return begins_with_one_of(rest, {"http://", "https://", "file://", "null/"});
    case text_scheme::about:
      return is_about(rest);
    case text_scheme::tag:
      return is_tagging_entity(rest);
    case text_scheme::geo:
      return is_position(rest);
    case text_scheme::token:
      return run_of(bytes::alphanum, rest.substr(0, 5)) == 5;
    case text_scheme::matrix:
      return begins_with_one_of(rest, {"r/", "u/", "roomid/", "e/"});
    case text_scheme::view_source:
      return begins_with_one_of(rest, {"http://", "https://"});
    default:
      return false;
  }
}

}  // namespace urlsieve
