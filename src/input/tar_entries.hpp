// The entries of a tar archive in their order, as long as their headers are in good order; what is odd in any
// way is left to whoever knows more, with all bytes from its first header on.
#ifndef URLSIEVE_INPUT_TAR_ENTRIES_HPP
#define URLSIEVE_INPUT_TAR_ENTRIES_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/archive_entry_head.hpp"

namespace urlsieve {

class tar_entries {
 public:
  // Gives the next bytes of the archive, which stay until it is called again; nothing at the end.
  using supply = std::function<std::span<const char>()>;

  enum class step : std::uint8_t {
    entry,
    end,
    cut,  // the bytes end inside of the last entry: fault() has the words
    odd,  // rest() begins with headers that are not read here
  };

  // `at`: where in the input the first byte stands, which begins a header.
  tar_entries(supply more, std::uint64_t at) : more_(std::move(more)), begun_at_(at), at_(at) {}

  // Goes on to the next entry, however much was read of the last one.
  [[nodiscard]] step next(archive_entry_head& head);

  // More of the entry, which stays until the next call of any kind; empty at its end, nothing where the bytes
  // end before: fault() has the words.
  [[nodiscard]] std::optional<std::string_view> piece();

  // Where the headers of the last entry begin, or NULs before them.
  [[nodiscard]] std::uint64_t place() const { return place_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // What was read and not used, and where that and the first byte of all stand.
  [[nodiscard]] std::string_view rest() const { return window_; }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t begun_at() const { return begun_at_; }

  // Headers of an entry without bytes that tell another reader of tar archives as much as those that were
  // read here do: that there were extensions, and files. Empty, if none was.
  [[nodiscard]] std::string headers_for_all() const;

 private:
  [[nodiscard]] bool have(std::size_t bytes);
  void use(std::size_t bytes);
  [[nodiscard]] bool skip(std::uint64_t bytes);
  [[nodiscard]] bool pass_empty_blocks();
  [[nodiscard]] bool read_headers(archive_entry_head& head);

  supply more_;
  std::uint64_t begun_at_;
  std::uint64_t at_;             // of the window's first byte
  std::string_view window_;      // read and not used
  std::string held_;             // it, where it goes across what was given at once
  std::uint64_t remaining_ = 0;  // of the entry, behind the piece
  std::uint64_t padding_ = 0;    // behind the entry
  std::size_t piece_ = 0;        // the last one: still in the window
  std::uint64_t place_ = 0;
  std::string fault_;
  std::string long_name_;
  bool extended_ = false;  // pax
  bool linked_ = false;    // there were names of what is linked to
  bool plain_ = false;     // there were entries of that type
};

}  // namespace urlsieve

#endif
