#include "src/pipeline/filters/run_filters.hpp"

#include <utility>

namespace urlsieve {

result<loaded_filters> loaded_filters::load(const filter_options& of_urls,
                                            const document_options& of_documents,
                                            const std::atomic<bool>* stop) {
  loaded_filters filters;
  result<std::unique_ptr<const url_filter>> urls = url_filter::make(of_urls, stop);
  if (!urls) return tl::unexpected(std::move(urls.error()));
  filters.urls_ = std::move(*urls);
  result<std::unique_ptr<const document_filter>> documents = document_filter::make(of_documents, stop);
  if (!documents) return tl::unexpected(std::move(documents.error()));
  filters.documents_ = std::move(*documents);
  return filters;
}

std::string checksums_of_lists(const run_filters& filters) {
  std::string identity;
  if (filters.urls != nullptr && !filters.urls->identity().empty())
    identity.append("\nhosts ").append(filters.urls->identity());
  if (filters.documents != nullptr && !filters.documents->identity().empty())
    identity.append("\nsource hosts ").append(filters.documents->identity());
  return identity;
}

}  // namespace urlsieve
