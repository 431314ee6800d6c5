#include "src/shards/shard_fit.hpp"
#include "src/rows/row_columns.hpp"
#include "src/shards/chosen_fields.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/option_rows.hpp"
#include "src/shards/run_counts.hpp"
#include "urlsieve/names.hpp"

#include <algorithm>
#include <string>

namespace urlsieve {
namespace {

// Returns the columns without new_column, which applies to a single run.
std::vector<std::string> mergeable_fields(const manifest& run) {
  std::vector<std::string> fields = run.fields;
  std::erase(fields, new_column);
  return fields;
}

std::string comma_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ",").append(name);
  return list;
}

// Returns a JSON string without its quotes, for messages.
std::string_view unquoted(std::string_view value) {
  if (value.empty()) return "none";
  return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

class fit_check {
 public:
  fit_check(std::string_view first, std::string_view second) : first_(first), second_(second) {}

  void require_equal(std::string_view property, std::string_view a, std::string_view b,
                     std::string_view hint = {}) {
    if (a != b) refuse(property, a, b, hint);
  }

  void refuse(std::string_view property, std::string_view a, std::string_view b, std::string_view hint) {
    if (!state_) return;
    std::string message(second_);
    message.append(" does not fit ").append(first_).append(": ").append(property).append(1, ' ');
    message.append(unquoted(b)).append(" there, ").append(unquoted(a)).append(" here");
    if (!hint.empty()) message.append(": ").append(hint);
    state_ = tl::unexpected(error{error_code::usage, std::move(message)});
  }

  [[nodiscard]] bool fits() const { return state_.has_value(); }

  // Refuses a value that both runs share, if the value is `refused`.
  void refuse_value(std::string_view property, std::string_view value, std::string_view refused,
                    std::string_view hint) {
    if (value == refused) refuse(property, value, value, hint);
  }

  [[nodiscard]] result<void> take() { return std::move(state_); }

 private:
  std::string_view first_;
  std::string_view second_;
  result<void> state_;
};

// Returns the position of a name under its heading.
std::size_t rank_of(std::string_view heading, std::string_view name) {
  const auto among = [&](std::size_t count, auto&& nth) {
    std::size_t at = 0;
    while (at < count && nth(at) != name) ++at;
    return at;
  };
  if (heading == "rejected")
    return among(rejection_count, [](std::size_t i) { return name_of(static_cast<rejection>(i)); });
  if (heading == "repaired")
    return among(repair_count, [](std::size_t i) { return name_of(static_cast<repair_kind>(i)); });
  if (heading == "damaged")
    return among(damage_count, [](std::size_t i) { return name_of(static_cast<damage>(i)); });
  if (heading == heading::documents)
    return among(media_names.size(), [](std::size_t i) { return media_names[i]; });
  if (heading == heading::choices)
    return among(document_choice_count,
                 [](std::size_t i) { return name_of(static_cast<document_choice>(i)); });
  if (heading == heading::references || heading == heading::lengths)
    return among(log_histogram::buckets,
                 [](std::size_t i) { return std::to_string(log_histogram::least_of(i)); });
  return among(flag::names.size(), [](std::size_t i) { return flag::names[i].name; });
}

// Adds counters in the order of a single run.
void add_counts(std::vector<manifest_counts>& to, const std::vector<manifest_counts>& from) {
  for (const manifest_counts& heading : from) {
    auto total = std::find_if(to.begin(), to.end(),
                              [&](const manifest_counts& counts) { return counts.name == heading.name; });
    if (total == to.end()) total = to.insert(to.end(), {heading.name, {}});
    for (const auto& [name, times] : heading.counts) {
      const auto known = std::find_if(total->counts.begin(), total->counts.end(),
                                      [&](const auto& count) { return count.first == name; });
      known == total->counts.end() ? total->counts.emplace_back(name, times).second : known->second += times;
    }
    std::sort(total->counts.begin(), total->counts.end(), [&](const auto& a, const auto& b) {
      const std::size_t place_a = rank_of(heading.name, a.first);
      const std::size_t place_b = rank_of(heading.name, b.first);
      return place_a != place_b ? place_a < place_b : a.first < b.first;
    });
  }
}

// Adds the first examples of each reason, in the order of a single run.
void add_examples(std::vector<manifest_examples>& to, const std::vector<manifest_examples>& from) {
  for (const manifest_examples& more : from) {
    auto total = std::find_if(to.begin(), to.end(), [&](const manifest_examples& examples) {
      return examples.heading == more.heading && examples.reason == more.reason;
    });
    if (total == to.end()) total = to.insert(to.end(), {more.heading, more.reason, {}});
    for (const std::string& text : more.texts)
      if (total->texts.size() < manifest_examples::most &&
          std::find(total->texts.begin(), total->texts.end(), text) == total->texts.end())
        total->texts.push_back(text);
  }
  // "rejected" before "flagged".
  std::sort(to.begin(), to.end(), [](const manifest_examples& a, const manifest_examples& b) {
    if (a.heading != b.heading) return a.heading > b.heading;
    const std::size_t place_a = rank_of(a.heading, a.reason);
    const std::size_t place_b = rank_of(b.heading, b.reason);
    return place_a != place_b ? place_a < place_b : a.reason < b.reason;
  });
}

}  // namespace

