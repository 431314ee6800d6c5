// Reads the rows of an output directory for URLs, hosts and domains as people write them.
#ifndef URLSIEVE_DATASETS_REQUEST_READER_HPP
#define URLSIEVE_DATASETS_REQUEST_READER_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// The functions normalize as the run that wrote the output did (output_reader::spelling()), keep references
// to the same document, and drop no schemes. One thread at a time may use an object.
class request_reader {
 public:
  // The number of URLs to pass to read_urls() together, so that adjacent rows are read at once.
  static constexpr std::size_t batch_size = std::size_t{1} << 16U;

  // `output` must outlive the object.
  explicit request_reader(const output_reader& output);

  [[nodiscard]] const url_options& options() const { return options_; }

  // Returns true if rows hold names of hosts or domains instead of URLs.
  [[nodiscard]] bool has_names() const {
    return edges_ == edge_choice::host || edges_ == edge_choice::domain;
  }

  // Returns the URL for output_reader::read_urls(), or the rejection of `text`. A tab ends the URL, as in the
  // rows of outputs. In an output of names, returns the name of the host in `text`, a URL or a bare host. The
  // view is valid until the next call.
  [[nodiscard]] normalizer::outcome url(std::string_view text);

  // Returns true if `text` is a host that a URL can have, with or without a port, and not a URL; an IPv6
  // address may have no brackets.
  [[nodiscard]] bool is_host(std::string_view text);

  // Returns the host of the rows for the host `text`; empty if no URL can have this host.
  [[nodiscard]] std::string host(std::string_view text);

  // Read the rows of the host `text`, and the rows of the domain `text` and the hosts below; no rows if no
  // URL can have such a host.
  [[nodiscard]] result<void> read_host(std::string_view text, const consumer_ref<output_row>& take);
  [[nodiscard]] result<void> read_domain(std::string_view text, const consumer_ref<output_row>& take);

  // Returns the rows of each of `urls`, the results of url().
  [[nodiscard]] result<std::vector<std::vector<std::string>>> read_urls(
      std::span<const std::string_view> urls) const;

 private:
  [[nodiscard]] std::string spelled(std::string_view host);
  [[nodiscard]] std::string name_of_row(std::string_view host) const;

  const output_reader* output_;
  url_options options_;
  edge_choice edges_;
  normalizer urls_;
  std::string storage_;
};

}  // namespace urlsieve

#endif
