#include "urlsieve/tracking_rules.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/conventions/query_parameters.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/percent.hpp"
#include "src/url/tracking/rule_file.hpp"
#include "src/url/tracking/rule_provider.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

bool is_web_url(std::string_view url) {
  return (ascii::begins(url, "http://") && url.size() > 7) ||
         (ascii::begins(url, "https://") && url.size() > 8);
}

std::string decoded(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const bool is_escaped = is_escape(text, i);
    bytes += is_escaped ? decoded_escape(text, i) : text[i];
    i += is_escaped ? 3 : 1;
  }
  return bytes;
}

// Decodes the target of a redirector: once, and again while the scheme itself is encoded.
std::string decoded_target(std::string_view text) {
  if (is_web_url(text) && text.find('%') == std::string_view::npos) return std::string(text);
  std::string target = decoded(text);
  while (!is_web_url(target) && ascii::begins(target, "http") && target.find('%') != std::string::npos) {
    std::string again = decoded(target);
    if (again == target) break;
    target = std::move(again);
  }
  return target;
}

struct query_part {
  std::size_t begin;  // behind "?" or "#"
  std::size_t end;
};

std::optional<query_part> query_of(const url_offsets& at) {
  if (at.query == url_offsets::omitted) return std::nullopt;
  return query_part{at.query + 1, at.fragment != url_offsets::omitted ? at.fragment : at.size};
}

std::optional<query_part> fragment_of(const url_offsets& at) {
  if (at.fragment == url_offsets::omitted) return std::nullopt;
  return query_part{at.fragment + 1, at.size};
}

// Removes the parameters of the fragment for which `goes` returns true. Removes an empty fragment with its
// "#".
template <class Goes>
std::size_t drop_fragment_parameters(char* url, std::size_t size, const Goes& goes) {
  const std::optional<query_part> part = fragment_of(parse({url, size}));
  if (!part) return size;
  char* const begin = url + part->begin;
  std::size_t left = part->end - part->begin;
  const std::size_t before = left;
  const char separator = parameter_separator({begin, left});
  left = drop_from_query(begin, left, separator, goes);
  if (separator == '&' && parameter_separator({begin, left}) == ';')
    left = drop_from_query(begin, left, ';', goes);
  if (left == before) return size;
  return left == 0 && part->begin > 1 ? part->begin - 1 : part->begin + left;
}

// Removes the match of `expression` at or behind `from` if the match is whole parameters: it begins at a
// parameter or at the separator before, and ends at the end of a parameter or behind the separator.
std::optional<std::size_t> remove_whole_parameters(const pattern& expression, char* url, std::size_t size) {
  const std::string_view text(url, size);
  const std::optional<query_part> query = query_of(parse(text));
  if (!query) return std::nullopt;
  const char separator = parameter_separator(text.substr(query->begin, query->end - query->begin));
  for (std::size_t from = 0; from <= size;) {
    const std::optional<pattern_match> match = expression.find(text, from);
    if (!match) return std::nullopt;
    from = std::max(match->end, match->begin + 1);
    std::size_t begin = match->begin;
    std::size_t end = match->end;
    if (begin < query->begin - 1 || end > query->end || begin == end) continue;
    if (begin == query->begin - 1) ++begin;  // the "?"
    const bool has_front = begin < end && text[begin] == separator;
    if (!has_front && begin != query->begin && text[begin - 1] != separator) continue;
    const bool has_back = end > begin && text[end - 1] == separator && end - 1 != begin;
    if (!has_back && end != query->end && text[end] != separator) continue;
    // Exactly one separator goes with the parameters, unless these are the whole query.
    if (has_front && has_back) --end;
    if (!has_front && !has_back) {
      if (end != query->end)
        ++end;
      else if (begin != query->begin)
        --begin;
    }
    if (begin == query->begin && end == query->end && begin > 1) --begin;
    std::memmove(url + begin, url + end, size - end);
    return size - (end - begin);
  }
  return std::nullopt;
}

}  // namespace

class tracking_rule_set::state {
 public:
  state(rule_content content, std::string checksum)
      : content_(std::move(content)), checksum_(std::move(checksum)) {
    for (std::uint32_t i = 0; i < content_.providers.size(); ++i) add_keys(i);
    for (std::uint32_t i = 0; i < content_.exceptions.size(); ++i)
      exceptions_[content_.exceptions[i].value].push_back(i);
  }

  [[nodiscard]] const rule_content& content() const { return content_; }
  [[nodiscard]] const std::string& checksum() const { return checksum_; }

