// Options of the resolution, normalization and validation of URLs.
#ifndef URLSIEVE_URL_OPTIONS_HPP
#define URLSIEVE_URL_OPTIONS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "urlsieve/convention_options.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve {

class learnt_rule_set;
class tracking_rule_set;

struct url_options {
  rung ladder = rung::scheme;
  resolution_choice resolution = resolution_choice::rfc3986;
  above_root_choice above_root = above_root_choice::as_resolution;
  same_scheme_choice same_scheme = same_scheme_choice::strict;
  slashes_choice slashes = slashes_choice::strict;
  unreserved_set unreserved = unreserved_set::rfc3986;
  bool keep_fragment = false;
  bool keep_same_document = false;   // resolve a reference to the document itself to the base
  bool strict = false;               // reject references that need repair
  std::vector<std::string> schemes;  // lower case; empty: all but drop_schemes
  std::vector<std::string> drop_schemes{"javascript", "data", "about", "blob", "view-source"};
  std::uint32_t max_url = default_max_url;  // bytes; limit for the reference as written and for the URL
  userinfo_policy userinfo = userinfo_policy::keep;
  std::uint16_t drop_flags = 0;  // bits of namespace flag: reject URLs with any of these flags
  convention_options conventions;
  // Query parameters to remove, and the only parameters to keep among the others (empty: all). Names are
  // case-insensitive; "utm_*" matches a prefix. Applies to http and https URLs, as the conventions do.
  std::vector<std::string> drop_params;
  std::vector<std::string> keep_params;
  // Names of index pages that are removed from the end of a path, besides the names of fold_index.
  std::vector<std::string> index_names;
  // Files with rules of ClearURLs, AdGuard or Brave (tracking_rules.hpp), and files with learnt rules
  // (learnt_rules.hpp). load_rules() reads the files. Runs, and normalizers of the program, C and Python,
  // call load_rules(); C++ callers of normalize(), canonicalize() and class normalizer call it first.
  std::vector<std::string> tracking_rules;
  std::vector<std::string> rules;
  std::shared_ptr<const tracking_rule_set> loaded_rules;
  std::shared_ptr<const learnt_rule_set> learnt_rules;

  // Returns true if options beyond the ladder may rewrite URLs.
  [[nodiscard]] bool folds() const {
    return conventions.any() || !drop_params.empty() || !keep_params.empty() || !index_names.empty() ||
           loaded_rules != nullptr || learnt_rules != nullptr;
  }
};

}  // namespace urlsieve

#endif
