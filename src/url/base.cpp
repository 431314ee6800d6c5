#include "src/url/base.hpp"

#include "src/url/repair.hpp"

namespace urlsieve {

bool base_url::assign(std::string_view absolute, const url_options& options) {
  view_ = url_view();
  if (absolute.empty() || absolute.size() > options.max_url) return false;
  const std::size_t room = repair_room(absolute.size());
  if (bytes_.size() < room + absolute.size()) bytes_.resize(room + absolute.size());
  absolute.copy(bytes_.data(), absolute.size());
  const repaired_reference repaired =
      repair({bytes_.data(), absolute.size()}, nullptr, false, bytes_.data() + absolute.size());
  if (repaired.rejected != rejection::none || !repaired.url.has_scheme()) return false;
  scheme_ = repaired.scheme;
  view_ = repaired.url;
  // A scheme that the table does not know is generic where "/" follows.
  hierarchical_ = scheme_ != nullptr ? scheme_->has(scheme_rule::generic)
                                     : view_.has_authority() || view_.path().starts_with('/');
  return true;
}

}  // namespace urlsieve
