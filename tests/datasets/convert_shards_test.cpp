// Conversion equals a direct run: bytes of shards and manifest for any layout, threads and memory; rejected
// requests; counters.
#include "urlsieve/convert_shards.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/option_words.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve {
namespace convert_shards_test {

namespace fs = std::filesystem;

using files = std::map<std::string, std::string>;

// A layout of the output.
struct layout {
  std::uint32_t shards = 1;
  partition_key shard_by = partition_key::url;
  row_order order = row_order::bytes;
  row_form form = row_form::tsv;
  compression packing = compression::none;
  std::vector<field> fields{field::url, field::count};
};

extract_options options_of(const layout& of) {
  extract_options options;
  options.output.shards = of.shards;
  options.output.shard_by = of.shard_by;
  options.output.order = of.order;
  options.output.format = of.form;
  options.output.compress = of.packing;
  options.output.fields = of.fields;
  options.output.max_sources = 3;
  if (std::ranges::find(of.fields, field::key) != of.fields.end()) options.output.key = key_form::surt;
  return options;
}

convert_options conversion_to(const layout& to) {
  convert_options options;
  options.shards = to.shards;
  options.shard_by = to.shard_by;
  options.order = to.order;
  options.format = to.form;
  options.compress = to.packing;
  options.fields = to.fields;
  options.force = true;
  return options;
}

class converted_shards : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "urlsieve-convert-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }

  // Returns lists of URLs that differ in parts that rungs and conventions remove.
  std::vector<std::string> lists(int count, std::uint64_t lines = 800) {
    constexpr std::array<std::string_view, 5> hosts{"a.example", "www.a.example", "B.Example.co.uk",
                                                    "www.b.example.co.uk", "user:pw@a.example"};
    constexpr std::array<std::string_view, 8> paths{"",         "/",        "/index.html", "/a/../b",
                                                    "/%7euser", "/~user/x", "/A//b/",      "/c/INDEX.htm"};
    constexpr std::array<std::string_view, 7> queries{"",         "?",       "?utm_source=x&a=1", "?b=2&a=1",
                                                      "?a=1&b=2", "?sid=77", "?a=&amp;b=2"};
    constexpr std::array<std::string_view, 3> fragments{"", "#top", ""};
    std::mt19937_64 random(11);
    const auto one_of = [&](const auto& texts) { return texts[random() % texts.size()]; };
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
      names.push_back(at("list" + std::to_string(i)));
      std::ofstream out(names.back());
      for (std::uint64_t line = 0; line < lines; ++line)
        out << (random() % 2 == 0 ? "http://" : "HTTPS://") << one_of(hosts)
            << (random() % 4 == 0 ? ":80" : "") << one_of(paths) << one_of(queries) << one_of(fragments)
            << '\n';
      out << "mailto:a@b.example\nftp://h.example/%41\n";
    }
    return names;
  }

  void extract_to(const std::string& directory, const std::vector<std::string>& from,
                  extract_options options) {
    options.input.format = input_format::urls;
    options.input.paths = from;
    options.output.directory = at(directory);
    options.output.force = true;
    options.threads = 2;
    const result<run_summary> done = extract(options, -1);
    ASSERT_TRUE(done) << done.error().message;
  }

  result<conversion> convert(const std::vector<std::string>& from, const std::string& to,
                             convert_options options) {
    for (const std::string& name : from) options.directories.push_back(at(name));
    options.output = at(to);
    options.force = true;
    return convert_shards(options);
  }

  [[nodiscard]] files files_of(const std::string& directory) const {
    files all;
    for (const fs::directory_entry& file : fs::directory_iterator(folder_ / directory))
      all[file.path().filename().string()] = testing::read_file(file.path());
    return all;
  }

  [[nodiscard]] files shards_of(const std::string& directory) const {
    files all = files_of(directory);
    std::erase_if(all, [](const auto& file) { return !file.first.starts_with("part-"); });
    return all;
  }

  // Returns the sum of the column `count`.
  [[nodiscard]] std::uint64_t references_in(const std::string& directory) const {
    const result<output_reader> reader = output_reader::open(at(directory));
    EXPECT_TRUE(reader);
    const std::vector<std::string>& fields = reader->described().fields;
    const auto place = static_cast<std::size_t>(std::ranges::find(fields, "count") - fields.begin());
    std::uint64_t sum = 0;
    const result<void> read =
        reader->read([&](const output_row& row) { sum += std::stoull(std::string(row.values[place])); });
    EXPECT_TRUE(read);
    return sum;
  }

  fs::path folder_;
};

