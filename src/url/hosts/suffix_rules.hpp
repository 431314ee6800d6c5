// The rules of a public suffix list as a hash table, for fast queries: one lookup per label.
#ifndef URLSIEVE_URL_HOSTS_SUFFIX_RULES_HPP
#define URLSIEVE_URL_HOSTS_SUFFIX_RULES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

class suffix_rules {
 public:
  // Returns the rules of a list in the packed format of libpsl (a directed acyclic graph of letters after the
  // mark ".DAFSA@PSL_0"). The result is empty() if `packed` has another format or is corrupt. Rules beyond
  // ASCII are dropped, because the list also has their A-labels.
  [[nodiscard]] static suffix_rules read(std::string_view packed);

  [[nodiscard]] bool empty() const { return names_.empty(); }

  // Returns the offset of the public suffix of `host`, as psl_unregistrable_domain() of libpsl does.
  // Requires: not empty(); `host` is not empty, is in lower case, and does not end in a dot.
  [[nodiscard]] std::size_t suffix_of(std::string_view host) const;

  // Returns true if a rule names `name`, or a name below `name`. Requires: lower case.
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

 private:
  friend class suffix_reader;

  // Bits of `properties` in an entry. A name without bits is not a rule, but has rules below it.
  static constexpr std::uint8_t is_exception = 1;
  static constexpr std::uint8_t is_wildcard = 2;
  static constexpr std::uint8_t is_rule = 4;

  struct entry {
    std::uint64_t hash = 0;
    std::uint32_t begin = 0;  // offset in names_
    std::uint16_t size = 0;   // 0: the slot is free
    std::uint8_t properties = 0;
  };

  [[nodiscard]] const entry* find(std::string_view name) const;
  void add(std::string_view name, std::uint8_t properties);
  void grow();

  std::string names_;
  std::vector<entry> table_;
  std::size_t count_ = 0;
};

}  // namespace urlsieve

#endif
