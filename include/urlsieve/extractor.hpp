// Extracts URLs from pages in memory, whole or in chunks. An extractor is made once and reused for many
// pages.
//
//   auto links = *urlsieve::extractor::make(options);
//   links.run({.bytes = html, .base = "http://example.com/"}, [](const urlsieve::sieved_url& found) {
//     std::cout << found.url << '\n';
//   });
#ifndef URLSIEVE_EXTRACTOR_HPP
#define URLSIEVE_EXTRACTOR_HPP

#include <memory>
#include <optional>
#include <string_view>

#include "urlsieve/document.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// A document in memory, with its metadata. Owns nothing: the views must be valid during the call of run() or
// begin(), which copy the strings that later calls need.
struct page {
  std::string_view bytes = {};
  // The absolute URL from which the page was retrieved. A base in the page (<base>) takes precedence
  // (url-syntax-05 section 5.1). Empty: options.base. If `base` does not parse as an absolute URL, relative
  // references of the page are rejected (rejection::no_base).
  std::string_view base = {};
  std::string_view source = {};        // value of sieved_url::source; empty: `base`
  std::string_view content_type = {};  // of HTTP: "text/html; charset=utf-8"; empty: unknown
  std::optional<media> type = {};      // nullopt: determined by content_type and by the bytes
  std::string_view charset = {};       // declared by the transport; empty: the charset of content_type
};

// A reusable extractor of URLs. One thread at a time may use an extractor. A page never fails: damage and
// rejected references are counted.
//
// `take` is called with each URL in page order, once for each distinct URL in the dedup_scope. If `take`
// returns false or throws, the extractor skips the rest of the page. An exception propagates to the caller of
// run(), feed() or end(); the extractor stays usable, and URLs delivered so far stay known in their scope.
// Views of a delivered URL are valid during the call of `take`. `take` must not call the extractor.
class extractor {
 public:
  // Makes an extractor. Ignores the names of inputs, `rejects`, the limits of `filters` on numbers of URLs,
  // and redirects.write_to, learn and canonical. From `output`, uses only edges, self_loops, hosts_as and
  // dedup_by. Follows the redirects of `known`, or, if `known` is not loaded, loads redirects.read_from
  // within output.memory and output.temporary. Returns error_code::usage or invalid_url for invalid options.
  // Returns no_such_input, cannot_open or cannot_read for files of redirects or hosts.
  [[nodiscard]] static result<extractor> make(const extract_options& options = {},
                                              dedup_scope dedup = dedup_scope::page,
                                              known_redirects known = {});

  extractor(extractor&&) noexcept;
  extractor& operator=(extractor&&) noexcept;
  ~extractor();

  // Extracts the URLs of a whole page. Returns false if `take` returned false. Bytes of an unsupported type
  // (a picture) give no URLs and are counted in stats::skipped. Time is linear in the page. Throws
  // std::bad_alloc.
  bool run(const page& whole, const url_consumer& take);

  // Extract the URLs of a page that arrives in chunks: begin() with the metadata (`bytes` may be the first
  // chunk), feed() for each further chunk, then end(). The result does not depend on the chunks. Text is
  // processed at once; other documents are buffered until they end or exceed options.input.max_document.
  // After `take` returned false or threw, feed() and end() return false at once; otherwise they return true.
  // A call of begin() discards a page that has not ended, and copies all of `metadata`. After end(), feed()
  // has no effect until the next begin(). All three throw std::bad_alloc.
  void begin(const page& metadata);
  bool feed(std::string_view bytes, const url_consumer& take);
  bool end(const url_consumer& take);

  // Returns the counts of all pages since construction or forget(). `unique` counts the delivered URLs. The
  // reference is valid until the extractor is moved or destroyed; each call updates the counts.
  [[nodiscard]] const stats& counted() const;

  // Resets the counts and the known URLs of dedup_scope::extractor.
  void forget();

 private:
  class state;
  explicit extractor(std::unique_ptr<state> impl);
  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
