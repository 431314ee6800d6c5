// Folders of mail inside an archive: which of their files are no messages, as mail_folder tells it of
// directories. An archive is read once, in its order, so only what stood before a file tells what its folder
// is; tools put "cur" and "new" before "tmp" where they sort names.
#ifndef URLSIEVE_INPUT_ARCHIVED_FOLDERS_HPP
#define URLSIEVE_INPUT_ARCHIVED_FOLDERS_HPP

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace urlsieve {

class archived_folders {
 public:
  // Of more folders nothing is known.
  static constexpr std::size_t most = 65536;

  // A directory of the archive.
  void note_directory(std::string_view path);

  // A file of it: what it is counted under if it is left out ("maildir-tmp", "mail-index"), else empty.
  [[nodiscard]] std::string_view leaves_out(std::string_view path);

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
  std::string last_;  // the folder whose own name was noted last
};

}  // namespace urlsieve

#endif
