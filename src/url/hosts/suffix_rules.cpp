// A packed list is a graph. A node consists of the distances to its children; the highest bit marks the last
// distance. A child consists of letters and the node that follows; the highest bit marks the last letter. A
// byte from 0x80 to 0x9F instead of a letter ends a name and holds its flags. Bytes from 0x90 on also begin
// names beyond ASCII; libpsl also reads them as an end (giving ".m" a wildcard), and so does this reader.
#include "src/url/hosts/suffix_rules.hpp"

#include <algorithm>
#include <cstring>

namespace urlsieve {
namespace {

constexpr std::string_view mark{".DAFSA@PSL_0   \n"};
constexpr std::size_t longest_suffix_name = 255;
constexpr std::size_t most_steps = std::size_t{1} << 22;  // a corrupt graph may be infinite

std::uint64_t hash_of(std::string_view name) {
  std::uint64_t front = 0;
  std::uint64_t back = 0;
  if (name.size() >= sizeof(front)) {
    std::memcpy(&front, name.data(), sizeof(front));
    std::memcpy(&back, name.data() + name.size() - sizeof(back), sizeof(back));
  } else {
    for (const char c : name) front = front << 8U | static_cast<unsigned char>(c);
  }
  const std::uint64_t mixed = (front * 0xC2B2AE3D27D4EB4FU) ^ ((back + name.size()) * 0x9E3779B97F4A7C15U);
  return (mixed ^ mixed >> 29U) * 0xBF58476D1CE4E5B9U;
}

}  // namespace

class suffix_reader {
 public:
  suffix_reader(std::string_view graph, suffix_rules& rules) : graph_(graph), rules_(rules) {}

  // Returns false if the graph is corrupt.
  bool read() { return read_node(0); }

 private:
  [[nodiscard]] unsigned byte(std::size_t at) const { return static_cast<unsigned char>(graph_[at]); }

  // Recursion is as deep as a name has letters.
  bool read_node(std::size_t at) {
    std::size_t child = at;
    for (bool last = false; !last;) {
      if (at >= graph_.size()) return false;
      const unsigned first = byte(at);
      last = (first & 0x80U) != 0;
      const std::size_t size = (first & 0x60U) == 0x60U ? 3 : (first & 0x60U) == 0x40U ? 2 : 1;
      if (graph_.size() - at < size) return false;
      std::size_t distance = size == 1 ? first & 0x3FU : first & 0x1FU;
      for (std::size_t i = 1; i < size; ++i) distance = distance << 8U | byte(at + i);
      child += distance;
      at += size;
      if (!read_child(child)) return false;
    }
    return true;
  }

  bool read_child(std::size_t at) {
    if (++steps_ > most_steps) return false;
    const std::size_t before = name_.size();
    for (bool last = false; !last; ++at) {
      if (at >= graph_.size()) return false;
      const unsigned letter = byte(at);
      if ((letter & 0xE0U) == 0x80U) return end_name(letter & 0x0FU, before);
      last = (letter & 0x80U) != 0;
      if ((letter & 0x7FU) < 0x20U) {  // letters beyond ASCII follow
        name_.resize(before);
        return true;
      }
      if (name_.size() == longest_suffix_name) return false;
      name_ += static_cast<char>(letter & 0x7FU);
    }
    if (!read_node(at)) return false;
    name_.resize(before);
    return true;
  }

  bool end_name(unsigned flags, std::size_t before) {
    if (!name_.empty()) rules_.add(name_, static_cast<std::uint8_t>((flags & 3U) | suffix_rules::is_rule));
    name_.resize(before);
    return true;
  }

  std::string_view graph_;
  suffix_rules& rules_;
  std::string name_;
  std::size_t steps_ = 0;
};

suffix_rules suffix_rules::read(std::string_view packed) {
  suffix_rules rules;
  if (!packed.starts_with(mark)) return rules;
  rules.table_.resize(1024);
  if (!suffix_reader(packed.substr(mark.size()), rules).read()) return {};
  return rules;
}

const suffix_rules::entry* suffix_rules::find(std::string_view name) const {
  const std::uint64_t hash = hash_of(name);
  for (std::size_t at = hash >> 20U;; ++at) {
    const entry& here = table_[at & (table_.size() - 1)];
    if (here.size == 0) return nullptr;
    if (here.hash == hash && here.size == name.size() &&
        std::memcmp(names_.data() + here.begin, name.data(), name.size()) == 0)
      return &here;
  }
}

// Adds a name and all names above it, so that a missing name has no rules below it.
void suffix_rules::add(std::string_view name, std::uint8_t properties) {
  if (const entry* const known = find(name)) {
    auto& slot = table_[static_cast<std::size_t>(known - table_.data())];
    slot.properties = static_cast<std::uint8_t>(slot.properties | properties);
  } else {
    if (2 * ++count_ > table_.size()) grow();
    const std::uint64_t hash = hash_of(name);
    std::size_t at = hash >> 20U;
    while (table_[at & (table_.size() - 1)].size != 0) ++at;
    table_[at & (table_.size() - 1)] = {hash, static_cast<std::uint32_t>(names_.size()),
                                        static_cast<std::uint16_t>(name.size()), properties};
    names_ += name;
  }
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos && dot + 1 < name.size() && find(name.substr(dot + 1)) == nullptr)
    add(name.substr(dot + 1), 0);
}

void suffix_rules::grow() {
  std::vector<entry> larger(2 * table_.size());
  for (const entry& slot : table_) {
    if (slot.size == 0) continue;
    std::size_t at = slot.hash >> 20U;
    while (larger[at & (larger.size() - 1)].size != 0) ++at;
    larger[at & (larger.size() - 1)] = slot;
  }
  table_ = std::move(larger);
}

// Starts at the last label. Any last label is a suffix ("*"). A longer name is a suffix if a rule names it or
// the name above has a wildcard, unless the name is an exception.
std::size_t suffix_rules::suffix_of(std::string_view host) const {
  std::size_t found = host.rfind('.') + 1;
  std::uint8_t above = 0;
  for (std::size_t label = found;;) {
    const entry* const known = find(host.substr(label));
    if (known == nullptr || (known->properties & is_rule) == 0) {
      if ((above & is_wildcard) != 0) found = label;
      if (known == nullptr) return found;
    } else if ((known->properties & is_exception) == 0) {
      found = label;
    }
    above = known->properties;
    if (label < 2) return found;
    label = host.rfind('.', label - 2) + 1;
  }
}

}  // namespace urlsieve
