// An input of a run, as a listing names it before it is opened.
#ifndef URLSIEVE_INPUT_LISTS_LISTED_INPUT_HPP
#define URLSIEVE_INPUT_LISTS_LISTED_INPUT_HPP

#include <sys/stat.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "src/input/lists/listed_line.hpp"
#include "src/transfer/object_version.hpp"

namespace urlsieve {

// Identifies a file: paths with equal identities name the same file.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend auto operator<=>(const file_identity&, const file_identity&) = default;
};

struct listed_input {
  std::string path;        // "-": standard input; may be a URL
  std::uint64_t size = 0;  // of a regular file, its part, or a listed object, in bytes; else 0
  bool regular = false;    // not standard input, a FIFO or a device
  // An output directory of urlsieve, or the folder of one of its shards: no input itself, its parts follow.
  bool directory = false;
  bool named = false;  // named by the user or a list, not found in a directory
  std::int64_t modified =
      0;  // of a regular file, in nanoseconds since 1970; of an object: the hash of its ETag
  file_identity identity = {};          // of a regular file
  std::optional<input_part> part = {};  // nullopt: the whole file
  std::string commit = {};              // last commit of a mail repository (mail_repository.hpp); else empty
  std::string etag = {};                // of a listed object
  object_version expected = {};         // of a URL, as far as a list states it
  std::string output = {};  // the output directory of urlsieve that the input is, or is a part of; else empty

  // Returns the name of the part below `output`, or the folder of a partition ("shard=3/"); the empty string
  // for an output directory.
  [[nodiscard]] std::string part_name() const;
  // Returns true if the input is a Parquet part, which is no stream of bytes.
  [[nodiscard]] bool is_parquet_part() const;
};

// Returns an input that the user or a list names, without facts about it.
[[nodiscard]] listed_input named_input(std::string path);

// Returns the input of a regular file. Requires: `about` is of the file.
[[nodiscard]] listed_input regular_file(std::string path, const struct stat& about);

}  // namespace urlsieve

#endif
