#include "src/datasets/request_keys.hpp"

#include "src/pipeline/single_references.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

request_keys::request_keys(const output_reader& output)
    : options_(for_single_references(output.spelling())), edges_(output.described().edges), urls_(options_) {}

std::string request_keys::name_of_row(std::string_view host) const {
  if (edges_ != edge_choice::domain) return std::string(host);
  const std::string_view domain = registrable_domain(host);
  return std::string(domain.empty() ? host : domain);
}

std::string request_keys::spelled(std::string_view host) {
  storage_.assign("http://").append(host).append("/");
  const normalizer::outcome outcome = urls_.normalize(storage_);
  return outcome.rejected == rejection::none ? std::string(url_view::of(outcome.url).host()) : std::string();
}

normalizer::outcome request_keys::url(std::string_view text) {
  if (!has_names()) return urls_.normalize(text);
  const bool is_name = text.find("//") == std::string_view::npos;
  if (is_name) storage_.assign("http://").append(text).append("/");
  normalizer::outcome outcome = urls_.normalize(is_name ? std::string_view(storage_) : text);
  if (outcome.rejected != rejection::none) return outcome;
  storage_ = name_of_row(url_view::of(outcome.url).host());
  outcome.url = storage_;
  return outcome;
}

std::string request_keys::host(std::string_view text) {
  std::string name = spelled(text);
  return name.empty() || !has_names() ? name : name_of_row(name);
}

}  // namespace urlsieve