  // Runs until nothing changes, because the removal of a parameter may change which conditions match.
  std::size_t remove_parameters(char* url, std::size_t size) const {
    const std::string_view text(url, size);
    const bool has_fragment = cleans_fragments_ && text.find('#') != std::string_view::npos;
    if (!has_fragment && text.find('?') == std::string_view::npos) return size;
    while (true) {
      const std::size_t before = size;
      size = remove_once(url, size);
      if (size == before) return size;
    }
  }

  [[nodiscard]] bool redirects_paths() const { return redirects_paths_; }

  // The first provider with a redirector that matches decides.
  bool find_target(std::string_view url, std::string& target) const {
    if (!has_redirectors_ || (!redirects_paths_ && url.find('?') == std::string_view::npos)) return false;
    const url_view parts = url_view::of(url);
    if (!takes_rules(parts)) return false;
    const url_to_match matched(url, parts.host());
    std::uint32_t first = none;
    each_provider(matched.host(), [&](std::uint32_t number) {
      const rule_provider& provider = content_.providers[number];
      if (number >= first || provider.redirectors.empty()) return;
      for (const pattern& redirector : provider.redirectors) {
        const std::optional<pattern_match> match = redirector.find(url, 0);
        if (!match || match->group.empty() || !provider.matches(matched)) continue;
        std::string found = decoded_target(match->group);
        if (!is_web_url(found)) continue;
        target = std::move(found);
        first = number;
        return;
      }
    });
    return first != none;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct text_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  using numbers_by_text =
      std::unordered_map<std::string, std::vector<std::uint32_t>, text_hash, std::equal_to<>>;

  static bool takes_rules(const url_view& url) {
    return (ascii::same(url.scheme(), "http") || ascii::same(url.scheme(), "https")) && !url.host().empty();
  }

  void add_keys(std::uint32_t number) {
    const rule_provider& provider = content_.providers[number];
    has_redirectors_ |= !provider.redirectors.empty();
    redirects_paths_ |= provider.redirects_paths;
    cleans_fragments_ |= provider.cleans_fragments;
    if (std::any_of(provider.include.begin(), provider.include.end(),
                    [](const url_matcher& matcher) { return !matcher.has_key(); })) {
      anywhere_.push_back(number);
      return;
    }
    const auto add = [number](std::vector<std::uint32_t>& numbers) {
      if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
    };
    for (const url_matcher& matcher : provider.include) {
      for (const host_rule& rule : matcher.hosts) add(by_host_[rule.host]);
      if (matcher.hosts.empty()) add(by_label_[matcher.label]);
    }
  }

  // Calls `take` for each provider that may match a URL with the host.
  template <class Take>
  void each_provider(std::string_view host, const Take& take) const {
    for (const std::uint32_t number : anywhere_) take(number);
    while (!host.empty()) {
      const std::string_view label = host.substr(0, host.find('.'));
      if (const auto found = by_host_.find(host); found != by_host_.end())
        for (const std::uint32_t number : found->second) take(number);
      if (const auto found = by_label_.find(label); found != by_label_.end())
        for (const std::uint32_t number : found->second) take(number);
      host.remove_prefix(std::min(label.size() + 1, host.size()));
    }
  }

  [[nodiscard]] bool is_excepted(const url_to_match& url, std::string_view value) const {
    for (const std::string_view key : {value, std::string_view()}) {
      const auto found = exceptions_.find(key);
      if (found != exceptions_.end() &&
          std::any_of(found->second.begin(), found->second.end(),
                      [&](std::uint32_t number) { return content_.exceptions[number].matcher.matches(url); }))
        return true;
    }
    return false;
  }

  std::size_t remove_once(char* url, std::size_t size) const {
    const url_offsets at = urlsieve::parse({url, size});
    const bool has_fragment = at.fragment != url_offsets::omitted && cleans_fragments_;
    if (at.query == url_offsets::omitted && !has_fragment) return size;
    const url_view parts = url_view::at(url, at);
    if (!takes_rules(parts)) return size;
    const std::size_t host_at = at.host;
    const std::size_t host_size = parts.host().size();
    // The host stays in place; the bytes behind the host change.
    const url_to_match for_host({url, size}, parts.host());
    each_provider(for_host.host(), [&](std::uint32_t number) {
      const rule_provider& provider = content_.providers[number];
      size = apply(provider, url, size, {host_at, host_size});
    });
    return size;
  }

  struct host_place {
    std::size_t at;
    std::size_t size;
  };

  // Applies the rules of one provider. Conditions are evaluated for the URL before the first change, and only
  // if a rule selects a parameter, because expressions cost more than names.
  std::size_t apply(const rule_provider& provider, char* url, std::size_t size, host_place host) const {
    if (provider.parameters.empty() && provider.raw_removals.empty()) return size;
    const std::string_view text(url, size);
    if (!selects_any(provider, text)) return size;
    const url_to_match matched(text, text.substr(host.at, host.size));
    if (!provider.matches(matched)) return size;
    std::string before;  // exceptions see the URL before the first change
    std::optional<url_to_match> unchanged;
    if (provider.obeys_exceptions && !content_.exceptions.empty()) {
      before.assign(text);
      unchanged.emplace(before, std::string_view(before).substr(host.at, host.size));
    }
    const auto goes = [&](std::string_view parameter) {
      return provider.parameters.selects(
          parameter, [&](std::string_view value) { return !unchanged || !is_excepted(*unchanged, value); });
    };
    size = drop_parameters(url, size, goes);
    if (provider.cleans_fragments) size = drop_fragment_parameters(url, size, goes);
    for (const pattern& removal : provider.raw_removals)
      while (const std::optional<std::size_t> shorter = remove_whole_parameters(removal, url, size))
        size = *shorter;
    return size;
  }

  static bool selects_any(const rule_provider& provider, std::string_view url) {
    if (!provider.raw_removals.empty()) return true;
    const url_offsets at = urlsieve::parse(url);
    const auto any_in = [&](const std::optional<query_part>& part) {
      return part && selects_any_of(provider, url.substr(part->begin, part->end - part->begin));
    };
    return any_in(query_of(at)) || (provider.cleans_fragments && any_in(fragment_of(at)));
  }

  static bool selects_any_of(const rule_provider& provider, std::string_view query) {
    const char separator = parameter_separator(query);
    for (std::size_t from = 0; from <= query.size();) {
      const std::size_t to = std::min(query.find(separator, from), query.size());
      if (provider.parameters.selects(query.substr(from, to - from), [](std::string_view) { return true; }))
        return true;
      from = to + 1;
    }
    return false;
  }

  rule_content content_;
  std::string checksum_;
  std::vector<std::uint32_t> anywhere_;
  numbers_by_text by_host_;
  numbers_by_text by_label_;
  numbers_by_text exceptions_;
  bool has_redirectors_ = false;
  bool redirects_paths_ = false;
  bool cleans_fragments_ = false;
};

result<std::shared_ptr<const tracking_rule_set>> tracking_rule_set::parse(std::span<const rule_text> files) {
  rule_content content;
  running_checksum sum;
  for (const rule_text& file : files) {
    if (result<void> read = read_rule_file(file, content); !read)
      return tl::unexpected(std::move(read.error()));
    sum.add(file.bytes);
    sum.add("\n");
  }
  return std::shared_ptr<const tracking_rule_set>(
      new tracking_rule_set(std::make_unique<state>(std::move(content), sum.hex())));
}

tracking_rule_set::tracking_rule_set(std::unique_ptr<state> content) : state_(std::move(content)) {}
tracking_rule_set::~tracking_rule_set() = default;

std::uint64_t tracking_rule_set::size() const {
  return state_->content().rules;
}

std::span<const unsupported_rule> tracking_rule_set::unsupported() const {
  return state_->content().unsupported;
}

std::vector<std::string> tracking_rule_set::warnings() const {
  constexpr std::size_t most_named = 10;
  std::vector<std::string> sentences;
  for (const unsupported_rule& rule : unsupported()) {
    if (sentences.size() == most_named) break;
    sentences.push_back(rule.place + ": not supported, without effect: " + rule.reason);
  }
  if (!sentences.empty())
    sentences.push_back(std::to_string(unsupported().size()) + " of " + std::to_string(size()) +
                        " tracking rules are not supported, and have no effect");
  return sentences;
}

bool tracking_rule_set::redirects_paths() const {
  return state_->redirects_paths();
}

const std::string& tracking_rule_set::checksum() const {
  return state_->checksum();
}

std::size_t tracking_rule_set::remove_parameters(char* url, std::size_t size) const {
  return state_->remove_parameters(url, size);
}

bool tracking_rule_set::find_target(std::string_view url, std::string& target) const {
  return state_->find_target(url, target);
}

}  // namespace urlsieve
