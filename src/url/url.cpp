// Implements the entry points of urlsieve/url.hpp.
#include "urlsieve/url.hpp"

#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/normalize.hpp"
#include "src/url/normalize/target.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/scheme.hpp"

namespace urlsieve {

namespace {

tl::expected<std::string, rejection> finished(std::string& bytes, const canonical_url& form) {
  if (form.rejected != rejection::none) return tl::unexpected(form.rejected);
  bytes.resize(form.size);
  return std::move(bytes);
}

}  // namespace

url_view url_view::of(std::string_view text) {
  return {text.data(), parse(text)};
}

std::optional<std::string> resolve(std::string_view base, std::string_view reference,
                                   const url_options& options) {
  const url_view from = url_view::of(base);
  const url_view to = url_view::of(reference);
  const target found = resolve(to, find_scheme(to.scheme()), from, find_scheme(from.scheme()), options);
  std::string bytes(base.size() + reference.size() + write_slack, '\0');
  const written_url written = recompose(found, options, bytes.data());
  if (written.rejected != rejection::none) return std::nullopt;
  bytes.resize(written.size);
  return bytes;
}

tl::expected<std::string, rejection> normalize(std::string_view reference, const url_options& options) {
  const canonicalizer canonical(options);
  std::string bytes(canonicalizer::capacity_for(reference.size(), nullptr), '\0');
  return finished(bytes, canonical.normalize(reference, bytes.data()));
}

tl::expected<std::string, rejection> canonicalize(std::string_view reference, std::string_view base,
                                                  const url_options& options) {
  base_url from;
  if (!base.empty() && !from.assign(base, options, opaque_base_policy::resolve_all))
    return tl::unexpected(rejection::no_base);
  const canonicalizer canonical(options);
  std::string bytes(canonicalizer::capacity_for(reference.size(), &from), '\0');
  return finished(bytes, canonical.canonicalize(reference, &from, bytes.data()));
}

}  // namespace urlsieve
