#include "src/pipeline/filters/url_filter.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "src/pipeline/filters/host_list.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/normalize/normal_terms.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

// Returns true if `text` matches `form`, in which "*" stands for any bytes.
bool fits(std::string_view form, std::string_view text) {
  const std::size_t star = form.find('*');
  if (star == std::string_view::npos) return form == text;
  if (!text.starts_with(form.substr(0, star))) return false;
  text.remove_prefix(star);
  form.remove_prefix(star + 1);
  while (true) {
    const std::size_t next = form.find('*');
    const std::string_view part = form.substr(0, next);
    if (next == std::string_view::npos) return text.ends_with(part);
    const std::size_t at = text.find(part);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + part.size());
    form.remove_prefix(next + 1);
  }
}

bool asks(const filter_options& of) {
  return !of.found_in.empty() || !of.hosts.empty() || !of.domains.empty() || !of.drop_hosts.empty() ||
         !of.drop_domains.empty() || of.same_site || of.other_site || !of.extensions.empty() ||
         !of.include.empty() || !of.exclude.empty() || of.sample < 1;
}

}  // namespace

url_filter::url_filter(const filter_options& options)
    : where_(options.found_in),
      keeps_listed_(!options.hosts.empty() || !options.domains.empty()),
      drops_listed_(!options.drop_hosts.empty() || !options.drop_domains.empty()),
      same_site_(options.same_site),
      other_site_(options.other_site),
      samples_(options.sample < 1) {
  for (const std::string& extension : options.extensions) extensions_.push_back(ascii::lowered(extension));
  if (samples_) below_ = static_cast<std::uint64_t>(std::ldexp(options.sample, 64));
}

result<std::unique_ptr<const url_filter>> url_filter::make(const filter_options& options,
                                                           const std::atomic<bool>* stop) {
  if (!asks(options)) return nullptr;
  std::unique_ptr<url_filter> filter(new url_filter(options));
  result<url_patterns> include = url_patterns::of(options.include, "filter_options::include");
  if (!include) return tl::unexpected(std::move(include.error()));
  filter->include_ = std::move(*include);
  result<url_patterns> exclude = url_patterns::of(options.exclude, "filter_options::exclude");
  if (!exclude) return tl::unexpected(std::move(exclude.error()));
  filter->exclude_ = std::move(*exclude);
  if (result<void> read = filter->read_lists(options, stop); !read)
    return tl::unexpected(std::move(read.error()));
  return std::unique_ptr<const url_filter>(std::move(filter));
}

result<void> url_filter::read_lists(const filter_options& options, const std::atomic<bool>* stop) {
  if (!keeps_listed_ && !drops_listed_) return {};
  running_checksum sum;
  for (const auto& [paths, into] :
       {std::pair(&options.hosts, &hosts_), std::pair(&options.domains, &domains_),
        std::pair(&options.drop_hosts, &drop_hosts_), std::pair(&options.drop_domains, &drop_domains_)}) {
    if (result<void> added = add_hosts(*paths, stop, *into, sum); !added) return added;
    into->settle();
  }
  identity_ = sum.hex();
  return {};
}

bool url_filter::keeps_place(std::string_view where) const {
  return std::any_of(where_.begin(), where_.end(),
                     [where](const std::string& form) { return fits(form, where); });
}

rejection url_filter::check_host(std::string_view host) const {
  if (keeps_listed_ && !hosts_.has(host) && !domains_.has_above(host)) return rejection::host_not_kept;
  if (drops_listed_ && (drop_hosts_.has(host) || drop_domains_.has_above(host)))
    return rejection::host_dropped;
  return rejection::none;
}

filter_state::filter_state(const url_filter& filter) : filter_(filter), canonicalizer_(url_options{}) {}

void filter_state::begin(std::string_view source, std::string_view base) {
  if (!filter_.asks_for_site()) return;
  site_ = site_of(source);
  if (site_.empty()) site_ = site_of(base);
}

std::string_view filter_state::site_of(std::string_view url) {
  if (url.empty() || url.size() > url_options{}.max_url) return {};
  buffer_.resize(canonicalizer::capacity_for(url.size(), nullptr));
  const canonical_url normal_form = canonicalizer_.canonicalize(url, nullptr, buffer_.data());
  if (normal_form.rejected != rejection::none) return {};
  const std::string_view host = url_view::of(std::string_view(buffer_).substr(0, normal_form.size)).host();
  return public_suffix_list::system().registrable_domain(host);
}

rejection filter_state::check_context(std::string_view where) {
  if (!filter_.asks_for_place()) return rejection::none;
  if (!knows_place_ || where != place_) {
    place_ = where;
    keeps_place_ = filter_.keeps_place(where);
    knows_place_ = true;
  }
  return keeps_place_ ? rejection::none : rejection::place_not_kept;
}

// Checks the host of a URL, and caches verdicts by the bytes before the path, which include the authority and
// therefore identify the host. At lower rungs a host may have several spellings, so it is normalized first.
rejection filter_state::check_host_lists(std::string_view url) {
  const std::size_t host = web_scheme_size(url);
  const std::string_view before = url.substr(0, host == 0 ? 0 : url.find('/', host));
  if (before.size() <= host) return filter_.check_host(normal_host(url_view::of(url).host(), buffer_));
  std::size_t hash = before.size();
  for (const std::size_t at : {host, before.size() / 2, before.size() - 5, before.size() - 1})
    hash = hash * 31 + static_cast<unsigned char>(before[at]);
  front& cached = fronts_[hash % fronts_.size()];
  if (cached.bytes != before) {
    cached.bytes = before;
    cached.why = filter_.check_host(normal_host(url_view::of(url).host(), buffer_));
  }
  return cached.why;
}

rejection filter_state::check(std::string_view text) {
  rejection why = filter_.asks_for_host() ? check_host_lists(text) : rejection::none;
  if (why == rejection::none && filter_.has_column_filters()) why = check_rest(text);
  if (why == rejection::none && filter_.samples_ && sample_hash(text) >= filter_.below_)
    why = rejection::not_sampled;
  return why;
}

rejection filter_state::check_rest(std::string_view text) {
  const url_view url = url_view::of(text);
  if (filter_.asks_for_site()) {
    const std::string_view host = normal_host(url.host(), buffer_);
    const bool same =
        !site_.empty() && (host == site_ || public_suffix_list::system().registrable_domain(host) == site_);
    if (same ? filter_.other_site_ : filter_.same_site_) return rejection::site_not_kept;
  }
  url_columns columns(url);
  if (!filter_.extensions_.empty()) {
    const std::string_view found = columns.value(field::extension, buffer_);
    const auto is_found = [found](const std::string& extension) { return ascii::same(found, extension); };
    if (std::none_of(filter_.extensions_.begin(), filter_.extensions_.end(), is_found))
      return rejection::extension_not_kept;
  }
  if (!filter_.include_.empty() && !filter_.include_.match(columns, text, buffer_))
    return rejection::not_included;
  if (!filter_.exclude_.empty() && filter_.exclude_.match(columns, text, buffer_)) return rejection::excluded;
  return rejection::none;
}

}  // namespace urlsieve
