#include "src/shards/manifest_writer.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "src/shards/shard_fit.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_string.hpp"
#include "urlsieve/option_table.hpp"

namespace urlsieve {
namespace manifest_test {

extract_options some_options() {
  extract_options options;
  options.output.shards = 2;
  options.output.compress = compression::zstd;
  options.output.fields = {field::url, field::count};
  options.url.ladder = rung::syntax;
  options.base = "http://quote\"d/";
  options.output.key = key_form::surt;
  options.url.userinfo = userinfo_policy::strip;
  options.url.drop_flags = flag::odd_port | flag::rare_ip;
  options.url.conventions.fold_www = true;
  options.links = {link_choice::navigation, true, true};
  return options;
}

const std::array<shard_summary, 2> two_shards{
    shard_summary{"part-00000-of-00002.tsv.zst", 3, 100, 200, "0123456789abcdef0123456789abcdef", "http://a/",
                  "http://\"z\"/"},
    shard_summary{"part-00001-of-00002.tsv.zst", 0, 9, 0, "99aa06d3014798d86001c324468d497f", "", ""}};

stats some_stats() {
  stats counted;
  counted.references = 20;
  counted.kept = 10;
  counted.unique = 3;
  counted.reject(rejection::no_base, "http://me:secret@");
  counted.contents.begin(media::html);
  counted.contents.found(20);
  counted.where["a@href"] = 10;
  counted.damaged_at(damage::bad_json, "x", 0, "");
  counted.mark(flag::rare_ip | flag::repaired);
  counted.repaired[static_cast<std::size_t>(repair_kind::slashes)] = 2;
  return counted;
}

TEST(manifest, describes_the_directory) {
  std::array<shard_summary, 2> shards = two_shards;
  shards[0].lengths.add(9, 2);
  shards[1].lengths.add(100);
  const std::string json = manifest_json("1.2.3", some_options(), some_stats(), shards);
  simdjson::dom::parser parser;
  const simdjson::dom::element root = parser.parse(json).value();
  const auto text = [&](const char* pointer) {
    return std::string(root.at_pointer(pointer).get_string().value());
  };
  const auto number = [&](const char* pointer) { return root.at_pointer(pointer).get_uint64().value(); };
  EXPECT_EQ(number("/format"), 1U);
  EXPECT_EQ(text("/urlsieve"), "1.2.3");
  EXPECT_EQ(text("/partition/function"), "xxh3-64-multiply-shift");
  EXPECT_EQ(number("/partition/shards"), 2U);
  EXPECT_EQ(text("/order"), "bytes");
  EXPECT_EQ(text("/rows"), "tsv");
  EXPECT_EQ(text("/compression"), "zstd");
  EXPECT_EQ(text("/fields/1"), "count");
  EXPECT_EQ(text("/options/ladder"), "syntax");
  EXPECT_EQ(text("/options/base"), "http://quote\"d/");
  EXPECT_EQ(text("/options/drop_schemes/0"), "javascript");
  EXPECT_EQ(text("/key"), "surt");
  EXPECT_EQ(text("/options/userinfo"), "strip");
  EXPECT_EQ(text("/options/drop_flags/0"), "odd-port");
  EXPECT_EQ(text("/options/drop_flags/1"), "rare-ip");
  EXPECT_EQ(root.at_pointer("/options/fold_www").get_bool().value(), true);
  EXPECT_EQ(root.at_pointer("/options/sort_query").get_bool().value(), false);
  EXPECT_EQ(text("/options/links"), "navigation");
  EXPECT_EQ(root.at_pointer("/options/drop_nofollow").get_bool().value(), true);
  EXPECT_EQ(number("/totals/flagged/rare-ip"), 1U);
  EXPECT_EQ(number("/totals/lines"), 3U);
  EXPECT_EQ(number("/totals/bytes"), 109U);
  EXPECT_EQ(number("/totals/content_bytes"), 200U);
  EXPECT_EQ(number("/totals/rejected/no-base"), 1U);
  EXPECT_EQ(number("/totals/repaired/slashes"), 2U);
  EXPECT_EQ(number("/totals/damaged/bad-json"), 1U);
  EXPECT_EQ(number("/totals/documents_by_type/html"), 1U);
  EXPECT_EQ(number("/totals/document_references/16"), 1U);
  EXPECT_EQ(number("/totals/where/a@href"), 10U);
  EXPECT_EQ(number("/totals/url_lengths/8"), 2U);
  EXPECT_EQ(number("/totals/url_lengths/96"), 1U);
  EXPECT_EQ(text("/examples/rejected/no-base/0"), "http://me:***@");
  EXPECT_EQ(text("/shards/0/name"), "part-00000-of-00002.tsv.zst");
  EXPECT_EQ(number("/shards/0/lines"), 3U);
  EXPECT_EQ(text("/shards/0/last"), "http://\"z\"/");
  EXPECT_EQ(text("/shards/1/xxh128"), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(root.at_pointer("/shards").get_array().value().size(), 2U);
}

TEST(manifest, names_rows_after_their_fields) {
  extract_options options;
  const auto rows = [&options] { return std::string(describe("1", options, {}, {}).rows()); };
  EXPECT_EQ(rows(), "txt");
  options.output.fields = {field::count};
  EXPECT_EQ(rows(), "tsv");
  options.output.fields = {field::url, field::count};
  EXPECT_EQ(rows(), "tsv");
  options.output.format = row_form::jsonl;
  EXPECT_EQ(rows(), "jsonl");
}

TEST(manifest, contains_no_password) {
  extract_options options = some_options();
  options.base = "http://me:secret@host/";
  const std::string json = manifest_json("1", options, some_stats(), two_shards);
  EXPECT_EQ(json.find("secret"), std::string::npos);
  EXPECT_NE(json.find("http://me:***@host/"), std::string::npos);
}

TEST(manifest, contains_no_password_of_either_end_of_an_edge) {
  EXPECT_EQ(key_for_manifest("http://a:secret@x/\thttp://b:secret@y/"), "http://a:***@x/\thttp://b:***@y/");
  EXPECT_EQ(key_for_manifest("http://a/"), "http://a/");
}

// Keys with special bytes, and their form in the manifest.
TEST(manifest, holds_keys_as_its_readers_get_them) {
  for (const auto& [key, expected] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"http://a/", "http://a/"},
           {"a\xFF", "a\xEF\xBF\xBD"},
           {"\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD"},
           {"\xC3\xA9\"\\\x01\x7F\t", "\xC3\xA9\"\\\x01\x7F\t"}}) {
    EXPECT_EQ(key_for_manifest(key), expected);
    std::string written;
    append_json_string(key, written);
    EXPECT_EQ(read_json(written)->text, expected);
  }
}

TEST(manifest, depends_only_on_options_that_shape_rows) {
  const std::string expected = manifest_json("1", some_options(), some_stats(), two_shards);
  extract_options options = some_options();
  options.threads = 7;
  options.batch_bytes = 5;
  options.input.paths = {"elsewhere"};
  options.output.directory = "there";
  options.output.force = true;
  stats counted = some_stats();
  counted.bytes_read = 9;
  counted.documents = 9;
  EXPECT_EQ(manifest_json("1", options, counted, two_shards), expected);
}

// Changes the value of the option of a row.
void change(const option_row& row, extract_options& options) {
  std::visit(
      [&]<class Access>(const Access& access) {
        if constexpr (std::is_same_v<Access, choice_access>)
          access.set(options, (access.of(options) + 1) % access.words.size());
        else if constexpr (std::is_same_v<Access, option_access<bool>>)
          access.in(options) = !access.of(options);
        else if constexpr (std::is_same_v<Access, option_access<double>>)
          access.in(options) /= 2;
        else if constexpr (std::is_same_v<Access, option_access<std::string>>)
          access.in(options) = "shift_jis";
        else if constexpr (std::is_same_v<Access, option_access<std::vector<std::string>>>)
          access.in(options).emplace_back("x");
        else if constexpr (std::is_same_v<Access, option_access<std::vector<field>>>)
          access.in(options).push_back(field::host);
        else
          ++access.in(options);
      },
      row.access);
}

TEST(manifest, has_only_options_with_a_place) {
  const manifest usual = describe("1", {}, {}, {});
  ASSERT_EQ(usual.options.size(), manifest_options.size());
  for (const option_row& row : option_table) {
    extract_options options;
    change(row, options);
    const manifest changed = describe("1", options, {}, {});
    std::vector<std::string> differing;
    for (std::size_t i = 0; i < usual.options.size(); ++i) {
      EXPECT_EQ(changed.options[i].name, usual.options[i].name);
      if (changed.options[i].value != usual.options[i].value) differing.push_back(usual.options[i].name);
    }
    const std::vector<std::string> expected(row.entry.place != 0 ? 1 : 0, std::string(row.entry.key));
    EXPECT_EQ(differing, expected) << row.word;
  }
}

TEST(manifest, outputs_that_differ_in_the_form_of_urls_do_not_fit) {
  const manifest usual = describe("1", {}, {}, {});
  for (const option_row* const row : manifest_options) {
    extract_options options;
    change(*row, options);
    const manifest changed = describe("1", options, {}, {});
    const result<void> fits = check_compatibility(usual, "A", changed, "B", {.same_rules = false});
    EXPECT_EQ(fits.has_value(), !row->merging.is_equal) << row->word;
    if (!fits) {
      EXPECT_NE(fits.error().message.find(row->member), std::string::npos) << fits.error().message;
    }
  }
}

// A manifest of an older version lacks the option.
TEST(manifest, an_option_that_is_missing_has_the_value_of_its_row) {
  const manifest usual = describe("1", {}, {}, {});
  for (const option_row* const row : manifest_options) {
    if (row->merging.if_missing.empty()) continue;
    manifest older = usual;
    std::erase_if(older.options,
                  [&](const manifest_option& option) { return option.name == row->entry.key; });
    EXPECT_TRUE(check_compatibility(older, "A", usual, "B", {})) << row->word;
    extract_options options;
    change(*row, options);
    EXPECT_FALSE(check_compatibility(older, "A", describe("1", options, {}, {}), "B", {})) << row->word;
  }
}

TEST(manifest, differs_where_an_option_shapes_the_rows) {
  const std::string usual = manifest_json("1", some_options(), some_stats(), two_shards);
  const auto changed = [&](auto change) {
    extract_options options = some_options();
    change(options);
    return manifest_json("1", options, some_stats(), two_shards) != usual;
  };
  EXPECT_TRUE(changed([](extract_options& o) { o.url.keep_fragment = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.url.resolution = resolution_choice::url_syntax_05; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.url.above_root = above_root_choice::reject; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.url.schemes = {"http"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.url.max_url = 100; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.text.hyphen = hyphen_choice::both; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.text.abbreviated = abbreviated_choice::off; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.text.unescape = unescape_choice::json; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.text.refang = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.text.join_bare = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.input.base_of = {"a=http://b/"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.input.format = input_format::jsonl; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.input.charset = "shift_jis"; }));
  EXPECT_FALSE(changed([](extract_options& o) { o.input.charset = "no label"; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.input.json_mail = "raw"; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.input.columns = {"link"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.input.verify_inputs = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.dedup = false; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.format = row_form::jsonl; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.shards = 3; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.order = row_order::surt; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.shard_by = partition_key::domain; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.edges = edge_choice::host; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.self_loops = loop_choice::drop; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.max_sources = 3; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.mark_new = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.found_in = {"text"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.hosts = {"file"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.domains = {"file"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.drop_hosts = {"file"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.drop_domains = {"file"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.same_site = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.other_site = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.extensions = {"pdf"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.include = {"x"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.exclude = {"x"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.filters.sample = 0.5; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.output.seen = {"x"}; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.mail.headers = header_choice::all; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.mail.attachments = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.mail.keep_internal = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.mail.unwrap = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.links.text_links = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.links.scripts = true; }));
  EXPECT_TRUE(changed([](extract_options& o) { o.redirects.learn = true; }));
}

}  // namespace manifest_test
}  // namespace urlsieve
