// The parallel stage: opens the slices of a batch, finds references, and turns references into URLs (base,
// repair, resolution, normalization). An extractor keeps scratch memory; one thread at a time may use the
// extractor. Damage and rejected references are counted in the batch; functions throw std::bad_alloc, and
// exceptions of the function of set_flush().
#ifndef URLSIEVE_PIPELINE_REFERENCE_EXTRACTOR_HPP
#define URLSIEVE_PIPELINE_REFERENCE_EXTRACTOR_HPP

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/dedup/observed_redirects.hpp"
#include "src/documents/document_sink.hpp"
#include "src/documents/record_metadata_reader.hpp"
#include "src/documents/slice_opener.hpp"
#include "src/pipeline/attached_files.hpp"
#include "src/pipeline/base_resolver.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/filters/document_filter.hpp"
#include "src/pipeline/filters/run_filters.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/reference_finders.hpp"
#include "src/pipeline/url_stage.hpp"
#include "src/references/finder.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/provenance.hpp"

namespace urlsieve {

class reference_extractor final : private document_sink {
 public:
  // Takes the arguments of url_stage::url_stage(), and reads only the documents that `filters` choose;
  // attached files follow their message. Requires: all arguments outlive the extractor.
  reference_extractor(const extract_options& options, sieved_rows rows, const observed_redirects& redirects,
                      const run_filters& filters);

  // Processes the slices of `work` in order. Appends URLs and the details that the options request to the
  // batch, and adds counters, also to the batch's inputs. Requires: the batch has slices and inputs, but no
  // results.
  void extract(batch& work);

  // Processes a single document, without slices and inputs, and appends the results to `work`.
  void extract(const document& only, batch& work);

  // Sets a function that delivers partial results of a large batch and then calls batch::clear_found().
  // extract() calls the function whenever the batch has large_documents::most_found URLs or most_stored
  // bytes. Rows that are views (sieved_rows::viewed) require the function: extract() then also calls the
  // function before the memory behind the views is reused.
  void set_flush(std::function<void()> flush) { flush_ = std::move(flush); }

 private:
  const provenance& origin_of(const slice& part, const batch_input& input);
  void flush_if_full();
  void add_list(const document& list);
  [[nodiscard]] bool holds_text(const document& list) const;
  [[nodiscard]] bool chooses_documents() const override { return documents_ != nullptr; }
  [[nodiscard]] bool is_chosen(const source_head& head) override;
  void add_visit(const document& visited) override;
  void add_document(const document& opened) override;
  void add_part(const document& opened, related_parts& others) override;
  void add_references(const document& context, std::span<const reference> found) override;
  bool add_file(const document& context, std::string_view name, std::string_view bytes) override;
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override;

  template <class Take>
  void read(const document& undecoded, const Take& take);
  template <class IsDone>
  void add_found(const base_url* base, const IsDone& is_done);
  bool is_internal(const reference& found, const internal_target& target);
  void note_redirect(std::string_view from, std::string_view to, const base_url* base);
  std::string_view redirect_end(std::string_view written, const base_url* base);
  void note_page(const slice& part);

  option_parts options_;
  sieved_rows rows_;
  url_stage urls_;
  canonicalizer redirect_ends_;  // accepts all schemes except dropped schemes
  bool notes_redirects_;
  bool has_provenance_;

  const document_filter* documents_;  // null: all documents are read
  document_filter::scratch scratch_;

  slice_opener opener_;
  attached_files attached_;
  reference_finders finders_;
  base_resolver bases_;

  batch* work_ = nullptr;            // current batch
  std::string_view retrieved_from_;  // URL of the current slice, if the URL is the base of its documents
  bool list_holds_text_ = false;     // slice::may_hold_text of the current slice
  record_metadata_reader facts_;
  provenance origin_;            // of the current slice
  std::function<void()> flush_;  // empty: results stay in the batch
  findings found_;
  std::string canonical_;  // of the current slice, with extract_options::note_pages
};

}  // namespace urlsieve

#endif
