// Test vectors of other projects (shared/suites/url-*.jsonl). deviations.md lists intentional differences by
// file, line and rule; the test fails for outdated entries. URLSIEVE_DEVIATIONS=FILE writes all differences
// to FILE.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/idna.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/parse/iri.hpp"
#include "src/url/parse/refusal.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/scheme.hpp"
#include "tests/shared_data.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {
namespace suites_test {

using simdjson::dom::element;

// Returns a string member, or nullopt if the member is missing or null.
std::optional<std::string> field(const element& record, const char* name) {
  std::string_view text;
  if (record[name].get(text) != simdjson::SUCCESS) return std::nullopt;
  return std::string(text);
}

std::string decode_base64(std::string_view text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t value = digits.find(c);
    if (value == std::string_view::npos) break;
    bits = bits << 6U | static_cast<unsigned>(value);
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> static_cast<unsigned>(count -= 8));
  }
  return bytes;
}

std::string text_of(const element& record, const std::string& name) {
  if (const auto packed = field(record, (name + "_b64").c_str())) return decode_base64(*packed);
  return field(record, name.c_str()).value_or("");
}

url_options options_for(rung ladder) {
  url_options options;
  options.ladder = ladder;
  options.keep_fragment = true;
  options.keep_same_document = true;
  options.drop_schemes.clear();
  return options;
}

std::string or_rejection(const tl::expected<std::string, rejection>& output) {
  return output ? *output : std::string("!").append(name_of(output.error()));
}

std::string at_scheme(std::string_view url) {
  return or_rejection(normalize(url, options_for(rung::scheme)));
}

// Resolves like a browser against a base of a document or its server.
std::string in_document(std::string_view reference, std::string_view base, const url_options& options) {
  base_url from;
  if (!base.empty() && !from.assign(base, options, opaque_base_policy::resolve_none)) return "!no-base";
  return testing::one_url(reference.size(), &from, [&](char* out) {
    return canonicalizer(options).canonicalize(reference, &from, out);
  });
}

// Returns whether a browser opens the result. A browser does not open rejected references.
bool browsers_open(const std::string& output) {
  if (output.starts_with("!")) return false;
  const url_view url = url_view::of(output);
  return refused_by_browsers(url, find_scheme(url.scheme())).empty();
}

// Returns whether opt-in switches, or removal of the fragment or userinfo, yield `expected`.
bool given_by_switches(const std::string& input, const std::string& expected) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    const auto chosen = [bits](unsigned place) { return (bits >> place & 1U) != 0; };
    url_options options = options_for(rung::scheme);
    options.conventions = {chosen(0), chosen(1), chosen(2), chosen(3), chosen(4), chosen(5)};
    options.keep_fragment = !chosen(6);
    if (chosen(7)) options.userinfo = userinfo_policy::strip;
    if (normalize(input, options) == expected) return true;
  }
  return false;
}

// Whether the result matches the vector, and the result for the message.
using verdict = std::pair<bool, std::string>;

verdict equal_to(const std::string& expected, std::string got) {
  return {got == expected, std::move(got)};
}

verdict judge_resolution(const element& record) {
  const std::string base = text_of(record, "base");
  const std::string reference = text_of(record, "ref");
  const std::string expected = text_of(record, "expected");
  const std::string profile = field(record, "profile").value_or("rfc3986");
  if (profile == "whatwg" || profile == "crawler" || profile == "curl") {
    // Browsers normalize while they parse, so both results are compared at the scheme rung.
    url_options options = options_for(rung::scheme);
    options.same_scheme = same_scheme_choice::compatible;
    if (profile == "whatwg") options.slashes = slashes_choice::browser;
    const std::string got = in_document(reference, base, options);
    const bool rejects = !field(record, "expected") && !field(record, "expected_b64");
    return {rejects ? !browsers_open(got) : got == at_scheme(expected), got};
  }
  url_options options;
  if (profile == "rfc2396") options.resolution = resolution_choice::rfc2396bis;
  if (profile == "rfc1808") options.resolution = resolution_choice::url_syntax_05;
  const std::string got = resolve(base, reference, options).value_or("!");
  if (got == expected) return {true, got};
  // RFC 3986 section 5.2.2 allows two results for a reference with the scheme of the base.
  options.same_scheme = same_scheme_choice::compatible;
  return {resolve(base, reference, options) == expected, got};
}

verdict judge_normalization(const element& record) {
  const std::string input = text_of(record, "input");
  const std::string expected = text_of(record, "expected");
  const std::string kind = field(record, "rung").value_or("");
  if (kind == "surt") {
    const std::string url = at_scheme(input);
    std::string key(surt_capacity(url.size()), '\0');
    key.resize(write_surt(url, key.data()));
    return equal_to(expected, key);
  }
  if (kind == "equal") {
    bool equal = false;
    const bool should = record["equal"].get(equal) != simdjson::SUCCESS || equal;
    return {(at_scheme(input) == at_scheme(expected)) == should, at_scheme(input)};
  }
  const rung ladder = kind == "syntax" ? rung::syntax : kind == "scheme" ? rung::scheme : rung::string;
  if (ladder != rung::string) return equal_to(expected, or_rejection(normalize(input, options_for(ladder))));
  if (kind == "parse-roundtrip" || kind == "none")
    return equal_to(expected, or_rejection(normalize(input, options_for(ladder))));
  const bool rejects = !field(record, "expected") && !field(record, "expected_b64");
  const std::string component = field(record, "component").value_or("");
  const bool whole = input.find("://") != std::string::npos;
  const std::string front = component == "host" ? "http://" : component == "path" ? "http://h" : "";
  const std::string got = at_scheme(whole ? input : front + input);
  if (rejects) return {!browsers_open(got), got};
  const url_view url = url_view::of(got);
  if (component == "host") return equal_to(expected, std::string(url.host()));
  if (component == "path")
    return {url.path() == expected || (!whole && got == at_scheme(front + expected)), got};
  if (kind == "crawler" && given_by_switches(input, expected)) return {true, got};
  return {got == expected || got == at_scheme(expected), got};
}

