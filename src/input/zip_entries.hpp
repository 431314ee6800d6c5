// The entries of a zip archive in a file, by its directory, in the order of their places in the file.
//
// The directory is the truth. Whatever contradicts it is reported: a local header that differs, a repeated
// name, bytes between entries that no entry has, entries that overlap, a wrong number of entries. Worker
// threads read and decompress the next small entries ahead. Falls back to libarchive for unusual entries.
#ifndef URLSIEVE_INPUT_ZIP_ENTRIES_HPP
#define URLSIEVE_INPUT_ZIP_ENTRIES_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/archive_entry_head.hpp"
#include "src/input/member_run.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip_directory.hpp"
#include "src/input/zip_header.hpp"
#include "src/input/zip_member.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class zip_entries {
 public:
  enum class step : std::uint8_t {
    entry,
    end,
    odd,            // the entry behind those passed() is not read here; next() goes on behind it
    contradiction,  // the archive contradicts its directory: fault() says how, at() where; next() resumes
  };

  // Null: the directory is odd. What `file` reads from outlives this.
  [[nodiscard]] static std::unique_ptr<zip_entries> of(const stored_file& file, const read_ahead& how);
  ~zip_entries();
  zip_entries(const zip_entries&) = delete;
  zip_entries& operator=(const zip_entries&) = delete;

  // The bytes of the archive's datapackage.json and its path; nothing: there is none, or the member is odd,
  // damaged, or larger than `most`.
  struct package {
    std::string path;
    std::string text;
  };
  [[nodiscard]] bool has_package() const { return package_.has_value(); }
  [[nodiscard]] std::optional<package> read_package(std::size_t most) const;

  // Goes on to the next entry, however much was read of the last one.
  [[nodiscard]] step next(archive_entry_head& head);

  // Fills `out` with what follows of the entry; 0 at its end, nothing where the rest is lost.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);

  // The members that the entry's bytes begin with, where they were decoded ahead; or null.
  [[nodiscard]] std::shared_ptr<member_run> take_run() { return now_->take_run(); }

  [[nodiscard]] damage reason() const { return reason_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  [[nodiscard]] std::size_t passed() const { return passed_; }
  // Where in the archive it stands.
  [[nodiscard]] std::uint64_t at() const { return at_; }
  // The name that the directory has for an odd entry, if the local header has another one.
  [[nodiscard]] std::optional<std::string_view> other_name() const;

 private:
  static constexpr std::size_t members_a_run = 64;
  static constexpr std::size_t runs_ahead = 4;  // for each that a source cuts ahead, as of small files
  static constexpr std::size_t worth_a_task = std::size_t{64}
                                              << 10;  // bytes of members that are read together

  zip_entries(const stored_file& file, zip_directory directory, const read_ahead& how)
      : file_(file),
        directory_bytes_(std::move(directory.bytes)),
        directory_at_(directory.at),
        miscounts_(directory.miscounts),
        records_(std::move(directory.records)),
        package_(directory.package),
        package_path_(std::move(directory.package_path)),
        how_(how) {
    room_->store(static_cast<std::int64_t>(runs_ahead * how.runs * how.run_bytes), std::memory_order_relaxed);
  }

  [[nodiscard]] bool take_next();
  [[nodiscard]] std::string contradictions_of_header() const;
  [[nodiscard]] std::string contradictions_behind();
  [[nodiscard]] bool is_padding(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] step contradict(std::string how, std::uint64_t at);
  void look_ahead();
  void begin_ahead();
  void wait();
  [[nodiscard]] std::optional<std::size_t> read_more(std::span<char> out);
  [[nodiscard]] bool is_checked() const;
  [[nodiscard]] std::optional<std::size_t> end();
  [[nodiscard]] std::optional<std::size_t> copy(std::span<char> out);
  [[nodiscard]] std::optional<std::size_t> read_stored(std::span<char> out);
  [[nodiscard]] std::optional<std::size_t> inflate(std::span<char> out);
  [[nodiscard]] std::optional<std::size_t> lose(damage reason, std::string_view fault);

  stored_file file_;
  std::shared_ptr<const std::string> directory_bytes_;
  std::uint64_t directory_at_;
  bool miscounts_;
  std::vector<zip_record> records_;
  std::optional<zip_record> package_;
  std::string package_path_;
  read_ahead how_;
  std::deque<std::shared_ptr<zip_member>> queue_;
  std::size_t listed_ = 0;                             // records that are in the queue, or were
  std::size_t held_ = 0;                               // bytes that it holds or will
  std::vector<std::shared_ptr<zip_member>> together_;  // the last of them, which no thread was asked to read
  std::size_t held_together_ = 0;
  // What is left of the memory for what their members hold; other threads may come to it when this is no
  // more.
  std::shared_ptr<std::atomic<std::int64_t>> room_ = std::make_shared<std::atomic<std::int64_t>>();
  std::size_t passed_ = 0;
  bool odd_ = false;         // the entry at hand
  bool is_taken_ = false;    // the entry at hand was not given out yet
  bool was_checked_ = true;  // the bytes behind the entry at hand were checked
  std::uint64_t at_ = 0;

  // The entry at hand.
  std::shared_ptr<zip_member> now_;
  std::uint64_t left_ = 0;             // of its stored bytes, or of all of a small one
  std::unique_ptr<decoder> inflater_;  // made once
  std::vector<char> packed_;           // what was read last for it
  std::string_view unused_;            // of that
  bool over_ = false;                  // nothing more comes out of it
  bool ended_ = false;                 // that was told
  std::uint64_t given_ = 0;            // bytes of it
  std::uint32_t sum_ = 0;              // of them
  damage reason_ = damage::corrupt_compression;
  std::string fault_;
};

}  // namespace urlsieve

#endif
