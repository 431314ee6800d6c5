// Reads the entries of a zip archive with random access, by its directory, in file order.
//
// The directory is the truth. Contradictions are reported: a local header that differs, a repeated name,
// entries that overlap, bytes that belong to no entry, a wrong number of entries. Worker threads read and
// decompress the next small entries ahead. Falls back to libarchive for unusual entries.
#ifndef URLSIEVE_INPUT_ZIP_ZIP_ENTRIES_HPP
#define URLSIEVE_INPUT_ZIP_ZIP_ENTRIES_HPP

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
#include "src/input/members/member_run.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip/zip_directory.hpp"
#include "src/input/zip/zip_header.hpp"
#include "src/input/zip/zip_member.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class zip_entries {
 public:
  enum class step : std::uint8_t {
    entry,
    end,
    unsupported,  // the entry behind the first passed() entries is unsupported here; next() resumes behind it
    contradiction,  // the archive contradicts its directory: fault() says how, at() where; next() resumes
  };

  // Returns null if the directory is unusual or corrupt. Requires: the origin of `file` outlives the object.
  [[nodiscard]] static std::unique_ptr<zip_entries> of(const stored_file& file, const read_ahead& ahead);
  ~zip_entries();
  zip_entries(const zip_entries&) = delete;
  zip_entries& operator=(const zip_entries&) = delete;

  // Path and bytes of the archive's datapackage.json. read_package() returns nullopt if there is none, or if
  // the package is unsupported, damaged, or larger than `most` bytes.
  struct package {
    std::string path;
    std::string text;
  };
  [[nodiscard]] bool has_package() const { return package_.has_value(); }
  [[nodiscard]] std::optional<package> read_package(std::size_t most) const;

  // Advances to the next entry and sets `head`; skips the unread rest of the current entry. Rethrows
  // exceptions of threads that read ahead.
  [[nodiscard]] step next(archive_entry_head& head);

  // Reads the next bytes of the entry into `out`. Returns their number, 0 at the end, or nullopt if the rest
  // is lost: reason() and fault() then say why. Requires: next() returned step::entry.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);

  // Returns the members at the entry's beginning that were decoded ahead, or null. read() returns their
  // stored bytes, too. Requires: next() returned step::entry.
  [[nodiscard]] std::shared_ptr<member_run> take_run() { return current_->take_run(); }

  [[nodiscard]] damage reason() const { return reason_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // Returns the number of entries that next() has passed. The current entry counts, except after
  // step::unsupported.
  [[nodiscard]] std::size_t passed() const { return passed_; }
  // Returns the current offset in the archive.
  [[nodiscard]] std::uint64_t at() const { return at_; }
  // Returns the directory's name of an unsupported entry, if the local header has another name.
  [[nodiscard]] std::optional<std::string_view> other_name() const;

 private:
  static constexpr std::size_t members_a_run = 64;
  static constexpr std::size_t runs_ahead = 4;  // for each run of read_ahead::runs
  static constexpr std::size_t min_task_bytes = std::size_t{64}
                                                << 10;  // bytes of members that one task reads together

  zip_entries(const stored_file& file, zip_directory directory, const read_ahead& ahead)
      : file_(file),
        directory_bytes_(std::move(directory.bytes)),
        directory_at_(directory.at),
        miscounts_(directory.miscounts),
        records_(std::move(directory.records)),
        package_(directory.package),
        package_path_(std::move(directory.package_path)),
        how_(ahead) {
    task_memory_left_->store(static_cast<std::int64_t>(runs_ahead * ahead.runs * ahead.run_bytes),
                             std::memory_order_relaxed);
  }

  [[nodiscard]] bool take_next();
  [[nodiscard]] std::string contradictions_of_header() const;
  [[nodiscard]] std::string contradictions_behind();
  [[nodiscard]] bool is_padding(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] step contradict(std::string contradiction, std::uint64_t at);
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
  std::size_t listed_ = 0;         // records that were put into the queue
  std::size_t queued_memory_ = 0;  // bytes that the queue's members hold or will hold
  std::vector<std::shared_ptr<zip_member>>
      task_members_;  // the last members of the queue, which no task reads yet
  std::size_t task_memory_ = 0;
  // Memory budget left for decoded members, in bytes. Shared with other threads, which may outlive the
  // object.
  std::shared_ptr<std::atomic<std::int64_t>> task_memory_left_ =
      std::make_shared<std::atomic<std::int64_t>>();
  std::size_t passed_ = 0;
  bool is_unsupported_ = false;  // the current entry is unsupported
  bool is_taken_ = false;        // the current entry was read but not returned
  bool was_checked_ = true;      // the bytes behind the current entry were checked
  std::uint64_t at_ = 0;

  // The current entry.
  std::shared_ptr<zip_member> current_;
  std::uint64_t left_ = 0;             // stored bytes left, or bytes left of a small entry
  std::unique_ptr<decoder> inflater_;  // created once
  std::vector<char> packed_;           // the last compressed bytes read
  std::string_view unused_;            // unused bytes of packed_
  bool is_over_ = false;               // nothing more follows
  bool ended_ = false;                 // the end was reported
  std::uint64_t delivered_ = 0;        // bytes returned
  std::uint32_t sum_ = 0;              // CRC-32 of the bytes returned
  damage reason_ = damage::corrupt_compression;
  std::string fault_;
};

}  // namespace urlsieve

#endif