layout random_layout(std::mt19937_64& random) {
  constexpr std::array<std::uint32_t, 4> shards{1, 3, 4, 9};
  constexpr std::array<row_form, 3> forms{row_form::tsv, row_form::jsonl, row_form::parquet};
  constexpr std::array<compression, 3> packings{compression::none, compression::gzip, compression::zstd};
  const std::array<std::vector<field>, 4> columns{
      std::vector{field::url, field::count},
      std::vector{field::shard, field::url, field::key, field::count, field::query, field::userinfo},
      std::vector{field::count, field::sources, field::url, field::source, field::offset, field::domain},
      std::vector{field::url, field::raw, field::surt, field::count, field::line, field::date, field::flags}};
  layout drawn_layout;
  drawn_layout.shards = shards[random() % 4];
  drawn_layout.shard_by = static_cast<partition_key>(random() % 4);
  drawn_layout.order = random() % 2 == 0 ? row_order::bytes : row_order::surt;
  drawn_layout.form = forms[random() % 3];
  drawn_layout.packing = packing_of(drawn_layout.form, packings[random() % 3]);
  drawn_layout.fields = columns[random() % 4];
  return drawn_layout;
}

TEST_F(converted_shards, have_the_bytes_of_a_run_in_any_layout) {
  const std::vector<std::string> inputs = lists(2);
  std::mt19937_64 random(3);
  for (int turn = 0; turn < (testing::sanitized ? 8 : 40); ++turn) {
    layout from = random_layout(random);
    layout to = random_layout(random);
    // Columns of references must be present in the source.
    if (turn % 2 == 0) to.fields = from.fields;
    if (turn % 2 != 0) to.fields = {field::count, field::url, field::host, field::port, field::key};
    if (turn % 5 == 0) from.order = row_order::first_seen;
    if (turn % 4 == 0) to.shard_by = from.shard_by;
    extract_to("from", inputs, options_of(from));
    extract_to("direct", inputs, options_of(to));
    const result<conversion> done = convert({"from"}, "to", conversion_to(to));
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(files_of("to"), files_of("direct")) << turn;
    if (from.order == row_order::first_seen || to.fields != from.fields) continue;
    const result<conversion> back = convert({"to"}, "back", conversion_to(from));
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_EQ(files_of("back"), files_of("from")) << turn;
  }
}

TEST_F(converted_shards, keep_the_first_order_if_only_the_form_changes) {
  const std::vector<std::string> inputs = lists(1);
  layout from;
  from.order = row_order::first_seen;
  from.shards = 2;
  layout to = from;
  to.form = row_form::parquet;
  to.packing = compression::zstd;
  to.fields = {field::url, field::host, field::count};
  extract_to("from", inputs, options_of(from));
  extract_to("direct", inputs, options_of(to));
  ASSERT_TRUE(convert({"from"}, "to", conversion_to(to)));
  EXPECT_EQ(files_of("to"), files_of("direct"));
  to.shards = 3;
  EXPECT_FALSE(convert({"from"}, "other", conversion_to(to)));
  to.shards = 2;
  to.shard_by = partition_key::host;
  EXPECT_FALSE(convert({"from"}, "other", conversion_to(to)));
  convert_options cleaned;
  cleaned.url_changes = {{"drop-tracking", ""}};
  EXPECT_FALSE(convert({"from"}, "other", cleaned));
  EXPECT_FALSE(fs::exists(at("other")));
}

TEST_F(converted_shards, do_not_depend_on_threads_and_memory) {
  std::ofstream list(at("list"));
  std::mt19937_64 random(1);
  const std::uint64_t lines = testing::sanitized ? 30000 : 300000;
  for (std::uint64_t i = 0; i < lines; ++i)
    list << "http://h" << random() % 1000 << ".example/" << std::string(60, 'p') << random() % (lines / 2)
         << "?utm_source=" << random() % 3 << '\n';
  list.close();
  layout from;
  from.shards = 5;
  from.fields = {field::url, field::count, field::sources, field::offset};
  extract_to("from", {at("list")}, options_of(from));
  convert_options options;
  options.shards = 3;
  options.order = row_order::surt;
  options.url_changes = {{"drop-tracking", "true"}};
  files expected;
  for (const auto& [threads, mebibytes] : {std::pair(1U, 0U), {4U, 0U}, {1U, 36U}, {4U, 48U}}) {
    options.threads = threads;
    options.memory = std::uint64_t{mebibytes} << 20U;
    const result<conversion> done = convert({"from"}, "to", options);
    ASSERT_TRUE(done) << done.error().message;
    if (expected.empty()) expected = files_of("to");
    EXPECT_EQ(files_of("to"), expected) << threads << ' ' << mebibytes;
    EXPECT_EQ(references_in("to"), lines);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
      EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path();
  }
  const result<verify_report> sound = verify_shards({at("to")}, 2);
  ASSERT_TRUE(sound);
  EXPECT_TRUE(sound->faults.empty()) << sound->faults.front();
}

