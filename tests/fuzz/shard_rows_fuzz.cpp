// Rows of every format: a written row reads back column by column with the manifest of its run, its URL is
// found in place, and a row merged with itself is the row with a doubled count.
#include <string>
#include <vector>

#include "src/input/recoding/url_rows_source.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/runs/source_list.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/merged_row.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::fuzz::shard_rows_target {
namespace {

extract_options options_of(fuzz_input& given) {
  extract_options options;
  const unsigned manner = given.byte();
  options.output.format = (manner & 1U) != 0 ? row_form::jsonl : row_form::tsv;
  options.output.mark_new = (manner & 2U) != 0;
  if (options.output.mark_new) options.output.seen.emplace_back("earlier");
  options.output.max_sources = 1 + manner / 4 % 4;
  options.output.fields.clear();
  // Each bit of `chosen` selects a field, beginning with field `first`.
  const std::uint64_t chosen = given.byte() | given.byte() << 8U;
  const std::size_t first = given.byte() % count_of<field>;
  for (std::size_t i = 0; i < count_of<field>; ++i) {
    const auto name = static_cast<field>((first + i) % count_of<field>);
    if (name == field::url || (chosen >> i & 1U) != 0) options.output.fields.push_back(name);
    if (name == field::key && (chosen >> i & 1U) != 0) options.output.key = key_form::surt;
  }
  return options;
}

// Removes control characters and spaces.
std::string clean(std::string_view bytes) {
  std::string url;
  for (const char c : bytes)
    if (static_cast<unsigned char>(c) > ' ' && c != 0x7F) url += c;
  return url;
}

// Returns a list of up to `most` distinct sources.
std::string sources_of(fuzz_input& given, std::size_t most) {
  std::string list;
  for (std::uint64_t order = given.byte() % (most + 1); order > 0; --order) {
    const std::string name = std::to_string(order).append(given.up_to('\0'));
    const std::size_t before = list.size();
    list.resize(before + url_source::header + name.size());
    write_source({10 - order, name}, list.data() + before);
  }
  return list;
}

}  // namespace

extern const std::size_t longest_input = 4'000;

// Input: options and fields, the number of sources, then NUL-terminated source names, the URL and other
// columns.
void run(fuzz_input& given) {
  const extract_options options = options_of(given);
  const std::string sources = sources_of(given, options.output.max_sources);
  const std::string url = clean(given.up_to('\0'));
  sieved_url found;
  found.url = url;
  found.raw = given.up_to('\0');
  found.source = given.up_to('\0');
  found.where = given.up_to('\0');
  found.rel = given.up_to('\0');
  found.text = given.up_to('\0');
  found.message_id = given.up_to('\0');
  found.part = given.up_to('\0');
  found.flags = static_cast<std::uint16_t>(given.byte());
  row_format format(options.output);
  arena storage;
  typed_row scratch;
  std::string line;
  format.append({url, 3, format.columns(found, given.rest(), storage), sources, 5, true}, scratch, line);
  require(line.ends_with('\n') && line.find('\n') == line.size() - 1 && line.find('\r') == std::string::npos);

  const manifest of = describe("1", options, stats{}, {});
  const row_layout layout(of);
  const exact_bytes row(line.substr(0, line.size() - 1));
  row_values values;
  std::string buffer;
  require(layout.split(row.view(), values) && values.size() == of.fields.size());
  const auto key = layout.key(row.view(), buffer);
  require(key && (*key == url || (options.output.format == row_form::jsonl && !is_utf8(url))));
  std::string again;
  std::vector<row_value> verbatim;
  require(layout.split(row.view(), verbatim));
  layout.join(verbatim, again);
  require(again == line);

  url_rows form{of.rows() == "txt", options.output.format == row_form::jsonl, layout.place("url").value_or(0),
                1};
  if (!form.urls_alone) {
    // The file begins with an empty line, because a first column may look like a compressed file.
    const std::string file = "\n" + line;
    std::string alone =
        testing::read_all(*as_url_lines(byte_source::from_memory(file, "rows"), form), {65}).bytes;
    std::erase(alone, '\n');
    require(alone == *key);
  }

  merged_row merged(of, of);
  require(merged.begin(row.view()) && merged.add(row.view(), merged));
  std::string doubled;
  merged.append(5, doubled);
  const auto count = layout.place(name_of(field::count));
  const exact_bytes doubled_row(doubled.substr(0, doubled.size() - 1));
  row_values after;
  require(layout.split(doubled_row.view(), after));
  for (std::size_t i = 0; i < values.size(); ++i) require(after[i] == (count == i ? "6" : values[i]));
}

}  // namespace urlsieve::fuzz::shard_rows_target
