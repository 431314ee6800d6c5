#include "src/url/normalize/canonical.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/url/conventions/conventions.hpp"
#include "src/url/normalize/normal_form.hpp"
#include "src/url/normalize/normalize.hpp"
#include "src/url/normalize/opaque_form.hpp"
#include "src/url/normalize/safety.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/tracking_rules.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

// The longest chain of redirectors that a URL follows.
constexpr int most_redirectors = 16;

// Returns the capacity for the output. The scratch memory of repair follows the output.
std::size_t output_capacity(std::size_t reference_size, const base_url* base) {
  return repaired_size(reference_size) + (base != nullptr ? base->size() : 0) + write_slack +
         learnt_rule_set::most_growth;
}

canonical_url rejected(rejection reason, std::uint16_t repairs = 0) {
  canonical_url none;
  none.rejected = reason;
  none.repairs = repairs;
  return none;
}

std::uint16_t flags_of(const repaired_reference& repaired) {
  return repaired.repairs != 0 ? flag::repaired : std::uint16_t{0};
}

// Returns true for a same-document reference before repair (RFC 3986 section 4.4): empty, or only a fragment.
bool names_own_document(std::string_view reference, bool empty_is_base) {
  const std::size_t first = end_of_leading_space(reference);
  return first == reference.size() ? !empty_is_base : reference[first] == '#';
}

// Returns true if `url` is the target without resolution: absolute, and not read as relative to the base.
bool needs_no_base(const url_view& url, const base_url* base, const url_options& options) {
  return url.has_scheme() &&
         (base == nullptr || !base->hierarchical() || !scheme_is_ignored(url, base->view(), options));
}

// Returns true if `url` cannot be resolved. An opaque base resolves only references to itself (url-syntax-05
// section 4.2).
bool lacks_base(const url_view& url, const base_url* base) {
  if (base == nullptr) return true;
  return !base->hierarchical() && !(url.path().empty() && !url.has_authority() && !url.has_query());
}

// Returns the options with the rung and the names in the form in which URLs are compared with them.
url_options as_applied(url_options options) {
  options.ladder = rung_of_form(options.ladder);
  for (std::string& name : options.index_names) name = ascii::lowered(name);
  return options;
}

}  // namespace

canonicalizer::canonicalizer(const url_options& options)
    : options_(std::make_shared<const url_options>(as_applied(options))),
      kept_http_(keeps_scheme("http") ? find_scheme("http") : nullptr),
      kept_https_(keeps_scheme("https") ? find_scheme("https") : nullptr),
      fast_normalizer_(options),
      joins_(options.resolution == resolution_choice::rfc3986 &&
             (options.above_root == above_root_choice::as_resolution ||
              options.above_root == above_root_choice::remove)),
      parameters_(options),
      folds_(options.folds()),
      folds_only_rules_(options.loaded_rules && !options.learnt_rules && !options.conventions.any() &&
                        !parameters_.any() && options.index_names.empty()),
      keeps_normal_paths_(keeps_normal() || (kept_http_ != nullptr && kept_https_ != nullptr &&
                                             folds_only_rules_ && !options.loaded_rules->redirects_paths())),
      folds_only_conventions_(!options.loaded_rules && !parameters_.any() && options.index_names.empty()),
      folds_only_learnt_(folds_only_conventions_ && !options.conventions.any()) {
  const std::span<const scheme_info> rows = all_schemes();
  for (std::size_t i = 0; i < rows.size(); ++i) kept_rows_[i] = keeps_scheme(rows[i].name);
}

std::size_t canonicalizer::capacity_for(std::size_t reference_size, const base_url* base) {
  return output_capacity(reference_size, base) + repair_capacity(reference_size);
}

bool canonicalizer::keeps_scheme(std::string_view scheme) const {
  const auto listed = [scheme](const std::string& name) { return ascii::same(scheme, name); };
  if (!options_->schemes.empty())
    return std::any_of(options_->schemes.begin(), options_->schemes.end(), listed);
  return std::none_of(options_->drop_schemes.begin(), options_->drop_schemes.end(), listed);
}

std::size_t canonicalizer::copy_normal(std::string_view reference, const base_url* base, char* out,
                                       web_front& front) const {
  if (kept_http_ == nullptr || kept_https_ == nullptr) return 0;
  const normal_form_options form_options{options_->keep_fragment, options_->ladder == rung::scheme};
  std::size_t size = copy_if_normal(reference, form_options, out, front);
  if (size == 0 && base != nullptr && joins_ && front.host == 0) {
    if (const normal_base* const form = base->normal_form(options_->ladder))
      size = join_if_normal(reference, *form, form_options, out);
  }
  return size <= options_->max_url ? size : 0;
}

