// extract() as a whole: equal bytes for any threads, batch size and split of the input; dedup equals
// std::set; precedence of bases; damage and errors.
#include "urlsieve/extract.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "src/codec/compression.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace extract_test {

namespace fs = std::filesystem;

// A temporary directory per test.
class extract_from_files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "urlsieve-extract-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view bytes) {
    const fs::path file = folder_ / name;
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }

  // Returns the rows that a run prints.
  std::string rows(const extract_options& options, run_summary* summary = nullptr) {
    const std::string out = (folder_ / "rows").string();
    const int stream = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const result<run_summary> done = extract(options, stream);
    ::close(stream);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    if (summary != nullptr && done) *summary = *done;
    return testing::read_file(out);
  }

  // Returns the files of an output directory by name.
  std::map<std::string, std::string> shards(extract_options options, const std::string& name) {
    options.output.directory = (folder_ / name).string();
    const result<run_summary> done = extract(options, -1);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& file : fs::directory_iterator(options.output.directory)) {
      files[file.path().filename().string()] = testing::read_file(file.path());
    }
    fs::remove_all(options.output.directory);
    return files;
  }

  fs::path folder_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string many_urls(int from, int to) {
  std::string list;
  for (int i = from; i < to; ++i) {
    list += "http://host" + std::to_string(i % 97) + ".example/path/" + std::to_string(i % 1013) +
            "?q=" + std::to_string(i % 7) + "\n";
  }
  return list;
}

std::string gzip_member(std::string_view bytes) {
  const std::unique_ptr<encoder> packer = make_encoder(compression::gzip);
  std::string packed(bytes.size() + 1000, '\0');
  const encode_step step = packer->encode(bytes, packed, true);
  EXPECT_TRUE(step.finished);
  return packed.substr(0, step.produced);
}

std::string warc_record(const std::string& target, const std::string& body) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + target +
         "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

std::string many_pages(int from, int to) {
  std::string archive;
  for (int i = from; i < to; ++i) {
    std::string page = "<html><head><title>t</title></head><body>";
    for (int k = 0; k < i % 40; ++k)
      page += "<p>text <a href=\"../x" + std::to_string((i * k) % 300) + ".html\">y</a>\n";
    archive += warc_record(
        "http://site" + std::to_string(i % 11) + ".example/dir/page" + std::to_string(i) + ".html",
        page + "</body></html>");
  }
  return archive;
}

std::string many_objects(int from, int to) {
  std::string lines;
  for (int i = from; i < to; ++i) {
    lines += "{\"url\":\"http://json" + std::to_string(i % 5) +
             ".example/d/\",\"text\":\"see http://t.example/" + std::to_string(i % 333) +
             ", or\",\"html\":\"<a href='p" + std::to_string(i % 77) + "'>x</a>\"}\n";
  }
  return lines;
}

TEST_F(extract_from_files, lines_of_every_length_are_printed_and_counted_once) {
  std::mt19937 random(11);
  std::string list;
  std::string expected;
  log_histogram lengths;
  std::set<std::string> seen;
  for (int i = 0; i < 20000; ++i) {
    std::string url = "http://a.example/";
    // Lengths around multiples of a vector, with repeated URLs.
    url.append(random() % (random() % 4 == 0 ? 1000 : 270), static_cast<char>('a' + random() % 3));
    list += url + "\n";
    if (!seen.insert(url).second) continue;
    expected += url + "\n";
    lengths.add(url.size());
  }
  extract_options options;
  options.input.paths = {write("list.txt", list)};
  options.input.format = input_format::urls;
  for (const unsigned threads : {1U, 2U}) {
    options.threads = threads;
    run_summary summary;
    ASSERT_EQ(rows(options, &summary), expected);
    EXPECT_EQ(summary.counted.lengths, lengths);
  }
}

TEST_F(extract_from_files, shards_are_the_same_for_any_threads_and_batch_size) {
  extract_options options;
  options.input.paths = {
      write("a.warc", many_pages(0, 600)), write("b.jsonl", many_objects(0, 2000)),
      write("c.txt",
            "Text <http://wrapped.example/a\n b/c> and http://bare.example/x.\n\n" + many_urls(0, 3000)),
      write("d.html", "<base href='http://base.example/d/'><a href='x'>x</a>")};
  options.output.fields = {field::url, field::count, field::raw, field::source, field::where, field::offset};
  options.threads = 1;
  const auto expected = shards(options, "expected");
  ASSERT_EQ(expected.size(), 18U);  // 16 shards, the manifest, _SUCCESS
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (const std::size_t batch :
         {std::size_t{1}, std::size_t{63}, std::size_t{4096}, std::size_t{1} << 20U}) {
      options.threads = threads;
      options.batch_bytes = batch;
      EXPECT_EQ(shards(options, "again"), expected) << threads << " threads, batches of " << batch;
    }
  }
}

