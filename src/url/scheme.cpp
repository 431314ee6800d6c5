#include "src/url/scheme.hpp"

#include <array>
#include <cstddef>
#include <cstring>

#include "src/text/ascii.hpp"

namespace urlsieve {

namespace {

using namespace scheme_rule;

constexpr std::uint16_t internet = generic | host_required | domain_host;
constexpr std::uint16_t browsed = internet | backslash | slash_path;

constexpr std::array schemes{
    // The schemes of rfc1738, in its order.
    scheme_info{"ftp", browsed | type_code, 21, "rfc1738 section 3.2"},
    scheme_info{"http", browsed, 80, "rfc1738 section 3.3, RFC 9110 section 4.2.1"},
    scheme_info{"gopher", internet | gopher_type | selector, 70, "rfc1738 section 3.4, RFC 4266 section 2"},
    scheme_info{"mailto", address_domain, 0, "rfc1738 section 3.5, RFC 6068 section 2"},
    scheme_info{"news", address_domain | on_server | domain_host, 119,
                "rfc1738 section 3.6, RFC 5538 section 3"},
    scheme_info{"nntp", internet, 119, "rfc1738 section 3.7, RFC 5538 section 4"},
    // "The final "/" character may be omitted."
    scheme_info{"telnet", internet | slash_path, 23, "rfc1738 section 3.8, RFC 4248 section 2"},
    scheme_info{"wais", internet | selector, 210, "rfc1738 section 3.9, RFC 4156 section 2"},
    // "file:/x" is "file:///x" is "file://localhost/x".
    scheme_info{"file", generic | backslash | domain_host | local_host, 0,
                "rfc1738 section 3.10, RFC 8089 section 2, Appendix B"},
    scheme_info{"prospero", internet | selector, 1525, "rfc1738 section 3.11, RFC 4157 section 2"},
    scheme_info{"mid", address_domain, 0, "bnf-1993-11 midaddress, RFC 2392 section 2"},
    scheme_info{"cid", address_domain, 0, "bnf-1993-11 cidaddress, RFC 2392 section 2"},
    scheme_info{"afs", generic | domain_host, 0, "bnf-1993-11 afsaddress"},
    // Named without a grammar of its own in rfc1738 section 4.
    scheme_info{"tn3270", internet | slash_path, 23,
                "url-1993-07 Telnet, rlogin, tn3270, RFC 6270 section 2"},
    // Today's.
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

// Every name fits into 16 bytes; the hash spreads them over 256 slots, each probed onwards while taken.
constexpr std::size_t longest_name = 12;
constexpr std::size_t slots = 256;

constexpr unsigned char lower(char letter) {
  return static_cast<unsigned char>(ascii::lower(letter));
}

constexpr std::size_t slot_of(std::string_view name) {
  const std::size_t first = lower(name.front());
  const std::size_t second = lower(name[name.size() / 2]);
  const std::size_t last = lower(name.back());
  return (first * 7 + second * 31 + last * 5 + name.size() * 43) % slots;
}

struct slot_table {
  std::array<std::uint8_t, slots> row{};  // number of the row plus one; 0: free
};

constexpr slot_table fill_slots() {
  slot_table table;
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    std::size_t slot = slot_of(schemes[i].name);
    while (table.row[slot] != 0) slot = (slot + 1) % slots;
    table.row[slot] = static_cast<std::uint8_t>(i + 1);
  }
  return table;
}

constexpr slot_table table = fill_slots();

constexpr bool same_name(std::string_view row, std::string_view name) {
  if (row.size() != name.size()) return false;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (static_cast<unsigned char>(row[i]) != lower(name[i])) return false;
  return true;
}

constexpr const scheme_info* row_of(std::string_view name) {
  for (const scheme_info& row : schemes)
    if (row.name == name) return &row;
  return nullptr;
}

// Nearly every URL is one of these two.
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
  return lower(name[4]) == 's' ? secure : nullptr;
}

}  // namespace

const scheme_info* find_scheme(std::string_view name) {
  if (const scheme_info* const web = find_web_scheme(name)) return web;
  if (name.empty() || name.size() > longest_name) return nullptr;
  for (std::size_t slot = slot_of(name); table.row[slot] != 0; slot = (slot + 1) % slots) {
    const scheme_info& row = schemes[table.row[slot] - 1U];
    if (same_name(row.name, name)) return &row;
  }
  return nullptr;
}

std::span<const scheme_info> all_schemes() {
  return schemes;
}

}  // namespace urlsieve