std::size_t canonicalizer::copy_other_scheme(std::string_view reference, const base_url* base,
                                             char* out) const {
  const scheme_info* const scheme = scheme_in_front(reference);
  if (scheme == nullptr || !kept_rows_[static_cast<std::size_t>(scheme - all_schemes().data())]) return 0;
  if (scheme->has(scheme_rule::generic)) {
    const normal_form_options form_options{options_->keep_fragment, options_->ladder == rung::scheme};
    const std::size_t size = copy_if_normal(reference, *scheme, form_options, out);
    return size <= options_->max_url ? size : 0;
  }
  // Against a base of the same scheme, the scheme may be ignored (same_scheme_choice::compatible).
  if (base != nullptr && options_->same_scheme != same_scheme_choice::strict) return 0;
  return copy_if_opaque(reference, *scheme, options_->ladder == rung::scheme, out);
}

fast_form canonicalizer::normalize_fast(std::string_view reference, const web_front& front, char* out) const {
  if (kept_http_ == nullptr || kept_https_ == nullptr) return {};
  const fast_form form = fast_normalizer_.normalize(reference, front, out);
  return form.size <= options_->max_url && (form.flags & options_->drop_flags) == 0 ? form : fast_form{};
}

canonical_url canonicalizer::write_fast(std::string_view reference, const base_url* base, char* out) const {
  canonical_url written;
  web_front front;
  written.size = copy_normal(reference, base, out, front);
  if (written.size == 0) {
    const fast_form form = normalize_fast(reference, front, out);
    written = {form.size, rejection::none, form.repairs, form.flags};
  }
  if (written.size == 0) written.size = copy_other_scheme(reference, base, out);
  if (!folds_ || written.size == 0) return written;
  written.size = fold(out, written.size);
  return written;
}

// Repeats until the URL becomes no shorter, so a second call changes nothing.
std::size_t canonicalizer::fold_by_options(char* url, std::size_t size) const {
  if (folds_only_rules_) return options_->loaded_rules->remove_parameters(url, size);
  if (folds_only_conventions_) return fold_conventions(options_->conventions, url, size);
  while (true) {
    const std::size_t before = size;
    size = fold_conventions(options_->conventions, url, size);
    if (parameters_.any()) size = parameters_.fold(url, size);
    if (!options_->index_names.empty()) size = fold_index_names(options_->index_names, url, size);
    if (options_->loaded_rules) size = options_->loaded_rules->remove_parameters(url, size);
    if (size == before) return size;
  }
}

// The other options apply again after learnt rules, and may undo these ("https" becomes "http"). Learnt rules
// apply last: the steps repeat until the learnt rules give the same URL twice. This happens, because
// scheme and host settle in the first round, and everything else only becomes shorter or lower case.
std::size_t canonicalizer::fold(char* url, std::size_t size) const {
  if (!folds_only_learnt_) size = fold_by_options(url, size);
  if (!options_->learnt_rules || !options_->learnt_rules->concerns({url, size})) return size;
  size = options_->learnt_rules->apply(url, size);
  if (folds_only_learnt_) return size;
  std::string before;
  do {
    before.assign(url, size);
    size = options_->learnt_rules->apply(url, fold_by_options(url, size));
  } while (before != std::string_view(url, size));
  return size;
}

canonical_url canonicalizer::follow_redirectors(canonical_url written, char* out) const {
  canonical_url reached = written;
  std::string url;  // the last target followed; empty: none
  std::string target;
  for (int followed = 0;; ++followed) {
    const std::string_view from = followed == 0 ? std::string_view(out, written.size) : url;
    // The group of a redirector may be the whole URL. A target that is not shorter could lead back here.
    if (!options_->loaded_rules->find_target(from, target) || target.size() >= from.size()) break;
    std::string next(capacity_for(target.size(), nullptr), '\0');
    const canonical_url to = write(target, nullptr, next.data(), false);
    if (to.rejected == rejection::flag_dropped) return to;
    if (to.rejected != rejection::none || to.size >= reached.size || to.size > options_->max_url) break;
    // The URL keeps its form, because a second call would follow the rest of the chain.
    if (followed == most_redirectors) return written;
    next.resize(to.size);
    url = std::move(next);
    reached = to;
  }
  if (!url.empty()) std::memcpy(out, url.data(), url.size());
  return reached;
}

canonical_url canonicalizer::complete(canonical_url written, char* out) const {
  if (written.rejected != rejection::none) return written;
  if (options_->loaded_rules) written = follow_redirectors(written, out);
  return written.size <= options_->max_url ? written : rejected(rejection::too_long, written.repairs);
}