TEST_F(extract_from_files, several_files_equal_their_concatenation) {
  struct split_input {
    std::string first, second;
  };
  const split_input inputs[] = {{many_pages(0, 50), many_pages(50, 90)},
                                {many_objects(0, 500), many_objects(500, 700)},
                                {many_urls(0, 900), many_urls(900, 1500)}};
  for (const split_input& input : inputs) {
    extract_options apart;
    apart.output.fields = {field::url, field::count};
    extract_options joined = apart;
    apart.input.paths = {write("1", input.first), write("2", input.second)};
    joined.input.paths = {write("12", input.first + input.second)};
    auto apart_files = shards(apart, "apart");
    auto joined_files = shards(joined, "joined");
    // The manifest counts the inputs, and _SUCCESS depends on the manifest.
    for (const char* counting : {"manifest.json", "_SUCCESS"}) {
      apart_files.erase(counting);
      joined_files.erase(counting);
    }
    EXPECT_EQ(apart_files, joined_files);
    EXPECT_EQ(rows(apart), rows(joined));
  }
}

TEST_F(extract_from_files, dedup_keeps_the_first_of_each_url_and_nothing_else) {
  extract_options options;
  options.input.paths = {write("list", many_urls(0, 20000))};
  options.batch_bytes = 10000;
  options.output.dedup = false;
  const std::vector<std::string> every = lines_of(rows(options));
  ASSERT_EQ(every.size(), 20000U);
  std::set<std::string> seen;
  std::vector<std::string> first;
  std::map<std::string, std::size_t> counts;
  for (const std::string& url : every) {
    ++counts[url];
    if (seen.insert(url).second) first.push_back(url);
  }
  options.output.dedup = true;
  run_summary summary;
  EXPECT_EQ(lines_of(rows(options, &summary)), first);
  EXPECT_EQ(summary.counted.unique, first.size());
  EXPECT_EQ(summary.counted.references, every.size());

  options.output.fields = {field::count, field::url};
  std::vector<std::string> counted;
  for (const std::string& url : first) counted.push_back(std::to_string(counts[url]) + "\t" + url);
  EXPECT_EQ(lines_of(rows(options)), counted);

  options.output.fields = {field::url};
  std::set<std::string> in_shards;
  for (const auto& [name, bytes] : shards(options, "out")) {
    if (!name.starts_with("part-")) continue;
    const std::vector<std::string> lines = lines_of(bytes);
    EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end())) << name;
    for (const std::string& url : lines) EXPECT_TRUE(in_shards.insert(url).second) << "twice: " << url;
  }
  EXPECT_EQ(in_shards, seen);
}

TEST_F(extract_from_files, fields_come_from_the_first_occurrence) {
  extract_options options;
  options.input.paths = {write("a.txt", "x http://a.example/%7Eu and <http://a.example/~u>\n"),
                         write("b.txt", "http://a.example/~u\n")};
  options.input.format = input_format::text;
  options.output.fields = {field::url, field::count, field::raw, field::offset, field::delimited};
  EXPECT_EQ(rows(options), "http://a.example/~u\t3\thttp://a.example/%7Eu\t2\tbare\n");
}

// The order of precedence of url-syntax-05 section 5.1.
TEST_F(extract_from_files, each_document_has_its_own_base) {
  extract_options options;
  options.base = "http://default.example/d/";
  options.input.paths = {
      write("1.html", "<a href=x>"),
      write("2.html", "<html><a href=y><base href=\"sub/\"><base href=\"http://second.example/\">"),
      write("3.warc",
            warc_record("http://target.example/t/", "<a href=z><p><a href=/w>") +
                warc_record("http://target.example/t/", "<base href='//other.example/b/'><a href=z>"))};
  options.output.fields = {field::url, field::source};
  EXPECT_EQ(rows(options), "http://default.example/d/x\t" + options.input.paths[0] +
                               "\nhttp://default.example/d/sub/y\t" + options.input.paths[1] +
                               "\nhttp://target.example/t/z\thttp://target.example/t/"
                               "\nhttp://target.example/w\thttp://target.example/t/"
                               "\nhttp://other.example/b/z\thttp://target.example/t/\n");
}

