#include "src/cli/help/option_text.hpp"

#include <string_view>
#include <vector>

namespace urlsieve::cli {

namespace {

void add_remark(std::string_view what, const std::vector<std::string>& words, std::string& remarks) {
  if (words.empty()) return;
  remarks.append(remarks.empty() ? "" : "; ").append(what);
  for (const std::string& word : words) remarks.append(&word == &words.front() ? " " : ", ").append(word);
}

}  // namespace

std::string option_text(const help_option& option) {
  std::string remarks = option.required ? "required" : "";
  if (!option.standing.empty()) add_remark("default:", {option.standing}, remarks);
  add_remark("needs", option.needs, remarks);
  add_remark("not with", option.excludes, remarks);
  std::string said = remarks.empty() ? option.text : option.text + " (" + remarks + ")";
  if (option.kind != value_kind::words) return said;
  said += ". Values:";
  for (const std::string& word : option.words)
    said.append(" ").append(word).append(&word == &option.words.back() ? "" : ",");
  return said;
}

}  // namespace urlsieve::cli
