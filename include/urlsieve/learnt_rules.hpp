// Rules of single hosts that remove or rewrite parts of URLs without a meaning: learnt from crawls ("DUST",
// different URLs with similar text), or written by hand.
//
// A file of rules is text. The first line is "urlsieve-rules 1". Every other line is a rule with five
// columns, separated by TABs: host, kind, argument, support, false merges. Empty lines and lines that begin
// with "#" have no effect.
#ifndef URLSIEVE_LEARNT_RULES_HPP
#define URLSIEVE_LEARNT_RULES_HPP

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/tracking_rules.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// The kinds of rules, in the order of their application.
enum class host_rule_kind : std::uint8_t {
  drop_parameter,  // NAME: remove the query parameters NAME, compared byte by byte
  index,           // NAME: remove the last segment NAME of a path; ignores case
  trailing_slash,  // drop: "/a/" = "/a"
  path_case,       // lower: "/A" = "/a"
  scheme,          // https: "http:" = "https:"
  host_alias,      // HOST: the host is an alias of HOST
};
template <>
inline constexpr auto words_for<host_rule_kind> =
    enum_table<host_rule_kind>({{host_rule_kind::drop_parameter, "drop-parameter"},
                                {host_rule_kind::index, "index"},
                                {host_rule_kind::trailing_slash, "trailing-slash"},
                                {host_rule_kind::path_case, "path-case"},
                                {host_rule_kind::scheme, "scheme"},
                                {host_rule_kind::host_alias, "host-alias"}});

struct learnt_rule {
  std::string host;  // in normal form; the rule applies to URLs without user information and port
  host_rule_kind kind = host_rule_kind::drop_parameter;
  std::string argument;
  std::uint64_t support = 0;       // pairs of URLs with one content that the rule makes equal
  std::uint64_t false_merges = 0;  // pairs of URLs with different contents that the rule makes equal

  friend auto operator<=>(const learnt_rule&, const learnt_rule&) = default;
};

// A set of rules, ready for use. Immutable; any number of threads may use it.
class learnt_rule_set {
 public:
  // The largest number of bytes that apply() adds to a URL: a longer host, and the "s" of "https".
  static constexpr std::size_t most_growth = 256;

  // Reads rules from one or several files. Fails with error_code::usage, whose message names the file and the
  // line, for a line that is no rule, for a rule that occurs twice, and for rules that would undo each other:
  // two aliases of one host, or an alias of a host that is an alias itself ("www." ignored).
  [[nodiscard]] static result<std::shared_ptr<const learnt_rule_set>> parse(std::span<const rule_text> files);

  ~learnt_rule_set();

  // Returns the rules, sorted.
  [[nodiscard]] std::span<const learnt_rule> rules() const;

  // Returns the XXH3-128 of the sorted rules without their counts, as 32 hex digits.
  [[nodiscard]] const std::string& checksum() const;

  // Returns true if the host of `url` has rules, and apply() may change `url`.
  [[nodiscard]] bool concerns(std::string_view url) const;

  // Applies the rules to `url` in place and returns the new size. Changes only http and https URLs without
  // user information and port; the rules of the host apply first, then those of the host of which it is an
  // alias. A second call changes nothing. Requires: `url` is normalized, and has most_growth bytes of space
  // behind its end.
  [[nodiscard]] std::size_t apply(char* url, std::size_t size) const;

 private:
  class state;
  explicit learnt_rule_set(std::unique_ptr<state> content);

  std::unique_ptr<state> state_;
};

// Returns the text of a file with the rules, sorted.
[[nodiscard]] std::string text_of_rules(std::vector<learnt_rule> rules);

// Reads the files of options.tracking_rules and of options.rules, which may be compressed, and sets
// options.loaded_rules and options.learnt_rules. Does nothing for rules that are loaded already, or if no
// file is named. Fails with error_code::no_such_input for a missing file, with cannot_open or cannot_read for
// an unreadable or damaged file, and with usage for a line that is no rule, and for learnt rules at a rung
// below `scheme`.
//
// `on_warning` (may be empty) receives a sentence for each of the first tracking rules that were read and are
// not supported. Runs and normalizers call this function if the caller did not.
[[nodiscard]] result<void> load_rules(url_options& options,
                                      const std::function<void(std::string_view)>& on_warning = {});

}  // namespace urlsieve

#endif
