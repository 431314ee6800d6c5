#include "src/pipeline/input_ledger.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "src/pipeline/fruitless_input.hpp"

namespace urlsieve {

namespace {

void add_counts(damage_counts& to, const damage_counts& more) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

}  // namespace

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
    open_->documents += part.documents;
    open_->lines_without += part.lines_without;
    open_->references += part.references;
    for (std::size_t i = 0; i < rejection_count; ++i) open_->rejected[i] += part.rejected[i];
    for (const auto& [type, times] : part.skipped) open_->skipped[type] += times;
    for (const auto& [name, times] : part.missing_columns) open_->missing_columns[name] += times;
    add_counts(open_->damaged, part.damaged);
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
         " more inputs gave nothing: all of their documents were skipped, or nearly all references rejected, "
         "or columns are missing";
}

void input_ledger::end(stats& verdicts) {
  const std::optional<batch_input> ended = std::exchange(open_, std::nullopt);
  if (!ended) return;
  if (const std::optional<unread_input>& unread = ended->not_read)
    return verdicts.inputs.was_not_read(unread->name, unread->why, unread->detail);
  if (ended->format.empty()) return;  // the input was skipped
  // Other parts of the file may hold the fields.
  if (ended->lines_without != 0 && ended->documents == 0 && !ended->is_part) {
    return verdicts.not_read(
        damage::no_fields, ended->name,
        "no line has one of the fields named by input_options::json_text, input_options::json_html and "
        "input_options::json_mail");
  }
  if (std::optional<std::string> reason = fruitless_reason(*ended); reason && noticed_++ < most_notices)
    notices_.push_back(std::move(*reason));
  verdicts.inputs.was_read(ended->format);
  const bool damaged = std::any_of(ended->damaged.begin(), ended->damaged.end(),
                                   [](std::uint64_t times) { return times != 0; });
  if (damaged)
    verdicts.inputs.was_damaged({without_password(ended->name), std::string(ended->format), ended->damaged});
}

}  // namespace urlsieve
