// Detects mail folders inside an archive, and the files in them that are no messages (see mail_folder). An
// archive is read once, in order, so only earlier entries show that a folder holds mail. Tools that sort
// names write "cur" and "new" before "tmp".
#ifndef URLSIEVE_INPUT_ARCHIVES_ARCHIVED_FOLDERS_HPP
#define URLSIEVE_INPUT_ARCHIVES_ARCHIVED_FOLDERS_HPP

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace urlsieve {

class archived_folders {
 public:
  // Maximum number of tracked folders; further folders count as ordinary.
  static constexpr std::size_t most = 65536;

  // Records a directory entry of the archive. `path` may end in "/".
  void note_directory(std::string_view path);

  // Returns the word under which the file entry counts as skipped ("maildir-tmp", "mail-index"). Empty: keep
  // the file. Also records the file, so callers pass all files in archive order.
  [[nodiscard]] std::string_view skip_reason(std::string_view path);

 private:
  struct signs {
    bool current = false;
    bool fresh = false;
    bool sequences = false;
    bool numbered = false;
  };

  void note_child(std::string_view folder, std::string_view name);
  [[nodiscard]] signs* signs_of(std::string_view folder);
  [[nodiscard]] signs known(std::string_view folder) const;

  std::map<std::string, signs, std::less<>> folders_;
  std::string last_;  // the folder whose name was noted last
};

}  // namespace urlsieve

#endif