// HTML standard, section 2.4.2, and URL standard, "query state": only the query uses the charset; the path is
// UTF-8.
TEST_F(extract_from_files, queries_of_links_are_in_the_charset_of_their_page) {
  const struct {
    std::string_view page, expected;
  } pages[] = {
      {"<meta charset=iso-8859-1><a href='http://a.example/\xE4?\xE4#\xE4'>", "http://a.example/%C3%A4?%E4"},
      {"<meta charset=shift_jis><a href='http://a.example/\x83\x5C?\x83\x5C'>",
       "http://a.example/%E3%82%BD?%83%5C"},
      {"<meta charset=utf-8><a href='http://a.example/?\xC3\xA4'>", "http://a.example/?%C3%A4"},
      {"<meta charset=iso-8859-1><a href='http://a.example/?&#x20AC;&#x4E2D;'>",
       "http://a.example/?%80%26%2320013%3B"},
      {"<meta charset=iso-8859-1><a href='mailto:a@b.example?subject=\xE4'>",
       "mailto:a@b.example?subject=%C3%A4"},
      {"<meta charset=utf-8><a href='http://a.example/\xFF'>", "http://a.example/%EF%BF%BD"},
      {"<a href='http://a.example/\xFF'>", "http://a.example/%C3%BF"},
  };
  for (const auto& row : pages) {
    extract_options options;
    options.input.paths = {write("page.html", row.page)};
    EXPECT_EQ(rows(options), std::string(row.expected) + "\n");
  }
}

TEST_F(extract_from_files, abbreviated_references_need_text_without_a_base) {
  extract_options options;
  options.input.paths = {write("a.txt", "see www.a.example.com or http://b.example/ .\n")};
  EXPECT_EQ(rows(options), "http://www.a.example.com/\nhttp://b.example/\n");
  options.base = "http://base.example/";
  EXPECT_EQ(rows(options), "http://b.example/\n");
}

TEST_F(extract_from_files, offsets_of_lines_refer_to_the_input) {
  extract_options options;
  options.input.paths = {write("list", "http://a.example/\r\n\nhttp://b.example/\n")};
  options.output.fields = {field::offset, field::url};
  EXPECT_EQ(rows(options), "0\thttp://a.example/\n20\thttp://b.example/\n");
}

TEST_F(extract_from_files, relative_references_without_a_base_are_counted) {
  extract_options options;
  options.input.paths = {write("1.html", "<a href=x><a href='http://a.example/'><a href='#s'>")};
  run_summary summary;
  EXPECT_EQ(rows(options, &summary), "http://a.example/\n");
  EXPECT_EQ(summary.counted.rejected[static_cast<std::size_t>(rejection::no_base)], 1U);
  EXPECT_EQ(summary.counted.rejected[static_cast<std::size_t>(rejection::same_document)], 1U);
  EXPECT_EQ(summary.counted.references, 3U);
  EXPECT_EQ(summary.counted.kept, 1U);
}

TEST_F(extract_from_files, schemes_that_are_not_kept_are_counted) {
  extract_options options;
  options.input.paths = {
      write("1.html", "<a href='javascript:x()'><a href='http://a.example/'><a href='mailto:a@b.example'>")};
  run_summary summary;
  EXPECT_EQ(rows(options, &summary), "http://a.example/\nmailto:a@b.example\n");
  EXPECT_EQ(summary.counted.rejected[static_cast<std::size_t>(rejection::scheme_not_kept)], 1U);
  options.url.schemes = {"http"};
  EXPECT_EQ(rows(options), "http://a.example/\n");
}

TEST_F(extract_from_files, an_input_that_cannot_be_read_is_damage_and_the_others_are_read) {
  extract_options options;
  const std::string missing = (folder_ / "missing").string();
  options.input.files_from = write("names", missing + '\n' + write("list", "http://a.example/\n") + '\n');
  std::vector<std::string> named;
  run_monitor monitor;
  monitor.on_damage = [&](const damage_example& example) { named.push_back(example.input); };
  options.output.directory = (folder_ / "out").string();
  const result<run_summary> done = extract(options, -1, &monitor);
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(done->counted.unique, 1U);
  EXPECT_EQ(done->counted.total_damage(), 1U);
  EXPECT_EQ(named, std::vector<std::string>{missing});
  EXPECT_EQ(done->ended, outcome::faulty);
  EXPECT_FALSE(fs::exists(folder_ / "out/_SUCCESS"));
  EXPECT_TRUE(fs::exists(folder_ / "out/manifest.json"));
}

