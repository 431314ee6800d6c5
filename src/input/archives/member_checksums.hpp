// Computes checksums of an archive's members while they are read, and keeps the checksum lists of a web
// archive collection. Both serve to verify the collection.
#ifndef URLSIEVE_INPUT_ARCHIVES_MEMBER_CHECKSUMS_HPP
#define URLSIEVE_INPUT_ARCHIVES_MEMBER_CHECKSUMS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/transfer/digests.hpp"

namespace urlsieve {

struct member_checksum {
  std::string path;
  std::uint64_t bytes = 0;
  std::array<char, 32> sha256{};
  std::array<char, 16> md5{};
  bool whole = false;  // false: a part could not be read, and the checksums are unset
};

// Each function throws std::runtime_error if libcrypto is missing or fails.
class member_checksums {
 public:
  // Maximum size of all kept lists together, in bytes; the rest is dropped.
  static constexpr std::size_t longest_list = std::size_t{64} << 20;

  // Members come one after another: begin(), add() for all bytes, end(). Without end(), a member is not
  // whole.
  void begin(std::string_view path);
  void add(std::span<const char> bytes);
  void end();

  // Returns all members so far, in archive order.
  [[nodiscard]] const std::vector<member_checksum>& members() const { return members_; }
  // Keeps only the members and lists of `folder` ("" or a name with "/"), with paths relative to `folder`.
  void keep_folder(std::string_view folder);

  // Return the texts of "datapackage.json" and of "datapackage-digest.json", which holds the checksum of the
  // former; empty if absent. Lists in a folder are found only after keep_folder().
  [[nodiscard]] const std::string& package() const { return list("datapackage.json"); }
  [[nodiscard]] const std::string& digest_of_package() const { return list("datapackage-digest.json"); }

 private:
  [[nodiscard]] const std::string& list(std::string_view path) const;

  running_digest sha256_{digest_algorithm::sha256};
  running_digest md5_{digest_algorithm::md5};
  std::vector<member_checksum> members_;
  std::map<std::string, std::string, std::less<>> lists_;  // by path
  std::size_t listed_ = 0;                                 // bytes of all lists
  std::string* list_ = nullptr;                            // the list that the current member is, or null
};

}  // namespace urlsieve

#endif
