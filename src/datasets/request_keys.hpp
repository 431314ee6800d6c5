// Converts the URLs, hosts and domains that people ask for to the form of the rows in an output directory.
#ifndef URLSIEVE_DATASETS_REQUEST_KEYS_HPP
#define URLSIEVE_DATASETS_REQUEST_KEYS_HPP

#include <string>
#include <string_view>

#include "urlsieve/normalizer.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// The functions normalize as the run that wrote the output did (output_reader::spelling()), keep references
// to the same document, and drop no schemes. One thread at a time may use an object.
class request_keys {
 public:
  explicit request_keys(const output_reader& output);

  [[nodiscard]] const url_options& options() const { return options_; }

  // Returns true if rows hold names of hosts or domains instead of URLs.
  [[nodiscard]] bool has_names() const {
    return edges_ == edge_choice::host || edges_ == edge_choice::domain;
  }

  // Returns the URL for output_reader::read_urls(), or the rejection of `text`. In an output of names,
  // returns the name of the host in `text`, a URL or a bare host. The view is valid until the next call.
  [[nodiscard]] normalizer::outcome url(std::string_view text);

  // Returns the host for output_reader::read_host(); empty if no URL can have this host.
  [[nodiscard]] std::string host(std::string_view text);

  // Returns the domain for output_reader::read_domain(); empty if no URL can have a host below the domain.
  [[nodiscard]] std::string domain(std::string_view text) { return spelled(text); }

 private:
  [[nodiscard]] std::string spelled(std::string_view host);
  [[nodiscard]] std::string name_of_row(std::string_view host) const;

  url_options options_;
  edge_choice edges_;
  normalizer urls_;
  std::string storage_;
};

}  // namespace urlsieve

#endif
