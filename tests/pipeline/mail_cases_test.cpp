// The messages of corpora/cases/mail.txt, read from memory.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/shared_data.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace mail_cases_test {

struct mail_case {
  std::string title;
  std::string message;
  std::vector<std::string> expected;
  std::map<std::string, std::uint64_t> counters;
};

int digit(char c) {
  return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

std::string unescaped(std::string_view line) {
  std::string bytes;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      bytes += line[i];
    } else if (line[i + 1] == 'x' && i + 3 < line.size()) {
      bytes += static_cast<char>(digit(line[i + 2]) * 16 + digit(line[i + 3]));
      i += 3;
    } else {
      bytes += line[i + 1] == 'r' ? '\r' : line[i + 1];
      ++i;
    }
  }
  return bytes;
}

std::vector<mail_case> read_cases() {
  const std::string file =
      testing::read_file(std::filesystem::path(URLSIEVE_SOURCE_DIR) / "corpora/cases/mail.txt");
  std::vector<mail_case> cases;
  bool in_message = false;
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t end = std::min(file.find('\n', at), file.size());
    const std::string line = file.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("=== ")) {
      cases.push_back({line.substr(4), {}, {}, {}});
      in_message = true;
    } else if (line.starts_with("=> ")) {
      cases.back().expected.push_back(line.substr(3));
      in_message = false;
    } else if (line.starts_with("=! ")) {
      const std::size_t blank = line.rfind(' ');
      cases.back().counters[line.substr(3, blank - 3)] = std::stoull(line.substr(blank + 1));
      in_message = false;
    } else if (in_message) {
      cases.back().message += unescaped(line) + "\n";
    }
  }
  return cases;
}

extract_options options_of(const std::string& title) {
  extract_options options;
  options.input.format = input_format::mail;
  options.output.dedup = false;
  options.mail.headers = title.find("headers=links") != std::string::npos ? header_choice::links
                         : title.find("headers=all") != std::string::npos ? header_choice::all
                                                                          : header_choice::none;
  options.mail.attachments = title.find("[attachments") != std::string::npos;
  options.mail.keep_internal = title.find("keep-internal") != std::string::npos;
  if (const std::size_t base = title.find("base=http"); base != std::string::npos)
    options.base = title.substr(base + 5, title.find(']', base) - base - 5);
  return options;
}

struct listing_sink {
  void operator()(const sieved_url& found) {
    found_.push_back(std::string(found.where) + " " + std::string(found.url));
    offsets_.push_back(found.offset);
  }
  std::vector<std::string> found_;
  std::vector<std::uint64_t> offsets_;
};

std::map<std::string, std::uint64_t> counters_of(const stats& counted) {
  std::map<std::string, std::uint64_t> all;
  for (std::size_t i = 0; i < rejection_count; ++i)
    if (counted.rejected[i] != 0)
      all["rejected:" + std::string(name_of(static_cast<rejection>(i)))] = counted.rejected[i];
  for (std::size_t i = 0; i < damage_count; ++i)
    if (counted.damaged[i] != 0)
      all["damaged:" + std::string(name_of(static_cast<damage>(i)))] = counted.damaged[i];
  for (const auto& [name, times] : counted.skipped) all["passed:" + name] = times;
  return all;
}

TEST(mail_cases, give_the_references_that_their_rules_ask_for) {
  const std::vector<mail_case> cases = read_cases();
  EXPECT_GE(cases.size(), 60U);
  for (const mail_case& each : cases) {
    const extract_options options = options_of(each.title);
    listing_sink sink;
    const result<run_summary> done = extract(each.message, options, sink);
    ASSERT_TRUE(done) << each.title;
    EXPECT_EQ(sink.found_, each.expected) << each.title;
    // Every reference has the offset of its message.
    for (const std::uint64_t offset : sink.offsets_) EXPECT_LE(offset, 1U) << each.title;
    EXPECT_EQ(counters_of(done->counted), each.counters) << each.title;
  }
}

// CR LF line ends yield the same results.
TEST(mail_cases, are_the_same_with_line_ends_of_the_wire) {
  for (const mail_case& each : read_cases()) {
    std::string wire;
    for (const char c : each.message) {
      if (c == '\n' && !wire.ends_with('\r')) wire += '\r';
      wire += c;
    }
    const extract_options options = options_of(each.title);
    listing_sink sink;
    ASSERT_TRUE(extract(wire, options, sink)) << each.title;
    EXPECT_EQ(sink.found_, each.expected) << each.title;
  }
}

}  // namespace mail_cases_test
}  // namespace urlsieve
