#include "src/url/tracking/clear_urls_reader.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/encodings/visible.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view any_url = ".*";

error wrong_structure(const std::string& place, std::string_view expectation) {
  return {error_code::cannot_read, place + ": " + std::string(expectation)};
}

bool is_literal(std::string_view expression) {
  constexpr byte_set literal = bytes::alphanum | byte_set("_-");
  return std::all_of(expression.begin(), expression.end(), [&](char c) { return literal.contains(c); });
}

// A list of texts in a provider, and its place for messages.
class text_list {
 public:
  // Fails if the member exists and is no list of texts.
  static result<text_list> of(const std::string& provider, const json_value& from, std::string_view name) {
    text_list list;
    list.place_ = provider + '.' + std::string(name);
    list.member_ = from.find(name);
    if (list.member_ == nullptr) return list;
    const bool is_list =
        list.member_->is == json_value::kind::list &&
        std::all_of(list.member_->items.begin(), list.member_->items.end(),
                    [](const json_value& item) { return item.is == json_value::kind::text; });
    if (!is_list) return tl::unexpected(wrong_structure(list.place_, "is not a list of texts"));
    return list;
  }

  [[nodiscard]] std::size_t size() const { return member_ != nullptr ? member_->items.size() : 0; }
  [[nodiscard]] const std::string& operator[](std::size_t i) const { return member_->items[i].text; }
  [[nodiscard]] std::string place_of(std::size_t i) const { return place_ + '[' + std::to_string(i) + ']'; }

 private:
  std::string place_;
  const json_value* member_ = nullptr;
};

class provider_reader {
 public:
  provider_reader(std::string place, const json_value& from, rule_content& to)
      : place_(std::move(place)), from_(from), to_(to) {}

  result<void> read() {
    if (from_.is != json_value::kind::object)
      return tl::unexpected(wrong_structure(place_, "is not an object"));
    const json_value* const url_pattern = from_.find("urlPattern");
    if (url_pattern == nullptr || url_pattern->is != json_value::kind::text)
      return tl::unexpected(wrong_structure(place_, "has no text urlPattern"));
    bool is_supported = add_matcher(url_pattern->text, place_ + ".urlPattern", provider_.include);
    const auto each = [&](std::string_view name, const auto& add) -> result<void> {
      result<text_list> list = text_list::of(place_, from_, name);
      if (!list) return tl::unexpected(std::move(list.error()));
      for (std::size_t i = 0; i < list->size(); ++i) add((*list)[i], list->place_of(i));
      return {};
    };
    const auto add_exception = [&](const std::string& text, const std::string& place) {
      is_supported &= add_matcher(text, place, provider_.exclude);
    };
    const auto add_rule = [&](const std::string& text, const std::string& place) { add_name(text, place); };
    const auto add_raw = [&](const std::string& text, const std::string& place) {
      add_raw_removal(text, place);
    };
    const auto add_redirection = [&](const std::string& text, const std::string& place) {
      add_pattern(text, place, provider_.redirectors);
      provider_.redirects_paths |= !requires_question_mark(text);
    };
    for (result<void> status :
         {each("exceptions", add_exception), each("rules", add_rule), each("referralMarketing", add_rule),
          each("rawRules", add_raw), each("redirections", add_redirection)})
      if (!status) return status;
    if (!is_supported) return {};
    provider_.cleans_fragments = true;
    provider_.parameters.finish();
    to_.providers.push_back(std::move(provider_));
    return {};
  }

 private:
  // Returns false, and lists the expression, if RE2 does not support it. The provider then has no effect,
  // because its rules could change other URLs.
  bool add_matcher(const std::string& text, const std::string& place, std::vector<url_matcher>& matchers) {
    url_matcher matcher;
    if (text != any_url) {
      result<pattern> compiled = pattern::of(text, letter_case::ignored);
      if (!compiled) {
        to_.skip_rule(place, compiled.error().message + "; the provider has no effect");
        return false;
      }
      matcher.expression = std::move(*compiled);
      matcher.label = label_in_expression(text);
    }
    matchers.push_back(std::move(matcher));
    return true;
  }

  void add_name(const std::string& text, const std::string& place) {
    ++to_.rules;
    if (is_literal(text)) {
      provider_.parameters.add_name(text, letter_case::ignored);
    } else if (const result<void> added = provider_.parameters.add_name_pattern(text, letter_case::ignored);
               !added) {
      to_.skip_rule(place, added.error().message);
    }
  }

  void add_raw_removal(const std::string& text, const std::string& place) {
    if (text.starts_with('/') || text.starts_with("\\/")) {
      ++to_.rules;
      to_.skip_rule(place, in_quotes(text) + " changes the path");
    } else {
      add_pattern(text, place, provider_.raw_removals);
    }
  }

  void add_pattern(const std::string& text, const std::string& place, std::vector<pattern>& patterns) {
    ++to_.rules;
    result<pattern> compiled = pattern::of(text, letter_case::ignored);
    if (compiled)
      patterns.push_back(std::move(*compiled));
    else
      to_.skip_rule(place, compiled.error().message);
  }

  std::string place_;
  const json_value& from_;
  rule_content& to_;
  rule_provider provider_;
};

}  // namespace

result<void> read_clear_urls(const std::string& file, const json_value& root, rule_content& content) {
  const json_value* const providers = root.find("providers");
  if (providers == nullptr || providers->is != json_value::kind::object)
    return tl::unexpected(wrong_structure(file, "has no object \"providers\""));
  for (std::size_t i = 0; i < providers->items.size(); ++i) {
    provider_reader reader(file + ": providers." + visible(providers->names[i]), providers->items[i],
                           content);
    if (result<void> read = reader.read(); !read) return read;
  }
  return {};
}

}  // namespace urlsieve
