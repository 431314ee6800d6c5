// Formats text and JSON from the same values, so both outputs agree.
#include "src/cli/comparison_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/cli/flag_name.hpp"
#include "src/cli/flag_words.hpp"
#include "src/cli/painted_url.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/url/explain/difference.hpp"

namespace urlsieve::cli {

namespace {

const compared_stage* lowest(const comparison& made) {
  const auto found = std::find_if(made.stages.begin(), made.stages.end(),
                                  [](const compared_stage& one) { return one.equal(); });
  return found == made.stages.end() ? nullptr : &*found;
}

std::string verdict(const comparison& made) {
  const compared_stage* const first = lowest(made);
  if (first == nullptr) return "not equivalent";
  if (first->name == "conventions") return "equivalent by convention";
  return fmt::format("equivalent from {} on", first->name);
}

std::string told(const applied_rule& one) {
  return one.option.empty() ? std::string(one.rule) : fmt::format("{} ({})", one.rule, flag_of(one.option));
}

void append_form(char name, const rung_trace& url, const rung_trace& other, const coloring& colored,
                 std::string& text) {
  const bool gone = url.rejected != rejection::none;
  text +=
      fmt::format("\n  {} {}{}", name, gone ? "rejected: " : "",
                  gone ? std::string(name_of(url.rejected)) : painted_match(url.form, other.form, colored));
  for (const applied_rule& one : url.rules) {
    text += fmt::format("\n      {}", told(one));
    if (!one.form.empty()) text += fmt::format("\n        {}", visible(one.form));
  }
}

std::string shown(const std::optional<std::string_view>& value) {
  return value ? in_quotes(*value) : "undefined";
}

void append_differences(const comparison& made, const coloring& colored, std::string& text) {
  text += "\ndifferent components";
  for (const component_difference& one : differences(made.a_form, made.b_form))
    text += fmt::format("\n  {:<16} A {}\n  {:<16} B {}", one.component, colored(color::red, shown(one.a)),
                        "", colored(color::red, shown(one.b)));
  text += made.equal_with.empty() ? "\nno option makes the URLs equal" : "\nequal with";
  for (const std::string_view option : made.equal_with) text.append(1, ' ').append(option);
}

void write_form(const rung_trace& url, json_writer& json) {
  const bool gone = url.rejected != rejection::none;
  json.begin_object();
  json.key("form");
  gone ? json.null() : json.value(url.form);
  if (gone) json.key("rejected").value(name_of(url.rejected));
  json.key("rules").begin_array();
  for (const applied_rule& one : url.rules) {
    json.begin_object(true);
    json.key("rule").value(told(one));
    if (!one.form.empty()) json.key("form").value(one.form);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_stages(const comparison& made, json_writer& json) {
  json.key("rungs").begin_array();
  for (const compared_stage& one : made.stages) {
    json.begin_object();
    json.key("rung").value(one.name);
    json.key("equivalent").value(one.equal());
    json.key("a");
    write_form(one.a, json);
    json.key("b");
    write_form(one.b, json);
    json.end_object();
  }
  json.end_array();
}

void write_differences(const comparison& made, json_writer& json) {
  const auto put = [&json](std::string_view key, const std::optional<std::string_view>& value) {
    json.key(key);
    value ? json.value(*value) : json.null();
  };
  json.key("differences").begin_array();
  for (const component_difference& one : differences(made.a_form, made.b_form)) {
    json.begin_object(true);
    json.key("component").value(one.component);
    put("a", one.a);
    put("b", one.b);
    json.end_object();
  }
  json.end_array();
  json.key("equal_with").begin_array(true);
  for (const std::string_view option : made.equal_with) json.value(option);
  json.end_array();
}

void write_rejected(std::string_view key, const std::optional<uncomparable>& why, json_writer& json) {
  json.key(key);
  if (!why) return json.null();
  json.begin_object(true);
  json.key("reason").value(name_of(why->reason));
  json.key("position").value(std::uint64_t{why->why.position});
  json.key("message").value(told_in_flags(why->why));
  json.end_object();
}

}  // namespace

std::string as_text(const comparison& made, const coloring& colored) {
  std::string text = colored(color::bold, verdict(made));
  for (const compared_stage& one : made.stages) {
    text += fmt::format("\n{} {}", colored(color::bold, one.name), one.equal() ? "=" : "/=");
    append_form('A', one.a, one.b, colored, text);
    append_form('B', one.b, one.a, colored, text);
  }
  if (!made.equal) append_differences(made, colored, text);
  return text;
}

std::string as_json(const comparison& made, bool on_one_line) {
  const bool comparable = !made.a_rejected && !made.b_rejected;
  json_writer json;
  json.begin_object(on_one_line);
  json.key("a").value(made.a);
  json.key("b").value(made.b);
  json.key("ladder").value(made.ladder);
  json.key("equivalent");
  comparable ? json.value(made.equal) : json.null();
  json.key("lowest_rung");
  const compared_stage* const first = lowest(made);
  first == nullptr ? json.null() : json.value(first->name);
  if (comparable) {
    write_stages(made, json);
    write_differences(made, json);
  } else {
    json.key("rejected").begin_object();
    write_rejected("a", made.a_rejected, json);
    write_rejected("b", made.b_rejected, json);
    json.end_object();
  }
  json.end_object();
  std::string object = json.take();
  object.pop_back();
  return object;
}

}  // namespace urlsieve::cli
