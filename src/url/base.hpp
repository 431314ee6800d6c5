// A base URL (url-syntax-05 section 5.1), repaired and parsed once per document.
#ifndef URLSIEVE_URL_BASE_HPP
#define URLSIEVE_URL_BASE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/url/normal_form.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

// Which bases without a hierarchical path relative references are resolved against.
enum class opaque_base_policy : std::uint8_t {
  // All, where url_options::resolution is rfc3986: its section 5.2 knows no opaque URLs. Under the drafts as
  // resolve_unlisted (url-syntax-05 section 4.2, rfc2396bis-01 section 3). For references a person asks
  // about.
  resolve_all,
  // Bases like "foo:a/b", whose scheme is not in the table, but not "mailto:a@b".
  resolve_unlisted,
  // None, like browsers. For what a document or a header calls its base, which is often no URL but a path
  // like
  // "C:\x", or a host and a port.
  resolve_none,
};

class base_url {
 public:
  base_url() = default;
  base_url(const base_url&) = delete;  // its view points into its own bytes
  base_url& operator=(const base_url&) = delete;

  // Takes `absolute`, as it was written. False where it cannot be a base: it has no scheme, or is rejected as
  // a reference would be; then this is no base until the next assign(). Allocates only where `absolute` is
  // longer than any before, or longer than a kilobyte.
  [[nodiscard]] bool assign(std::string_view absolute, const url_options& options,
                            opaque_base_policy opaque = opaque_base_policy::resolve_unlisted);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return view_.offsets().size; }
  [[nodiscard]] const url_view& view() const { return view_; }
  [[nodiscard]] const scheme_info* scheme() const { return scheme_; }

  // Returns true if relative references are resolved against the base: its path is hierarchical, or the
  // policy that assign() was given says so.
  [[nodiscard]] bool hierarchical() const { return hierarchical_; }

  // Its scheme, authority and path at rung `ladder`, where these are plain and in normal form: what
  // join_if_normal() asks for. Null: they are not, or assign() was told of another rung.
  [[nodiscard]] const normal_base* normal_form(rung ladder) const {
    return ladder == ladder_ && normal_.size != 0 ? &normal_ : nullptr;
  }

 private:
  void find_normal_form(const url_options& options);

  std::string bytes_;  // as repaired, then its normal form
  normal_base normal_;
  rung ladder_ = rung::string;
  url_view view_;
  const scheme_info* scheme_ = nullptr;
  bool hierarchical_ = false;
};

}  // namespace urlsieve

#endif
