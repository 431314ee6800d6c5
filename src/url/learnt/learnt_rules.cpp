#include "urlsieve/learnt_rules.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "src/text/scan/fingerprint.hpp"
#include "src/url/learnt/host_rules.hpp"
#include "src/url/learnt/rule_lines.hpp"

namespace urlsieve {

namespace {

std::string lines_of(std::span<const learnt_rule> rules, bool with_counts) {
  std::string text;
  for (const learnt_rule& rule : rules) {
    text.append(rule.host).append("\t").append(name_of(rule.kind)).append("\t").append(rule.argument);
    if (with_counts)
      text.append("\t")
          .append(std::to_string(rule.support))
          .append("\t")
          .append(std::to_string(rule.false_merges));
    text += '\n';
  }
  return text;
}

}  // namespace

class learnt_rule_set::state {
 public:
  explicit state(std::vector<learnt_rule> rules)
      : rules_(std::move(rules)), checksum_(checksum_of(lines_of(rules_, false))) {
    for (const learnt_rule& rule : rules_) add_rule(rule.kind, rule.argument, by_host_[rule.host]);
  }

  [[nodiscard]] std::span<const learnt_rule> rules() const { return rules_; }
  [[nodiscard]] const std::string& checksum() const { return checksum_; }

  [[nodiscard]] const host_rules* find(std::string_view url) const {
    const auto found = by_host_.find(web_authority(url));
    return found == by_host_.end() ? nullptr : &found->second;
  }

 private:
  std::vector<learnt_rule> rules_;
  std::string checksum_;
  std::unordered_map<std::string_view, host_rules> by_host_;  // hosts in rules_
};

result<std::shared_ptr<const learnt_rule_set>> learnt_rule_set::parse(std::span<const rule_text> files) {
  std::vector<placed_rule> placed;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (result<void> read = read_rule_lines(files, i, placed); !read)
      return tl::unexpected(std::move(read.error()));
  if (result<void> checked = check_rule_set(files, placed); !checked)
    return tl::unexpected(std::move(checked.error()));
  std::vector<learnt_rule> rules;
  rules.reserve(placed.size());
  for (placed_rule& each : placed) rules.push_back(std::move(each.rule));
  placed = {};
  return std::shared_ptr<const learnt_rule_set>(
      new learnt_rule_set(std::make_unique<state>(std::move(rules))));
}

learnt_rule_set::learnt_rule_set(std::unique_ptr<state> content) : state_(std::move(content)) {}
learnt_rule_set::~learnt_rule_set() = default;

std::span<const learnt_rule> learnt_rule_set::rules() const {
  return state_->rules();
}

const std::string& learnt_rule_set::checksum() const {
  return state_->checksum();
}

bool learnt_rule_set::concerns(std::string_view url) const {
  return state_->find(url) != nullptr;
}

std::size_t learnt_rule_set::apply(char* url, std::size_t size) const {
  // No alias is an alias of an alias.
  for (int step = 0; step < 2; ++step) {
    const host_rules* const rules = state_->find({url, size});
    if (rules == nullptr) return size;
    size = apply_rules(*rules, url, size);
    if (rules->alias.empty()) return size;
  }
  return size;
}

std::string text_of_rules(std::vector<learnt_rule> rules) {
  std::ranges::sort(rules);
  return std::string(rules_header).append("\n").append(lines_of(rules, true));
}

}  // namespace urlsieve
