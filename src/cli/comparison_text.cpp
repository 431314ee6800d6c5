// Formats text and JSON from the same values, so both outputs agree.
#include "src/cli/comparison_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/cli/help/flag_text.hpp"
#include "src/cli/painted_url.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/url/explain/difference.hpp"

namespace urlsieve::cli {

namespace {

const compared_stage* lowest(const comparison& pair) {
  const auto found = std::find_if(pair.stages.begin(), pair.stages.end(),
                                  [](const compared_stage& stage) { return stage.equal(); });
  return found == pair.stages.end() ? nullptr : &*found;
}

std::string verdict(const comparison& pair) {
  const compared_stage* const first = lowest(pair);
  if (first == nullptr) return "not equivalent";
  if (first->name == "conventions") return "equivalent by convention";
  return fmt::format("equivalent from {} on", first->name);
}

std::string rule_text(const applied_rule& rule) {
  return rule.option.empty() ? std::string(rule.rule)
                             : fmt::format("{} ({})", rule.rule, flag_of(rule.option));
}

void append_form(char name, const rung_trace& url, const rung_trace& other, const coloring& colored,
                 std::string& text) {
  const bool is_rejected = url.rejected != rejection::none;
  text += fmt::format(
      "\n  {} {}{}", name, is_rejected ? "rejected: " : "",
      is_rejected ? std::string(name_of(url.rejected)) : painted_match(url.form, other.form, colored));
  for (const applied_rule& rule : url.rules) {
    text += fmt::format("\n      {}", rule_text(rule));
    if (!rule.form.empty()) text += fmt::format("\n        {}", visible(rule.form));
  }
}

std::string value_text(const std::optional<std::string_view>& value) {
  return value ? in_quotes(*value) : "undefined";
}

void append_differences(const comparison& pair, const coloring& colored, std::string& text) {
  text += "\ndifferent components";
  for (const component_difference& difference : differences(pair.a_form, pair.b_form))
    text += fmt::format("\n  {:<16} A {}\n  {:<16} B {}", difference.component,
                        colored(color::red, value_text(difference.a)), "",
                        colored(color::red, value_text(difference.b)));
  text += pair.equal_with.empty() ? "\nno option makes the URLs equal" : "\nequal with";
  for (const std::string_view option : pair.equal_with) text.append(1, ' ').append(option);
}

void write_form(const rung_trace& url, json_writer& json) {
  const bool is_rejected = url.rejected != rejection::none;
  json.begin_object();
  json.key("form");
  is_rejected ? json.null() : json.value(url.form);
  if (is_rejected) json.key("rejected").value(name_of(url.rejected));
  json.key("rules").begin_array();
  for (const applied_rule& rule : url.rules) {
    json.begin_object(true);
    json.key("rule").value(rule_text(rule));
    if (!rule.form.empty()) json.key("form").value(rule.form);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_stages(const comparison& pair, json_writer& json) {
  json.key("rungs").begin_array();
  for (const compared_stage& stage : pair.stages) {
    json.begin_object();
    json.key("rung").value(stage.name);
    json.key("equivalent").value(stage.equal());
    json.key("a");
    write_form(stage.a, json);
    json.key("b");
    write_form(stage.b, json);
    json.end_object();
  }
  json.end_array();
}

void write_differences(const comparison& pair, json_writer& json) {
  const auto write_value = [&json](std::string_view key, const std::optional<std::string_view>& value) {
    json.key(key);
    value ? json.value(*value) : json.null();
  };
  json.key("differences").begin_array();
  for (const component_difference& difference : differences(pair.a_form, pair.b_form)) {
    json.begin_object(true);
    json.key("component").value(difference.component);
    write_value("a", difference.a);
    write_value("b", difference.b);
    json.end_object();
  }
  json.end_array();
  json.key("equal_with").begin_array(true);
  for (const std::string_view option : pair.equal_with) json.value(option);
  json.end_array();
}

void write_rejected(std::string_view key, const std::optional<uncomparable>& why, json_writer& json) {
  json.key(key);
  if (!why) return json.null();
  json.begin_object(true);
  json.key("reason").value(name_of(why->reason));
  json.key("position").value(std::uint64_t{why->why.position});
  json.key("message").value(explanation_in_flags(why->why));
  json.end_object();
}

}  // namespace

std::string as_text(const comparison& pair, const coloring& colored) {
  std::string text = colored(color::bold, verdict(pair));
  for (const compared_stage& stage : pair.stages) {
    text += fmt::format("\n{} {}", colored(color::bold, stage.name), stage.equal() ? "=" : "/=");
    append_form('A', stage.a, stage.b, colored, text);
    append_form('B', stage.b, stage.a, colored, text);
  }
  if (!pair.equal) append_differences(pair, colored, text);
  return text;
}

std::string as_json(const comparison& pair, bool on_one_line) {
  const bool comparable = !pair.a_rejected && !pair.b_rejected;
  json_writer json;
  json.begin_object(on_one_line);
  json.key("a").value(pair.a);
  json.key("b").value(pair.b);
  json.key("ladder").value(pair.ladder);
  json.key("equivalent");
  comparable ? json.value(pair.equal) : json.null();
  json.key("lowest_rung");
  const compared_stage* const first = lowest(pair);
  first == nullptr ? json.null() : json.value(first->name);
  if (comparable) {
    write_stages(pair, json);
    write_differences(pair, json);
  } else {
    json.key("rejected").begin_object();
    write_rejected("a", pair.a_rejected, json);
    write_rejected("b", pair.b_rejected, json);
    json.end_object();
  }
  json.end_object();
  std::string object = json.take();
  object.pop_back();
  return object;
}

}  // namespace urlsieve::cli
