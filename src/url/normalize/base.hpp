// A base URL (url-syntax-05 section 5.1), repaired and parsed once per document.
#ifndef URLSIEVE_URL_NORMALIZE_BASE_HPP
#define URLSIEVE_URL_NORMALIZE_BASE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/url/normalize/normal_form.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/url_choices.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct url_options;

// Selects the bases without a hierarchical path against which relative references are resolved.
enum class opaque_base_policy : std::uint8_t {
  // All bases, if url_options::resolution is rfc3986, whose section 5.2 does not know opaque URLs. Under the
  // drafts, same as resolve_unlisted (url-syntax-05 section 4.2, rfc2396bis-01 section 3). For references
  // that a person enters.
  resolve_all,
  // Bases whose scheme is not in the table ("foo:a/b"); not "mailto:a@b".
  resolve_unlisted,
  // No bases, like browsers. For bases found in documents and headers, which are often not URLs but paths
  // ("C:\x") or a host and a port.
  resolve_none,
};

class base_url {
 public:
  base_url() = default;
  base_url(const base_url&) = delete;  // view_ points into bytes_
  base_url& operator=(const base_url&) = delete;

  // Repairs and parses `absolute` and stores a copy. Returns false, and leaves an empty base, if `absolute`
  // is empty, longer than options.max_url, without a scheme, or rejected by repair. Allocates only if
  // `absolute` is longer than all bases before, or longer than about 1 KiB.
  [[nodiscard]] bool assign(std::string_view absolute, const url_options& options,
                            opaque_base_policy opaque = opaque_base_policy::resolve_unlisted);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return view_.offsets().size; }
  [[nodiscard]] const url_view& view() const { return view_; }
  [[nodiscard]] const scheme_info* scheme() const { return scheme_; }

  // Returns true if relative references are resolved against the base: the path is hierarchical, or the
  // policy passed to assign() allows an opaque base.
  [[nodiscard]] bool hierarchical() const { return hierarchical_; }

  // Returns the scheme, authority and path in normal form at rung `ladder`, for join_if_normal(). Returns
  // null if these parts are not plain (see copy_if_normal()), or if assign() was called for another rung.
  [[nodiscard]] const normal_base* normal_form(rung ladder) const {
    return ladder == ladder_ && normal_.size != 0 ? &normal_ : nullptr;
  }

 private:
  void find_normal_form(const url_options& options);

  std::string bytes_;  // the repaired base, then its normal form
  normal_base normal_;
  rung ladder_ = rung::string;
  url_view view_;
  const scheme_info* scheme_ = nullptr;
  bool hierarchical_ = false;
};

}  // namespace urlsieve

#endif
