// The parallel stage: opens the slices of a batch, finds references, and turns references into URLs (base,
// repair, resolution, normalization). A harvester keeps scratch memory; one thread at a time may use the
// harvester. Damage and rejected references are counted in the batch; functions throw std::bad_alloc,
// and exceptions of the function of set_flush().
#ifndef URLSIEVE_PIPELINE_HARVEST_HPP
#define URLSIEVE_PIPELINE_HARVEST_HPP

#include <deque>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/dedup/observed_redirects.hpp"
#include "src/documents/document_sink.hpp"
#include "src/documents/lines/table_columns.hpp"
#include "src/documents/record_metadata_reader.hpp"
#include "src/documents/slice_opener.hpp"
#include "src/pipeline/attached_files.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/url_stage.hpp"
#include "src/references/finder.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/in_css.hpp"
#include "src/references/in_json.hpp"
#include "src/references/in_playlist.hpp"
#include "src/references/in_robots.hpp"
#include "src/references/in_script.hpp"
#include "src/references/in_xml.hpp"
#include "src/references/text/in_text.hpp"
#include "src/text/arena.hpp"
#include "src/url/canonical.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/provenance.hpp"

namespace urlsieve {

class harvester final : private document_sink {
 public:
  // Takes the arguments of url_stage::url_stage(). Requires: all arguments outlive the harvester.
  harvester(const extract_options& options, sieved_rows rows, const observed_redirects& redirects,
            const url_filter* filter);

  // Processes the slices of `work` in order. Appends URLs and the details that the options request to the
  // batch, and adds counters, also to the batch's inputs. Requires: the batch has slices and inputs, but no
  // results.
  void harvest(batch& work);

  // Processes a single document, without slices and inputs, and appends the results to `work`.
  void harvest(const document& only, batch& work);

  // Sets a function that delivers partial results of a large batch and then calls batch::clear_found().
  // harvest() calls the function whenever the batch has large_documents::most_found URLs or most_stored
  // bytes. Rows that are views (sieved_rows::viewed) require the function: harvest() then also calls the
  // function before the memory behind the views is reused.
  void set_flush(std::function<void()> hand_over) { hand_over_ = std::move(hand_over); }

 private:
  const provenance& origin_of(const slice& part, const batch_input& input);
  void hand_over_if_full();
  void add_document(const document& opened) override;
  void add_part(const document& opened, related_parts& others) override;
  void add_references(const document& context, std::span<const reference> found) override;
  bool add_file(const document& context, std::string_view name, std::string_view bytes) override;
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override;

  template <class Take>
  void read(const document& given, const Take& take);
  document as_utf8(document opened, stats& counted);
  void find_in_fields(document opened, stats& counted);
  void mark_bare_hosts(const document& opened);
  [[nodiscard]] document in_context(document opened) const;
  void find(const document& opened, stats& counted);
  template <class PassesOver>
  void add_found(const base_url* base, const PassesOver& passes_over);
  bool is_internal(const reference& found, const internal_target& target);
  void note_redirect(std::string_view from, std::string_view to, const base_url* base);
  std::string_view redirect_end(std::string_view written, const base_url* base);
  const base_url* outer_base(const document& opened);
  const base_url* embedded_base(std::string_view href, const base_url* outer);
  const base_url* told_base(std::string_view href, const base_url* outer, base_url& made);
  const base_url* located_base(std::string_view location, const base_url* outer);
  const base_url* next_base(const base_url* base, const base_change& change);

  const extract_options& options_;
  sieved_rows rows_;
  url_stage urls_;
  canonicalizer resolver_;       // resolves base URLs
  canonicalizer redirect_ends_;  // accepts all schemes except dropped schemes
  encoding undeclared_;          // charset of documents that declare none; unknown: not requested
  bool notes_redirects_;
  bool notes_canonical_;
  bool tells_origins_;

  slice_opener opener_;
  attached_files attached_;
  text_finder text_;
  html_finder html_;
  css_finder css_;
  xml_finder xml_;
  json_finder json_;
  robots_finder robots_;
  playlist_finder playlist_;
  script_finder script_;

  batch* work_ = nullptr;            // current batch
  std::string_view retrieved_from_;  // URL of the current slice, if the URL is the base of its documents
  record_metadata_reader facts_;
  provenance origin_;                // of the current slice
  std::function<void()> hand_over_;  // empty: results stay in the batch
  findings found_;
  findings host_lines_;  // references in one line of a list
  charset_decoder charsets_;
  arena text_bytes_;              // the current text, if it was decoded
  arena fields_;                  // the current text with separated fields
  table_columns columns_;         // of a table in one piece
  html_finder::page_facts page_;  // of the current large page
  base_url document_base_;
  base_url located_base_;
  base_url embedded_base_;
  std::deque<base_url> inner_bases_;          // nested bases, from embedded_base_ inwards
  std::vector<const base_url*> outer_bases_;  // bases outside the current base, innermost last
};

}  // namespace urlsieve

#endif
