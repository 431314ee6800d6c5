// The checksums of an archive's members, made as their bytes go by, and the lists that a collection of web
// archives has of them: what is needed to say whether it is whole.
#ifndef URLSIEVE_INPUT_MEMBER_CHECKSUMS_HPP
#define URLSIEVE_INPUT_MEMBER_CHECKSUMS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

struct member_checksum {
  std::string path;
  std::uint64_t bytes = 0;
  std::array<std::uint8_t, 32> sha256{};
  std::array<std::uint8_t, 16> md5{};
  bool whole = false;  // else something of it could not be read, and it has no checksums
};

// The bytes in lower-case hexadecimal.
[[nodiscard]] std::string in_hexadecimal(std::span<const std::uint8_t> bytes);

class member_checksums {
 public:
  // Longer lists are not kept.
  static constexpr std::size_t longest_list = std::size_t{64} << 20;

  member_checksums();
  ~member_checksums();
  member_checksums(const member_checksums&) = delete;
  member_checksums& operator=(const member_checksums&) = delete;

  // The members come one after another; one that is not ended is not whole.
  void begin(std::string_view path);
  void add(std::span<const char> bytes);
  void end();

  [[nodiscard]] const std::vector<member_checksum>& members() const { return members_; }
  // Keeps the members and lists of `folder` ("" or a name with "/") alone, under the rest of their paths.
  void keep_folder(std::string_view folder);

  // "datapackage.json" and "datapackage-digest.json", which has the checksum of that; empty: not there.
  [[nodiscard]] const std::string& package() const { return list("datapackage.json"); }
  [[nodiscard]] const std::string& digest_of_package() const { return list("datapackage-digest.json"); }

 private:
  [[nodiscard]] const std::string& list(std::string_view path) const;

  struct running;
  std::unique_ptr<running> running_;
  std::vector<member_checksum> members_;
  std::map<std::string, std::string, std::less<>> lists_;  // by path
  std::size_t listed_ = 0;                                 // bytes of all lists
  std::string* kept_ = nullptr;                            // the list that the member at hand is
};

}  // namespace urlsieve

#endif