canonical_url canonicalizer::finish(const target& url, const repaired_reference& repaired, rung ladder,
                                    char* out) const {
  const bool is_kept = url.info != nullptr && (url.info == kept_http_ || url.info == kept_https_);
  if (url.scheme && !is_kept && !keeps_scheme(*url.scheme))
    return rejected(rejection::scheme_not_kept, repaired.repairs);
  written_url written = write_url(url, ladder, *options_, out);
  if (written.rejected != rejection::none) return rejected(written.rejected, repaired.repairs);
  const bool needs_host = url.authority && url.info != nullptr && url.info->has(scheme_rule::host_required);
  if (needs_host && url_view::at(out, written.at).host().empty())
    return rejected(rejection::invalid_host, repaired.repairs);
  unsigned flags = safety_flags(url_view::at(out, written.at), url.info) | flags_of(repaired);
  if (written.rare_ip) flags |= flag::rare_ip;
  if (url.userinfo && options_->userinfo != userinfo_policy::keep) {
    flags |= userinfo_flags(*url.userinfo);
    if (options_->userinfo == userinfo_policy::drop)
      return rejected(rejection::flag_dropped, repaired.repairs);
  }
  if ((flags & options_->drop_flags) != 0) return rejected(rejection::flag_dropped, repaired.repairs);
  canonical_url folded{written.size, rejection::none, repaired.repairs, static_cast<std::uint16_t>(flags)};
  if (folds_) folded.size = fold(out, folded.size);
  return folded;
}

canonical_url canonicalizer::canonicalize(std::string_view reference, const base_url* base, char* out,
                                          bool empty_is_base) const {
  return complete(write(reference, base, out, empty_is_base), out);
}

canonical_url canonicalizer::write(std::string_view reference, const base_url* base, char* out,
                                   bool empty_is_base) const {
  if (reference.size() > options_->max_url) return rejected(rejection::too_long);
  if (base != nullptr && base->empty()) base = nullptr;
  if (const canonical_url fast = write_fast(reference, base, out);
      fast.size != 0 || fast.rejected != rejection::none)
    return fast;
  if (!options_->keep_same_document && names_own_document(reference, empty_is_base))
    return rejected(rejection::same_document);
  const repaired_reference repaired =
      repair(reference, base != nullptr ? base->scheme() : nullptr, {options_->strict, options_->slashes},
             out + output_capacity(reference.size(), base));
  if (repaired.rejected != rejection::none) return rejected(repaired.rejected, repaired.repairs);
  const url_view& url = repaired.url;
  if (needs_no_base(url, base, *options_))
    return finish(as_written(url, repaired.scheme), repaired, options_->ladder, out);
  if (lacks_base(url, base)) return rejected(rejection::no_base, repaired.repairs);
  const target to = urlsieve::resolve(url, repaired.scheme, base->view(), base->scheme(), *options_);
  return finish(to, repaired, options_->ladder, out);
}

canonical_url canonicalizer::resolve(std::string_view reference, const base_url* base, char* out) const {
  if (reference.size() > options_->max_url) return rejected(rejection::too_long);
  if (base != nullptr && base->empty()) base = nullptr;
  const repaired_reference repaired =
      repair(reference, base != nullptr ? base->scheme() : nullptr, {options_->strict, options_->slashes},
             out + output_capacity(reference.size(), base));
  if (repaired.rejected != rejection::none) return rejected(repaired.rejected, repaired.repairs);
  const bool alone = needs_no_base(repaired.url, base, *options_);
  if (!alone && lacks_base(repaired.url, base)) return rejected(rejection::no_base, repaired.repairs);
  const target to = urlsieve::resolve(repaired.url, repaired.scheme, alone ? url_view() : base->view(),
                                      alone ? nullptr : base->scheme(), *options_);
  const written_url written = recompose(to, *options_, out);
  if (written.rejected != rejection::none) return rejected(written.rejected, repaired.repairs);
  return {written.size, rejection::none, repaired.repairs, flags_of(repaired)};
}

canonical_url canonicalizer::normalize(std::string_view reference, char* out) const {
  if (reference.size() > options_->max_url) return rejected(rejection::too_long);
  if (const canonical_url fast = write_fast(reference, nullptr, out);
      fast.size != 0 || fast.rejected != rejection::none)
    return complete(fast, out);
  const repaired_reference repaired = repair(reference, nullptr, {options_->strict, options_->slashes},
                                             out + output_capacity(reference.size(), nullptr));
  if (repaired.rejected != rejection::none) return rejected(repaired.rejected, repaired.repairs);
  return complete(finish(as_written(repaired.url, repaired.scheme), repaired, options_->ladder, out), out);
}

}  // namespace urlsieve
