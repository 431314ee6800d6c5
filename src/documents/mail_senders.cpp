#include "src/documents/mail_senders.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "src/documents/header_fields.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

// Returns `value` with blanks in place of quoted strings and comments; nullopt if one of them does not end.
std::optional<std::string> without_quotes(std::string_view value) {
  std::string plain(value);
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const bool is_hidden = is_quoted || depth != 0;
    if (c == '\\' && is_hidden && i + 1 < plain.size())
      plain[i++] = ' ';
    else if (c == '"' && depth == 0)
      is_quoted = !is_quoted;
    else if (c == '(' && !is_quoted)
      ++depth;
    else if (c == ')' && depth != 0 && !is_quoted) {
      --depth;
      plain[i] = ' ';
      continue;
    }
    if (is_hidden || is_quoted || depth != 0 || c == '"') plain[i] = ' ';
  }
  if (is_quoted || depth != 0) return std::nullopt;
  return plain;
}

// Returns the domain of the address in `text`; empty if there is none.
std::string_view domain_in(std::string_view text) {
  std::size_t at = text.rfind('@');
  std::size_t size = 1;
  if (at == npos) {
    at = text.rfind(" at ");
    size = 4;
  }
  if (at == npos) return {};
  const std::string_view domain = trimmed(text.substr(at + size));
  return domain.substr(0, domain.find_first_of(" \t\r\n>,;"));
}

}  // namespace

void each_sender_domain(std::string_view from, const std::function<void(std::string_view)>& take) {
  // If a comment does not end, as in "J :( <j@a.example>", addresses in angle brackets count.
  const std::optional<std::string> plain = without_quotes(from);
  const std::string_view all = plain ? std::string_view(*plain) : from;
  std::size_t open = all.find('<');
  for (std::size_t begin = 0; begin < all.size();) {
    if (open < begin) open = all.find('<', begin);
    // A comma inside angle brackets belongs to a route (RFC 5322 section 4.4).
    std::size_t end = all.find(',', begin);
    if (open < end) end = all.find(',', std::min(all.find('>', open), all.size()));
    end = std::min(end, all.size());
    const std::string_view mailbox = all.substr(begin, end - begin);
    const std::size_t bracket = mailbox.rfind('<');
    const std::string_view address = bracket == npos ? mailbox : mailbox.substr(bracket + 1);
    const std::string_view domain = domain_in(address.substr(0, address.find('>')));
    if (!domain.empty() && (plain || bracket != npos)) take(domain);
    begin = end + 1;
  }
}

std::string_view list_id_in(std::string_view value) {
  const std::size_t open = value.rfind('<');
  if (open == npos) return trimmed(value);
  const std::string_view behind = value.substr(open + 1);
  return trimmed(behind.substr(0, behind.find('>')));
}

}  // namespace urlsieve