TEST_F(extract_from_files, an_argument_that_names_nothing_is_refused_before_any_work) {
  extract_options options;
  options.input.paths = {write("list", "http://a.example/\n"), (folder_ / "missing").string()};
  options.output.directory = (folder_ / "out").string();
  const result<run_summary> done = extract(options, -1);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, error_code::no_such_input);
  EXPECT_NE(done.error().message.find("missing"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(extract_from_files, each_input_has_a_verdict_for_any_threads_and_batch_size) {
  std::string broken = many_pages(0, 60);
  broken.insert(broken.size() / 2, "junk");
  extract_options options;
  options.input.json_html = "page";  // with the default fields, a line without fields is a JSON document
  options.input.paths = {write("a.warc", many_pages(0, 80)),
                         write("b.warc", broken),
                         write("c.jsonl", many_objects(0, 300)),
                         write("d.jsonl", "{\"text\": 1}\n{\"b\": \"http://x.example/\"}\n"),
                         write("e.jsonl", many_objects(0, 200) + "{broken\n" + many_objects(0, 9)),
                         write("f.png", "\x89PNG\r\n\x1A\n"),
                         write("g", ""),
                         write("h", many_urls(0, 700))};
  std::optional<std::set<std::string>> expected;
  for (const unsigned threads : {1U, 4U}) {
    for (const std::size_t batch : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 20U}) {
      options.threads = threads;
      options.batch_bytes = batch;
      run_summary summary;
      static_cast<void>(rows(options, &summary));
      const input_verdicts& inputs = summary.counted.inputs;
      EXPECT_EQ(inputs.read, (decltype(inputs.read){{"warc", 2}, {"jsonl", 2}, {"urls", 1}, {"empty", 1}}));
      EXPECT_EQ(inputs.with_damage, 2U);
      ASSERT_EQ(inputs.damaged.size(), 2U);
      EXPECT_EQ(inputs.damaged[0].name, options.input.paths[1]);
      EXPECT_EQ(inputs.damaged[1].name, options.input.paths[4]);
      EXPECT_EQ(inputs.damaged[1].damaged[static_cast<std::size_t>(damage::bad_line)], 1U);
      EXPECT_EQ(inputs.not_read, 2U);
      ASSERT_EQ(inputs.unread.size(), 2U);
      EXPECT_EQ(inputs.unread[0].name, options.input.paths[3]) << "known at its end";
      EXPECT_EQ(inputs.unread[0].why, damage::no_fields);
      EXPECT_EQ(inputs.unread[1].name, options.input.paths[5]) << "known at once";
      EXPECT_EQ(inputs.unread[1].detail, "PNG image");
      EXPECT_EQ(summary.ended, outcome::faulty);
      std::set<std::string> places;
      for (const damage_example& example : summary.counted.examples)
        places.insert(example.input + '@' + std::to_string(example.place.stored.value_or(0)) + ' ' +
                      example.document);
      if (!expected) expected = places;
      EXPECT_TRUE(places == *expected) << threads << " threads, batches of " << batch;
    }
  }
}

TEST_F(extract_from_files, damage_has_the_offsets_of_member_and_content) {
  const std::string fine = warc_record("http://a.example/", "x");
  const std::string json =
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://b.example/\r\n"
      "Content-Type: application/json\r\nContent-Length: 6\r\n\r\n{\"a\":1\r\n\r\n";
  const std::string packed = gzip_member(fine);
  extract_options options;
  run_summary summary;
  const auto place = [&](const std::string& bytes) {
    options.input.paths = {write("x", bytes)};
    static_cast<void>(rows(options, &summary));
    EXPECT_EQ(summary.counted.examples.size(), 1U);
    EXPECT_EQ(summary.counted.examples.at(0).document, "http://b.example/");
    EXPECT_EQ(summary.counted.examples.at(0).input, options.input.paths[0]);
    return summary.counted.examples.at(0).place;
  };
  const std::size_t body = json.find("\r\n\r\n") + 4;
  for (const std::size_t batch : {std::size_t{1}, std::size_t{1} << 20U}) {
    options.batch_bytes = batch;
    const input_place plain = place(fine + json);
    EXPECT_EQ(plain.stored, fine.size() + body);
    EXPECT_EQ(plain.plain, std::nullopt);
    const input_place member = place(packed + gzip_member(json));
    EXPECT_EQ(member.stored, packed.size());
    EXPECT_EQ(member.plain, fine.size() + body);
    const input_place behind = place(packed + json);
    EXPECT_EQ(behind.stored, packed.size() + body);
    EXPECT_EQ(behind.plain, fine.size() + body);
    const input_place before = place(fine + gzip_member(json));
    EXPECT_EQ(before.stored, fine.size());
    EXPECT_EQ(before.plain, fine.size() + body);
    const input_place twice = place(gzip_member(packed) + gzip_member(gzip_member(json)));
    EXPECT_EQ(twice.stored, gzip_member(packed).size());
    EXPECT_EQ(twice.plain, fine.size() + body);
  }
}

TEST(outcome, depends_on_the_kinds_of_faults_and_the_policy) {
  using enum error_policy;
  stats counted;
  for (const error_policy policy : {fail, ignore, strict})
    EXPECT_EQ(outcome_of(counted, policy), outcome::complete) << "nothing was to be read";
  counted.inputs.add_read("warc");
  counted.damaged_at(damage::bad_json, "x", 0, "");
  EXPECT_EQ(outcome_of(counted, fail), outcome::complete);
  EXPECT_EQ(outcome_of(counted, ignore), outcome::complete);
  EXPECT_EQ(outcome_of(counted, strict), outcome::faulty);
  for (const damage reason : {damage::truncated_record, damage::unreadable}) {
    stats more = counted;
    more.damaged_at(reason, "x", 0, "");
    EXPECT_EQ(outcome_of(more, fail), outcome::faulty);
    EXPECT_EQ(outcome_of(more, ignore), outcome::complete);
    EXPECT_EQ(outcome_of(more, strict), outcome::faulty);
  }
  stats none;
  none.not_read(damage::unknown_format, "x.zip", "zip archive");
  for (const error_policy policy : {fail, ignore, strict})
    EXPECT_EQ(outcome_of(none, policy), outcome::nothing_read);
}

TEST_F(extract_from_files, a_broken_member_costs_its_own_record_only) {
  std::string archive;
  for (int i = 0; i < 3; ++i) {
    const std::string number = std::to_string(i);
    std::string member =
        gzip_member(warc_record("http://a.example/" + number, "<a href='/link" + number + "'>"));
    if (i == 1) member[member.size() / 2] = static_cast<char>(member[member.size() / 2] ^ 0x55);
    archive += member;
  }
  extract_options options;
  options.input.paths = {write("broken.warc.gz", archive)};
  for (const std::size_t batch : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 20U}) {
    options.batch_bytes = batch;
    run_summary summary;
    EXPECT_EQ(rows(options, &summary), "http://a.example/link0\nhttp://a.example/link2\n");
    EXPECT_EQ(summary.counted.damaged[static_cast<std::size_t>(damage::corrupt_compression)], 1U);
  }
}

