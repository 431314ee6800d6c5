// WACZ, a collection of web archives in a zip archive (WACZ 1.1.1): the archives are in "archive/", and every
// other member describes them (indexes, pages, checksums). Only the collection's own datapackage.json says
// that a zip archive is a collection; neither a file's name nor another member does. All members may be in
// one top folder.
#ifndef URLSIEVE_INPUT_WEB_COLLECTION_HPP
#define URLSIEVE_INPUT_WEB_COLLECTION_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// The path of a member without "./" and "/" in front.
[[nodiscard]] std::string_view plain_member_path(std::string_view path);

// Whether the member is a datapackage.json at the top of the archive or of a folder there.
[[nodiscard]] bool is_package_path(std::string_view path);

class web_collection {
 public:
  // The package at `path` declares a collection of web archives, whose members have paths behind the
  // package's folder. The first declaration counts.
  void declare(std::string_view path);

  [[nodiscard]] bool is_declared() const { return declared_; }
  // Whether leaves_out() met a member of "archive/"; before the declaration, of any top folder's.
  [[nodiscard]] bool has_archives() const { return has_archives_; }
  // The folder of the package with "/", or empty. Empty as well before the declaration.
  [[nodiscard]] std::string_view folder() const { return folder_; }

  // The word under which a member of the collection counts as skipped ("indexes"); empty: the member is an
  // archive, or outside of the collection's folder, or nothing declared a collection.
  [[nodiscard]] std::string_view leaves_out(std::string_view path);

  // Whether the member is in a place where collections have what describes their archives: "indexes/",
  // "pages/", "logs/", at the top or in a folder there.
  [[nodiscard]] static bool may_describe(std::string_view path);
  // Likewise whether the member is in "archive/".
  [[nodiscard]] static bool may_be_archive(std::string_view path);

 private:
  bool declared_ = false;
  bool has_archives_ = false;
  std::string folder_;
};

}  // namespace urlsieve

#endif
