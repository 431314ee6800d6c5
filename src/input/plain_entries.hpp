// The entries of an archive whose bytes lie in it as they are, each behind its headers. What the headers of a
// kind are is told by whoever derives from this.
#ifndef URLSIEVE_INPUT_PLAIN_ENTRIES_HPP
#define URLSIEVE_INPUT_PLAIN_ENTRIES_HPP

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
  // Gives the next bytes of the archive, which stay until it is called again; nothing at the end.
  using supply = std::function<std::span<const char>()>;

  enum class step : std::uint8_t {
    entry,
    end,
    cut,  // the bytes end inside of the last entry: fault() has the words
    odd,  // rest() begins with headers that are not read here
  };

  // `at`: where in the input the first byte stands; `word`: what such archives are called.
  plain_entries(supply more, std::uint64_t at, std::string_view word)
      : more_(std::move(more)), begun_at_(at), at_(at), word_(word) {}
  virtual ~plain_entries() = default;
  plain_entries(const plain_entries&) = delete;
  plain_entries& operator=(const plain_entries&) = delete;

  // Goes on to the next entry, however much was read of the last one.
  [[nodiscard]] step next(archive_entry_head& head);

  // More of the entry, which stays until the next call of any kind; empty at its end, nothing where the bytes
  // end before: fault() has the words.
  [[nodiscard]] virtual std::optional<std::string_view> piece();

  // All bytes of the entry, if they lie together in what was read last with what fills it up, and none was
  // asked for; else empty. Nothing has to be asked for then.
  [[nodiscard]] std::string_view whole() const {
    const bool is_there = remaining_ != 0 && piece_ == 0 && window_.size() >= padding_ &&
                          window_.size() - padding_ >= remaining_;
    return is_there ? window_.substr(0, static_cast<std::size_t>(remaining_)) : std::string_view();
  }

  // Where the headers of the last entry begin, or what fills the archive up before them.
  [[nodiscard]] std::uint64_t place() const { return place_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] damage reason() const { return reason_; }

  // What was read and not used, and where that and the first byte of all stand.
  [[nodiscard]] std::string_view rest() const { return window_; }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t begun_at() const { return begun_at_; }

 protected:
  // Reads the headers of the next entry, and says how many bytes it has (begin_bytes).
  [[nodiscard]] virtual step read_headers(archive_entry_head& head) = 0;

  // Whether so many bytes lie together in rest(); there may be less of them at the end.
  [[nodiscard]] bool have(std::size_t bytes);
  void use(std::size_t bytes);

  // The entry's bytes follow, and others that fill it up.
  void begin_bytes(std::uint64_t size, std::uint64_t padding);

  // The bytes end too early.
  [[nodiscard]] step cut();

  // What is told of the entry then; no more of it is to be had.
  void lose(damage reason, std::string_view fault) {
    reason_ = reason;
    fault_ = fault;
  }

 private:
  [[nodiscard]] bool skip(std::uint64_t bytes);

  supply more_;
  std::uint64_t begun_at_;
  std::uint64_t at_;             // of the window's first byte
  std::string_view window_;      // read and not used
  std::string held_;             // it, where it goes across what was given at once
  std::uint64_t remaining_ = 0;  // of the entry, behind the piece
  std::uint64_t padding_ = 0;    // behind the entry
  std::size_t piece_ = 0;        // the last one: still in the window
  std::uint64_t place_ = 0;
  std::string_view word_;
  damage reason_ = damage::truncated_record;
  std::string fault_;
};

}  // namespace urlsieve

#endif