TEST_F(extract_from_files, a_compressed_record_behind_a_plain_record_is_read_from_memory_too) {
  const std::string archive = warc_record("http://a.example/", "<a href='/1'>") +
                              gzip_member(warc_record("http://b.example/", "<a href='/2'>"));
  std::string found;
  const result<run_summary> done =
      extract(archive, extract_options(), [&](const sieved_url& url) { found.append(url.url).append("\n"); });
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_EQ(found, "http://a.example/1\nhttp://b.example/2\n");
}

TEST_F(extract_from_files, utf16_with_a_byte_order_mark_is_read) {
  std::string text("\xFF\xFE", 2);
  for (const char c : std::string_view("see <http://a.example/\n b> ")) text.append({c, '\0'});
  extract_options options;
  options.input.paths = {write("utf16.txt", text)};
  EXPECT_EQ(rows(options), "http://a.example/b\n");
}

TEST_F(extract_from_files, an_output_that_holds_something_is_refused_unless_forced) {
  extract_options options;
  options.input.paths = {write("list", "http://a.example/\n")};
  options.output.directory = (folder_ / "out").string();
  ASSERT_TRUE(extract(options, -1).has_value());
  const result<run_summary> refused = extract(options, -1);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, error_code::output_exists);
  options.output.force = true;
  EXPECT_TRUE(extract(options, -1).has_value());
}

TEST_F(extract_from_files, a_run_that_is_stopped_leaves_nothing) {
  extract_options options;
  options.input.paths = {write("list", many_urls(0, 1000))};
  options.output.directory = (folder_ / "out").string();
  run_monitor monitor;
  monitor.stop = true;
  const result<run_summary> stopped = extract(options, -1, &monitor);
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error().code, error_code::interrupted);
  std::vector<std::string> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    left.push_back(entry.path().filename());
  EXPECT_EQ(left, std::vector<std::string>{"list"});
}

