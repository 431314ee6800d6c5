#include "src/input/archives/archived_folders.hpp"

#include "src/input/mail_stores/mail_folder.hpp"

namespace urlsieve {
namespace {

struct split_path {
  std::string_view folder;  // with its "/", or empty
  std::string_view name;
};

split_path split(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

}  // namespace

archived_folders::signs* archived_folders::signs_of(std::string_view folder) {
  const auto found = folders_.find(folder);
  if (found != folders_.end()) return &found->second;
  return folders_.size() < most ? &folders_[std::string(folder)] : nullptr;
}

archived_folders::signs archived_folders::known(std::string_view folder) const {
  const auto found = folders_.find(folder);
  return found == folders_.end() ? signs() : found->second;
}

void archived_folders::note_child(std::string_view folder, std::string_view name) {
  if (name != "cur" && name != "new") return;
  signs* const of = signs_of(folder);
  if (of != nullptr) (name == "cur" ? of->current : of->fresh) = true;
}

void archived_folders::note_directory(std::string_view path) {
  const split_path directory = split(path);
  note_child(directory.folder, directory.name);
}

std::string_view archived_folders::skip_reason(std::string_view path) {
  const split_path file = split(path);
  const split_path above = split(file.folder);
  if (file.folder != last_) {
    last_ = file.folder;
    note_child(above.folder, above.name);
  }
  const auto is_maildir = [](signs of) { return of.current && of.fresh; };
  if (above.name == "tmp" && is_maildir(known(above.folder))) return "maildir-tmp";
  const bool numbered = is_message_number(file.name);
  if (numbered || file.name == ".mh_sequences") {
    signs* const of = signs_of(file.folder);
    if (of != nullptr) (numbered ? of->numbered : of->sequences) = true;
    if (numbered) return {};
  }
  if (!may_be_mail_index(file.name)) return {};
  const signs of = known(file.folder);
  return is_mail_index(file.name, {is_maildir(of), of.sequences, of.numbered}) ? "mail-index"
                                                                               : std::string_view();
}

}  // namespace urlsieve
