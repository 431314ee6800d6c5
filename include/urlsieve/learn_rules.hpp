// Learns rules of hosts from web archives: which parts of URLs have no meaning (DUST, different URLs with
// similar text).
//
// The evidence comes from pages with status 200 in WARC and ARC: equal payloads (by WARC-Payload-Digest, else
// by the stored payload; revisit records with an HTTP header count, too), and canonical URLs (<link
// rel=canonical>, or the field Link).
#ifndef URLSIEVE_LEARN_RULES_HPP
#define URLSIEVE_LEARN_RULES_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct learn_options {
  // Inputs, requests, threads, memory and temporary files. Options of URLs, links and output have no effect:
  // rules are learnt from URLs at the rung `scheme`.
  extract_options run;
  std::string output;             // file of the rules, written atomically; empty: none is written
  std::uint64_t min_support = 5;  // least support of a rule; at least 1
  double max_false = 0.01;        // largest part of false merges among the pairs of a rule, 0 to 1
};

struct learn_summary {
  run_summary run;
  std::vector<learnt_rule> rules;  // sorted; learnt_rule_set::parse() accepts them
  std::uint64_t pages = 0;         // captures with evidence
  std::uint64_t urls = 0;          // distinct URLs of these captures
  std::uint64_t candidates = 0;    // rules with support or false merges
  // Hosts without rules, because their rules meet the thresholds alone, but not together.
  std::uint64_t withdrawn_hosts = 0;
};

// Reads options.run.input and learns rules. A rule is kept if its support is at least options.min_support and
// the part of its false merges at most options.max_false, alone and together with the other rules of its
// host. The result depends only on the set of pages.
//
// Evidence beyond the memory is sorted on disk. `monitor` may be null. Returns errors as extract() does, and
// error_code::usage for thresholds out of range. Without a readable input (outcome::nothing_read), no file is
// written.
[[nodiscard]] result<learn_summary> learn_rules(const learn_options& options, run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
