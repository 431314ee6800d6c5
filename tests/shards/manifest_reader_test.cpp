#include "src/shards/manifest_reader.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "src/shards/chosen_fields.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_fit.hpp"
#include "urlsieve/link_options.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace manifest_reader_test {

extract_options some_options() {
  extract_options options;
  options.output.shards = 2;
  options.output.fields = {field::url, field::count, field::sources};
  options.output.compress = compression::gzip;
  options.url.schemes = {"http", "https"};
  options.base = "http://quote\"d/";
  return options;
}

const std::array<shard_summary, 2> two_shards{
    shard_summary{"part-00000-of-00002.tsv.gz", 3, 100, 200, "0123456789abcdef0123456789abcdef",
                  "http://me:secret@a/", "http://\"z\"/"},
    shard_summary{"part-00001-of-00002.tsv.gz", 0, 9, 0, "99aa06d3014798d86001c324468d497f", "", ""}};

stats some_stats() {
  stats counted;
  counted.references = 20;
  counted.kept = 10;
  counted.unique = 3;
  counted.reject(rejection::no_base, "../first");
  counted.mark(flag::rare_ip, "http://127.1/");
  counted.contents.begin(media::html);
  counted.contents.found(10);
  counted.contents.begin(media::text);
  counted.contents.found(5);
  counted.where["a@href"] = 9;
  counted.where["text"] = 1;
  return counted;
}

std::string some_json() {
  return manifest_json("1.2.3", some_options(), some_stats(), two_shards);
}

std::string with(const std::string& from, const std::string& to) {
  std::string json = some_json();
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return json.replace(at, from.size(), to);
}

TEST(manifest_reader, reads_back_written_manifests) {
  for (const bool partial : {false, true}) {
    manifest source = describe("1.2.3", some_options(), some_stats(), two_shards);
    if (partial) {
      source.only_shard = 1;
      source.shards.erase(source.shards.begin());
      source.unique = 0;
    }
    const result<manifest> read = read_manifest(source.json());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->json(), source.json());
    EXPECT_EQ(read->only_shard, source.only_shard);
    EXPECT_EQ(read->options, source.options);
    EXPECT_EQ(read->counted, source.counted);
    EXPECT_EQ(read->fields, source.fields);
    EXPECT_EQ(read->shards[0].first_key, key_for_manifest(source.shards[0].first_key));
    EXPECT_EQ(read->shards[0].bytes, source.shards[0].bytes);
  }
}

TEST(manifest_reader, rejects_ambiguous_manifests) {
  const auto fault = [](const std::string& json) {
    const result<manifest> read = read_manifest(json);
    return read ? std::string("none") : read.error().message;
  };
  EXPECT_EQ(fault(some_json()), "none");
  EXPECT_EQ(fault(with("\"format\": 1", "\"format\": 2")), "\"format\" is not known to this version");
  EXPECT_EQ(fault(with("xxh3-64-multiply-shift", "crc32")), "\"function\" is not known to this version");
  EXPECT_EQ(fault(with("\"seed\": 0", "\"seed\": 1")), "\"function\" is not known to this version");
  EXPECT_EQ(fault(with("\"of\": \"url\"", "\"of\": \"path\"")), "\"of\" is not known to this version");
  EXPECT_EQ(fault(with("\"shards\": 2", "\"shards\": 0")), "\"shards\" is out of bounds");
  EXPECT_EQ(fault(with("\"shards\": 2", "\"shards\": 3")),
            "\"shards\" differs in length from the number of shards in \"partition\"");
  EXPECT_EQ(fault(with("\"order\": \"bytes\"", "\"order\": \"size\"")),
            "\"order\" is not known to this version");
  EXPECT_EQ(fault(with("\"order\": \"bytes\"", "\"sorted\": \"bytes\"")), "\"order\" is missing");
  EXPECT_EQ(fault(with("\"order\": \"bytes\"", "\"order\": 1")), "\"order\" has a wrong type or value");
  EXPECT_EQ(fault(with("\"rows\": \"tsv\"", "\"rows\": \"txt\"")), "\"rows\" contradicts \"fields\"");
  EXPECT_EQ(fault(with("\"rows\": \"tsv\"", "\"rows\": \"csv\"")), "\"rows\" is not known to this version");
  EXPECT_EQ(fault(with("\"count\", ", "\"weight\", ")), "\"fields\" is not known to this version");
  EXPECT_EQ(fault(with("\"fields\": [\"url\", ", "\"fields\": [")), "\"fields\" has no url");
  EXPECT_EQ(fault(with("part-00001", "part-00007")),
            "\"name\" differs from the name of the shard with this number");
  EXPECT_EQ(fault(with("part-00000", "../etc")),
            "\"name\" differs from the name of the shard with this number");
  EXPECT_EQ(fault(with("\"lines\": 3,\n", "\"lines\": 4,\n")), "\"lines\" is not the sum over the shards");
  // A nullable member does not hide an earlier error.
  std::string listed = with("xxh3-64-multiply-shift", "crc32");
  listed.replace(listed.find("\"public_suffix_list\": null"), 26, "\"public_suffix_list\": \"x\"");
  EXPECT_EQ(fault(listed), "\"function\" is not known to this version");
  EXPECT_EQ(fault(with("\"public_suffix_list\": null", "\"public_suffix_list\": 1")),
            "\"public_suffix_list\" has a wrong type or value");
  EXPECT_EQ(fault(with("\"public_suffix_list\": null", "\"x\": 1")), "\"public_suffix_list\" is missing");
  EXPECT_NE(fault("[]"), "none");
  EXPECT_NE(fault("{}"), "none");
  EXPECT_EQ(fault(with("\"format\": 1", "\"later\": {\"x\": []}, \"format\": 1")), "none");
}

