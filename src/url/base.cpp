#include "src/url/base.hpp"

#include "src/url/normal_form.hpp"
#include "src/url/normalize.hpp"
#include "src/url/parse.hpp"
#include "src/url/repair.hpp"
#include "src/url/target.hpp"

namespace urlsieve {

bool base_url::assign(std::string_view absolute, const url_options& options) {
  view_ = url_view();
  normal_size_ = 0;
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
  find_normal_form(options);
  return true;
}

void base_url::find_normal_form(const url_options& options) {
  ladder_ = options.ladder;
  normal_size_ = 0;
  if (scheme_ == nullptr || !scheme_->has(scheme_rule::slash_path) || !view_.has_authority()) return;
  target bare = as_written(view_, scheme_);
  bare.has_query = bare.has_fragment = false;
  const std::size_t room = view_.offsets().size + write_slack + normal_form_overrun;
  if (normal_.size() < 2 * room) normal_.resize(2 * room);
  const written_url written = write_url(bare, ladder_, options, normal_.data());
  if (written.rejected != rejection::none) return;
  // The second half is only there to be written to by the proof.
  const std::string_view form(normal_.data(), written.size);
  if (copy_if_normal(form, false, normal_.data() + room) != form.size()) return;
  normal_at_ = parse(form);
  normal_size_ = form.size();
}

}  // namespace urlsieve
