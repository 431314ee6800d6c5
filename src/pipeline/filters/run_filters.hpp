// The filters of a run: for source documents, and for the URLs in them.
#ifndef URLSIEVE_PIPELINE_RUN_FILTERS_HPP
#define URLSIEVE_PIPELINE_RUN_FILTERS_HPP

#include <atomic>
#include <memory>
#include <string>

#include "src/pipeline/filters/document_filter.hpp"
#include "src/pipeline/filters/url_filter.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct document_options;
struct filter_options;

// Pointers to the filters of a run, which outlive it. A null pointer drops nothing.
struct run_filters {
  const url_filter* urls = nullptr;
  const document_filter* documents = nullptr;
};

class loaded_filters {
 public:
  // Fails as url_filter::make() and document_filter::make().
  [[nodiscard]] static result<loaded_filters> load(const filter_options& of_urls,
                                                   const document_options& of_documents,
                                                   const std::atomic<bool>* stop);

  // Returns the filters, which live as long as this object.
  [[nodiscard]] run_filters view() const { return {urls_.get(), documents_.get()}; }

 private:
  std::unique_ptr<const url_filter> urls_;
  std::unique_ptr<const document_filter> documents_;
};

// Returns the checksums of all lists of hosts, one a line with its kind; empty without lists.
[[nodiscard]] std::string checksums_of_lists(const run_filters& filters);

}  // namespace urlsieve

#endif