bool is_url_option(const option_row& row) {
  return row.member.starts_with("url_options::") || row.member.starts_with("convention_options::");
}

result<void> check_compatibility(const manifest& first, std::string_view first_name, const manifest& second,
                                 std::string_view second_name, compatibility_options demands) {
  fit_check check(first_name, second_name);
  const auto check_forms = [&](bool in_all_versions) {
    for (const option_row* const row : manifest_option_rows()) {
      if (!row->merging.is_equal || row->merging.if_missing.empty() != in_all_versions) continue;
      if (!demands.same_urls && is_url_option(*row)) continue;
      const std::string* const a = first.option(row->entry.key);
      const std::string* const b = second.option(row->entry.key);
      check.require_equal(row->member, a == nullptr ? row->merging.if_missing : *a,
                          b == nullptr ? row->merging.if_missing : *b, "their URLs have different forms");
    }
  };
  check_forms(true);
  if (demands.same_rules && check.fits()) {
    constexpr std::string_view hint =
        "a URL may have two forms: make both outputs with one version and the same rules; "
        "merge_options::bad_revision merges them all the same";
    if (result<void> checked = check_rules(first.rules, first_name, second.rules, second_name, hint);
        !checked)
      return checked;
  }
  check_forms(false);
  check.require_equal("output_options::edges", name_of(first.edges), name_of(second.edges));
  if (demands.same_layout)
    check.require_equal("output_options::shard_by", name_of(first.shard_by), name_of(second.shard_by),
                        "`urlsieve convert` changes it");
  const bool copies_domains =
      demands.same_layout && (first.shard_by == partition_key::domain ||
                              (demands.same_rows && demands.same_fields && depends_on_suffixes(first)));
  if (first.edges == edge_choice::domain || copies_domains)
    check.require_equal("the public suffix list", first.public_suffix_list, second.public_suffix_list,
                        "domains may differ");
  if (demands.same_layout)
    check.require_equal("output_options::order", name_of(first.order), name_of(second.order));
  if (demands.same_shard_count) {
    check.require_equal("output_options::shards", std::to_string(first.shard_count),
                        std::to_string(second.shard_count), "merge_options::reshard changes the number");
  }
  if (demands.same_rows) {
    if (demands.same_form)
      check.require_equal("output_options::format", name_of(first.form), name_of(second.form));
    if (demands.same_fields)
      check.require_equal("output_options::fields", comma_list(mergeable_fields(first)),
                          comma_list(mergeable_fields(second)));
    if (demands.same_layout)
      check.require_equal("output_options::key", name_of(first.key), name_of(second.key));
    const std::vector<std::string> fields = mergeable_fields(first);
    if (std::find(fields.begin(), fields.end(), name_of(field::sources)) != fields.end()) {
      const std::string* const a = first.option("max_sources");
      const std::string* const b = second.option("max_sources");
      check.require_equal("output_options::max_sources", a == nullptr ? "" : *a, b == nullptr ? "" : *b);
    }
  }
  return check.take();
}

result<void> check_rules(const std::vector<rule_revision>& first, std::string_view first_name,
                         const std::vector<rule_revision>& second, std::string_view second_name,
                         std::string_view hint) {
  fit_check check(first_name, second_name);
  const auto revision = [](const std::vector<rule_revision>& rules, std::string_view name) {
    const auto found = std::ranges::find(rules, name, &rule_revision::name);
    return found == rules.end() ? std::string_view() : std::string_view(found->revision);
  };
  for (const std::vector<rule_revision>* const rules : {&first, &second}) {
    for (const rule_revision& known : *rules) {
      const std::string property = "the revision of the rules \"" + known.name + "\" is";
      check.require_equal(property, revision(first, known.name), revision(second, known.name), hint);
      check.refuse_value(property, known.revision, rule_revision::mixed, hint);
    }
  }
  return check.take();
}

manifest begin_merged_manifest(std::string_view version, const manifest& first) {
  manifest all = first;
  all.version = version;
  all.fields = mergeable_fields(all);
  all.only_shard.reset();
  all.shards.clear();
  all.unique = 0;
  for (manifest_option& option : all.options)
    if (option.name == "mark_new") option.value = "false";
  return all;
}

void add_to_merged_manifest(manifest& all, const manifest& run) {
  if (run.public_suffix_list != all.public_suffix_list) all.public_suffix_list.clear();
  for (const rule_revision& rule : run.rules)
    if (std::ranges::find(all.rules, rule.name, &rule_revision::name) == all.rules.end())
      all.rules.push_back({rule.name, std::string(rule_revision::mixed)});
  for (rule_revision& rule : all.rules)
    if (run.rule(rule.name) != rule.revision) rule.revision = rule_revision::mixed;
  for (manifest_option& option : all.options) {
    if (option.name == "mark_new") continue;
    const std::string* const value = run.option(option.name);
    if (value == nullptr || *value != option.value) option.value = "null";
  }
  all.references += run.references;
  all.kept += run.kept;
  add_counts(all.counted, run.counted);
  add_examples(all.examples, run.examples);
}

manifest unite(std::string_view version, std::span<const manifest> runs) {
  manifest all = begin_merged_manifest(version, runs.front());
  for (const manifest& run : runs.subspan(1)) add_to_merged_manifest(all, run);
  return all;
}

}  // namespace urlsieve
