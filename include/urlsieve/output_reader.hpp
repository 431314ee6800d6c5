// Reads rows of an output directory: all rows, a shard, or rows looked up by URL, prefix, host, domain or
// SURT range.
#ifndef URLSIEVE_OUTPUT_READER_HPP
#define URLSIEVE_OUTPUT_READER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/remote_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// A row. The views are valid during the call of the consumer.
struct output_row {
  std::uint32_t shard = 0;
  std::string_view url;  // for an edge: the document's URL, a TAB, and the target
  // The row as stored, without its LF. For Parquet: columns separated by TAB, sources separated by NUL. With
  // output_reader::write_as(): the row in that form.
  std::string_view row;
  // Values in the order of manifest::fields; for JSON the raw JSON text. With write_as(): empty.
  std::span<const std::string_view> values;
  // Index of the matching URL in the argument of read_urls(); 0 for other functions.
  std::size_t asked = 0;
};

// A reader of an output directory. One thread at a time may use a reader. Rows come shard by shard, in the
// order of their shard. If `take` returns false, reading stops without an error; an exception of `take`
// propagates to the caller. A URL, prefix or host without rows is no error.
//
// Lookups use binary search if the order is bytes or surt and shards are not compressed by gzip. A lookup
// then opens only shards that may hold the rows, reads a few KiB at about ten offsets of each, and verifies
// only the checksums of zstd frames. Otherwise a lookup scans shards. A lookup returns
// error_code::cannot_open for a missing shard, and cannot_read for a shard that is damaged at the places
// read.
class output_reader {
 public:
  // Opens `directory`, a path or URL. Returns error_code::no_such_input if the directory is missing, and
  // usage if `directory` is a file. Otherwise fails as open_manifest() does (manifest.hpp).
  [[nodiscard]] static result<output_reader> open(
      std::string directory, success_marker_policy mark = success_marker_policy::required,
      const remote_options& remote = {});
  output_reader(output_reader&&) noexcept;
  output_reader& operator=(output_reader&&) noexcept;
  ~output_reader();

  // Makes the functions deliver rows in `form`, as extract() prints rows. Reading then fails with
  // error_code::cannot_read at a row that contradicts the manifest. Requires: `form` is not Parquet.
  void write_as(row_form form);

  // Returns the manifest of the directory, valid as long as the reader.
  [[nodiscard]] const manifest& described() const;

  // Returns the URL options recorded in the manifest, for use with normalize(). Lists of kept and dropped
  // schemes and drop_flags are cleared, and the rung `protocol` becomes `scheme`.
  [[nodiscard]] url_options spelling() const;

  // Makes later calls stop soon after `stop` becomes true, as if `take` returned false. Another thread may
  // set `stop`. Requires: `stop` outlives the reader.
  void stop_when(const std::atomic<bool>& stop);

  // Read all rows, or the rows of a shard. After the last row of a shard, compare its size, checksum, lines
  // and order with the manifest, and return error_code::cannot_read if they differ. An absent shard is
  // error_code::no_such_input.
  [[nodiscard]] result<void> read(const consumer_ref<output_row>& take) const;
  [[nodiscard]] result<void> read_shard(std::uint32_t shard, const consumer_ref<output_row>& take) const;

  // Returns error_code::usage if a rule set of this output (manifest::rules) has another revision in this
  // version of the library; the message names both revisions. URLs normalized with spelling() may then differ
  // from the URLs of the rows. Ignores rules from files, which spelling() does not apply.
  [[nodiscard]] result<void> check_rules() const;

  // Reads the rows of `urls`, or, for edges, the rows of these documents. Requires: URLs are normalized as in
  // the output (spelling()). A row is delivered once for each occurrence of its URL in `urls`.
  [[nodiscard]] result<void> read_urls(std::span<const std::string_view> urls,
                                       const consumer_ref<output_row>& take) const;

  // Reads the rows whose URL (for edges: the document's URL, a TAB and the target) begins with the bytes of
  // `prefix`.
  [[nodiscard]] result<void> read_prefix(std::string_view prefix, const consumer_ref<output_row>& take) const;

  // Reads the rows whose URL (for edges: the document's URL) has this host, with any scheme and port. Scans
  // instead of binary search if shards may hold URLs of the host with userinfo, unless the order is surt.
  [[nodiscard]] result<void> read_host(std::string_view host, const consumer_ref<output_row>& take) const;

  // Reads the rows whose URL (for edges: the document's URL) has the host `domain` or a host below `domain`.
  // Scans unless the order is surt.
  [[nodiscard]] result<void> read_domain(std::string_view domain, const consumer_ref<output_row>& take) const;

  // Reads the rows whose SURT (surt_of()) is in [from, to), in the order of bytes; empty `to`: no upper
  // bound. "org,archive)/" to "org,archive)0" selects a host; "org,archive" to "org,archive-" selects a
  // domain with all hosts below it.
  [[nodiscard]] result<void> read_surts(std::string_view from, std::string_view to,
                                        const consumer_ref<output_row>& take) const;

 private:
  struct opened;

  explicit output_reader(std::unique_ptr<opened> directory);

  std::unique_ptr<opened> opened_;
};

}  // namespace urlsieve

#endif
