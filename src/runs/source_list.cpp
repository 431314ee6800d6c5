#include "src/runs/source_list.hpp"

namespace urlsieve {
namespace {

bool comes_before(const url_source& a, const url_source& b) {
  return a.order != b.order ? a.order < b.order : a.name < b.name;
}

void append_source(const url_source& source, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + url_source::header + source.name.size());
  write_source(source, out.data() + begin);
}

bool names(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    if (take_source(list).name == name) return true;
  }
  return false;
}

// Returns true if `source` adds nothing: `list` has it, or `most` sources before it.
bool adds_nothing(std::string_view list, const url_source& source, std::size_t most) {
  for (std::size_t before = 0; before < most; ++before) {
    if (list.empty()) return false;
    const url_source known = take_source(list);
    if (!comes_before(known, source)) return known.order == source.order && known.name == source.name;
    if (known.name == source.name) return true;
  }
  return true;
}

}  // namespace

void write_source(const url_source& source, char* out) {
  const auto size = static_cast<std::uint32_t>(source.name.size());
  std::memcpy(out, &source.order, sizeof source.order);
  std::memcpy(out + 8, &size, sizeof size);
  if (size != 0) std::memcpy(out + url_source::header, source.name.data(), size);
}

bool unite_sources(std::string_view list, std::string_view other, std::size_t most, std::string& united) {
  while (!other.empty()) {
    std::string_view rest = other;
    if (!adds_nothing(list, take_source(rest), most)) break;
    other = rest;
  }
  if (other.empty()) return false;
  united.clear();
  for (std::size_t count = 0; count < most && !(list.empty() && other.empty());) {
    std::string_view list_rest = list;
    std::string_view other_rest = other;
    const bool from_list =
        other.empty() || (!list.empty() && comes_before(take_source(list_rest), take_source(other_rest)));
    const url_source next = take_source(from_list ? list : other);
    if (names(united, next.name)) continue;
    append_source(next, united);
    ++count;
  }
  return true;
}

}  // namespace urlsieve
