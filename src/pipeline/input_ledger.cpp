#include "src/pipeline/input_ledger.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/documents/message/mime_leaf.hpp"
#include "src/pipeline/batch.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

// Returns advice on how to keep such references; empty if the user asked for the rejection.
std::string_view help_for(rejection why) {
  switch (why) {
    case rejection::no_base:
    case rejection::no_edge:
      return "extract_options::base and input_options::base_of give documents a URL";
    case rejection::too_long:
      return "url_options::max_url sets the bound";
    case rejection::above_root:
      return "url_options::above_root = remove keeps them";
    case rejection::excluded_character:
    case rejection::invalid_escape:
      return "without url_options::strict they are repaired";
    case rejection::scheme_not_kept:
      return "url_options::drop_schemes and url_options::schemes say which are kept";
    case rejection::same_document:
      return "url_options::keep_same_document keeps them";
    case rejection::internal:
      return "mail_options::keep_internal keeps them";
    case rejection::no_url:
    case rejection::url_template:
    case rejection::invalid_host:
    case rejection::invalid_port:
    case rejection::invalid_scheme:
      return "reject_options::write_to lists them";
    case rejection::none:
    case rejection::flag_dropped:
    case rejection::self_loop:
    case rejection::place_not_kept:
    case rejection::host_not_kept:
    case rejection::host_dropped:
    case rejection::site_not_kept:
    case rejection::extension_not_kept:
    case rejection::not_included:
    case rejection::excluded:
    case rejection::not_sampled:
    case rejection::count_:
      break;
  }
  return {};
}

std::uint64_t total_of(const skipped_names& names) {
  std::uint64_t total = 0;
  for (const auto& [name, times] : names) total += times;
  return total;
}

// Requires: `names` is not empty.
const skipped_names::value_type& most_frequent(const skipped_names& names) {
  return *std::ranges::max_element(names, {}, [](const auto& entry) { return entry.second; });
}

// A filter that examined its value in more than 10 % of the documents works as the user asked.
std::optional<std::string> all_without_value(const batch_input& ended) {
  const skipped_names& verdicts = ended.counts.without_value;
  if (verdicts.empty() || total_of(verdicts) * 10 < ended.counts.filtered * 9) return std::nullopt;
  const auto& [verdict, times] = most_frequent(verdicts);
  std::string notice = without_password(ended.name);
  notice.append(": all documents were skipped (").append(std::to_string(ended.counts.filtered));
  notice.append("): ").append(std::to_string(times)).append(" without the value that a filter examines (");
  return notice.append(verdict).append(")");
}

std::optional<std::string> all_skipped(const batch_input& ended) {
  if (ended.counts.documents != 0) return std::nullopt;
  if (ended.counts.skipped.empty()) return all_without_value(ended);
  const auto& [name, times] = most_frequent(ended.counts.skipped);
  const bool is_part = name.starts_with(skipped_part);
  const bool is_coded = name.starts_with(skipped_coding);
  if (is_part && ended.counts.references != 0) return std::nullopt;  // the header has links
  std::string_view type = name;
  if (is_part || is_coded) type.remove_prefix(name.find(':') + 1);
  std::string notice = without_password(ended.name);
  notice.append(": all documents were skipped (").append(std::to_string(total_of(ended.counts.skipped)));
  notice.append("): ").append(std::to_string(times));
  notice.append(is_coded ? " with the unknown Content-Encoding " : " of type ").append(type);
  if (is_coded) return notice.append("; no option decodes it");
  if (is_part && is_attachment_type(type))
    return notice.append("; mail_options::attachments reads attached text and archives");
  const bool is_script = type.find("javascript") != std::string_view::npos;
  return notice.append(is_script ? "; link_options::scripts reads them" : "; no option reads them");
}

