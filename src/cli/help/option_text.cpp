#include "src/cli/help/option_text.hpp"

#include <string_view>
#include <vector>

namespace urlsieve::cli {

namespace {

void add_remark(std::string_view label, const std::vector<std::string>& words, std::string& remarks) {
  if (words.empty()) return;
  remarks.append(remarks.empty() ? "" : "; ").append(label);
  for (const std::string& word : words) remarks.append(&word == &words.front() ? " " : ", ").append(word);
}

}  // namespace

std::string option_text(const help_option& option) {
  std::string remarks = option.required ? "required" : "";
  if (!option.default_value.empty()) add_remark("default:", {option.default_value}, remarks);
  add_remark("needs", option.needs, remarks);
  add_remark("not with", option.excludes, remarks);
  std::string text = remarks.empty() ? option.text : option.text + " (" + remarks + ")";
  if (option.kind != value_kind::words) return text;
  text += ". Values:";
  for (const std::string& word : option.words)
    text.append(" ").append(word).append(&word == &option.words.back() ? "" : ",");
  return text;
}

}  // namespace urlsieve::cli
