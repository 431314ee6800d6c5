#include "src/datasets/request_reader.hpp"

#include <algorithm>
#include <utility>

#include "src/api/single_references.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

request_reader::request_reader(const output_reader& output)
    : output_(&output),
      options_(for_single_references(output.spelling())),
      edges_(output.described().edges),
      urls_(options_) {}

std::string request_reader::name_of_row(std::string_view host) const {
  if (edges_ != edge_choice::domain) return std::string(host);
  const std::string_view domain = registrable_domain(host);
  return std::string(domain.empty() ? host : domain);
}

// Adds the brackets of an IPv6 address that is written without them.
std::string request_reader::spelled(std::string_view host) {
  const bool is_bare_address = std::ranges::count(host, ':') > 1 && !host.starts_with('[');
  storage_.assign("http://").append(is_bare_address ? "[" : "").append(host);
  storage_.append(is_bare_address ? "]/" : "/");
  const normalizer::outcome outcome = urls_.normalize(storage_);
  return outcome.rejected == rejection::none ? std::string(url_view::of(outcome.url).host()) : std::string();
}

normalizer::outcome request_reader::url(std::string_view text) {
  text = text.substr(0, text.find('\t'));
  if (!has_names()) return urls_.normalize(text);
  const bool is_name = text.find("//") == std::string_view::npos;
  if (is_name) storage_.assign("http://").append(text).append("/");
  normalizer::outcome outcome = urls_.normalize(is_name ? std::string_view(storage_) : text);
  if (outcome.rejected != rejection::none) return outcome;
  storage_ = name_of_row(url_view::of(outcome.url).host());
  outcome.url = storage_;
  return outcome;
}

bool request_reader::is_host(std::string_view text) {
  return !text.empty() && text.find_first_of("/?#@\\ \t\r\n") == std::string_view::npos &&
         !spelled(text).empty();
}

std::string request_reader::host(std::string_view text) {
  std::string name = spelled(text);
  return name.empty() || !has_names() ? name : name_of_row(name);
}

result<void> request_reader::read_host(std::string_view text, const consumer_ref<output_row>& take) {
  const std::string name = host(text);
  return name.empty() ? result<void>() : output_->read_host(name, take);
}

result<void> request_reader::read_domain(std::string_view text, const consumer_ref<output_row>& take) {
  const std::string name = spelled(text);
  return name.empty() ? result<void>() : output_->read_domain(name, take);
}

result<std::vector<std::vector<std::string>>> request_reader::read_urls(
    std::span<const std::string_view> urls) const {
  std::vector<std::vector<std::string>> rows(urls.size());
  return output_->read_urls(urls, [&](const output_row& row) { rows[row.asked].emplace_back(row.row); })
      .map([&] { return std::move(rows); });
}

}  // namespace urlsieve
