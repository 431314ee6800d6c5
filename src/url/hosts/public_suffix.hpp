// The public suffix list: the domain names below which the public can register names.
#ifndef URLSIEVE_URL_HOSTS_PUBLIC_SUFFIX_HPP
#define URLSIEVE_URL_HOSTS_PUBLIC_SUFFIX_HPP

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "src/url/hosts/suffix_rules.hpp"

namespace urlsieve {

class public_suffix_list {
 public:
  // Returns the list of the machine (package publicsuffix), or the list built into libpsl. Reads the list
  // once. Throws std::runtime_error if libpsl is not installed, and std::system_error if reading the list
  // fails. A list without read permission counts as missing. Thread-safe.
  [[nodiscard]] static const public_suffix_list& system();

  // Returns true if `name` is below a suffix that an explicit rule of the ICANN section names, and is not
  // itself such a suffix. The default rule "*" does not count. Accepts ASCII letters of any case, and labels
  // beyond ASCII in UTF-8 or as A-labels.
  [[nodiscard]] bool is_under_named_suffix(std::string_view name) const;

  // Returns the registrable domain at the end of `host`: "b.co.uk" of "a.b.co.uk", with a trailing dot.
  // Returns the whole host if there is no domain (an address, a single label, a public suffix) or no list.
  // Requires: lower case.
  [[nodiscard]] std::string_view registrable_domain(std::string_view host) const;

  // Returns the public suffix at the end of `host`: "co.uk" of "a.b.co.uk", with a trailing dot. Returns an
  // empty view if there is no suffix (an address, a single label) or no list. Requires: lower case.
  [[nodiscard]] std::string_view public_suffix(std::string_view host) const;

  // The sections of the list: names of registries, or also names under which a company lets others register.
  enum class section : std::uint8_t { registries, all };

  // Returns the longest suffix of `host`, also the whole host, that an explicit rule of `section` names;
  // empty without such a suffix or list. The default rule "*" does not count. Requires: lower case, no dot at
  // the end.
  [[nodiscard]] std::string_view named_suffix(std::string_view host, section rules) const;

  // Returns the rules as a table, which is empty() if the list is not in the format of libpsl. The table
  // agrees with public_suffix() for hosts of lower-case letters, digits, "-", "_" and "." that are not
  // addresses and do not end in a dot.
  [[nodiscard]] const suffix_rules& rules() const;

  // Returns the identity of the list: 32 hex digits (XXH3-128 of the file), "libpsl " and a SHA-1 for the
  // built-in list, or "none" without a list.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  public_suffix_list(const public_suffix_list&) = delete;
  public_suffix_list& operator=(const public_suffix_list&) = delete;
  ~public_suffix_list();

 private:
  public_suffix_list();
  [[nodiscard]] bool is_named_suffix(const char* name) const;

  void* list_;                  // a psl_ctx_t, or null without any list
  mutable std::string packed_;  // content of the list's file until rules() reads it; empty: unknown
  mutable suffix_rules rules_;
  mutable std::once_flag rules_read_;
  std::string identity_;
};

// Returns is_under_named_suffix() of the system's list.
[[nodiscard]] inline bool has_known_suffix(std::string_view name) {
  return public_suffix_list::system().is_under_named_suffix(name);
}

// Returns true if the last label of `name` is a top-level domain outside the registries that hosts use: onion
// (RFC 7686), example (RFC 6761), local (RFC 6762), i2p.
[[nodiscard]] bool has_private_top_level(std::string_view name);

}  // namespace urlsieve

#endif
