// Detects WACZ, a collection of web archives in a zip archive (WACZ 1.1.1). The archives are in "archive/";
// every other member describes them (indexes, pages, checksums). Only the collection's own datapackage.json
// says that a zip archive is a collection; neither a file's name nor another member does. All members may be
// in one top folder.
#ifndef URLSIEVE_INPUT_ZIP_WEB_COLLECTION_HPP
#define URLSIEVE_INPUT_ZIP_WEB_COLLECTION_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Returns the path of a member without leading "./" and "/".
[[nodiscard]] std::string_view plain_member_path(std::string_view path);

// Returns true if `path` is a datapackage.json at the top of the archive or of a top-level folder.
[[nodiscard]] bool is_package_path(std::string_view path);

class web_collection {
 public:
  // Records that the package at `path` declares a collection, whose members have paths below the package's
  // folder. Only the first declaration counts.
  void declare(std::string_view path);

  [[nodiscard]] bool is_declared() const { return declared_; }
  // Returns true if skip_reason() was called for a member of "archive/"; before the declaration, in any
  // top-level folder, too.
  [[nodiscard]] bool has_archives() const { return has_archives_; }
  // Returns the package's folder with "/", or empty. Empty before the declaration.
  [[nodiscard]] std::string_view folder() const { return folder_; }

  // Returns the word under which the member counts as skipped ("indexes"). Empty: the member is an archive,
  // is outside the collection's folder, or no collection was declared. Records archives for has_archives().
  [[nodiscard]] std::string_view skip_reason(std::string_view path);

  // Returns true if the member is in a place of descriptions: "indexes/", "pages/", "logs/" or
  // datapackage-digest.json, at the top or in a top-level folder.
  [[nodiscard]] static bool may_describe(std::string_view path);
  // Returns true if the member is in "archive/", at the top or in a top-level folder.
  [[nodiscard]] static bool may_be_archive(std::string_view path);

 private:
  bool declared_ = false;
  bool has_archives_ = false;
  std::string folder_;
};

}  // namespace urlsieve

#endif
