#include "src/pipeline/input_counts.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include "urlsieve/document_choice.hpp"

namespace urlsieve {
namespace {

// Returns the names in `counted` behind `prefix`, such as "type:".
skipped_names names_behind(std::string_view prefix, const skipped_names& counted) {
  skipped_names found;
  for (auto entry = counted.lower_bound(prefix); entry != counted.end() && entry->first.starts_with(prefix);
       ++entry)
    found.emplace_hint(found.end(), entry->first.substr(prefix.size()), entry->second);
  return found;
}

std::uint64_t times_of(std::string_view name, const skipped_names& counted) {
  const auto found = counted.find(name);
  return found == counted.end() ? 0 : found->second;
}

void add_names(skipped_names& to, const skipped_names& now, const skipped_names& before) {
  for (const auto& [name, times] : now)
    if (const std::uint64_t more = times - times_of(name, before); more != 0) to[name] += more;
}

}  // namespace

input_counts::input_counts(const stats& counted)
    : documents(counted.documents),
      references(counted.references),
      damaged(counted.damaged),
      rejected(counted.rejected) {
  for (std::size_t i = 0; i < document_choice_count; ++i) {
    const auto verdict = static_cast<document_choice>(i);
    if (counted.choices[i] == 0 || verdict == document_choice::chosen) continue;
    filtered += counted.choices[i];
    if (const std::string_view name = name_of(verdict); name.starts_with("no-"))
      without_value.emplace(name, counted.choices[i]);
  }
  if (counted.skipped.empty()) return;
  lines_without = times_of("line:no-fields", counted.skipped);
  skipped = names_behind("type:", counted.skipped);
  for (const std::string_view prefix : {skipped_part, skipped_coding})
    for (const auto& [name, times] : names_behind(prefix, counted.skipped))
      skipped.emplace(std::string(prefix) + name, times);
  skipped_files = names_behind("file:", counted.skipped);
  missing_columns = names_behind("column:", counted.skipped);
}

void input_counts::add(const input_counts& more) {
  add_increase(more, {});
}

void input_counts::add_increase(const input_counts& now, const input_counts& before) {
  documents += now.documents - before.documents;
  references += now.references - before.references;
  filtered += now.filtered - before.filtered;
  lines_without += now.lines_without - before.lines_without;
  for (std::size_t i = 0; i < damaged.size(); ++i) damaged[i] += now.damaged[i] - before.damaged[i];
  for (std::size_t i = 0; i < rejected.size(); ++i) rejected[i] += now.rejected[i] - before.rejected[i];
  add_names(skipped, now.skipped, before.skipped);
  add_names(skipped_files, now.skipped_files, before.skipped_files);
  add_names(without_value, now.without_value, before.without_value);
  add_names(missing_columns, now.missing_columns, before.missing_columns);
}

}  // namespace urlsieve
