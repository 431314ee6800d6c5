// Lists the inputs of a run, one after another: named files, walked directories, and lists of names.
//
// The order depends on names alone: paths as given, directory entries in byte order. From an output directory
// of urlsieve, the inputs are the parts, not the manifest. The directory itself precedes its parts, so that
// the consumer can check that no part is missing; so does a named folder of one shard ("out/shard=3"). A mail
// repository is one input.
#ifndef URLSIEVE_INPUT_LISTS_LISTING_HPP
#define URLSIEVE_INPUT_LISTS_LISTING_HPP

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "src/input/lists/listed_input.hpp"
#include "src/input/lists/name_list.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class remote_access;
struct input_options;

class listing {
 public:
  // Prepares the listing of `options`; without paths and list, the input is standard input. Fails if a list
  // cannot be opened or is no list (name_list.hpp), or if standard input is named twice. `stop` may be null
  // (see byte_source::open). With `remote`, names may be URLs, and names of a list get the prefix
  // remote_options::inputs_prefix. "s3://BUCKET/PREFIX/" then lists objects in the byte order of their keys.
  [[nodiscard]] static result<listing> open(const input_options& options,
                                            const std::atomic<bool>* stop = nullptr,
                                            std::shared_ptr<remote_access> remote = {});

  listing(listing&&) noexcept;
  listing& operator=(listing&&) noexcept;
  ~listing();

  // Returns the next input. Returns nullopt at the end, and at a shortage (resource_exhaustion.hpp) or a
  // corrupt list. Counts a path that cannot be examined, or a directory that cannot be read, as
  // damage::unreadable. Counts a file that contradicts its line of a list as damage::changed_input. Skips
  // these paths.
  //
  // Inside a directory, skips and counts links to directories, special files ("file:fifo" ...), and files of
  // mail folders that hold no messages (mail_folder.hpp). Reads links and FIFOs that the user named.
  [[nodiscard]] std::optional<listed_input> next(stats& counted);

  // Returns the list if it is an index of records (name_list::lists_records()), whose records the listing
  // does not list; nullopt: the list has names. Call before next().
  [[nodiscard]] std::optional<opened_list> take_index();

  // Returns the errno of the shortage in the last next(); 0: none. The next call retries the path.
  [[nodiscard]] int exhaustion() const;

  // Returns the error that ended the listing early, if any: a corrupt list.
  [[nodiscard]] std::optional<error> failure() const;

  // Returns the total size of all regular files in bytes, for progress. Walks all directories and examines
  // all files. Returns 0 if the size is unknown (standard input, a list on standard input, FIFOs, URLs,
  // mail repositories, an index of records).
  [[nodiscard]] static std::uint64_t total_size(const input_options& options);

 private:
  struct walk;
  explicit listing(std::unique_ptr<walk> state);
  std::unique_ptr<walk> walk_;
};

}  // namespace urlsieve

#endif
