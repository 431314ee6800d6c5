#include "src/pipeline/link_context_counter.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/markup/html_names.hpp"

namespace urlsieve {
namespace {

// Fields that hold links by definition, and the usual fields of mail.
constexpr std::array<std::string_view, 24> known_fields{
    "Archived-At",      "Cc",           "Comments",   "Content-Base", "Content-Description",
    "Content-Location", "Content-Type", "From",       "In-Reply-To",  "Link",
    "List-Archive",     "List-Help",    "List-Owner", "List-Post",    "List-Subscribe",
    "List-Unsubscribe", "Message-ID",   "Newsgroups", "OpenPGP",      "References",
    "Subject",          "To",           "URL",        "Xref"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Removes the prefix "svg:" or "math:".
std::string_view bare(std::string_view element) {
  for (const std::string_view space : {"svg:", "math:"})
    if (element.starts_with(space)) return element.substr(space.size());
  return element;
}

std::string of_attribute(std::string_view element, std::string_view attribute) {
  const bool is_office = element.starts_with("v:") || element.starts_with("o:");
  std::string group(is_office                             ? element.substr(0, 2)
                    : holds(element_names, bare(element)) ? element
                                                          : std::string_view("other"));
  if (is_office) group += '*';
  group.append(1, '@').append(holds(attribute_names, attribute) ? attribute : std::string_view("other"));
  return group;
}

}  // namespace

std::string where_group(std::string_view where) {
  for (const std::string_view kind : {"json", "xml"})
    if (where.starts_with(kind) && where.substr(kind.size()).starts_with(':')) return std::string(kind);
  constexpr std::string_view header = "header:";
  if (where.starts_with(header))
    return std::string(holds(known_fields, where.substr(header.size())) ? where : "header:other");
  if (where.starts_with("http:") || where == "metadata:outlink" || where == "text" || where == "css" ||
      where == "cdx:key" || where == "m3u")
    return std::string(where);
  if (where.starts_with("EXT-X-")) return "m3u";
  const std::size_t at = where.find('@');
  return at == std::string_view::npos || at == 0 ? std::string("other")
                                                 : of_attribute(where.substr(0, at), where.substr(at + 1));
}

// Adds the run to the slot of its name. A slot holds one name; a colliding name moves the old name to
// pushed_out_.
void link_context_counter::count() {
  std::size_t hash = last_.size();
  hash = hash * 31 + static_cast<unsigned char>(last_.front());
  hash = hash * 31 + static_cast<unsigned char>(last_[last_.size() / 2]);
  hash = hash * 31 + static_cast<unsigned char>(last_.back());
  slot& home = slots_[hash % slots_.size()];
  if (home.where != last_) {
    give(home, pushed_out_);
    home.where = last_;
  }
  home.times += times_;
}

void link_context_counter::flush_to(stats& counted) {
  forget_views();
  for (slot& entry : slots_) give(entry, pushed_out_);
  for (const auto& [name, times] : pushed_out_) counted.where[name] += times;
  pushed_out_.clear();
}

void link_context_counter::give(slot& from, names& to) {
  if (from.times != 0) to[where_group(from.where)] += std::exchange(from.times, 0);
}

}  // namespace urlsieve
