// urlsieve parse: what the parts of a URL are, what they are called in its scheme, and where it is not valid.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/line_reader.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/report.hpp"
#include "src/input/byte_source.hpp"
#include "src/shards/json_writer.hpp"
#include "src/text/json_string.hpp"
#include "src/url/checked_parse.hpp"
#include "src/url/host.hpp"
#include "src/url/iri.hpp"
#include "src/url/refusal.hpp"
#include "src/url/safety.hpp"
#include "src/url/scheme.hpp"
#include "src/url/scheme_parts.hpp"
#include "src/url/typed_reference.hpp"
#include "src/url/validity.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20U;

constexpr const char* examples =
    R"(Every string parses; whether it is valid is a second question, answered with the byte at which a rule is broken:
by the generic syntax (RFC 3986), and by its scheme's own grammar. Nothing is repaired. A component that is undefined is not the same as an empty one: it is shown as undefined, and as
null in JSON. Positions count bytes from 0. White space around a URL, one pair of <...> or "..." and a "URL:" before its
scheme are no part of it.

Examples:
  urlsieve parse 'ftp://me@host/dir/file;type=i'
  urlsieve parse --json http://example.com:80/a?b 'gopher://host/7sel%09words'
  urlsieve parse --json < urls.txt                     one object a line)";

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

class parse_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("parse", "Show the parts of URLs, and what is not valid in them");
    flags_->footer(examples);
    flags_->add_option("URL", urls_, "URLs or relative references (default: lines of standard input)");
    flags_->add_flag("--json", json_, "One JSON object a line");
  }

  int run() override {
    stats counted;
    for (const std::string& url : urls_) show(url);
    if (urls_.empty()) {
      if (const std::unique_ptr<byte_source> source = byte_source::open("-", counted))
        show_lines(*source, counted);
    }
    for (const damage_example& one : counted.examples) fmt::print(stderr, "{}\n", damage_line(one));
    const result<void> written = out_.flush();
    if (!written) {
      if (written.error().code != error_code::closed_output)
        fmt::print(stderr, "urlsieve: {}\n", written.error().message);
      return exit_code_of(written.error().code);
    }
    return left_out_ || counted.total_damage() != 0 ? some_damaged : all_read;
  }

 private:
  void show_lines(byte_source& source, stats& counted) {
    line_reader lines(source, longest_line, counted);
    std::size_t number = 0;
    while (const auto line = lines.next()) {
      ++number;
      if (line->too_long) {
        left_out_ = true;
        fmt::print(stderr, "urlsieve: line {}: {}\n", number, urlsieve::name_of(rejection::too_long));
        out_.add(json_ ? "null" : "");
        continue;
      }
      show(line->text);
      if (out_.failed()) return;
    }
  }

  void show(std::string_view typed) {
    const std::string_view text = typed_reference(typed);
    const checked_url checked = checked_parse(text);
    const url_view url(text.data(), checked.at);
    parts_.clear();
    violations_.clear();
    valid_ = checked.valid;
    if (!valid_) find_violations(url, violations_);
    name_parts(url, parts_, violations_);
    const scheme_info* const scheme = find_scheme(url.scheme());
    // What is no URL, browsers repair before they judge it.
    refusal_ = valid_ && url.has_scheme() ? refused_by_browsers(url, scheme) : std::string_view();
    const std::uint16_t flags = safety_flags(url, scheme);
    if (json_)
      show_json(url, flags);
    else
      show_text(url, flags);
  }

  void show_json(const url_view& url, std::uint16_t flags) {
    json_writer json;
    json.begin_object(true);
    json.key("url").value(url.whole());
    for (const shown_component& one : components_of(url)) {
      json.key(one.name);
      one.defined ? json.value(one.value) : json.null();
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
    for (const violation& broken : violations_) {
      json.begin_object();
      json.key("component").value(urlsieve::name_of(broken.where));
      json.key("position").value(std::uint64_t{broken.position});
      json.key("rule").value(broken.rule);
      json.end_object();
    }
    json.end_array();
    json.key("flags").begin_array();
    for (const flag::named& known : flag::names)
      if ((flags & known.bit) != 0) json.value(known.name);
    json.end_array();
    json.end_object();
    std::string object = json.take();
    object.pop_back();
    out_.add(object);
  }

  // Values are quoted as in JSON: a terminal must not be told by a URL what to do.
  void show_text(const url_view& url, std::uint16_t flags) {
    std::string text;
    if (shown_++ != 0) text += '\n';
    append_json_string(url.whole(), text);
    const auto line = [&text](std::string_view name, std::string_view value, std::string_view note = {}) {
      text += fmt::format("\n  {:<16} ", name);
      append_json_string(value, text);
      text.append(note);
    };
    for (const shown_component& one : components_of(url)) {
      if (!one.defined) {
        text += fmt::format("\n  {:<16} undefined", one.name);
      } else if (one.name == "host") {
        line(one.name, one.value, fmt::format("  {}", name_of(classify_host(url.host()))));
      } else {
        line(one.name, one.value);
      }
    }
    if (url.has_scheme()) {
      text += "\n parts";
      for (const named_part& part : parts_) line(part.name, part.value);
    }
    text += !valid_ ? "\n not valid" : violations_.empty() ? "\n valid" : "\n valid, but not in its scheme";
    for (const violation& broken : violations_) {
      text += fmt::format("\n  {:<16} at byte {}: {}", urlsieve::name_of(broken.where), broken.position,
                          broken.rule);
    }
    if (!valid_ && is_valid_iri(url)) text += "\n valid as an IRI";
    if (!refusal_.empty()) text.append("\n refused by browsers: ").append(refusal_);
    for (const flag::named& known : flag::names)
      if ((flags & known.bit) != 0) text.append("\n flag ").append(known.name);
    out_.add(text);
  }

  std::vector<std::string> urls_;
  bool json_ = false;
  bool left_out_ = false;
  std::size_t shown_ = 0;
  std::vector<named_part> parts_;
  bool valid_ = false;                 // by the generic syntax
  std::vector<violation> violations_;  // also of the scheme's own grammar
  std::string_view refusal_;
  line_writer out_;
};

}  // namespace

std::unique_ptr<command> make_parse_command() {
  return std::make_unique<parse_command>();
}

}  // namespace urlsieve::cli
