// Turns a reference as written into a URL (repair, resolution, normalization, redirects) and into a row of a
// batch, or into the reason for its rejection. One thread at a time may use a stage. The order of calls is:
// set_provenance() for a slice with provenance, begin() for each document, add() for each reference, and
// end() for each batch.
#ifndef URLSIEVE_PIPELINE_URL_STAGE_HPP
#define URLSIEVE_PIPELINE_URL_STAGE_HPP

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/dedup/observed_redirects.hpp"
#include "src/documents/lines/table_columns.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/filters/url_filter.hpp"
#include "src/pipeline/link_context_counter.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/references/finder.hpp"
#include "src/rows/text_writer.hpp"
#include "src/text/arena.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/normal_lines.hpp"
#include "urlsieve/document.hpp"

namespace urlsieve {

struct extract_options;

class url_stage {
 public:
  // `rows`: how to fill batch::sieved. The stage follows `redirects` at rung::protocol. `filter` may be null.
  // Requires: `options`, `redirects` and `filter` outlive the stage.
  url_stage(const extract_options& options, sieved_rows rows, const observed_redirects& redirects,
            const url_filter* filter);

  // Begins a document: later references belong to `opened`, whose queries are percent-encoded in the charset
  // `queries`. Requires: `opened` and its views stay valid until the next begin().
  void begin(const document& opened, const encoding& queries);

  // Counts a rejected reference of the document, and appends a row to batch::rejected if requested.
  void refuse(rejection why, const reference& found, batch& work) {
    work.counted.reject(why, found.raw);
    if (reports_rejected_) [[unlikely]]
      report_rejected(why, found, work);
  }

  // Begins a table: the column of later references is determined by their position in opened.body.
  void begin_table(const document& opened) { columns_.begin(opened.body, opened.fields); }

  // Reports a rejected reference that is already counted.
  void report_rejected(rejection why, const reference& found, batch& work);

  // Releases the views of references added so far. Call before their memory is reused.
  void forget_places() { stood_.forget_views(); }

  // Ends a batch: counts the places of its references.
  void end(stats& counted) { stood_.flush_to(counted); }

  // Sets the origin of later references: the slice `part`, described by `origin`. Requires: both live until
  // the next call.
  void set_provenance(const provenance& origin, const slice& part);

  // Forgets the copies in the storage of the batch. Call after the storage was delivered.
  void forget_kept() {
    source_ = {};
    kept_from_ = nullptr;
  }

  // Appends the URL of a reference to the batch, or counts the reason for rejection. `base` resolves the
  // reference; null: no base. `context`: the context of the link; null if unknown. `count`: how often the URL
  // counts; used only with input_options::count_column. The batch's storage owns the URL; with
  // sieved_rows::viewed, other values of a row point into `found` and the document.
  void add(const reference& found, const base_url* base, batch& work, const link_context* context = nullptr,
           std::uint64_t count = 1);

  // Appends an edge without a target from the document of begin(). Requires: output_options::edges is not
  // `none`.
  void add_visit(batch& work);

  // Returns true if rows hold nothing but the URL, and URLs in normal form without a query stay unchanged.
  [[nodiscard]] bool takes_lines() const { return takes_lines_; }

  // Reads a line of a list that is not one URL, and adds the references in the line.
  using text_line_reader = std::function<void(std::string_view line)>;

  // Adds the references of a list, one per line. A URL in normal form is not copied: `lines` must live as
  // long as the batch. `read_text` gets the lines that are not one absolute URL; null: these lines are
  // references, too. Requires: takes_lines(); 64 readable bytes behind the lines.
  void add_lines(std::string_view lines, const base_url* base, const text_line_reader* read_text,
                 batch& work);

 private:
  // How to read the lines of a run that are not in normal form.
  struct other_lines {
    bool run_has_nul;  // the lines may have UTF-16
    const base_url* base;
    const text_line_reader* read_text;
  };

  // Returns true if a line in normal form is its own URL.
  [[nodiscard]] bool is_kept(std::string_view line) const;
  rejection apply_url_steps(std::string_view& url, std::string_view& target, std::uint16_t& flags,
                            arena& storage);
  void add_other_line(std::string_view line, const other_lines& how, batch& work);
  void add_filtered_lines(std::string_view lines, const other_lines& how, batch& work);
  [[nodiscard]] std::uint64_t offset_of(const reference& found) const;
  rejection why_too_long(std::string_view raw, const base_url* base);
  std::string_view with_scheme(const reference& found);
  std::string_view refanged(std::string_view raw);
  std::string_view with_encoded_query(std::string_view reference, const base_url* base);
  std::string_view resolve(std::string_view reference, const base_url* base);
  void unwrap(std::string_view& url, std::uint16_t& flags, arena& storage);
  void follow(std::string_view& url, std::uint16_t& flags, arena& storage);
  void replace(std::string_view& url, std::string_view target, std::uint16_t& flags, arena& storage);
  void set_edge_source(std::string_view document_url);
  rejection make_edge(std::string_view& url, arena& storage);
  std::string_view folded(std::string_view url) const;
  std::string_view source_kept_in(arena& storage);
  std::string_view where_of(const reference& found);
  std::uint64_t line_of(std::uint64_t offset);
  std::string_view column_of(const reference& found);
  std::string_view part_type_of(std::string_view written);
  const provenance* origin_kept_in(batch& work);
  void add_columns(const reference& found, std::string_view as_read, const base_url* base,
                   std::uint16_t flags, const link_context* context, batch& work);

  option_parts options_;
  canonicalizer canonicalizer_;
  row_format rows_;
  text_writer rejected_;
  sieved_rows sieved_;
  bool takes_lines_;
  bool keeps_queries_;  // URLs in normal form stay unchanged also if they have a query
  bool counts_places_;  // false for single pages, which have too few references
  bool reports_rejected_;
  bool reads_on_;  // URLs need further steps: see apply_url_steps()
  const observed_redirects& redirects_;
  std::optional<filter_state> filter_;

  const document* opened_ = nullptr;
  const provenance* from_ = nullptr;       // null: not requested
  const provenance* kept_from_ = nullptr;  // copy in the batch; null until it is needed
  const slice* part_ = nullptr;
  std::size_t counted_to_ = 0;       // bytes of the slice whose lines were counted
  std::uint64_t lines_in_part_ = 0;  // lines that end in these bytes
  link_context_counter stood_;
  std::string_view source_;  // name of the document in the storage of the batch; no data until it is needed
  encoding queries_;
  std::string edge_source_;  // source end of the document's edges; empty: no URL
  charset_decoder charsets_;
  arena decoded_;
  std::string encoded_;  // reference with its query in the charset of the page
  std::string refanged_;
  std::string absolute_;  // abbreviated reference with its scheme
  std::string resolved_;
  bool needs_resolved_;
  bool reports_columns_;  // reports columns of tables
  column_cursor columns_;
  std::string part_type_;
  std::string where_;  // of a reference in a part of a message
  normal_lines lines_;
  std::vector<reference> line_references_;
  std::string moved_;  // unwrapped or redirected URL
};

}  // namespace urlsieve

#endif
