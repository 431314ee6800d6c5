#include "src/input/mail_stores/mail_folder.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "src/text/resource_exhaustion.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// The type of a name, or the errno of the check. A name that vanished meanwhile is not a directory.
struct kind_of_entry {
  bool directory = false;
  int failure = 0;
};

kind_of_entry look_at(const std::string& path) {
  struct stat about{};
  if (::lstat(path.c_str(), &about) == 0) return {S_ISDIR(about.st_mode), 0};
  return {false, errno == ENOENT ? 0 : errno};
}

// Names that only mail and news software uses: Dovecot, news readers and servers, MH.
bool is_index(std::string_view name) {
  static constexpr std::string_view prefixes[] = {"dovecot.index", "dovecot-uid", "dovecot-keywords",
                                                  "dovecot.list.index", "dovecot.mailbox.log"};
  static constexpr std::string_view names[] = {".mh_sequences", ".xmhcache", ".overview", ".agentview",
                                               ".marks"};
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); }) ||
         std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_of_maildir(std::string_view name) {
  return name == "maildirfolder" || name == "maildirsize" || name == "subscriptions" ||
         name.starts_with("courierimap");
}

// MH renames a deleted message to its number behind a "," (or "#").
bool is_deleted(std::string_view name) {
  return (name.starts_with(',') || name.starts_with('#')) && is_message_number(name.substr(1));
}

}  // namespace

bool is_message_number(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return bytes::digit.contains(c); });
}

bool may_be_mail_index(std::string_view name) {
  constexpr byte_set first(".,#cdms");
  return !name.empty() && first.contains(name.front());
}

bool is_mail_index(std::string_view name, mail_signs folder) {
  return is_index(name) || (folder.maildir && is_of_maildir(name)) ||
         ((folder.sequences || folder.numbered) && is_deleted(name)) ||
         (folder.sequences && name.starts_with('.'));
}

int drop_mail_indexes(const std::string& prefix, std::vector<std::string>& names, stats& counted) {
  const auto has = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  mail_signs folder;
  folder.maildir = has("cur") && has("new");
  folder.sequences = has(".mh_sequences");
  folder.numbered = std::any_of(names.begin(), names.end(),
                                [](const std::string& name) { return is_message_number(name); });
  stats folder_stats;
  int exhaustion = 0;
  const auto left_out = [&](const std::string& name) {
    const bool delivered = folder.maildir && name == "tmp";
    if (!delivered && !is_mail_index(name, folder)) return false;
    const kind_of_entry found = look_at(prefix + name);
    if (is_resource_exhaustion(found.failure)) exhaustion = found.failure;
    if (found.failure != 0)
      folder_stats.not_read(damage::unreadable, prefix + name, std::system_category().message(found.failure));
    else if (found.directory != delivered)
      return false;
    else
      folder_stats.count_skipped("file", delivered ? "maildir-tmp" : "mail-index");
    return true;
  };
  std::erase_if(names, left_out);
  if (exhaustion == 0) counted.add(folder_stats);
  return exhaustion;
}

}  // namespace urlsieve
