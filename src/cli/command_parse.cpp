// urlsieve parse: shows the parts of a URL, their names in its scheme, and the positions where the URL is
// invalid.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/console.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help_output.hpp"
#include "src/cli/line_command.hpp"
#include "src/cli/painted_url.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/stats_text.hpp"
#include "src/shards/option_rows.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/url/explain/explanation.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/normalize/safety.hpp"
#include "src/url/parse/checked_parse.hpp"
#include "src/url/parse/iri.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/parse/refusal.hpp"
#include "src/url/parse/scheme_parts.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/scheme.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::size_t widest_marked = 400;  // columns

constexpr std::array<std::string_view, 1> parse_paragraphs{
    "Every string parses; for an invalid URL, parse also reports the byte at which a rule is broken: a rule "
    "of the generic syntax (RFC 3986), or of the grammar of the scheme. Nothing is repaired. An undefined "
    "component differs from an empty component: parse shows undefined, and null in JSON. Positions count "
    "bytes from 0. White space around a URL, one pair of <...> or \"...\" and a \"URL:\" before the scheme "
    "are not part of the URL."};
constexpr std::array<help_example, 3> parse_examples{{
    {"The parts of a URL", "urlsieve parse 'ftp://me@host/dir/file;type=i'"},
    {"As JSON", "urlsieve parse --json 'http://example.com:80/a?b' 'gopher://host/7sel%09words'"},
    {"Lines, one object each", "urlsieve parse --json < urls.txt"},
}};
constexpr std::array<explained_word, 4> parse_exit_codes{{
    {"0", "all URLs are shown, valid or not"},
    {"1", "a URL was too long, or a file could not be read whole"},
    {"2", "wrong usage, or a missing file"},
    {"3", "reading or writing failed"},
}};
constexpr std::array<std::string_view, 2> parse_common{"--json", "--files-from"};
constexpr command_words words_of_parse{
    "parse",        "show the parts of URLs, and the violations of the syntax",
    parse_common,   parse_paragraphs,
    parse_examples, parse_exit_codes};

struct shown_component {
  std::string_view name;
  bool defined;
  std::string_view value;
};

std::vector<shown_component> components_of(const url_view& url) {
  return {{"scheme", url.has_scheme(), url.scheme()},
          {"authority", url.has_authority(), url.authority()},
          {"userinfo", url.has_userinfo(), url.userinfo()},
          {"host", url.has_authority(), url.host()},
          {"port", url.has_port(), url.port()},
          {"path", true, url.path()},
          {"query", url.has_query(), url.query()},
          {"fragment", url.has_fragment(), url.fragment()}};
}

std::string_view name_of(host_kind kind) {
  switch (kind) {
    case host_kind::empty:
      return "empty";
    case host_kind::ipv4:
      return "IPv4";
    case host_kind::ipv6:
      return "IPv6";
    case host_kind::ipvfuture:
      return "IPvFuture";
    case host_kind::hostname:
      return "hostname";
    case host_kind::reg_name:
      return "reg-name";
    case host_kind::invalid:
      break;
  }
  return "invalid";
}

class parse_command final : public line_command {
 public:
  parse_command() : line_command(words_of_parse) {}

  void declare(CLI::App& flags) override {
    flags.add_option("URL", references_.arguments,
                     "URLs or relative references, or - for the lines of standard input (the default)");
    references_.declare(flags, "URLs");
    flags.add_flag("--json", json_, "Print one JSON object a line");
    add_color_flag(flags, color_);
    const option_range range = option_row_of("max-url").range;
    add_size(flags, "--max-url", longest_, range.least, range.most, "1MiB",
             "Maximum length of a URL; a longer URL is only reported");
  }

 private:
  struct explained_violation {
    violation cause;
    explanation why;
  };

  result<void> prepare() override {
    colored_ = coloring(json_ ? color_choice::never : color_, STDOUT_FILENO);
    if (colored_.is_on()) out_.keep_colors();
    return {};
  }

  [[nodiscard]] std::size_t longest() const override { return longest_; }

  bool take(const input_reference& reference) override {
    if (reference.too_long) {
      ++rejected_;
      if (!references_.quiet)
        print_message(rejection_line(reference.place(), "", rejection::too_long, line_too_long(longest_)));
      out_.add(json_ ? "null" : "");
    } else {
      show(reference.text);
    }
    return !out_.failed();
  }

  void show(std::string_view text) {
    checked_url checked = checked_parse(text);
    // An invalid URL is split like any string (RFC 3986 Appendix B), even if its scheme is invalid.
    if (!checked.valid) checked.at = parse_by_expression(text);
    const url_view url = url_view::at(text.data(), checked.at);
    valid_ = checked.valid;
    find_violations_of(url);
    const scheme_info* const scheme = find_scheme(url.scheme());
    // Browsers repair an invalid URL before they check it.
    refusal_ = valid_ && url.has_scheme() ? refused_by_browsers(url, scheme) : std::string_view();
    const std::uint16_t flags = safety_flags(url, scheme);
    if (json_)
      show_json(url, flags);
    else
      show_text(url, flags);
  }

