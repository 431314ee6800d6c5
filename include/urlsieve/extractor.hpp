// The links of pages, one after another: made once, then a page costs what is in it.
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

// A document in memory, and what is known of it. Owns nothing.
struct page {
  std::string_view bytes = {};
  // The absolute URL that it was retrieved from; what the page says of itself (<base>) goes before it
  // (url-syntax-05 section 5.1). Empty: options.base.
  std::string_view base = {};
  std::string_view source = {};        // what sieved_url::source says; empty: `base`
  std::string_view content_type = {};  // as HTTP has it: "text/html; charset=utf-8"; empty: not told
  std::optional<media> type = {};      // what it is; else content_type says so, or the bytes do
  std::string_view charset = {};       // as the transport declared it; empty: as content_type has it
};

// One a thread; it may move from thread to thread between calls. Nothing is handed on but through `take`,
// nothing is printed, and a page never fails: what is wrong with it is counted. `take` is called in the order
// of the page with each URL (each once in its dedup_scope), and says false, or throws, if it wants no more of
// the page. What it throws arrives at the caller of run(), feed() or end(); the next page begins anew, and a
// URL that was handed on stays known in its scope. `take` must not call the extractor.
class extractor {
 public:
  // Of the options `input` is asked for max_document, `output` for nothing but edges and
  // self_loops; of `redirects` those to be followed are read, unless they are given as `known`.
  // error_code::usage or invalid_url where options make no sense.
  [[nodiscard]] static result<extractor> make(const extract_options& options = {},
                                              dedup_scope dedup = dedup_scope::page,
                                              known_redirects known = {});

  extractor(extractor&&) noexcept;
  extractor& operator=(extractor&&) noexcept;
  ~extractor();

  // False: `take` wanted no more. A page that is none (a picture) has no links, and is counted in
  // stats::passed_over. Time is linear in the page. Throws std::bad_alloc.
  bool run(const page& whole, const url_taker& take);

  // The same of a page that comes in pieces, with the same result for any: begin() with what is known of it
  // (`bytes` may be its first piece), feed() with the rest, end(). Text is read as it comes; other documents
  // are kept until they end, or are larger than options.input.max_document. Once `take` wanted no more, false
  // is returned for the rest of the page, which costs nothing.
  void begin(const page& about);
  bool feed(std::string_view bytes, const url_taker& take);
  bool end(const url_taker& take);

  // Of all pages since it was made, or since forget(); `unique` are the URLs that were handed on.
  [[nodiscard]] const stats& counted() const;

  // Begins anew: counts, and what dedup_scope::extractor knows.
  void forget();

 private:
  class state;
  explicit extractor(std::unique_ptr<state> made);
  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
