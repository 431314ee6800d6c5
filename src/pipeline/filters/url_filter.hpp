// Decides which references are dropped although they give a URL, by filter_options. All threads of a run
// share a url_filter; each thread has a filter_state. For each reference, the caller first calls
// check_context(), and, if the place is kept, later check() with the URL.
#ifndef URLSIEVE_PIPELINE_URL_FILTER_HPP
#define URLSIEVE_PIPELINE_URL_FILTER_HPP

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/pipeline/filters/host_set.hpp"
#include "src/pipeline/filters/url_patterns.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct filter_options;

class url_filter {
 public:
  // Reads the lists and compiles the patterns of `options`. Returns null if the options drop nothing. Fails
  // with error_code::usage, and names the invalid pattern or line; see also add_hosts(). `stop` may be null.
  [[nodiscard]] static result<std::unique_ptr<const url_filter>> make(const filter_options& options,
                                                                      const std::atomic<bool>* stop);

  // Returns a checksum of the contents of the lists of hosts, in hexadecimal; empty without lists.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  // Return true if the options filter by the value; has_column_filters(): by site, extension or patterns.
  [[nodiscard]] bool asks_for_place() const { return !where_.empty(); }
  [[nodiscard]] bool asks_for_site() const { return same_site_ || other_site_; }
  [[nodiscard]] bool asks_for_host() const { return keeps_listed_ || drops_listed_; }
  [[nodiscard]] bool has_column_filters() const {
    return asks_for_site() || !extensions_.empty() || !include_.empty() || !exclude_.empty();
  }

 private:
  friend class filter_state;

  explicit url_filter(const filter_options& options);
  [[nodiscard]] result<void> read_lists(const filter_options& options, const std::atomic<bool>* stop);
  [[nodiscard]] bool keeps_place(std::string_view where) const;
  [[nodiscard]] rejection check_host(std::string_view host) const;

  std::vector<std::string> where_;
  bool keeps_listed_ = false;
  bool drops_listed_ = false;
  host_set hosts_;
  host_set domains_;
  host_set drop_hosts_;
  host_set drop_domains_;
  bool same_site_;
  bool other_site_;
  std::vector<std::string> extensions_;  // in lower case
  url_patterns include_;
  url_patterns exclude_;
  bool samples_;
  std::uint64_t below_ = 0;  // keeps smaller hashes
  std::string identity_;
};

class filter_state {
 public:
  // Requires: `filter` outlives the state.
  explicit filter_state(const url_filter& filter);

  // Begins a document with the URL `source`; `base` decides the site if `source` gives none.
  void begin(std::string_view source, std::string_view base);

  // Checks the context of a reference (sieved_url::where): returns rejection::place_not_kept, or
  // rejection::none to keep the reference.
  [[nodiscard]] rejection check_context(std::string_view where);

  // Checks a URL in its final form, after redirects. Returns the reason of the first filter that drops the
  // URL, from rejection::host_not_kept to not_sampled, or rejection::none to keep the URL.
  [[nodiscard]] rejection check(std::string_view url);

 private:
  [[nodiscard]] std::string_view site_of(std::string_view url);
  [[nodiscard]] rejection check_host_lists(std::string_view url);
  [[nodiscard]] rejection check_rest(std::string_view text);

  const url_filter& filter_;
  const canonicalizer canonicalizer_;
  std::string buffer_;
  // The verdict on the last place: adjacent references often have the same place.
  std::string place_;
  bool keeps_place_ = false;
  bool knows_place_ = false;
  // A cache of verdicts on hosts, by all bytes before the path. Colliding entries replace each other.
  struct front {
    std::string bytes;
    rejection why = rejection::none;
  };
  std::array<front, 128> fronts_;
  std::string site_;  // of the document; empty: unknown
};

}  // namespace urlsieve

#endif
