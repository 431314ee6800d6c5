// One entry of a zip archive in a file: its own header, and, if it is small, all of its bytes, which any
// thread may read, unpack and decode before its turn comes.
#ifndef URLSIEVE_INPUT_ZIP_MEMBER_HPP
#define URLSIEVE_INPUT_ZIP_MEMBER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/claim_once.hpp"
#include "src/input/member_run.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip_header.hpp"

namespace urlsieve {

class zip_member {
 public:
  static constexpr std::uint64_t most_stored = std::uint64_t{256} << 10;  // of a small one
  static constexpr std::uint64_t most_plain = std::uint64_t{1} << 20;

  explicit zip_member(const zip_record& record) : record_(record) {}

  [[nodiscard]] const zip_record& record() const { return record_; }
  [[nodiscard]] bool is_small() const;
  // How many bytes it holds when it was read.
  [[nodiscard]] std::size_t held() const;

  // Whoever claims the turn reads it. What goes wrong meanwhile is thrown by check().
  [[nodiscard]] claim_once& turn() { return turn_; }
  void read(const stored_file& file) noexcept;
  // The same, and the first members that the bytes themselves begin are decoded: about as much as a run has,
  // and no more than is left of `room`, of which that is taken.
  void read_and_decode(const stored_file& file, std::size_t run_bytes,
                       std::atomic<std::int64_t>& room) noexcept;
  void check() const;

  // When it is read: nothing if it is to be left to libarchive.
  [[nodiscard]] const std::optional<zip_header>& header() const { return header_; }
  // Returns the size of the local header; 0 if there is no header at the recorded place.
  [[nodiscard]] std::size_t header_size() const { return header_size_; }
  // The properties that the local header states otherwise than the directory (differences_of_zip_headers).
  [[nodiscard]] const std::string& differences() const { return differences_; }
  // Whether bytes() are all of it; of a small one, unless it is not what the archive says.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  // What was taken of the room.
  [[nodiscard]] std::size_t taken() const { return taken_; }
  // What was decoded, which then is the caller's; or null.
  [[nodiscard]] std::shared_ptr<member_run> take_run() { return std::move(run_); }

 private:
  [[nodiscard]] std::string_view read_at(const stored_file& file, std::size_t size);
  void read_header(const stored_file& file);

  zip_record record_;
  claim_once turn_;
  std::unique_ptr<char[]> stored_;  // from the header on
  std::unique_ptr<char[]> plain_;   // if it was packed
  std::size_t header_size_ = 0;
  std::string differences_;
  std::optional<zip_header> header_;
  bool is_whole_ = false;
  std::string_view bytes_;
  std::shared_ptr<member_run> run_;
  std::size_t taken_ = 0;
  std::exception_ptr failure_;
};

}  // namespace urlsieve

#endif
