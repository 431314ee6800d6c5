#include "src/datasets/census_json.hpp"

#include "src/text/json/json_writer.hpp"
#include "urlsieve/log_histogram.hpp"

namespace urlsieve {
namespace {

void write_totals(const shard_census& of, json_writer& json) {
  json.key("directories").value(of.directories);
  json.key("shards").value(of.shards);
  json.key("urls").value(of.lines);
  json.key("references").value(of.all.references);
  json.key("kept").value(of.all.kept);
  json.key("bytes").value(of.bytes);
  json.key("content_bytes").value(of.content_bytes);
  json.key("without_host").value(of.without_host);
  if (of.hosts.lacking() == 0) {
    json.key("host_urls").begin_object(true);
    of.hosts.by_urls().each(
        [&](std::uint64_t least, std::uint64_t hosts) { json.key(std::to_string(least)).value(hosts); });
    json.end_object();
  }
  for (const manifest_counts& heading : of.all.counted) {
    json.key(heading.name).begin_object(true);
    for (const auto& [name, times] : heading.counts) json.key(name).value(times);
    json.end_object();
  }
}

void write_name(const shard_census& of, const top_counts::entry& entry, json_writer& json) {
  json.key("name").value(entry.name);
  json.key("urls").value(entry.urls);
  if (of.counted) json.key("references").value(entry.references);
}

}  // namespace

std::array<census_table, 4> census_tables(const shard_census& census) {
  return {{{"schemes", "scheme", &census.schemes},
           {"hosts", "host", &census.hosts},
           {"domains", "domain", &census.domains},
           {"suffixes", "suffix", &census.suffixes}}};
}

std::string census_object(const shard_census& census, std::size_t most) {
  json_writer json;
  json.begin_object();
  write_totals(census, json);
  for (const census_table& table : census_tables(census)) {
    json.key(table.title).begin_object();
    json.key("exact").value(table.counts->lacking() == 0);
    json.key("may_lack").value(table.counts->lacking());
    json.key("top").begin_array();
    for (const top_counts::entry& entry : table.counts->top(most)) {
      json.begin_object(true);
      write_name(census, entry, json);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_object();
  std::string object = json.take();
  object.pop_back();
  return object;
}

std::string census_lines(const shard_census& census, std::size_t most) {
  json_writer totals;
  totals.begin_object(true);
  totals.key("kind").value("totals");
  write_totals(census, totals);
  totals.end_object();
  std::string lines = totals.take();
  for (const census_table& table : census_tables(census)) {
    for (const top_counts::entry& entry : table.counts->top(most)) {
      json_writer json;
      json.begin_object(true);
      json.key("kind").value(table.kind);
      write_name(census, entry, json);
      json.key("may_lack").value(table.counts->lacking());
      json.end_object();
      lines.append(json.take());
    }
  }
  lines.pop_back();
  return lines;
}

}  // namespace urlsieve
