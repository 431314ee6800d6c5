#include "src/url/normalize/base.hpp"

#include <array>
#include <memory>

#include "src/url/normalize/normalize.hpp"
#include "src/url/normalize/target.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/parse/repair.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

// Scratch memory on the stack, except for very long URLs.
class scratch_memory {
 public:
  explicit scratch_memory(std::size_t size)
      : heap_(size > stack_.size() ? std::make_unique_for_overwrite<char[]>(size) : nullptr) {}
  [[nodiscard]] char* data() { return heap_ != nullptr ? heap_.get() : stack_.data(); }

 private:
  std::array<char, 8192> stack_;
  std::unique_ptr<char[]> heap_;
};

}  // namespace

bool base_url::assign(std::string_view absolute, const url_options& options, opaque_base_policy opaque) {
  view_ = url_view();
  normal_ = normal_base();
  if (absolute.empty() || absolute.size() > options.max_url) return false;
  scratch_memory scratch(repair_capacity(absolute.size()));
  const repaired_reference repaired = repair(absolute, nullptr, {false, options.slashes}, scratch.data());
  if (repaired.rejected != rejection::none || !repaired.url.has_scheme()) return false;
  const std::string_view whole = repaired.url.whole();
  const std::size_t needed = 2 * whole.size() + write_slack + normal_form_overrun;
  if (bytes_.size() < needed) bytes_.resize(needed);
  whole.copy(bytes_.data(), whole.size());
  scheme_ = repaired.scheme;
  view_ = url_view::at(bytes_.data(), repaired.url.offsets());
  hierarchical_ = scheme_ != nullptr ? scheme_->has(scheme_rule::generic)
                                     : opaque != opaque_base_policy::resolve_none || view_.has_authority() ||
                                           view_.path().starts_with('/');
  if (opaque == opaque_base_policy::resolve_all && options.resolution == resolution_choice::rfc3986)
    hierarchical_ = true;
  find_normal_form(options);
  return true;
}

void base_url::find_normal_form(const url_options& options) {
  ladder_ = rung_of_form(options.ladder);
  if (scheme_ == nullptr || !scheme_->has(scheme_rule::slash_path) || !view_.has_authority()) return;
  // A userinfo, even if it is removed, sets flags, which only the slow path does.
  if (view_.has_userinfo()) return;
  target bare = as_written(view_, scheme_);
  bare.query.reset();
  bare.fragment.reset();
  char* const bytes = bytes_.data() + size();
  const written_url written = write_url(bare, ladder_, options, bytes);
  if (written.rejected != rejection::none) return;
  const std::string_view form(bytes, written.size);
  scratch_memory copy(form.size() + 2 * normal_form_overrun);  // output of the proof, discarded
  web_front front;
  if (copy_if_normal(form, {false, false}, copy.data(), front) != form.size()) return;
  // Merging drops the last segment of the base. If the last segment is a dot segment, the form has lost more
  // than this segment, and would give other results.
  const std::string_view path = view_.path();
  if (!path.empty() && !path.ends_with('/') && form.ends_with('/')) return;
  // Merging does not treat escaped dots as dot segments.
  if (path.find("%2E") != std::string_view::npos || path.find("%2e") != std::string_view::npos) return;
  const url_offsets at = parse(form);
  if (at.path == form.size()) return;  // no directory to join to
  normal_ = {bytes, at.authority, at.path, static_cast<std::uint32_t>(form.rfind('/') + 1), at.size};
}

}  // namespace urlsieve
