// Unusual and corrupt archives of other projects: each yields the records of its manifest, or deviations.md
// lists the archive with a reason. The test fails if an entry of deviations.md is out of date.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "src/documents/archives/warc.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/http/http_message.hpp"
#include "src/input/byte_source.hpp"
#include "tests/documents/split_in_every_way.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace warc_edge_test {

struct entry {
  std::string file;
  bool has_types = false;
  std::vector<std::string> types;
  std::vector<std::string> links;
  bool well_formed = false;
};

std::vector<entry> read_manifest(const std::filesystem::path& file) {
  std::vector<entry> all;
  simdjson::dom::parser parser;
  for (const simdjson::dom::element element : parser.load(file.string()).get_array()) {
    entry& added = all.emplace_back();
    added.file = std::string(std::string_view(element["file"]));
    simdjson::dom::array values;
    added.has_types = element["expected_types"].get(values) == simdjson::SUCCESS;
    if (added.has_types)
      for (const simdjson::dom::element value : values) added.types.emplace_back(std::string_view(value));
    if (element["expected_links"].get(values) == simdjson::SUCCESS)
      for (const simdjson::dom::element value : values) added.links.emplace_back(std::string_view(value));
    bool well_formed = false;
    if (element["well_formed"].get(well_formed) == simdjson::SUCCESS) added.well_formed = well_formed;
  }
  return all;
}

struct archive_result {
  std::multiset<std::string> types;
  std::string found;  // bodies and header references, one after the other
  stats counted;
  std::vector<testing::kept_slice> slices;
};

void open_slices(const std::string& part, const testing::fed& given, http_reader& reader,
                 archive_result& result) {
  for (const testing::kept_slice& item : given.slices) {
    const std::string record = part.substr(item.offset);
    const std::string type(read_warc_header(record).record->type);
    if (!item.continues) result.types.insert(type.empty() ? "?" : type);
    result.slices.push_back(item);
    if (item.kind != slice_kind::http_message) {
      result.found += item.bytes + "\n";
      continue;
    }
    slice message;
    message.kind = item.kind;
    message.bytes = item.bytes;
    message.target = item.target;
    document opened;
    std::vector<reference> links;
    if (reader.open(message, "input", opened, links, result.counted))
      result.found.append(opened.body) += '\n';
    for (const reference& link : links) result.found.append(link.raw) += '\n';
  }
}

// Reads a file like the pipeline: the parts between gaps are separate archives.
archive_result read_archive(const std::filesystem::path& file, const testing::way& how) {
  archive_result result;
  http_reader reader;
  const auto source = byte_source::open(file.string(), result.counted);
  std::vector<std::string> parts(1);
  std::array<char, 4096> buffer;
  while (const std::size_t got = source->read(buffer, result.counted)) {
    if (source->after_gap()) parts.emplace_back();
    parts.back().append(buffer.data(), got);
  }
  for (const std::string& part : parts) {
    warc_splitter splitter(input_options{});
    const testing::fed given = testing::feed(splitter, part, how);
    open_slices(part, given, reader, result);
    result.counted.add(given.counted);
  }
  for (const auto& [name, times] : result.counted.skipped)
    for (std::uint64_t i = 0; i < times; ++i) {
      if (name.starts_with("record:")) result.types.insert(name.substr(7));
      // The splitter drops records without a body of interest; in the suite these are responses.
      if (name == "type:text/dns") result.types.insert("response");
    }
  return result;
}

std::string joined(const std::multiset<std::string>& types) {
  std::string all;
  for (const std::string& type : types) all += (all.empty() ? "" : " ") + type;
  return all;
}

bool agrees(const std::vector<std::string>& expected, std::multiset<std::string> actual) {
  std::vector<std::string> optional;
  for (const std::string& type : expected) {
    if (type.size() > 1 && type.ends_with('?')) {
      optional.push_back(type.substr(0, type.size() - 1));
    } else if (const auto found = actual.find(type); found != actual.end()) {
      actual.erase(found);
    } else {
      return false;
    }
  }
  for (const std::string& type : optional)
    if (const auto found = actual.find(type); found != actual.end()) actual.erase(found);
  return actual.empty();
}

// Returns the rows "| file | types |" of deviations.md.
std::map<std::string, std::string> read_deviations() {
  std::map<std::string, std::string> all;
  std::istringstream lines(
      testing::read_file(std::filesystem::path(URLSIEVE_SOURCE_DIR) / "tests/documents/deviations.md"));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::size_t name_end = line.find('`', 3);
    const std::size_t types = line.find("| ", name_end) + 2;
    all[line.substr(3, name_end - 3)] = line.substr(types, line.find(" |", types) - types);
  }
  return all;
}

TEST(warc_edge, records_equal_the_manifest_or_are_listed) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  const auto deviations = read_deviations();
  std::size_t listed = 0;
  std::size_t checked = 0;
  for (const entry& item : read_manifest(*folder / "MANIFEST.json")) {
    if (!item.has_types) continue;
    ++checked;
    const archive_result result = read_archive(*folder / item.file, {4096});
    const auto deviation = deviations.find(item.file);
    if (deviation == deviations.end()) {
      EXPECT_TRUE(agrees(item.types, result.types)) << item.file << ": " << joined(result.types);
    } else {
      ++listed;
      EXPECT_FALSE(agrees(item.types, result.types)) << item.file << " need not be listed";
      EXPECT_EQ(joined(result.types), deviation->second) << item.file;
    }
  }
  EXPECT_GE(checked, 80U);
  EXPECT_EQ(listed, deviations.size());
}

// Pages of the suite contain each link in relative form, so the test searches for its last segment.
TEST(warc_edge, every_expected_link_is_in_an_opened_document) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  // The link is present, but in another charset, or with bytes that become U+FFFD.
  const std::set<std::string> other_bytes{"utf16le-bom.warc", "sjis-backslash.warc", "gbk-quote.warc",
                                          "invalid-utf8.warc", "nul-bytes.warc"};
  for (const entry& item : read_manifest(*folder / "MANIFEST.json")) {
    if (other_bytes.contains(item.file)) continue;
    const archive_result result = read_archive(*folder / item.file, {4096});
    for (const std::string& link : item.links) {
      if (result.found.find(link) != std::string::npos) continue;
      const std::string segment = link.substr(link.rfind('/', link.size() - 2) + 1);
      EXPECT_NE(result.found.find(segment), std::string::npos) << item.file << ": " << link;
    }
  }
}

TEST(warc_edge, well_formed_archives_have_no_damage) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  for (const entry& item : read_manifest(*folder / "MANIFEST.json")) {
    if (!item.well_formed) continue;
    const archive_result result = read_archive(*folder / item.file, {4096});
    EXPECT_EQ(result.counted.total_damage(), 0U) << item.file << ": " << testing::damages(result.counted);
  }
}

TEST(warc_edge, results_do_not_depend_on_delivery) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  for (const entry& item : read_manifest(*folder / "MANIFEST.json")) {
    SCOPED_TRACE(item.file);
    testing::same_in_every_way(
        [&](const testing::way& how) {
          const archive_result result = read_archive(*folder / item.file, how);
          return testing::fed{result.slices, result.counted};
        },
        {{testing::way{65, true}, testing::way{0}}});
  }
}

}  // namespace warc_edge_test
}  // namespace urlsieve
