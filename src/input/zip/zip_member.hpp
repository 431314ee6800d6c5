// One entry of a zip archive with random access: its local header and, if the entry is small, all of its
// bytes. Any thread may read, decompress and decode the entry before its turn.
#ifndef URLSIEVE_INPUT_ZIP_ZIP_MEMBER_HPP
#define URLSIEVE_INPUT_ZIP_ZIP_MEMBER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/claim_once.hpp"
#include "src/input/members/member_run.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip/zip_header.hpp"

namespace urlsieve {

class zip_member {
 public:
  static constexpr std::uint64_t most_stored = std::uint64_t{256}
                                               << 10;  // size limits of a small entry, in bytes
  static constexpr std::uint64_t most_plain = std::uint64_t{1} << 20;

  explicit zip_member(const zip_record& record) : record_(record) {}

  [[nodiscard]] const zip_record& record() const { return record_; }
  [[nodiscard]] bool is_small() const;
  // Returns the bytes of memory that the entry holds once it is read.
  [[nodiscard]] std::size_t memory() const;

  // The thread that claims decoding() must read the entry, by read() or read_and_decode(). check() throws
  // exceptions of the reading. The functions below check() require that the entry was read.
  [[nodiscard]] claim_once& decoding() { return decoding_; }
  void read(const stored_file& file) noexcept;
  // Like read(); also decodes the first compressed members in the entry's bytes: about one run, within the
  // bytes of `budget`, from which reserved() is subtracted.
  void read_and_decode(const stored_file& file, std::size_t run_bytes,
                       std::atomic<std::int64_t>& budget) noexcept;
  void check() const;

  // Returns the header; nullopt if libarchive must read the entry.
  [[nodiscard]] const std::optional<zip_header>& header() const { return header_; }
  // Returns the size of the local header; 0 if there is no header at the recorded place.
  [[nodiscard]] std::size_t header_size() const { return header_size_; }
  // Returns the properties that the local header states otherwise than the directory
  // (differences_of_zip_headers).
  [[nodiscard]] const std::string& differences() const { return differences_; }
  // Returns true if bytes() is the complete, valid content, which is valid as long as the object. Always
  // false for an entry that is not small.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  // Returns the bytes that read_and_decode() subtracted from `budget`.
  [[nodiscard]] std::size_t reserved() const { return reserved_; }
  // Returns the decoded members, once, or null.
  [[nodiscard]] std::shared_ptr<member_run> take_run() { return std::move(run_); }

 private:
  [[nodiscard]] std::string_view read_at(const stored_file& file, std::size_t size);
  void read_header(const stored_file& file);

  zip_record record_;
  claim_once decoding_;
  std::unique_ptr<char[]> stored_;  // local header and stored bytes
  std::unique_ptr<char[]> plain_;   // decompressed bytes
  std::size_t header_size_ = 0;
  std::string differences_;
  std::optional<zip_header> header_;
  bool is_whole_ = false;
  std::string_view bytes_;
  std::shared_ptr<member_run> run_;
  std::size_t reserved_ = 0;
  std::exception_ptr failure_;
};

}  // namespace urlsieve

#endif