std::optional<std::string> most_rejected(const batch_input& ended) {
  constexpr std::uint64_t least = 20;
  if (ended.counts.references < least) return std::nullopt;
  for (std::size_t i = 0; i < rejection_count; ++i) {
    const auto why = static_cast<rejection>(i);
    const std::string_view help = help_for(why);
    if (help.empty() || ended.counts.rejected[i] * 10 < ended.counts.references * 9) continue;
    std::string notice = without_password(ended.name);
    notice.append(": ").append(std::to_string(ended.counts.rejected[i])).append(" of ");
    notice.append(std::to_string(ended.counts.references)).append(" references were rejected as ");
    return notice.append(name_of(why)).append("; ").append(help);
  }
  return std::nullopt;
}

std::optional<std::string> no_columns(const batch_input& ended) {
  if (ended.counts.missing_columns.empty()) return std::nullopt;
  std::string notice = without_password(ended.name);
  const bool is_text = ended.format == "text" || ended.format == "urls";
  std::uint64_t tables = 0;
  for (const auto& [name, times] : ended.counts.missing_columns) {
    const std::string_view front = is_text ? ": read as text: no column \"" : ": no column \"";
    notice.append(tables == 0 ? front : "\", \"").append(name);
    tables = std::max(tables, times);
  }
  notice.append("\"");
  if (tables > 1) notice.append(" in ").append(std::to_string(tables)).append(" tables");
  return notice.append("; input_options::columns takes names of the header line, and numbers from 1");
}

// Returns a sentence with the input, the reason and the option, for the first of these reasons:
// - A requested table column is missing.
// - All documents were skipped.
// - At least 90 % of 20 or more references were rejected for one reason that is no filter of the user.
// Otherwise returns nullopt.
std::optional<std::string> fruitless_reason(const batch_input& ended) {
  if (std::optional<std::string> notice = no_columns(ended)) return notice;
  std::optional<std::string> notice = all_skipped(ended);
  return notice ? notice : most_rejected(ended);
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
      open_->is_member = part.is_member;
      open_->is_archive = part.is_archive;
      open_->is_named = part.is_named;
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

void input_ledger::notice(std::optional<std::string> reason) {
  if (reason && noticed_++ < most_notices) notices_.push_back(std::move(*reason));
}

void input_ledger::note_member(const batch_input& member) {
  if (!member.format.empty() || member.not_read) members_.all_skipped = false;
  for (const auto& [name, times] : member.counts.skipped_files) members_.skipped[name] += times;
}

std::optional<std::string> input_ledger::all_members_skipped(const std::string& archive) const {
  if (!members_.all_skipped || members_.skipped.empty()) return std::nullopt;
  const auto& [type, times] = most_frequent(members_.skipped);
  std::string sentence = without_password(archive);
  sentence.append(": all members were skipped (").append(std::to_string(total_of(members_.skipped)));
  sentence.append("): ").append(std::to_string(times)).append(" of type ").append(type);
  return sentence.append("; no option reads them");
}

void input_ledger::end(stats& verdicts) {
  const std::optional<batch_input> ended = std::exchange(open_, std::nullopt);
  if (!ended) return;
  if (ended->is_member) {
    if (!ended->is_archive) note_member(*ended);
  } else {
    if (ended->is_archive && ended->is_named && !ended->not_read) notice(all_members_skipped(ended->name));
    members_ = {};
  }
  if (const std::optional<unread_input>& unread = ended->not_read)
    return verdicts.inputs.add_unread(unread->name, unread->why, unread->detail);
  if (ended->format.empty()) return;  // the input was skipped
  // Other parts of the file may hold the fields.
  if (ended->counts.lines_without != 0 && ended->counts.documents == 0 && !ended->is_part) {
    return verdicts.not_read(
        damage::no_fields, ended->name,
        "no line has one of the fields named by input_options::json_text, input_options::json_html and "
        "input_options::json_mail");
  }
  notice(fruitless_reason(*ended));
  verdicts.inputs.add_read(ended->format);
  const bool damaged = std::any_of(ended->counts.damaged.begin(), ended->counts.damaged.end(),
                                   [](std::uint64_t times) { return times != 0; });
  if (damaged)
    verdicts.inputs.add_damaged(
        {without_password(ended->name), std::string(ended->format), ended->counts.damaged});
}

}  // namespace urlsieve
