#include "src/pipeline/learning/rule_evidence.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "src/text/hex.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/learnt/host_rules.hpp"
#include "src/url/learnt/rule_candidates.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

constexpr char first_kind = 'a';  // kinds are letters in lines, in their order

// Splits a line at its zero bytes; no URL and no argument has any.
template <std::size_t Count>
std::array<std::string_view, Count> fields_of(std::string_view line) {
  std::array<std::string_view, Count> fields;
  for (std::string_view& field : fields) {
    const std::size_t end = std::min(line.find('\0'), line.size());
    field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return fields;
}

template <std::size_t Count>
void join_fields(const std::array<std::string_view, Count>& fields, std::string& line) {
  line.clear();
  for (const std::string_view field : fields) line.append(field).push_back('\0');
}

std::string tag_of(host_rule_kind kind, std::string_view argument) {
  return std::string(1, static_cast<char>(first_kind + static_cast<char>(kind))).append(argument);
}

// Returns true for the home page of a host. Some sites name it as canonical on every page.
bool is_home_page(std::string_view url) {
  const url_view parts = url_view::of(url);
  return parts.path() == "/" && !parts.has_query();
}

tl::unexpected<error> stopped() {
  return tl::unexpected(error{error_code::interrupted, "interrupted"});
}

std::uint64_t number_in(std::string_view digits) {
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

// Reads the sorted lines of forms, and writes a verdict for each form and candidate. A line has the fields
// form, tag, host, URL, content, canonical, declared; tag and host are empty for the URL that has the form.
class rule_evidence::form_evaluator {
 public:
  form_evaluator(sorted_lines& verdicts, sorted_lines& captures) : verdicts_(verdicts), captures_(captures) {}

  result<void> take(std::string_view line) {
    const auto [form, tag, host, url, content, canonical, declared] = fields_of<7>(line);
    if (form != form_ || tag != tag_ || host != host_)
      if (result<void> closed = close_group(); !closed) return closed;
    if (form != form_) {
      form_ = form;
      present_.reset();
    }
    if (tag.empty()) return add_present(url, content, canonical);
    if (!group_) {
      tag_ = tag;
      host_ = host;
      group_ = present_ ? page_pairs(*present_) : page_pairs();
    }
    group_->add(url, content, canonical, !declared.empty());
    return {};
  }

  result<void> finish() { return close_group(); }
  [[nodiscard]] std::uint64_t urls() const { return urls_; }

 private:
  result<void> add_present(std::string_view url, std::string_view content, std::string_view canonical) {
    if (!present_) {
      ++urls_;
      present_.emplace();
      present_->url = url;
    }
    present_->add(content, canonical);
    join_fields<3>({url, content, canonical}, line_);
    return captures_.add(line_);
  }

  result<void> close_group() {
    if (!group_) return {};
    const pair_counts counts = group_->finish();
    group_.reset();
    if (counts.support != 0 || counts.false_merges != 0) {
      const std::string place = checksum_of(form_);
      const std::string support = std::to_string(counts.support);
      const std::string declared = std::to_string(counts.declared);
      const std::string false_merges = std::to_string(counts.false_merges);
      join_fields<6>({host_, tag_, place, support, declared, false_merges}, line_);
      if (result<void> added = verdicts_.add(line_); !added) return added;
    }
    tag_.clear();
    host_.clear();
    return {};
  }

  sorted_lines& verdicts_;
  sorted_lines& captures_;
  std::string form_;
  std::string tag_;
  std::string host_;
  std::optional<page_identity> present_;  // the page of the URL that has the form
  std::optional<page_pairs> group_;
  std::uint64_t urls_ = 0;
  std::string line_;
};

rule_evidence::rule_evidence(std::size_t memory, place_maker new_place)
    : memory_(memory),
      new_place_(std::move(new_place)),
      forms_(memory_, new_place_()),
      captures_(memory_, new_place_()) {}

result<void> rule_evidence::add(const captured_page& page) {
  ++pages_;
  std::string_view canonical = page.canonical;
  const std::vector<rule_candidate> candidates = find_rule_candidates(page.url, canonical);
  const bool is_declared = std::ranges::any_of(candidates, &rule_candidate::is_declared);
  if (is_home_page(canonical) && !is_declared && canonical != page.url) canonical = {};
  const std::string content = hex_of(page.content.high) + hex_of(page.content.low);
  join_fields<7>({page.url, "", "", page.url, content, canonical, ""}, line_);
  if (result<void> added = forms_.add(line_); !added) return added;
  const std::string_view host = web_authority(page.url);
  for (const rule_candidate& candidate : candidates) {
    const std::string tag = tag_of(candidate.kind, candidate.argument);
    join_fields<7>(
        {candidate.form, tag, host, page.url, content, canonical, candidate.is_declared ? "+" : ""}, line_);
    if (result<void> added = forms_.add(line_); !added) return added;
  }
  return {};
}

result<void> rule_evidence::evaluate(const std::function<void(evaluated_rule&&)>& take,
                                     const std::atomic<bool>& stop) {
  sorted_lines verdicts(memory_, new_place_());
  form_evaluator evaluator(verdicts, captures_);
  result<void> read = forms_.read(
      [&](std::string_view line) { return stop ? result<void>(stopped()) : evaluator.take(line); });
  if (!read) return read;
  if (result<void> finished = evaluator.finish(); !finished) return finished;
  urls_ = evaluator.urls();
  evaluated_rule current;
  const auto pass_on = [&] {
    if (!current.rule.host.empty()) take(std::move(current));
    current = {};
  };
  read = verdicts.read([&](std::string_view line) -> result<void> {
    if (stop) return stopped();
    const auto [host, tag, place, support, declared, false_merges] = fields_of<6>(line);
    const auto kind = static_cast<host_rule_kind>(tag.front() - first_kind);
    const std::string_view argument = tag.substr(1);
    if (host != current.rule.host || kind != current.rule.kind || argument != current.rule.argument) {
      pass_on();
      current.rule = {std::string(host), kind, std::string(argument)};
    }
    current.counts += {number_in(support), number_in(declared), number_in(false_merges)};
    return {};
  });
  if (read) pass_on();
  return read;
}

result<rule_evidence::counts_by_host> rule_evidence::check(const learnt_rule_set& rules,
                                                           const std::atomic<bool>& stop) {
  sorted_lines merged(memory_, new_place_());
  std::string form;
  const auto apply = [&](std::string_view line) -> result<void> {
    if (stop) return stopped();
    const auto [url, content, canonical] = fields_of<3>(line);
    form.assign(url).resize(url.size() + learnt_rule_set::most_growth);
    form.resize(rules.apply(form.data(), url.size()));
    // The URL that has the form comes first.
    join_fields<5>({form, form == url ? "" : "+", url, content, canonical}, line_);
    return merged.add(line_);
  };
  if (result<void> read = captures_.read(apply); !read) return tl::unexpected(std::move(read.error()));
  counts_by_host counts;
  std::string group_form;
  std::optional<page_identity> representative;
  std::string host;  // of the URLs of `group`
  page_pairs group;
  const auto close_group = [&] {
    if (!host.empty()) counts[host] += group.finish();
    host.clear();
  };
  const result<void> read = merged.read([&](std::string_view line) -> result<void> {
    if (stop) return stopped();
    const auto [of, moved, url, content, canonical] = fields_of<5>(line);
    if (of != group_form) {
      close_group();
      group_form = of;
      representative.emplace();
      representative->url = url;
    }
    if (representative->url == url) {
      representative->add(content, canonical);
      return {};
    }
    if (host != web_authority(url)) {
      close_group();
      group = page_pairs(*representative);
      host = web_authority(url);
    }
    group.add(url, content, canonical, false);
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  close_group();
  return counts;
}

}  // namespace urlsieve
