#include "src/cli/reference_normalizer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "src/cli/console.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/redirect_options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::size_t longest_shown = 256;

// Shortens a very long reference around the byte `position`, or at its end if the reference holds a password.
std::string quoted_part(std::string_view reference, std::size_t position) {
  const std::string masked = without_password(reference);
  if (masked.size() <= longest_shown) return in_quotes(masked);
  const bool cut_before = masked == reference && position > longest_shown / 2;
  const std::size_t from = cut_before ? std::min(position, masked.size()) - longest_shown / 2 : 0;
  return fmt::format("{}{}{}", from == 0 ? "" : "... ", in_quotes(masked.substr(from, longest_shown)),
                     from + longest_shown < masked.size() ? " ..." : "");
}

}  // namespace

explanation line_too_long(std::size_t longest) {
  return {static_cast<std::uint32_t>(longest), fmt::format("longer than {} bytes", longest),
          "url_options::max_url"};
}

result<known_redirects> load_redirects(const url_options& options, const redirect_options& redirects,
                                       const output_options& output, stats& counted) {
  result<known_redirects> known = known_redirects::load(options, redirects, output.memory, output.temporary);
  if (!known) return known;
  counted.add(known->counted());
  for (const std::string& left : known->removed()) print_message(leftover_warning(left));
  return known;
}

error base_error(std::string_view option, std::string_view text, const url_options& options) {
  url_options bare = for_single_references(url_options());
  bare.max_url = options.max_url;
  bare.ladder = rung::string;
  std::vector<char> buffer(canonicalizer::capacity_for(text.size(), nullptr));
  const rejection why = canonicalizer(bare).normalize(text, buffer.data()).rejected;
  if (why == rejection::none)
    return {error_code::invalid_url,
            fmt::format("{}: {} is not an absolute URL: it has no scheme", option, quoted_part(text, 0))};
  return {error_code::invalid_url,
          rejection_line(option, text, why, explain_rejection(text, why, nullptr, bare))};
}

result<void> assign_base(std::string_view option, std::string_view typed, const url_options& options,
                         base_url& base) {
  const std::string_view text = typed_reference(typed);
  if (base.assign(text, options, opaque_base_policy::resolve_all)) return {};
  return tl::unexpected(base_error(option, text, options));
}

result<void> reference_normalizer::prepare(const url_options& options, const redirect_options& redirects,
                                           const output_options& output, std::string_view base,
                                           stats& counted) {
  options_ = options;
  if (result<void> loaded = load_rules(options_); !loaded) return loaded;
  if (!base.empty()) {
    if (result<void> assigned = assign_base("--base", base, options_, base_); !assigned) return assigned;
  }
  result<known_redirects> known = load_redirects(options_, redirects, output, counted);
  if (!known) return tl::unexpected(std::move(known.error()));
  known_ = std::move(*known);
  urls_.emplace(options_, known_);
  urls_->set_base(typed_reference(base));
  return {};
}

std::string_view reference_normalizer::redirected(std::string_view url) {
  const std::string_view target = known_.find(url, moved_);
  return target.empty() ? url : target;
}

explanation reference_normalizer::explain(std::string_view reference, rejection why) const {
  if (why == rejection::too_long && reference.empty()) return line_too_long(options_.max_url);
  return explain_rejection(reference, why, base(), options_);
}

std::string rejection_line(std::string_view place, std::string_view reference, rejection why,
                           const explanation& explained) {
  // The text of a line that is too long was dropped.
  const std::string value = reference.empty() && why == rejection::too_long
                                ? ""
                                : fmt::format("{}: ", quoted_part(reference, explained.position));
  return fmt::format("{}: {}{} ({})", place, value, explanation_in_flags(explained), name_of(why));
}

std::string_view row_with_key(std::string_view url, key_form key, std::string& row) {
  if (key == key_form::none || url.empty()) return url;
  row.assign(url).push_back('\t');
  const std::size_t begin = row.size();
  row.resize(begin + surt_capacity(url.size()));
  row.resize(begin + write_surt(url, row.data() + begin));
  return row;
}

}  // namespace urlsieve::cli
