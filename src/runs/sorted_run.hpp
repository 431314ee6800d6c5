// A sorted run: a temporary file of entries, ascending by key, that exceeded the memory budget.
// run_format.hpp describes the bytes, run_writer and run_reader write and read them.
#ifndef URLSIEVE_RUNS_SORTED_RUN_HPP
#define URLSIEVE_RUNS_SORTED_RUN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr std::uint64_t max_count = (std::uint64_t{1} << 38U) - 1;

// An entry: a distinct URL with the merged facts of all its sightings.
struct known_url {
  std::string_view url;
  std::uint64_t count = 0;        // sightings, saturated at max_count
  std::uint64_t order = 0;        // the smallest order of a sighting
  std::string_view columns = {};  // columns of that sighting
  std::string_view sources = {};  // a list in the format of source_list.hpp
  bool earlier = false;           // an earlier run had the URL; set only if the reader asks for it
};

// A stream of entries in ascending byte order of their URLs, each URL once.
class entry_stream {
 public:
  virtual ~entry_stream() = default;

  // Advances to the next entry. Returns false at the end, and on an error, which state() returns.
  virtual bool advance() = 0;

  // The current entry. Its views are valid until the next advance().
  [[nodiscard]] const known_url& entry() const { return entry_; }

  // The length, in bytes, of the prefix shared with the URL of the entry before; 0 for the first entry.
  [[nodiscard]] std::size_t shared() const { return shared_; }

  [[nodiscard]] virtual result<void> state() const { return {}; }

 protected:
  known_url entry_;
  std::size_t shared_ = 0;
};

// The fields of a run's entries besides URL and count.
struct run_fields {
  bool order = false;
  bool columns = false;
  bool sources = false;
};

// A run on disk.
struct run_file {
  std::string name;  // in the directory of runs
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  std::uint64_t checksum = 0;  // the last eight bytes of the file
};

}  // namespace urlsieve

#endif
