#include "src/api/single_references.hpp"

#include <utility>

#include "urlsieve/error.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

url_options with_fragments(url_options options, std::optional<bool> keeps_fragment) {
  options.keep_fragment = keeps_fragment.value_or(options.ladder == rung::string);
  return options;
}

url_options options_of_algorithm(url_options options) {
  options.ladder = rung::string;
  options.keep_fragment = true;
  options.userinfo = userinfo_policy::keep;
  options.drop_flags = 0;
  options.conventions = convention_options();
  options.drop_params.clear();
  options.keep_params.clear();
  options.index_names.clear();
  options.loaded_rules.reset();
  options.learnt_rules.reset();
  return options;
}

bool needs_algorithm_only(const url_options& options) {
  return options.ladder == rung::string && options.keep_fragment &&
         options.userinfo == userinfo_policy::keep && options.drop_flags == 0 && !options.folds();
}

}  // namespace

url_options for_single_references(url_options options) {
  options.drop_schemes.clear();
  options.keep_same_document = true;
  return options;
}

reference_resolver::reference_resolver(const url_options& options, std::optional<bool> keeps_fragment,
                                       known_redirects known)
    : options_(with_fragments(options, keeps_fragment)),
      algorithm_(options_of_algorithm(options_)),
      canonical_(algorithm_) {
  if (!needs_algorithm_only(options_)) further_.emplace(options_, std::move(known));
}

rejection reference_resolver::set_base(std::string_view base) {
  is_relative_ = parse(base).scheme_end == url_offsets::omitted;
  // Above the string rung, an absolute base works like normalize --base.
  resolves_first_ = is_relative_ || options_.ladder == rung::string;
  if (!is_relative_) {
    if (!base_.assign(base, algorithm_, opaque_base_policy::resolve_all)) return rejection::no_base;
    return resolves_first_ || further_->set_base(base) ? rejection::none : rejection::no_base;
  }
  // The algorithm does not need an absolute base, so the targets are relative.
  std::vector<char> repaired(canonicalizer::capacity_for(base.size(), nullptr));
  const canonical_url normal_form = canonical_.normalize(base, repaired.data());
  if (normal_form.rejected == rejection::none) relative_base_.assign(repaired.data(), normal_form.size);
  return normal_form.rejected;
}

reference_resolver::outcome reference_resolver::resolve(std::string_view reference) {
  std::string_view target = reference;
  if (resolves_first_) {
    const rejection why = is_relative_ ? resolve_relative(reference) : resolve_absolute(reference);
    if (why != rejection::none) return {{}, why};
    target = target_;
  }
  if (!further_) return {target, rejection::none};
  const normalizer::outcome further_outcome = further_->normalize(target);
  return {further_outcome.url, further_outcome.rejected};
}

rejection reference_resolver::resolve_absolute(std::string_view reference) {
  target_.resize(canonicalizer::capacity_for(reference.size(), &base_));
  const canonical_url normal_form = canonical_.resolve(reference, &base_, target_.data());
  target_.resize(normal_form.rejected == rejection::none ? normal_form.size : 0);
  return normal_form.rejected != rejection::none ? normal_form.rejected : dropped_for(normal_form);
}

// Drops repaired references here, because the target no longer shows that its reference was repaired.
rejection reference_resolver::dropped_for(const canonical_url& normal_form) const {
  const bool drops = (options_.drop_flags & flag::repaired) != 0 && normal_form.repairs != 0;
  return drops ? rejection::flag_dropped : rejection::none;
}

rejection reference_resolver::resolve_relative(std::string_view reference) {
  storage_.resize(canonicalizer::capacity_for(reference.size(), nullptr));
  const canonical_url repaired = canonical_.normalize(reference, storage_.data());
  if (repaired.rejected != rejection::none) return repaired.rejected;
  if (const rejection why = dropped_for(repaired); why != rejection::none) return why;
  auto target = urlsieve::resolve(relative_base_, {storage_.data(), repaired.size}, options_);
  if (!target) return rejection::above_root;
  target_ = *std::move(target);
  return rejection::none;
}

}  // namespace urlsieve
