// Conversion of the rows of shards into sightings of a store: the URL, normalized again if requested, its
// count, its sources, and the packed columns of its first reference.
#ifndef URLSIEVE_DATASETS_ROW_CONVERSION_HPP
#define URLSIEVE_DATASETS_ROW_CONVERSION_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/sighting_set.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/row_decoder.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/text/arena.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/column_row.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// The normalization of URLs of rows: of URLs, or of both ends of edges. Thread-safe.
class url_renewer {
 public:
  // Takes the kind of edges and the policy for self-loops from `run`. Without `options`, the object is not
  // active: URLs stay as they are.
  url_renewer(const manifest& run, const std::optional<url_options>& options);

  [[nodiscard]] bool is_active() const { return canonical_.has_value(); }
  [[nodiscard]] const url_options& options() const { return options_; }

  // Stores the new form of `key` in `storage` and assigns it to `renewed`. If the URL, or an end of the edge,
  // is rejected, returns the reason and assigns the rejected URL as stored. Requires: is_active().
  [[nodiscard]] rejection renew(std::string_view key, arena& storage, std::string_view& renewed) const;

 private:
  [[nodiscard]] rejection renew_url(std::string_view url, arena& storage, std::string_view& renewed) const;

  url_options options_;
  std::optional<canonicalizer> canonical_;
  bool are_edges_;
  bool drops_loops_;
};

// One thread at a time may use an object.
class row_conversion {
 public:
  // Converts rows of `in` to rows of `out`. Both, and `urls`, must outlive the object. Requires: `in` has all
  // columns of `out` that the URL does not determine.
  row_conversion(const manifest& in, const manifest& out, const url_renewer& urls);

  // Converts the current row of `reader`, the row `order` of the input, to `converted`, with views into
  // `storage`. `why` becomes the reason to reject its URL; then `converted.url` is the rejected URL as
  // stored. Returns false for a row that contradicts its manifest.
  [[nodiscard]] bool convert(shard_reader& reader, std::uint64_t order, arena& storage, sighting& converted,
                             rejection& why);

 private:
  struct packed_column {
    std::size_t place;  // in the rows of `in`
    bool is_text_or_absent;
  };

  [[nodiscard]] bool decode(shard_reader& reader);
  [[nodiscard]] std::string_view columns(arena& storage);
  [[nodiscard]] std::string_view sources(std::uint64_t order, arena& storage) const;

  const url_renewer& urls_;
  row_decoder decoder_;
  std::vector<packed_column> columns_;
  std::optional<std::size_t> count_;
  std::optional<std::size_t> sources_;
  bool decodes_;
  typed_row row_;
  std::string packed_;
};

}  // namespace urlsieve

#endif
