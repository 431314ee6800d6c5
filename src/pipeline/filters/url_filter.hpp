// Which references are left out though they give a URL: filter_options, made ready. A url_filter is shared by
// the threads of a run; a url_judge asks it for one of them.
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
#include "src/text/pattern.hpp"
#include "src/url/canonical.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class url_filter {
 public:
  // Reads the lists and compiles the patterns of `options`; null where nothing is to be left out.
  // error_code::usage names what cannot be one, and where. `stop` may be null.
  [[nodiscard]] static result<std::unique_ptr<const url_filter>> make(const extract_options& options,
                                                                      const std::atomic<bool>* stop);

  // Of what the lists hold; empty: there are none.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  [[nodiscard]] bool asks_for_place() const { return !where_.empty(); }
  [[nodiscard]] bool asks_for_site() const { return same_site_ || other_site_; }
  [[nodiscard]] bool asks_for_host() const { return keeps_listed_ || drops_listed_; }
  [[nodiscard]] bool asks_for_rest() const {
    return asks_for_site() || !extensions_.empty() || !include_.empty() || !exclude_.empty();
  }

 private:
  friend class url_judge;

  // Patterns of one column.
  struct column_patterns {
    field column;              // field::url: all of it
    std::vector<pattern> any;  // one for all, where they go together
  };
  using patterns = std::vector<column_patterns>;

  explicit url_filter(const filter_options& options);
  [[nodiscard]] result<void> read_lists(const filter_options& options, const std::atomic<bool>* stop);
  [[nodiscard]] static result<patterns> compile(const std::vector<std::string>& expressions,
                                                std::string_view option);
  [[nodiscard]] static bool matches(const patterns& all, url_columns& columns, std::string_view url,
                                    std::string& room);

  [[nodiscard]] bool keeps_place(std::string_view where) const;
  [[nodiscard]] rejection judge_host(std::string_view host) const;

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
  patterns include_;
  patterns exclude_;
  bool samples_;
  std::uint64_t below_ = 0;  // hashes that are kept
  std::string identity_;
};

class url_judge {
 public:
  explicit url_judge(const url_filter& filter) : filter_(filter), canonicalizer_(url_options{}) {}

  // The URLs to come are those of a document that has this URL, or, where that is none, this base.
  void begin(std::string_view source, std::string_view base);

  // Of what stood at `where`; rejection::none: nothing speaks against it.
  [[nodiscard]] rejection judge_place(std::string_view where);

  // `url` as it is written out.
  [[nodiscard]] rejection judge(std::string_view url);

 private:
  [[nodiscard]] std::string_view site_of(std::string_view url);
  [[nodiscard]] rejection judge_listed(std::string_view url);
  [[nodiscard]] rejection judge_rest(std::string_view text);

  const url_filter& filter_;
  const canonicalizer canonicalizer_;
  std::string room_;
  // What was said of the last place: many in a row are the same.
  std::string place_;
  bool keeps_place_ = false;
  bool knows_place_ = false;
  // What was said of hosts by all that stands before a path; another one that falls to a slot pushes it out.
  struct front {
    std::string bytes;
    rejection why = rejection::none;
  };
  std::array<front, 128> fronts_;
  std::string site_;  // of the document; empty: it has none
};

}  // namespace urlsieve

#endif