  // Collects violations of the generic syntax, then those that the scheme's own grammar adds or finds
  // earlier.
  void find_violations_of(const url_view& url) {
    std::vector<violation> found;
    violations_.clear();
    parts_.clear();
    if (!valid_) find_violations(url, found);
    const std::vector<violation> of_syntax = found;
    name_parts(url, parts_, found);
    for (const violation& cause : found) {
      const bool by_syntax =
          std::any_of(of_syntax.begin(), of_syntax.end(), [&](const violation& syntax_violation) {
            return syntax_violation.where == cause.where && syntax_violation.position == cause.position &&
                   syntax_violation.rule == cause.rule;
          });
      violations_.push_back({cause, by_syntax ? explain_syntax(url, cause) : explain_grammar(url, cause)});
    }
  }

  void show_json(const url_view& url, std::uint16_t flags) {
    json_writer json;
    json.begin_object(true);
    json.key("url").value(url.whole());
    for (const shown_component& component : components_of(url)) {
      json.key(component.name);
      component.defined ? json.value(component.value) : json.null();
    }
    url_columns columns(url);
    std::string buffer;
    for (const field name : {field::subdomain, field::domain, field::suffix, field::extension, field::surt}) {
      const std::string_view value = columns.value(name, buffer);
      json.key(urlsieve::name_of(name));
      value.data() == nullptr ? json.null() : json.value(value);
    }
    json.key("host_kind");
    url.has_authority() ? json.value(name_of(classify_host(url.host()))) : json.null();
    json.key("parts").begin_array();
    for (const named_part& part : parts_) {
      json.begin_object();
      json.key("name").value(part.name);
      json.key("value").value(part.value);
      json.end_object();
    }
    json.end_array();
    json.key("valid").value(valid_);
    json.key("valid_in_scheme").value(violations_.empty());
    json.key("valid_iri").value(valid_ || is_valid_iri(url));
    json.key("refused_by_browsers");
    refusal_.empty() ? json.null() : json.value(refusal_);
    json.key("violations").begin_array();
    for (const explained_violation& violation : violations_) {
      json.begin_object();
      json.key("component").value(urlsieve::name_of(violation.cause.where));
      json.key("position").value(std::uint64_t{violation.why.position});
      json.key("rule").value(violation.cause.rule);
      json.key("message").value(explanation_text(violation.why));
      json.end_object();
    }
    json.end_array();
    json.key("flags").begin_array();
    flag::each_name(flags, [&](std::string_view name) { json.value(name); });
    json.end_array();
    json.end_object();
    std::string object = json.take();
    object.pop_back();
    out_.add(object);
  }

  // Returns a line with a mark under each byte with a violation, except in columns too far right for a
  // terminal.
  [[nodiscard]] std::string marks_under(const url_view& url) const {
    std::string marks;
    for (const explained_violation& violation : violations_) {
      const std::string before = in_quotes(url.whole().substr(0, violation.why.position));
      const std::size_t column = columns(before) - 1;  // without the closing quote
      if (column > widest_marked) continue;
      if (marks.size() <= column) marks.resize(column + 1, ' ');
      marks[column] = '^';
    }
    return marks;
  }

  // Quotes values, so that a URL cannot send control sequences to the terminal.
  void show_text(const url_view& url, std::uint16_t flags) {
    std::string text;
    if (printed_count_++ != 0) text += '\n';
    text += painted_components(url, colored_);
    if (const std::string marks = marks_under(url); !marks.empty())
      text.append(1, '\n').append(colored_(color::red, marks));
    const auto add = [&text](std::string_view name, std::string_view shown, std::string_view note = {}) {
      text += fmt::format("\n  {:<16} ", name);
      text.append(shown).append(note);
    };
    for (const shown_component& component : components_of(url)) {
      if (!component.defined) {
        text += fmt::format("\n  {:<16} undefined", component.name);
      } else if (component.name == "host") {
        add(component.name, painted_value(component.name, component.value, colored_),
            fmt::format("  {}", name_of(classify_host(url.host()))));
      } else {
        add(component.name, painted_value(component.name, component.value, colored_));
      }
    }
    if (url.has_scheme()) {
      text += "\n parts";
      for (const named_part& part : parts_) add(part.name, in_quotes(part.value));
    }
    text += !valid_ ? "\n not valid" : violations_.empty() ? "\n valid" : "\n valid, but not in its scheme";
    for (const explained_violation& violation : violations_)
      text += fmt::format("\n  {:<16} {}", urlsieve::name_of(violation.cause.where),
                          explanation_text(violation.why));
    if (!valid_ && is_valid_iri(url)) text += "\n valid as an IRI";
    if (!refusal_.empty()) text.append("\n refused by browsers: ").append(refusal_);
    flag::each_name(flags, [&](std::string_view name) { text.append("\n flag ").append(name); });
    out_.add(text);
  }

  std::size_t longest_ = std::size_t{1} << 20U;
  bool json_ = false;
  color_choice color_ = color_choice::automatic;
  coloring colored_;
  std::size_t printed_count_ = 0;
  std::vector<named_part> parts_;
  bool valid_ = false;                           // by the generic syntax
  std::vector<explained_violation> violations_;  // also of the scheme's own grammar
  std::string_view refusal_;
};

}  // namespace

std::unique_ptr<command> make_parse_command() {
  return std::make_unique<parse_command>();
}

}  // namespace urlsieve::cli
