// Hosts: kinds agree with the predicates for addresses and names. Addresses equal the results of inet_aton
// and inet_pton, and their canonical spelling parses to the same address. A-labels convert to themselves. The
// registrable domain is a suffix of the host.
#include "src/url/hosts/host.hpp"

#include <arpa/inet.h>

#include <array>
#include <memory>
#include <string>

#include "src/url/hosts/host_names.hpp"
#include "src/url/hosts/idna.hpp"
#include "src/url/hosts/ipv6.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::host_target {
namespace {

void check_ipv4(std::string_view host) {
  const auto address = any_ipv4(host);
  require(!is_ipv4(host) || address.has_value());
  if (!address) return;
  const auto buffer = std::make_unique<char[]>(15);
  const std::string_view written(buffer.get(),
                                 static_cast<std::size_t>(write_ipv4(*address, buffer.get()) - buffer.get()));
  require(is_ipv4(written) && any_ipv4(written) == address && classify_host(written) == host_kind::ipv4);
  require(!is_ipv4(host) || written == host);
  // A trailing dot is legal in a host name, but not for inet_aton, which also rejects "0x" without digits.
  std::string plain(host);
  if (plain.ends_with('.')) plain.pop_back();
  in_addr expected{};
  if (::inet_aton(plain.c_str(), &expected) == 1) require(ntohl(expected.s_addr) == *address);
}

void check_ipv6(std::string_view host) {
  const auto groups = ipv6_value(host);
  require(groups.has_value() == is_ipv6(host));
  const bool has_nul = host.find('\0') != std::string_view::npos;
  std::array<unsigned char, 16> expected{};
  const bool is_address = !has_nul && ::inet_pton(AF_INET6, std::string(host).c_str(), expected.data()) == 1;
  require(is_address == groups.has_value());
  if (!groups) return;
  for (std::size_t i = 0; i < 8; ++i) require((*groups)[i] == (expected[2 * i] << 8U | expected[2 * i + 1]));
  const auto buffer = std::make_unique<char[]>(39);
  const std::string_view written(buffer.get(),
                                 static_cast<std::size_t>(write_ipv6(*groups, buffer.get()) - buffer.get()));
  require(ipv6_value(written) == groups);
  require(classify_host("[" + std::string(host) + "]") == host_kind::ipv6);
}

void check_idna(std::string_view host) {
  const auto buffer = std::make_unique<char[]>(longest_idna_host);
  const auto size = to_a_labels(host, buffer.get());
  if (!size) return;
  const std::string_view labels(buffer.get(), *size);
  for (const char c : labels) require(c > ' ' && c < 0x7F && !(c >= 'A' && c <= 'Z'));
  const auto again = std::make_unique<char[]>(longest_idna_host);
  const auto same = to_a_labels(labels, again.get());
  require(same && std::string_view(again.get(), *same) == labels);
}

}  // namespace

extern const std::size_t longest_input = 700;

void run(fuzz_input& given) {
  const std::string_view host = given.rest();
  check_ipv4(host);
  check_ipv6(host);
  check_idna(host);
  const host_kind kind = classify_host(host);
  require((kind == host_kind::ipv4) == is_ipv4(host));
  require((kind == host_kind::empty) == host.empty());
  require(kind != host_kind::hostname || is_hostname(host));
  const std::string_view domain = public_suffix_list::system().registrable_domain(host);
  require(host.ends_with(domain) && domain.empty() == host.empty());
  const host_names names = names_of_host(host);
  require(host.ends_with(names.domain) && host.ends_with(names.suffix));
  require(names.domain.empty() || names.domain.size() > names.suffix.size() + 1);
  require(names.subdomain.empty() || names.subdomain.size() + 1 + names.domain.size() == host.size());
}

}  // namespace urlsieve::fuzz::host_target