std::string misfit(const extract_options& a, const extract_options& b, compatibility_options demands = {}) {
  const manifest first = describe("1", a, {}, {});
  const manifest second = describe("1", b, {}, {});
  const result<void> fits = check_compatibility(first, "A", second, "B", demands);
  if (!fits) {
    EXPECT_EQ(fits.error().code, error_code::usage);
  }
  return fits ? "" : fits.error().message;
}

TEST(shard_fit, names_differences) {
  const auto differs = [](auto change, compatibility_options demands = {}) {
    extract_options other = some_options();
    change(other);
    const std::string why = misfit(some_options(), other, demands);
    return why.substr(0, why.find(' ', 20));
  };
  EXPECT_EQ(differs([](extract_options&) {}), "");
  EXPECT_EQ(differs([](extract_options& o) { o.links.links = link_choice::navigation; }), "");
  EXPECT_EQ(differs([](extract_options& o) { o.output.compress = compression::none; }), "");
  EXPECT_EQ(
      misfit(some_options(),
             [] {
               extract_options o = some_options();
               o.url.ladder = rung::syntax;
               return o;
             }()),
      "B does not fit A: url_options::ladder syntax there, scheme here: their URLs have different forms");
  EXPECT_EQ(differs([](extract_options& o) { o.url.keep_fragment = true; }),
            "B does not fit A: url_options::keep_fragment");
  EXPECT_EQ(differs([](extract_options& o) { o.url.conventions.fold_www = true; }),
            "B does not fit A: convention_options::fold_www");
  EXPECT_EQ(differs([](extract_options& o) { o.url.userinfo = userinfo_policy::strip; }),
            "B does not fit A: url_options::userinfo");
  EXPECT_EQ(differs([](extract_options& o) { o.output.edges = edge_choice::url; }),
            "B does not fit A: output_options::edges");
  EXPECT_EQ(differs([](extract_options& o) { o.output.shard_by = partition_key::host; }),
            "B does not fit A: output_options::shard_by");
  EXPECT_EQ(differs([](extract_options& o) { o.output.shards = 3; }),
            "B does not fit A: output_options::shards");
  EXPECT_EQ(differs([](extract_options& o) { o.output.shards = 3; }, {false, true}), "");
  EXPECT_EQ(differs([](extract_options& o) { o.output.order = row_order::surt; }),
            "B does not fit A: output_options::order");
  EXPECT_EQ(differs([](extract_options& o) { o.output.format = row_form::jsonl; }),
            "B does not fit A: output_options::format");
  EXPECT_EQ(differs([](extract_options& o) { o.output.fields.pop_back(); }),
            "B does not fit A: output_options::fields");
  EXPECT_EQ(differs([](extract_options& o) { o.output.fields.pop_back(); }, {true, false}), "");
  EXPECT_EQ(differs([](extract_options& o) { o.output.mark_new = true; }), "");
  EXPECT_EQ(differs([](extract_options& o) { o.output.key = key_form::surt; }),
            "B does not fit A: output_options::key");
  EXPECT_EQ(differs([](extract_options& o) { o.output.max_sources = 3; }),
            "B does not fit A: output_options::max_sources");
}

