// Finds the base URL of a document and of each place in the document (url-syntax-05 section 5.1). All
// functions return null if there is no base. Results are valid until the next call of the same function. One
// thread at a time may use a resolver. Functions throw std::bad_alloc.
#ifndef URLSIEVE_PIPELINE_BASE_RESOLVER_HPP
#define URLSIEVE_PIPELINE_BASE_RESOLVER_HPP

#include <deque>
#include <string_view>
#include <vector>

#include "src/references/finder.hpp"
#include "src/text/arena.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/document.hpp"

namespace urlsieve {

struct url_options;

class base_resolver {
 public:
  // `default_base`: the application's base, empty for none. `uses_location`: the Content-Location of a
  // document is its base (extract_options::content_location). Requires: `options` and `default_base` outlive
  // the resolver.
  base_resolver(const url_options& options, std::string_view default_base, bool uses_location)
      : options_(options), default_base_(default_base), uses_location_(uses_location), resolver_(options) {}

  // Returns the base from outside the document, by the precedence of section 5.1 from its second level on:
  // the enclosing or retrieval URL, or else the default base. If `uses_location`, the Content-Location
  // of the document comes first.
  [[nodiscard]] const base_url* outer(const document& opened);

  // Returns the base of the first level: `href` as the document declares it, resolved against `outer`.
  // Returns `outer` if `href` gives no URL, or a "data:" or "javascript:" URL (HTML standard, "set the frozen
  // base URL").
  [[nodiscard]] const base_url* embedded(std::string_view href, const base_url* outer);

  // Returns the base for the target of a redirect of the URL `from`.
  [[nodiscard]] const base_url* of_redirect(std::string_view from);

  // Forgets nested bases (xml:base). Call once before the changes of a document.
  void begin_changes() { outer_.clear(); }

  // Returns the base behind a change of the nesting, where `base` applied before the change.
  [[nodiscard]] const base_url* behind(const base_change& change, const base_url* base);

 private:
  const base_url* resolve(std::string_view href, const base_url* outer, base_url& into);
  const base_url* located(std::string_view location, const base_url* outer);

  const url_options& options_;
  std::string_view default_base_;
  bool uses_location_;
  canonicalizer resolver_;
  arena scratch_;
  base_url document_;
  base_url located_;
  base_url embedded_;
  std::deque<base_url> inner_;          // nested bases, from embedded_ inwards
  std::vector<const base_url*> outer_;  // bases outside the current base, innermost last
};

}  // namespace urlsieve

#endif
