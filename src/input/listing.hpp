// The inputs of a run, one after another: files as they are named, directories walked, lists read. The order
// depends on names alone: paths as given, entries of a directory in the byte order of their names, a
// directory's content where its name stands. Of a directory that urlsieve wrote the parts are inputs, not the
// manifest; it stands before them itself, as parts may be missing that it should have. A repository of mail
// is one input.
#ifndef URLSIEVE_INPUT_LISTING_HPP
#define URLSIEVE_INPUT_LISTING_HPP

#include <atomic>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/listed_line.hpp"
#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// What makes two names the same file.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend auto operator<=>(const file_identity&, const file_identity&) = default;
};

struct listed_input {
  std::string path;        // "-": standard input; a URL
  std::uint64_t size = 0;  // of a regular file, or an object that was listed, else 0
  bool regular = false;    // neither standard input nor a FIFO or device
  bool directory = false;  // an output directory of urlsieve, itself no input; its parts follow
  bool named = false;      // by the user, not met in a directory
  std::int64_t modified =
      0;  // of a regular file, nanoseconds since 1970; of an object, what its ETag hashes to
  file_identity identity = {};          // likewise
  std::optional<input_part> part = {};  // nothing: all of it
  std::string commit = {};              // of a repository of mail (mail_repository.hpp): the last; else empty
  std::string etag = {};                // of an object that was listed
  object_version expected = {};         // of what a URL names, as far as a list says it
  std::string output = {};  // the output directory of urlsieve that it is, or is a part of; else empty

  // Whether it is a part in Parquet, which is no stream of bytes.
  [[nodiscard]] bool is_columns_part() const;
};

class listing {
 public:
  // Fails if a list cannot be opened or is none (name_list.hpp), or if standard input is asked for twice. No
  // path and no list: standard input. `stop` may be null: see byte_source. With `remote`, names may be URLs,
  // and remote_options::inputs_prefix stands before those of the list. What S3 has below
  // "s3://BUCKET/PREFIX/" comes in the byte order of keys.
  [[nodiscard]] static result<listing> open(const input_options& options,
                                            const std::atomic<bool>* stop = nullptr,
                                            std::shared_ptr<remote_access> remote = {});

  listing(listing&&) noexcept;
  listing& operator=(listing&&) noexcept;
  ~listing();

  // The next input, or nothing at the end, or where a shortage (shortage.hpp) or a broken list came in
  // between. What cannot be looked at is not read: damage::unreadable under its name.
  // Inside a directory links to directories are not followed, and what is neither file nor directory is
  // passed over and counted ("file:fifo" ...); both are read where they were named outright (a FIFO). So are
  // files of mail folders that hold no messages (mail_folder.hpp).
  [[nodiscard]] std::optional<listed_input> next(stats& counted);

  // The shortage that the last next() met, as errno; 0: none. The next one tries again.
  [[nodiscard]] int shortage() const;

  // What ended the listing early.
  [[nodiscard]] std::optional<error> failure() const;

  // Bytes of all regular files of these options, for progress, by a walk of its own; 0 if it cannot be known
  // (standard input, a list on standard input, FIFOs, URLs).
  [[nodiscard]] static std::uint64_t total_size(const input_options& options);

 private:
  struct walk;
  explicit listing(std::unique_ptr<walk> state);
  std::unique_ptr<walk> walk_;
};

}  // namespace urlsieve

#endif
