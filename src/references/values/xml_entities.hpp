// Expands the entities that an XML document declares in its internal DTD subset (XML 1.0 section 4.2).
#ifndef URLSIEVE_REFERENCES_XML_ENTITIES_HPP
#define URLSIEVE_REFERENCES_XML_ENTITIES_HPP

#include <cstddef>
#include <functional>
#include <map>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

// The general entities of one document whose values are text without "&" and "<", so entities do not nest.
class xml_entities {
 public:
  // Forgets the entities of the previous document.
  void clear() {
    values_.clear();
    budget_ = max_expansion;
  }

  // Reads the entities of `doctype`, a DOCTYPE with its internal subset. The first declaration of a name
  // counts. Skips entities that are predefined, external or larger than max_value, and those beyond
  // max_entities. Requires: `doctype` stays valid until clear().
  void read(std::string_view doctype);

  // Returns `text` with the values of its entities; in `storage` if `text` has such a reference. References
  // stay as written once the values of the document exceed max_expansion.
  [[nodiscard]] std::string_view expand(std::string_view text, arena& storage);

  [[nodiscard]] bool empty() const { return values_.empty(); }

 private:
  static constexpr std::size_t max_entities = 256;
  static constexpr std::size_t max_value = 256;                         // bytes
  static constexpr std::size_t max_expansion = std::size_t{16} << 20U;  // bytes in one document

  std::map<std::string_view, std::string_view, std::less<>> values_;  // by name
  std::size_t budget_ = max_expansion;
};

}  // namespace urlsieve

#endif
