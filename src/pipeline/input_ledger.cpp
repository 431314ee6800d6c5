#include "src/pipeline/input_ledger.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "src/pipeline/fruitless_input.hpp"

namespace urlsieve {

stats input_ledger::add(const batch& done) {
  stats verdicts;
  for (const batch_input& part : done.inputs) {
    if (!part.continues) end(verdicts);
    if (!open_) {
      open_.emplace();
      open_->name = part.name;
      open_->is_part = part.is_part;
    }
    if (!part.format.empty()) open_->format = part.format;
    if (part.not_read) open_->not_read = part.not_read;
    open_->counts.add(part.counts);
  }
  return verdicts;
}

stats input_ledger::close() {
  stats verdicts;
  end(verdicts);
  return verdicts;
}

std::optional<std::string> input_ledger::further_notices() const {
  if (noticed_ <= most_notices) return std::nullopt;
  return std::to_string(noticed_ - most_notices) +
         " more inputs gave no URLs: all documents were skipped, nearly all references were rejected, "
         "or columns are missing";
}

void input_ledger::end(stats& verdicts) {
  const std::optional<batch_input> ended = std::exchange(open_, std::nullopt);
  if (!ended) return;
  if (const std::optional<unread_input>& unread = ended->not_read)
    return verdicts.inputs.was_not_read(unread->name, unread->why, unread->detail);
  if (ended->format.empty()) return;  // the input was skipped
  // Other parts of the file may hold the fields.
  if (ended->counts.lines_without != 0 && ended->counts.documents == 0 && !ended->is_part) {
    return verdicts.not_read(
        damage::no_fields, ended->name,
        "no line has one of the fields named by input_options::json_text, input_options::json_html and "
        "input_options::json_mail");
  }
  if (std::optional<std::string> reason = fruitless_reason(*ended); reason && noticed_++ < most_notices)
    notices_.push_back(std::move(*reason));
  verdicts.inputs.was_read(ended->format);
  const bool damaged = std::any_of(ended->counts.damaged.begin(), ended->counts.damaged.end(),
                                   [](std::uint64_t times) { return times != 0; });
  if (damaged)
    verdicts.inputs.was_damaged(
        {without_password(ended->name), std::string(ended->format), ended->counts.damaged});
}

}  // namespace urlsieve