TEST_F(extract_from_files, a_callback_before_publishing_sees_the_output_and_can_reject_it) {
  extract_options options;
  options.input.paths = {write("list", many_urls(0, 1000))};
  run_monitor monitor;
  std::vector<std::string> seen;
  std::uint64_t unique = 0;
  result<void> answer;
  monitor.before_publishing = [&](const run_summary& so_far) {
    seen.push_back(so_far.directory);
    if (so_far.directory.empty()) return answer;
    const result<manifest> there = open_manifest(so_far.directory, success_marker_policy::may_be_missing);
    EXPECT_TRUE(there.has_value());
    if (there) unique = there->unique;
    EXPECT_FALSE(fs::exists(so_far.directory + "/_SUCCESS"));
    return answer;
  };
  const std::string out = (folder_ / "out").string();
  const auto run = [&] { return extract(options, -1, &monitor); };
  options.output.directory = out;
  answer = tl::unexpected(error{error_code::cannot_write, "no"});
  EXPECT_EQ(run().error().message, "no");
  EXPECT_EQ(unique, 1000U);
  EXPECT_FALSE(fs::exists(out) || fs::exists(seen.at(0)));
  answer = {};
  const result<run_summary> done = run();
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(done->directory, out);
  EXPECT_TRUE(fs::exists(out + "/_SUCCESS"));
  EXPECT_NE(seen.at(1), out);
  EXPECT_FALSE(fs::exists(seen.at(1)));
}

TEST_F(extract_from_files, a_full_device_and_a_closed_pipe_are_errors) {
  extract_options options;
  options.input.paths = {write("list", many_urls(0, 1000))};
  const int full = ::open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  const result<run_summary> no_room = extract(options, full);
  ::close(full);
  ASSERT_FALSE(no_room.has_value());
  EXPECT_EQ(no_room.error().code, error_code::cannot_write);
  EXPECT_NE(no_room.error().message.find("No space left"), std::string::npos);
}

TEST_F(extract_from_files, contradicting_options_are_wrong_usage) {
  extract_options options;
  options.input.paths = {write("list", "http://a.example/\n")};
  options.output.directory = (folder_ / "out").string();
  options.output.dedup = false;
  EXPECT_EQ(extract(options, -1).error().code, error_code::usage);
  options.output.dedup = true;
  options.output.fields = {field::count};
  EXPECT_EQ(extract(options, -1).error().code, error_code::usage);
  options.output.fields = {field::url};
  options.base = "not a base";
  EXPECT_EQ(extract(options, -1).error().code, error_code::invalid_url);
}

struct collected {
  void operator()(const sieved_url& found) {
    rows.push_back(std::string(found.url) + " " + std::string(found.where) + " " + std::string(found.raw));
  }
  std::vector<std::string> rows;
};

TEST(extract_from_memory, hands_each_url_to_the_sink) {
  extract_options options;
  options.base = "http://a.example/b/";
  collected sink;
  const result<run_summary> done =
      extract("<a href='../%7ex'>1</a> <a href='/~x'>2</a> <img src=\"i&amp;j\">", options, sink);
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(sink.rows, (std::vector<std::string>{"http://a.example/~x a@href ../%7ex",
                                                 "http://a.example/b/i&j img@src i&j"}));
  EXPECT_EQ(done->counted.references, 3U);
  EXPECT_EQ(done->counted.unique, 2U);
}

struct surroundings {
  void operator()(const sieved_url& found) {
    for (const std::string_view text : {found.rel, found.text, found.message_id, found.part})
      told.append(text).append(1, '|');
  }
  std::string told;
};

TEST(extract_from_memory, reports_the_context_of_a_link) {
  extract_options options;
  options.links.note_context = true;
  surroundings sink;
  const std::string_view message =
      "From: a@b.example\nSubject: s\nMessage-ID: <1@b.example>\nMIME-Version: 1.0\n"
      "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nnothing\n"
      "--x\nContent-Type: text/html\n\n<a rel=next href=http://c.example/>the <b>next</b></a>\n--x--\n";
  ASSERT_TRUE(extract(message, options, sink).has_value());
  EXPECT_EQ(sink.told, "next|the next|1@b.example|2|");
}

}  // namespace extract_test
}  // namespace urlsieve