TEST_F(converted_shards, have_the_urls_of_a_run_with_stricter_options) {
  const std::vector<std::string> inputs = lists(2);
  using changes = std::vector<url_change>;
  const std::vector<std::pair<changes, changes>> cases{
      {{{"ladder", "string"}}, {{"ladder", "syntax"}}},
      {{{"ladder", "string"}}, {{"ladder", "scheme"}, {"fold-https", ""}}},
      {{{"ladder", "syntax"}}, {{"ladder", "scheme"}, {"sort-query", ""}, {"drop-session-ids", ""}}},
      {{}, {{"drop-tracking", ""}}},
      {{}, {{"fold-www", ""}, {"fold-index", ""}, {"fold-https", ""}, {"userinfo", "strip"}}},
      {{{"sort-query", ""}}, {{"drop-tracking", ""}, {"drop-params", "b,s*"}}},
      {{{"drop-params", "b"}}, {{"drop-params", "a"}}},
      {{{"keep-params", "a,b"}}, {{"keep-params", "a"}}},
      {{{"keep-fragment", ""}}, {{"keep-fragment", "false"}}},
      {{{"userinfo", "keep"}}, {{"userinfo", "drop"}}},
  };
  std::mt19937_64 random(9);
  for (const auto& [before, after] : cases) {
    layout from = random_layout(random);
    layout to = random_layout(random);
    from.fields = {field::url, field::count};
    to.fields = {field::url, field::key, field::count, field::host, field::query, field::suffix};
    extract_options direct = options_of(to);
    extract_options first = options_of(from);
    for (const url_change& change : before) {
      ASSERT_TRUE(set_option(first, change.name, change.value));
      if (change.name != "keep-params") ASSERT_TRUE(set_option(direct, change.name, change.value));
    }
    for (const url_change& change : after) ASSERT_TRUE(set_option(direct, change.name, change.value));
    extract_to("from", inputs, first);
    extract_to("direct", inputs, direct);
    convert_options options = conversion_to(to);
    options.url_changes = after;
    const result<conversion> done = convert({"from"}, "to", options);
    ASSERT_TRUE(done) << done.error().message;
    const std::string& what = after.front().name;
    EXPECT_EQ(shards_of("to"), shards_of("direct")) << what;
    const result<manifest> expected = open_manifest(at("direct"));
    ASSERT_TRUE(expected);
    EXPECT_EQ(done->output.options, expected->options) << what;
    EXPECT_EQ(done->output.rules, expected->rules) << what;
    EXPECT_EQ(done->output.references, expected->references) << what;
    EXPECT_EQ(done->output.kept, expected->kept) << what;
    EXPECT_EQ(done->rejected_rows, 0U) << what;
    EXPECT_EQ(references_in("to"), done->output.kept) << what;
  }
}

TEST_F(converted_shards, have_the_urls_of_a_run_with_more_conventions) {
  const std::vector<std::string> inputs = lists(1, 3000);
  std::vector<std::string> conventions;
  for (const option_row& row : option_table)
    if (row.group == option_group::conventions && row.kind == option_kind::yes)
      conventions.emplace_back(row.word);
  std::mt19937_64 random(21);
  for (int turn = 0; turn < (testing::sanitized ? 5 : 30); ++turn) {
    layout to;
    to.shards = 3;
    to.shard_by = partition_key::directory;
    extract_options before = options_of({});
    extract_options after = options_of(to);
    if (turn % 3 == 0) before.url.ladder = rung::syntax;
    convert_options options = conversion_to(to);
    options.url_changes = {{"ladder", "scheme"}};
    std::string listed;
    for (const std::string& name : conventions) {
      const auto draw = random() % 4;
      if (draw == 0) ASSERT_TRUE(set_option(before, name, "true"));
      if (draw < 2) ASSERT_TRUE(set_option(after, name, "true"));
      if (draw == 1) options.url_changes.push_back({name, "true"});
      if (draw < 2) listed.append(draw == 0 ? " " : " +").append(name);
    }
    extract_to("from", inputs, before);
    extract_to("direct", inputs, after);
    const result<conversion> done = convert({"from"}, "to", options);
    const convention_options& on = before.url.conventions;
    if (after.url.conventions.fold_amp && !on.fold_amp &&
        (on.drop_tracking || on.drop_session_ids || on.sort_query || on.drop_empty_params)) {
      ASSERT_FALSE(done) << listed;
      continue;
    }
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(shards_of("to"), shards_of("direct")) << listed;
  }
}