TEST(shard_fit, asks_for_the_same_revision_of_rules) {
  const auto of = [](std::vector<rule_revision> rules) {
    manifest run = describe("1", some_options(), {}, {});
    run.rules = std::move(rules);
    return run;
  };
  const auto fault = [&](const manifest& first, const manifest& second, compatibility_options demands = {}) {
    const result<void> fits = check_compatibility(first, "A", second, "B", demands);
    const std::string message = fits ? "" : fits.error().message;
    return message.substr(0, message.rfind(": "));
  };
  const manifest first = of({{"ladder", "1"}, {"idna", "ICU 72"}});
  EXPECT_EQ(fault(first, first), "");
  EXPECT_EQ(
      fault(first, of({{"ladder", "2"}, {"idna", "ICU 72"}})),
      "B does not fit A: the revision of the rules \"ladder\" is 2 there, 1 here: a URL may have two forms");
  EXPECT_NE(
      fault(first, of({{"ladder", "1"}, {"idna", "ICU 73"}})).find("\"idna\" is ICU 73 there, ICU 72 here"),
      std::string::npos);
  EXPECT_NE(fault(first, of({{"ladder", "1"}})).find("none there"), std::string::npos);
  EXPECT_NE(fault(of({}), first).find("none here"), std::string::npos) << "an output of before";
  const manifest mixed = of({{"ladder", "mixed"}});
  EXPECT_NE(fault(mixed, mixed).find("mixed there, mixed here"), std::string::npos);
  compatibility_options any;
  any.same_rules = false;
  EXPECT_EQ(fault(first, of({}), any), "");
  const std::vector<manifest> runs{first, of({{"ladder", "1"}, {"conventions", "1 ab"}})};
  EXPECT_EQ(unite("1", runs).rules,
            (std::vector<rule_revision>{{"ladder", "1"}, {"idna", "mixed"}, {"conventions", "mixed"}}));
  EXPECT_EQ(unite("1", std::span(runs).first(1)).rules, first.rules);
  const result<manifest> again = read_manifest(describe("1", some_options(), {}, {}).json());
  if (again) {
    EXPECT_EQ(again->rules, describe("1", some_options(), {}, {}).rules);
  }
}

TEST(shard_fit, lets_a_conversion_change_layout_and_urls) {
  extract_options other = some_options();
  other.output.shard_by = partition_key::host;
  other.output.order = row_order::surt;
  other.output.format = row_form::jsonl;
  other.output.key = key_form::surt;
  other.output.fields = {field::url, field::key};
  other.output.shards += 1;
  other.url.ladder = rung::syntax;
  other.url.conventions.fold_www = true;
  const compatibility_options free{.same_shard_count = false,
                                   .same_fields = false,
                                   .same_form = false,
                                   .same_rules = false,
                                   .same_urls = false,
                                   .same_layout = false};
  EXPECT_EQ(misfit(some_options(), other, free), "");
  for (bool compatibility_options::* const demand :
       {&compatibility_options::same_shard_count, &compatibility_options::same_fields,
        &compatibility_options::same_form, &compatibility_options::same_rules,
        &compatibility_options::same_urls, &compatibility_options::same_layout}) {
    compatibility_options demands = free;
    demands.*demand = true;
    EXPECT_NE(misfit(some_options(), other, demands), "");
  }
  other.output.dedup_by = dedup_choice::params;
  EXPECT_NE(misfit(some_options(), other, free).find("output_options::dedup_by"), std::string::npos);
  other = some_options();
  other.output.edges = edge_choice::url;
  EXPECT_NE(misfit(some_options(), other, free).find("output_options::edges"), std::string::npos);
}

