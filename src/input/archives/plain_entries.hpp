// Reads the entries of an archive that stores entries uncompressed, each behind its headers. A derived class
// parses the headers of its format.
#ifndef URLSIEVE_INPUT_ARCHIVES_PLAIN_ENTRIES_HPP
#define URLSIEVE_INPUT_ARCHIVES_PLAIN_ENTRIES_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/archive_entry_head.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class plain_entries {
 public:
  // Returns the next bytes of the archive, valid until the next call; empty at the end.
  using supply = std::function<std::span<const char>()>;

  enum class step : std::uint8_t {
    entry,
    end,
    cut,          // the archive ends inside the last entry; fault() says so
    unsupported,  // rest() begins with unsupported or corrupt headers
  };

  // `at`: offset of the first byte in the input; `word`: name of the format, for messages.
  plain_entries(supply more, std::uint64_t at, std::string_view word)
      : more_(std::move(more)), begun_at_(at), at_(at), word_(word) {}
  virtual ~plain_entries() = default;
  plain_entries(const plain_entries&) = delete;
  plain_entries& operator=(const plain_entries&) = delete;

  // Advances to the next entry and sets `head`; skips the unread rest of the current entry. After step::cut
  // and step::unsupported, neither next() nor piece() may be called.
  [[nodiscard]] step next(archive_entry_head& head);

  // Returns more bytes of the entry, valid until the next call of any member. Empty at the end of the entry;
  // nullopt if the archive ends before: fault() says so.
  [[nodiscard]] virtual std::optional<std::string_view> piece();

  // Returns all bytes of the entry if the last block read holds them, with their padding, and none was read;
  // otherwise an empty view. The caller may then skip piece().
  [[nodiscard]] std::string_view whole() const {
    const bool is_there = remaining_ != 0 && piece_ == 0 && window_.size() >= padding_ &&
                          window_.size() - padding_ >= remaining_;
    return is_there ? window_.substr(0, static_cast<std::size_t>(remaining_)) : std::string_view();
  }

  // Returns the offset of the headers of the last entry, or of the padding before them.
  [[nodiscard]] std::uint64_t place() const { return place_; }
  // Return description and damage of the last fault. The damage is truncated_record, unless lose() set
  // another.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] damage reason() const { return reason_; }

  // Return the bytes read and not used, the offset of their first byte, and the offset of the first byte of
  // all, in the input.
  [[nodiscard]] std::string_view rest() const { return window_; }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t begun_at() const { return begun_at_; }

 protected:
  // Reads the headers of the next entry and calls begin_bytes().
  [[nodiscard]] virtual step read_headers(archive_entry_head& head) = 0;

  // Reads until rest() has `bytes` bytes. Returns false if the archive ends before.
  [[nodiscard]] bool have(std::size_t bytes);
  // Advances rest() by `bytes`.
  void use(std::size_t bytes);

  // Sets the size of the entry, whose bytes follow, and of the padding behind.
  void begin_bytes(std::uint64_t size, std::uint64_t padding);

  // Sets the fault of a truncated archive, and returns step::cut.
  [[nodiscard]] step cut();

  // Sets the damage to report for the entry; nothing more of the entry can be read.
  void lose(damage reason, std::string_view fault) {
    reason_ = reason;
    fault_ = fault;
  }

 private:
  [[nodiscard]] bool skip(std::uint64_t bytes);

  supply more_;
  std::uint64_t begun_at_;
  std::uint64_t at_;             // of the first byte in the window
  std::string_view window_;      // bytes read and not used
  std::string joined_blocks_;    // the window's bytes if they span two blocks
  std::uint64_t remaining_ = 0;  // bytes of the entry behind the last piece
  std::uint64_t padding_ = 0;    // bytes behind the entry
  std::size_t piece_ = 0;        // size of the last piece, which is still in the window
  std::uint64_t place_ = 0;
  std::string_view word_;
  damage reason_ = damage::truncated_record;
  std::string fault_;
};

}  // namespace urlsieve

#endif