TEST_F(converted_shards, unite_several_runs_that_differ_in_everything) {
  const std::vector<std::string> inputs = lists(3);
  extract_options options;
  options.output.fields = {field::url, field::count};
  options.output.shards = 2;
  options.output.order = row_order::first_seen;
  extract_to("a", {inputs[0]}, options);
  options.output.order = row_order::surt;
  options.output.shards = 5;
  options.output.format = row_form::jsonl;
  options.url.conventions.drop_tracking = true;
  extract_to("b", {inputs[1]}, options);
  options.output.shard_by = partition_key::host;
  options.output.format = row_form::parquet;
  options.url.conventions.fold_www = true;
  options.url.ladder = rung::syntax;
  extract_to("c", {inputs[2]}, options);
  options.url.ladder = rung::scheme;
  options.output.order = row_order::bytes;
  options.output.shard_by = partition_key::domain;
  options.output.format = row_form::tsv;
  extract_to("direct", inputs, options);
  convert_options united;
  united.order = row_order::bytes;
  united.shards = 5;
  united.shard_by = partition_key::domain;
  united.url_changes = {{"drop-tracking", ""}, {"fold-www", "true"}};
  const result<conversion> done = convert({"a", "b", "c"}, "to", united);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(shards_of("to"), shards_of("direct"));
  united.url_changes.clear();
  const result<conversion> refused = convert({"a", "b", "c"}, "to", united);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::usage);
}

TEST_F(converted_shards, renew_both_ends_of_edges) {
  std::ofstream(at("page.html"))
      << "<base href='http://www.a.example/'><a href='http://a.example/?utm_source=x'>"
         "</a><a href='http://www.a.example/'></a><a href='/b?utm_source=1'></a>";
  extract_options options;
  options.output.edges = edge_choice::url;
  options.output.self_loops = loop_choice::drop;
  options.output.shards = 2;
  options.output.fields = {field::url, field::count};
  options.input.base_of = {folder_.string() + "=http://www.a.example/"};
  for (const bool is_direct : {false, true}) {
    options.input.format = input_format::html;
    options.input.paths = {at("page.html")};
    options.output.directory = at(is_direct ? "direct" : "from");
    options.url.conventions.drop_tracking = options.url.conventions.fold_www = is_direct;
    ASSERT_TRUE(extract(options, -1));
  }
  convert_options cleaned;
  cleaned.url_changes = {{"drop-tracking", ""}, {"fold-www", ""}};
  const result<conversion> done = convert({"from"}, "to", cleaned);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(shards_of("to"), shards_of("direct"));
  EXPECT_EQ(done->rejected_rows, 0U);
}

TEST_F(converted_shards, name_rejected_urls_and_count_their_references) {
  std::ofstream(at("list")) << "http://a.example/b\nhttp://longer.example\nhttp://longer.example\n";
  extract_options options = options_of({});
  options.url.ladder = rung::string;
  options.url.max_url = 21;
  extract_to("from", {at("list")}, options);
  convert_options stricter;
  stricter.url_changes = {{"ladder", "scheme"}};
  const result<conversion> done = convert({"from"}, "to", stricter);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->rejected_rows, 1U);
  EXPECT_EQ(done->rejected, 2U);
  ASSERT_EQ(done->examples.size(), 1U);
  EXPECT_NE(done->examples[0].find("part-00000-of-00001.tsv: row 2: \"http://longer.example\""),
            std::string::npos)
      << done->examples[0];
  EXPECT_EQ(references_in("from"), references_in("to") + done->rejected);
  EXPECT_EQ(done->output.kept, 1U);
  const manifest_counts* const rejected = done->output.counts("rejected");
  ASSERT_NE(rejected, nullptr);
  EXPECT_EQ(rejected->counts, (std::vector<std::pair<std::string, std::uint64_t>>{{"too-long", 2}}));
}

TEST_F(converted_shards, refuse_weaker_options_by_name) {
  extract_options options = options_of({});
  options.url.conventions.fold_www = true;
  options.url.drop_params = {"a"};
  extract_to("from", lists(1, 10), options);
  const std::array<std::pair<url_change, std::string_view>, 5> weaker{{
      {{"ladder", "syntax"}, "url_options::ladder = scheme, which cannot become syntax"},
      {{"ladder", "protocol"}, "url_options::ladder = protocol needs redirects"},
      {{"fold-www", "false"}, "convention_options::fold_www = true, which cannot become false"},
      {{"keep-fragment", "true"}, "url_options::keep_fragment = false, which cannot become true"},
      {{"resolution", "rfc2396bis"}, "the option resolution cannot be changed"},
  }};
  for (const auto& [change, message] : weaker) {
    convert_options request;
    request.url_changes = {change};
    const result<conversion> refused = convert({"from"}, "to", request);
    ASSERT_FALSE(refused) << change.name;
    EXPECT_EQ(refused.error().code, error_code::usage);
    EXPECT_NE(refused.error().message.find(message), std::string::npos) << refused.error().message;
  }
  EXPECT_FALSE(fs::exists(at("to")));
}

}  // namespace convert_shards_test
}  // namespace urlsieve
