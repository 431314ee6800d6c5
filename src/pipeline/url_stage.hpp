// From a reference as it was written to the URL it stands for (repair, resolution, ladder, redirects), or to
// the reason why it gives none; and from there to the row of a batch. One stage serves one thread at a time.
#ifndef URLSIEVE_PIPELINE_URL_STAGE_HPP
#define URLSIEVE_PIPELINE_URL_STAGE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/dedup/observed_redirects.hpp"
#include "src/documents/lines/table_columns.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/filters/url_filter.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/pipeline/where_tally.hpp"
#include "src/references/finder.hpp"
#include "src/text/arena.hpp"
#include "src/url/canonical.hpp"
#include "src/url/normal_lines.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class url_stage {
 public:
  // `rows`: how to fill batch::sieved. `redirects` are followed at the protocol rung. `filter` may be null.
  url_stage(const extract_options& options, sieved_rows rows, const observed_redirects& redirects,
            const url_filter* filter);

  // The references to come are those of `opened`, which must stay there, a page in the encoding `queries`.
  void begin(const document& opened, const encoding& queries);

  // A reference of the document gives no URL: counted and told.
  void refuse(rejection why, const reference& found, batch& work) {
    work.counted.reject(why, found.raw);
    if (tells_rejected_) [[unlikely]]
      tell_refused(why, found, work);
  }

  // The references added until the next call are of this table.
  void begin_table(const document& opened) { columns_.begin(opened.body, opened.fields); }

  // One that is counted already.
  void tell_refused(rejection why, const reference& found, batch& work);

  // What the references given so far point into may go.
  void forget_places() { stood_.forget_views(); }

  // The batch is through: counts where its references stood.
  void end(stats& counted) { stood_.hand_over(counted); }

  // What is added from here on came out of `part`, as `from` says; both live until the next call.
  void come_from(const provenance& from, const slice& part);

  // The batch has handed its storage over, and what was kept there with it.
  void forget_kept() {
    source_ = {};
    kept_from_ = nullptr;
  }

  // The URL that a reference stands for comes into the batch, or the reason why there is none is counted.
  // `around` is null where nothing is known of it.
  void add(const reference& found, const base_url* base, batch& work, const link_context* around = nullptr);

  // Whether nothing is told of a URL but itself, and one in normal form stays as it is.
  [[nodiscard]] bool takes_lines() const { return takes_lines_; }

  // The same for the references of a list, one a line. A URL in normal form stays where it stands: `lines`
  // must live as long as the batch. REQUIRES: takes_lines(); 64 readable bytes behind the lines.
  void add_lines(std::string_view lines, const base_url* base, batch& work);

 private:
  rejection read_on(std::string_view& url, std::string_view& target, std::uint16_t& flags, arena& storage);
  void add_judged_lines(std::string_view lines, const base_url* base, batch& work);
  [[nodiscard]] std::uint64_t offset_of(const reference& found) const;
  rejection why_too_long(std::string_view raw, const base_url* base);
  std::string_view with_scheme(const reference& found);
  std::string_view refanged(std::string_view raw);
  std::string_view with_encoded_query(std::string_view reference, const base_url* base);
  std::string_view resolve(std::string_view reference, const base_url* base);
  void unwrap(std::string_view& url, std::uint16_t& flags, arena& storage);
  void follow(std::string_view& url, std::uint16_t& flags, arena& storage);
  void replace(std::string_view& url, std::string_view target, std::uint16_t& flags, arena& storage);
  rejection make_edge(std::string_view& url, arena& storage);
  std::string_view folded(std::string_view url) const;
  std::string_view source_kept_in(arena& storage);
  std::string_view where_of(const reference& found);
  std::uint64_t line_of(std::uint64_t offset);
  std::string_view column_of(const reference& found);
  std::string_view part_type_of(std::string_view written);
  const provenance* origin_kept_in(batch& work);
  void add_columns(const reference& found, std::string_view as_read, const base_url* base,
                   std::uint16_t flags, const link_context* around, batch& work);

  const extract_options& options_;
  canonicalizer canonicalizer_;
  row_format rows_;
  sieved_rows sieved_;
  bool takes_lines_;
  bool counts_places_;  // pages one by one have too few references for that
  bool tells_rejected_;
  bool reads_on_;  // a URL is not the last word: see read_on()
  const observed_redirects& redirects_;
  std::optional<url_judge> judge_;

  const document* opened_ = nullptr;
  const provenance* from_ = nullptr;       // null: nobody asks
  const provenance* kept_from_ = nullptr;  // its copy in the batch; null until it is needed
  const slice* part_ = nullptr;
  std::size_t counted_to_ = 0;       // bytes of the slice, and
  std::uint64_t lines_in_part_ = 0;  // the lines that end in them
  where_tally stood_;
  std::string_view source_;  // its name in the batch's storage; without data until it is needed
  encoding queries_;
  std::string edge_source_;  // the document's side of its edges; empty: it has no URL
  charset_decoder charsets_;
  arena decoded_;
  std::string encoded_;  // a reference with its query in the page's charset
  std::string refanged_;
  std::string absolute_;  // an abbreviated reference with its scheme
  std::string resolved_;
  bool tells_columns_;  // of tables
  column_cursor columns_;
  std::string part_type_;
  std::string where_;  // of a reference in a part of a message
  normal_lines lines_;
  std::vector<reference> line_references_;
  std::string moved_;  // what a URL turned out to be
};

}  // namespace urlsieve

#endif
