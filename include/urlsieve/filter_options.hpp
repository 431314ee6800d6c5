// Filters for references with a valid URL, and the file of rejected references.
#ifndef URLSIEVE_FILTER_OPTIONS_HPP
#define URLSIEVE_FILTER_OPTIONS_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace urlsieve {

// Filters for references with a valid URL. Filters apply in the order below; a dropped reference is counted
// under the first filter that drops it.
struct filter_options {
  std::vector<std::string> found_in;  // contexts to keep, as in field::where; "*" matches any bytes
  // Files of names, one a line; "#" begins a comment. A host must be in one of the first two lists, if any,
  // and in none of the others. `hosts` match exactly; `domains` also match all names below.
  std::vector<std::string> hosts;
  std::vector<std::string> domains;
  std::vector<std::string> drop_hosts;
  std::vector<std::string> drop_domains;
  bool same_site = false;               // keep URLs with the registrable domain of their document
  bool other_site = false;              // keep URLs with another registrable domain
  std::vector<std::string> extensions;  // extensions to keep, without the "."
  // RE2 expressions, matched anywhere in the URL or in a column of the URL: "host=^www[.]". At least one of
  // `include` must match, if any, and none of `exclude`.
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  double sample = 1;  // fraction of URLs to keep, above 0; chosen by XXH3-64 of the URL with seed 1
  // Distinct URLs, in input order, after which the run ends; 0: no limit. Unavailable with
  // output_options::directory; ignored by an extractor.
  std::uint64_t limit = 0;
  // Maximum number of distinct URLs of a host, and of a registrable domain: the first ones in input order; 0:
  // no limit. An update counts the URLs of the state first. Ignored by an extractor.
  std::uint64_t max_per_host = 0;
  std::uint64_t max_per_domain = 0;
};

// Output of rejected references.
struct reject_options {
  std::string write_to;             // output file; empty: none
  std::uint64_t limit = 1'000'000;  // maximum number of references in the file: the first ones
};

}  // namespace urlsieve

#endif
