// The public suffix list: which names registries give out, and below which anybody may register one.
#ifndef URLSIEVE_URL_PUBLIC_SUFFIX_HPP
#define URLSIEVE_URL_PUBLIC_SUFFIX_HPP

#include <mutex>
#include <string>
#include <string_view>

#include "src/url/suffix_rules.hpp"

namespace urlsieve {

class public_suffix_list {
 public:
  // The machine's list (package publicsuffix), else the one built into libpsl. Read once; thread-safe.
  [[nodiscard]] static const public_suffix_list& system();

  // `name` lies below a suffix of the ICANN section that a rule names (not the "*" that makes any last label
  // one), and is not such a suffix itself. ASCII letters of any case; labels beyond ASCII in UTF-8 or as
  // A-labels.
  [[nodiscard]] bool is_under_named_suffix(std::string_view name) const;

  // The registrable domain at the end of `host`, which is in lower case: "b.co.uk" of "a.b.co.uk", a trailing
  // dot kept. The whole host where it has none (an address, a single label, a public suffix).
  [[nodiscard]] std::string_view registrable_domain(std::string_view host) const;

  // The public suffix at the end of `host`, which is in lower case: "co.uk" of "a.b.co.uk", a trailing dot
  // kept. Empty where it has none (an address, a single label that is no suffix).
  [[nodiscard]] std::string_view public_suffix(std::string_view host) const;

  // The rules in a table; empty() where the list is not packed as libpsl has it. Of a host of small letters,
  // digits, "-", "_" and "." that is no address and does not end in a dot they say what public_suffix() says.
  [[nodiscard]] const suffix_rules& rules() const;

  // Which list this is: 32 hex digits (XXH3-128 of its file), "libpsl " and a SHA-1 for the one built into
  // libpsl, "none" where there is none.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  public_suffix_list(const public_suffix_list&) = delete;
  public_suffix_list& operator=(const public_suffix_list&) = delete;
  ~public_suffix_list();

 private:
  public_suffix_list();
  [[nodiscard]] bool is_named_suffix(const char* name) const;

  void* list_;                  // libpsl's, or null if there is none at all
  mutable std::string packed_;  // its file, until its rules are asked for; empty: they are not known
  mutable suffix_rules rules_;
  mutable std::once_flag rules_read_;
  std::string identity_;
};

// The same asked of the system's list.
[[nodiscard]] inline bool has_known_suffix(std::string_view name) {
  return public_suffix_list::system().is_under_named_suffix(name);
}

// Returns true if the last label of `name` is a top-level domain that no registry gives out but that hosts
// have: onion (RFC 7686), example (RFC 6761), local (RFC 6762), i2p.
[[nodiscard]] bool has_private_top_level(std::string_view name);

}  // namespace urlsieve

#endif
