// The rules of a public suffix list in a table, for who asks for every URL: one look for each label.
#ifndef URLSIEVE_URL_SUFFIX_RULES_HPP
#define URLSIEVE_URL_SUFFIX_RULES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

class suffix_rules {
 public:
  // Of a list as libpsl packs it (a directed acyclic graph of letters, after the mark ".DAFSA@PSL_0");
  // empty() where `packed` is no such list. Rules beyond ASCII are left out: the list has their A-labels,
  // too.
  [[nodiscard]] static suffix_rules read(std::string_view packed);

  [[nodiscard]] bool empty() const { return names_.empty(); }

  // Where the public suffix of `host` begins: what psl_unregistrable_domain() of libpsl says. ASCII letters
  // in lower case. REQUIRES: not empty(), `host` is neither empty nor ends in a dot.
  [[nodiscard]] std::size_t suffix_of(std::string_view host) const;

 private:
  friend class suffix_reader;

  // Bits of what is known of a name. One that is none of the first two has rules below it.
  static constexpr std::uint8_t is_exception = 1;
  static constexpr std::uint8_t is_wildcard = 2;
  static constexpr std::uint8_t is_rule = 4;

  struct entry {
    std::uint64_t hash = 0;
    std::uint32_t begin = 0;  // in names_
    std::uint16_t size = 0;   // 0: there is none
    std::uint8_t what = 0;
  };

  [[nodiscard]] const entry* find(std::string_view name) const;
  void add(std::string_view name, std::uint8_t what);
  void grow();

  std::string names_;
  std::vector<entry> table_;
  std::size_t count_ = 0;
};

}  // namespace urlsieve

#endif
