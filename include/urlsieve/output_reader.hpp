// The rows of an output directory, as they were written: all of it, one shard, or those that are looked up by
// URL, host or prefix.
#ifndef URLSIEVE_OUTPUT_READER_HPP
#define URLSIEVE_OUTPUT_READER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/taker.hpp"

namespace urlsieve {

// One row; the views live until the call that hands it on returns.
struct output_row {
  std::uint32_t shard = 0;
  std::string_view url;  // of an edge the document's URL, a TAB, and the other one
  // As it stands, without its LF; of Parquet as columns with a TAB between them, sources with a NUL.
  std::string_view row;
  // Of manifest::fields, in their order; of JSON as they stand there.
  std::span<const std::string_view> values;
  // Of read_urls(): which of them it was asked for.
  std::size_t asked = 0;
};

// One a thread. Rows come shard by shard, in the order of their shard. A taker that says false ends the
// reading, which is no error; what it throws arrives at the caller.
//
// What is looked up is found by halving where shards are in the order bytes or surt and not compressed by
// gzip: only shards that can hold it are opened, of each a few KiB at ten or so places are read, and what
// was read is checked by the checksums of zstd's frames alone. Else shards are read from front to back.
class output_reader {
 public:
  // error_code::cannot_read where the directory is none that urlsieve wrote, or its _SUCCESS is not as `mark`
  // demands.
  [[nodiscard]] static result<output_reader> open(std::string directory,
                                                  mark_demand mark = mark_demand::required,
                                                  const remote_options& remote = {});
  output_reader(output_reader&&) noexcept;
  output_reader& operator=(output_reader&&) noexcept;
  ~output_reader();

  [[nodiscard]] const manifest& described() const;

  // How URLs of this output are made of references, as far as its manifest says it: redirects that were
  // followed and schemes that were left out play no part.
  [[nodiscard]] url_options spelling() const;

  // After the last row of a shard its size, checksum, lines and order are compared with the manifest:
  // error_code::cannot_read where they differ.
  [[nodiscard]] result<void> read(const taker<output_row>& take) const;
  [[nodiscard]] result<void> read_shard(std::uint32_t shard, const taker<output_row>& take) const;

  // error_code::usage names both revisions of the first rule set that shaped the URLs of this output
  // (manifest::rules) and is another one here: URLs of spelling() may then not be those of the rows.
  [[nodiscard]] result<void> check_rules() const;

  // Rows of these URLs, which are spelled as the output spells them; of edges the rows of these documents. A
  // row comes once for each time that its URL is among them.
  [[nodiscard]] result<void> read_urls(std::span<const std::string_view> urls,
                                       const taker<output_row>& take) const;

  // Rows whose URL begins with `prefix`.
  [[nodiscard]] result<void> read_prefix(std::string_view prefix, const taker<output_row>& take) const;

  // Rows whose URL has this host, under any scheme and port; of edges the document's. All shards are read
  // where they hold URLs with userinfo, unless their order is surt.
  [[nodiscard]] result<void> read_host(std::string_view host, const taker<output_row>& take) const;

  // Rows whose sort-friendly form (surt_of()) is `from` or comes behind it and before `to` in the order of
  // bytes; an empty `to`: up to the end. "org,archive)/" to "org,archive)0" is a host, "org,archive" to
  // "org,archive-" a domain with the hosts below it.
  [[nodiscard]] result<void> read_surts(std::string_view from, std::string_view to,
                                        const taker<output_row>& take) const;

 private:
  struct opened;

  explicit output_reader(std::unique_ptr<opened> directory);

  std::unique_ptr<opened> opened_;
};

}  // namespace urlsieve

#endif