bool valid_as(const std::string& kind, const std::string& input, const element& record) {
  const url_view url = url_view::of(input);
  if (kind == "ipv6") return is_ipv6(input);
  if (kind == "ipv4") return is_ipv4(input);
  if (kind == "ip-literal") return input.starts_with('[') && classify_host(input) != host_kind::invalid;
  if (kind == "authority") {
    const std::string whole = "//" + input;
    const url_view in = url_view::of(whole);
    return in.authority() == input && is_valid(in);
  }
  if (kind == "uri-reference") return is_valid(url);
  if (kind == "uri") return is_valid(url) && url.has_scheme();
  if (kind == "absolute-uri") return is_valid(url) && url.has_scheme() && !url.has_fragment();
  if (kind == "relative-ref") return is_valid(url) && !url.has_scheme();
  if (kind == "whatwg-host") {
    // Browsers only lower an ASCII host without A-labels.
    const bool plain =
        std::none_of(input.begin(), input.end(), [](char c) { return bytes::non_ascii.contains(c); });
    if (plain && at_scheme("http://" + input + "/").starts_with("!")) return false;
    std::array<char, longest_idna_host> labels{};
    return plain || to_a_labels(input, labels.data()).has_value();
  }
  if (kind == "iri" || kind == "iri-reference")
    return is_valid_iri(url) && (kind == "iri-reference" || url.has_scheme());
  if (kind == "origin-form" || kind == "request-uri")
    return is_valid(url) &&
           (kind == "origin-form" ? input.starts_with('/') : url.has_scheme() || input.starts_with('/'));
  if (kind == "percent-encode-query") {
    const std::string utf8 = text_of(record["components"].value(), "utf-8");
    return at_scheme("http://h/?" + input) == at_scheme("http://h/?" + utf8);
  }
  url_options options = options_for(rung::syntax);
  options.same_scheme = same_scheme_choice::compatible;
  const std::string output = in_document(input, field(record, "base").value_or(""), options);
  return kind == "whatwg-url" ? browsers_open(output) : !output.starts_with("!");
}

verdict judge_validity(const element& record) {
  bool valid = false;
  if (record["valid"].get(valid) != simdjson::SUCCESS) return {false, "no verdict"};
  const bool got = valid_as(field(record, "kind").value_or(""), text_of(record, "input"), record);
  return {got == valid, got ? "valid" : "invalid"};
}

// Reads deviations.md: "### rule" headings, followed by lines "file: line line line".
std::map<std::string, std::set<std::size_t>> listed_deviations() {
  std::istringstream lines(testing::read_file(std::string(URLSIEVE_SOURCE_DIR) + "/tests/url/deviations.md"));
  std::map<std::string, std::set<std::size_t>> listed;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(".jsonl: ");
    if (!line.starts_with("url-") || colon == std::string::npos) continue;
    std::istringstream numbers(line.substr(colon + 8));
    for (std::size_t number = 0; numbers >> number;) listed[line.substr(0, colon)].insert(number);
  }
  return listed;
}

void run_suite(const std::string& name, verdict (*judge)(const element&)) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/" + name + ".jsonl");
  const auto all_listed = listed_deviations();
  const auto found = all_listed.find(name);
  const std::set<std::size_t> listed = found == all_listed.end() ? std::set<std::size_t>() : found->second;
  std::ofstream report;
  if (const char* const path = std::getenv("URLSIEVE_DEVIATIONS")) report.open(path, std::ios::app);
  std::ifstream lines(*file);
  simdjson::dom::parser parser;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    element record;
    ASSERT_EQ(parser.parse(simdjson::padded_string(line)).get(record), simdjson::SUCCESS) << number;
    const auto [agrees, got] = judge(record);
    if (!agrees && report)
      report << name << '\t' << number << '\t' << got.substr(0, got.find_first_of("\t\n")) << '\t' << line
             << '\n';
    EXPECT_EQ(agrees, !listed.contains(number)) << name << ':' << number << " gave " << got << "\n" << line;
  }
  EXPECT_GT(number, 100U);
}

TEST(url_suites, resolution) {
  run_suite("url-resolution", judge_resolution);
}
TEST(url_suites, resolution_all) {
  run_suite("url-resolution-all", judge_resolution);
}
TEST(url_suites, normalization) {
  run_suite("url-normalization", judge_normalization);
}
TEST(url_suites, normalization_all) {
  run_suite("url-normalization-all", judge_normalization);
}
TEST(url_suites, validity) {
  run_suite("url-validity", judge_validity);
}

}  // namespace suites_test
}  // namespace urlsieve
