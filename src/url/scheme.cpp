#include "src/url/scheme.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "src/text/ascii.hpp"

namespace urlsieve {

namespace {

using namespace scheme_rule;

constexpr std::uint16_t internet = generic | host_required | domain_host;
constexpr std::uint16_t browsed = internet | backslash | slash_path;

constexpr std::array schemes{
    // The schemes of rfc1738, in document order.
    scheme_info{"ftp", browsed | type_code, 21, "rfc1738 section 3.2"},
    scheme_info{"http", browsed, 80, "rfc1738 section 3.3, RFC 9110 section 4.2.1"},
    scheme_info{"gopher", internet | gopher_type | selector, 70, "rfc1738 section 3.4, RFC 4266 section 2"},
    scheme_info{"mailto", address_domain, 0, "rfc1738 section 3.5, RFC 6068 section 2"},
    scheme_info{"news", address_domain | on_server | domain_host, 119,
                "rfc1738 section 3.6, RFC 5538 section 3"},
    scheme_info{"nntp", internet, 119, "rfc1738 section 3.7, RFC 5538 section 4"},
    // rfc1738 section 3.8: the final "/" may be omitted.
    scheme_info{"telnet", internet | slash_path, 23, "rfc1738 section 3.8, RFC 4248 section 2"},
    scheme_info{"wais", internet | selector, 210, "rfc1738 section 3.9, RFC 4156 section 2"},
    // "file:/x", "file:///x" and "file://localhost/x" are equal.
    scheme_info{"file", generic | backslash | domain_host | local_host, 0,
                "rfc1738 section 3.10, RFC 8089 section 2, Appendix B"},
    scheme_info{"prospero", internet | selector, 1525, "rfc1738 section 3.11, RFC 4157 section 2"},
    scheme_info{"mid", address_domain, 0, "bnf-1993-11 midaddress, RFC 2392 section 2"},
    scheme_info{"cid", address_domain, 0, "bnf-1993-11 cidaddress, RFC 2392 section 2"},
    scheme_info{"afs", generic | domain_host, 0, "bnf-1993-11 afsaddress"},
    // Schemes that rfc1738 section 4 names without a grammar.
    scheme_info{"tn3270", internet | slash_path, 23,
                "url-1993-07 Telnet, rlogin, tn3270, RFC 6270 section 2"},
    // Schemes of later documents.
    scheme_info{"https", browsed, 443, "RFC 9110 section 4.2.2"},
    scheme_info{"ws", browsed, 80, "RFC 6455 section 3"},
    scheme_info{"wss", browsed, 443, "RFC 6455 section 3"},
    scheme_info{"sftp", internet, 22, "draft-ietf-secsh-scp-sftp-ssh-uri section 3"},
    scheme_info{"ftps", internet, 990, "IANA service name ftps"},
    scheme_info{"ssh", internet, 22, "draft-ietf-secsh-scp-sftp-ssh-uri section 2"},
    scheme_info{"git", internet, 9418, "IANA service name git"},
    scheme_info{"svn", internet, 3690, "IANA service name svn"},
    scheme_info{"irc", internet, 6667, "draft-butcher-irc-url section 2.3"},
    scheme_info{"ircs", internet, 6697, "draft-butcher-irc-url section 2.3, RFC 7194 section 1"},
    scheme_info{"ldap", generic | domain_host, 389, "RFC 4516 section 2"},
    scheme_info{"ldaps", generic | domain_host, 636, "IANA service name ldaps"},
    scheme_info{"rtsp", internet, 554, "RFC 7826 section 4.2"},
    scheme_info{"rtsps", internet, 322, "RFC 7826 section 4.2"},
    scheme_info{"gemini", internet | slash_path, 1965, "gemini protocol specification section 1.2"},
    scheme_info{"imap", internet, 143, "RFC 5092 section 11"},
    scheme_info{"pop", internet, 110, "RFC 2384 section 3"},
    scheme_info{"snews", generic | domain_host, 563, "RFC 5538 section 2"},
    scheme_info{"rsync", internet, 873, "RFC 5781 section 2"},
    scheme_info{"nfs", internet, 2049, "RFC 2224 section 2"},
    scheme_info{"smb", internet, 445, "draft-crhertel-smb-url section 3"},
    scheme_info{"vnc", internet, 5900, "RFC 7869 section 2.1"},
    scheme_info{"xmpp", 0, 0, "RFC 5122 section 2.2"},
    scheme_info{"sip", 0, 0, "RFC 3261 section 19.1.1"},
    scheme_info{"sips", 0, 0, "RFC 3261 section 19.1.1"},
    scheme_info{"tel", 0, 0, "RFC 3966 section 3"},
    scheme_info{"sms", 0, 0, "RFC 5724 section 2.2"},
    scheme_info{"urn", namespace_name, 0, "RFC 8141 section 2 and 3.1"},
    scheme_info{"data", 0, 0, "RFC 2397 section 3"},
    scheme_info{"magnet", 0, 0, "BEP 9"},
    scheme_info{"doi", 0, 0, "ISO 26324"},
    scheme_info{"javascript", 0, 0, "draft-hoehrmann-javascript-scheme section 3"},
    scheme_info{"blob", 0, 0, "W3C File API section 8.2"},
    scheme_info{"about", 0, 0, "RFC 6694 section 2"},
    scheme_info{"view-source", 0, 0, "IANA URI schemes, view-source"},
    scheme_info{"tag", 0, 0, "RFC 4151 section 2.1"},
    scheme_info{"geo", 0, 0, "RFC 5870 section 3.3"},
    scheme_info{"bitcoin", 0, 0, "BIP 21"},
    scheme_info{"ipfs", 0, 0, "IANA URI schemes, ipfs"},
    scheme_info{"ipns", 0, 0, "IANA URI schemes, ipns"},
    scheme_info{"matrix", 0, 0, "IANA URI schemes, matrix"},
};

// A name as two words, padded with zeros. A multiplication distributes names over 256 slots with linear
// probing.
using name_words = std::array<std::uint64_t, 2>;
constexpr std::size_t longest_name = 12;
constexpr std::size_t slots = 256;

constexpr name_words words_of(std::string_view name) {
  std::array<char, 16> bytes{};
  for (std::size_t i = 0; i < name.size(); ++i) bytes[i] = name[i];
  return std::bit_cast<name_words>(bytes);
}

constexpr std::size_t slot_of(const name_words& name) {
  constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;
  return ((name[0] ^ std::rotl(name[1], 29)) * spread) >> 56U;
}

struct slot_table {
  std::array<name_words, slots> names{};  // zeros: a free slot
  std::array<std::uint8_t, slots> rows{};
};

constexpr slot_table fill_slots() {
  slot_table table;
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    const name_words name = words_of(schemes[i].name);
    std::size_t slot = slot_of(name);
    while (table.names[slot][0] != 0) slot = (slot + 1) % slots;
    table.names[slot] = name;
    table.rows[slot] = static_cast<std::uint8_t>(i);
  }
  return table;
}

constexpr slot_table table = fill_slots();

// Marks the highest bit of each byte that is a ":".
std::uint64_t colons_in(std::uint64_t word) {
  constexpr std::uint64_t each = 0x0101010101010101;
  const std::uint64_t difference = word ^ (each * ':');
  return ~(((difference & (each * 0x7F)) + each * 0x7F) | difference | (each * 0x7F));
}

// Returns the bytes of the word before the first mark; 0 without a mark, or if the first byte is marked.
std::uint64_t before(std::uint64_t word, std::uint64_t marks) {
  if (marks == 0) return 0;
  if constexpr (std::endian::native == std::endian::little)
    return word & (((marks & (~marks + 1)) >> 7U) - 1);
  const int first = std::countl_zero(marks);
  return first == 0 ? 0 : word >> (64 - first) << (64 - first);
}

const scheme_info* find_row(const name_words& name) {
  for (std::size_t slot = slot_of(name); table.names[slot][0] != 0; slot = (slot + 1) % slots)
    if (table.names[slot] == name) return &schemes[table.rows[slot]];
  return nullptr;
}

constexpr const scheme_info* row_of(std::string_view name) {
  for (const scheme_info& row : schemes)
    if (row.name == name) return &row;
  return nullptr;
}

// Nearly all URLs have one of these schemes.
const scheme_info* find_web_scheme(std::string_view name) {
  static constexpr const scheme_info* plain = row_of("http");
  static constexpr const scheme_info* secure = row_of("https");
  if (name.size() != 4 && name.size() != 5) return nullptr;
  constexpr std::array<char, 4> letters{'h', 't', 't', 'p'};
  std::uint32_t wanted;
  std::uint32_t front;
  std::memcpy(&wanted, letters.data(), sizeof(wanted));
  std::memcpy(&front, name.data(), sizeof(front));
  if ((front | 0x20202020U) != wanted) return nullptr;
  if (name.size() == 4) return plain;
  return (name[4] | 0x20) == 's' ? secure : nullptr;
}

}  // namespace

const scheme_info* find_scheme(std::string_view name) {
  if (const scheme_info* const web = find_web_scheme(name)) return web;
  if (name.empty() || name.size() > longest_name) return nullptr;
  std::array<char, 16> lowered{};
  for (std::size_t i = 0; i < name.size(); ++i) lowered[i] = ascii::lower(name[i]);
  const scheme_info* const row = find_row(std::bit_cast<name_words>(lowered));
  return row != nullptr && row->name.size() == name.size() ? row : nullptr;
}

const scheme_info* scheme_in_front(std::string_view url) {
  name_words front{};
  std::memcpy(front.data(), url.data(), std::min(url.size(), sizeof(front)));
  if (const std::uint64_t colons = colons_in(front[0]); colons != 0)
    front = {before(front[0], colons), 0};
  else
    front[1] = before(front[1], colons_in(front[1]));
  const scheme_info* const row = front[0] != 0 ? find_row(front) : nullptr;
  // No name contains a zero byte.
  return row != nullptr && row->name.size() < url.size() && url[row->name.size()] == ':' ? row : nullptr;
}

std::span<const scheme_info> all_schemes() {
  return schemes;
}

}  // namespace urlsieve