TEST(shard_fit, asks_for_the_same_suffix_list_only_where_it_matters) {
  extract_options options = some_options();
  manifest first = describe("1", options, {}, {});
  EXPECT_EQ(first.public_suffix_list, "");
  options.output.shard_by = partition_key::domain;
  first = describe("1", options, {}, {});
  EXPECT_NE(first.public_suffix_list, "");
  manifest second = first;
  second.public_suffix_list = "another";
  EXPECT_FALSE(check_compatibility(first, "A", second, "B", {}));
  first.shard_by = second.shard_by = partition_key::host;
  EXPECT_TRUE(check_compatibility(first, "A", second, "B", {}));
  first.fields = second.fields = {"url", "suffix"};
  EXPECT_FALSE(check_compatibility(first, "A", second, "B", {}));
  EXPECT_TRUE(check_compatibility(first, "A", second, "B", {true, true, false}));
  EXPECT_TRUE(check_compatibility(first, "A", second, "B", {true, false})) << "rows play no part";
}

TEST(chosen_fields, are_there_or_are_made) {
  extract_options options = some_options();
  options.output.fields = {field::url, field::count};
  const manifest bare = describe("1", options, {}, {});
  options.output.fields = {field::count, field::url, field::domain};
  const manifest with_domain = describe("1", options, {}, {});
  EXPECT_NE(with_domain.public_suffix_list, "");
  manifest foreign = with_domain;
  foreign.public_suffix_list = "another";
  const std::vector<std::string> names{"A", "B"};
  manifest out;
  const auto chosen = [&](const std::vector<field>& fields, const std::vector<manifest>& runs) {
    out = unite("1", runs);
    const result<void> choice = choose_fields(fields, runs, names, out);
    return choice ? "" : choice.error().message;
  };
  EXPECT_EQ(chosen({field::host, field::url}, {bare, with_domain}), "");
  EXPECT_EQ(out.fields, (std::vector<std::string>{"host", "url"}));
  EXPECT_EQ(chosen({field::url, field::domain, field::count}, {bare, with_domain}), "");
  EXPECT_EQ(out.public_suffix_list, with_domain.public_suffix_list);
  EXPECT_EQ(chosen({field::url, field::domain}, {foreign, foreign}), "");
  EXPECT_EQ(out.public_suffix_list, "another");
  EXPECT_EQ(chosen({field::url, field::suffix}, {foreign, foreign}),
            "the domains of A come from another public suffix list");
  EXPECT_EQ(chosen({field::url, field::domain}, {bare, foreign}),
            "the domains of B come from another public suffix list");
  EXPECT_EQ(chosen({field::url, field::raw}, {bare, bare}),
            "A has no field \"raw\", and other fields do not determine it");
  EXPECT_EQ(chosen({field::host}, {bare}),
            "shards are sorted by their URLs: merge_options::fields must name url");
  manifest edges = bare;
  edges.edges = edge_choice::url;
  EXPECT_EQ(chosen({field::url, field::host}, {edges}), "an edge is not a URL and has no URL columns");
  EXPECT_EQ(chosen({field::url}, {edges}), "");
}

TEST(shard_fit, adds_counts_in_the_order_of_a_single_run) {
  stats first = some_stats();
  stats second = some_stats();
  second.reject(rejection::no_url, "http:");
  second.reject(rejection::no_base, "../second");
  second.reject(rejection::no_base, "../third");
  second.reject(rejection::no_base, "../fourth");
  second.mark(flag::odd_port, "http://h:1/");
  second.contents.begin(media::css);
  second.contents.found(1);
  second.where["css"] = 1;
  stats both = first;
  both.add(second);
  both.unique = 0;
  extract_options options = some_options();
  const std::array<shard_summary, 0> none{};
  std::vector<manifest> runs{describe("1", options, first, none), describe("1", options, second, none)};
  manifest expected = describe("2", options, both, none);
  EXPECT_EQ(unite("2", runs).json(), expected.json());
  options.links.links = link_choice::navigation;
  options.output.mark_new = true;
  runs.push_back(describe("1", options, {}, none));
  const manifest mixed = unite("2", runs);
  EXPECT_EQ(*mixed.option("links"), "null");
  EXPECT_EQ(*mixed.option("mark_new"), "false");
  EXPECT_EQ(*mixed.option("ladder"), "\"scheme\"");
  EXPECT_EQ(mixed.fields, expected.fields);
}

}  // namespace manifest_reader_test
}  // namespace urlsieve
