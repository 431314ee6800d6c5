#include "src/api/option_check.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/codec/encoding.hpp"
#include "src/documents/mirror_bases.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/shards/partition.hpp"
#include "src/text/calendar_date.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_service.hpp"
#include "src/url/normalize/base.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

namespace {

tl::unexpected<error> refuse_option(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

static_assert(find_option("shards")->range.most == max_shards);

// Returns "from 1 to 64", "at least 1" or "at most 100".
std::string text_of(const option_range& range) {
  if (range.least == 0) return "at most " + std::to_string(range.most);
  if (range.most == option_range().most) return "at least " + std::to_string(range.least);
  return "from " + std::to_string(range.least) + " to " + std::to_string(range.most);
}

// Returns the member of `row` if it is a number.
std::optional<std::uint64_t> number_in(const option_row& row, const extract_options& options) {
  return std::visit(
      [&]<class Access>(const Access& access) -> std::optional<std::uint64_t> {
        if constexpr (std::is_same_v<Access, option_access<std::uint32_t>> ||
                      std::is_same_v<Access, option_access<std::uint64_t>>)
          return access.of(options);
        else
          return std::nullopt;
      },
      row.access);
}

result<void> check_ranges(const extract_options& options) {
  static const extract_options defaults;
  for (const option_row& row : option_table) {
    const std::optional<std::uint64_t> number = number_in(row, options);
    if (!number || row.range.has(*number) || number == number_in(row, defaults)) continue;
    return refuse_option(std::string(row.member) + " is " + text_of(row.range));
  }
  return {};
}

result<void> check_edges(const output_options& output) {
  if (output.edges == edge_choice::none) {
    if (output.self_loops != loop_choice::keep)
      return refuse_option("output_options::self_loops needs output_options::edges");
    if (output.vertices != vertex_choice::linked)
      return refuse_option("output_options::vertices needs output_options::edges");
    if (output.hosts_as != host_form::full)
      return refuse_option("output_options::hosts_as needs output_options::edges");
    return {};
  }
  if (output.edges == edge_choice::url && output.hosts_as != host_form::full)
    return refuse_option("output_options::hosts_as needs output_options::edges = host or domain");
  if (output.format == row_form::jsonl)
    return refuse_option(
        "output_options::edges writes columns and cannot be used with output_options::format = jsonl");
  for (const field name : output.fields) {
    if (name != field::url && name != field::count && name != field::shard)
      return refuse_option("output_options::edges has the fields shard, url (both ends) and count only");
  }
  return {};
}

result<void> check_header(const output_options& output) {
  if (!output.header) return {};
  if (!output.directory.empty())
    return refuse_option(
        "output_options::header cannot be used with output_options::directory: manifest.json names the "
        "columns "
        "of shards");
  if (output.format == row_form::jsonl)
    return refuse_option(
        "output_options::header cannot be used with output_options::format = jsonl: each object names its "
        "columns");
  return {};
}

result<void> check_filters(const output_options& output) {
  if (output.filter_bits == 0) return {};
  if (output.directory.empty())
    return refuse_option("output_options::filter_bits needs output_options::directory");
  if (output.order == row_order::first_seen)
    return refuse_option(
        "output_options::filter_bits needs sorted rows: output_options::order is first-seen");
  return {};
}

result<void> check_rows(const output_options& output) {
  if (!output.directory.empty() && !is_of_shards(output.format))
    return refuse_option(
        "output_options::format = csv needs standard output: a row of CSV may span lines, and a row of a "
        "shard "
        "is a line; for output_options::directory, use output_options::format = jsonl or parquet");
  if (!is_writable(output.compress))
    return refuse_option("output_options::compress = " + std::string(name_of(output.compress)) +
                         " is for inputs only");
  if (output.format != row_form::parquet) return {};
  if (output.directory.empty())
    return refuse_option(
        "output_options::format = parquet needs output_options::directory: the index of a "
        "Parquet file is at its end, so the rows cannot be printed one by one");
  if (output.compress != compression::none && output.compress != packing_of(output.format, output.compress))
    return refuse_option("Parquet pages are always compressed by zstd: output_options::compress = " +
                         std::string(name_of(output.compress)) +
                         " cannot be used with output_options::format = parquet");
  const std::vector<field>& fields = output.fields;
  for (auto column = fields.begin(); column != fields.end(); ++column)
    if (std::find(fields.begin(), column, *column) != column)
      return refuse_option("output_options::fields names " + std::string(name_of(*column)) +
                           " twice, but columns of a Parquet file need distinct names");
  return {};
}

result<void> check_redirects(const extract_options& options) {
  if (options.redirects.canonical && !options.redirects.learn && options.redirects.write_to.empty())
    return refuse_option(
        "redirect_options::canonical needs redirect_options::write_to or redirect_options::learn");
  if (options.redirects.learn && options.url.ladder != rung::protocol)
    return refuse_option("redirect_options::learn needs url_options::ladder = protocol");
  if (options.redirects.learn && options.output.directory.empty())
    return refuse_option(
        "redirect_options::learn needs output_options::directory: printed rows cannot be changed");
  if (options.redirects.learn && options.output.edges != edge_choice::none)
    return refuse_option(
        "redirect_options::learn changes URLs, not edges: use redirect_options::read_from with "
        "output_options::edges");
  return {};
}

result<void> check_resume(const extract_options& options) {
  if (!options.output.resume) return {};
  if (options.output.directory.empty())
    return refuse_option("output_options::resume needs output_options::directory");
  const bool from_stream =
      options.input.files_from == "-" || (options.input.paths.empty() && options.input.files_from.empty()) ||
      std::find(options.input.paths.begin(), options.input.paths.end(), "-") != options.input.paths.end();
  if (from_stream)
    return refuse_option("output_options::resume requires inputs that can be read again, not standard input");
  return {};
}

bool names_input(const std::vector<std::string>& paths) {
  return std::find(paths.begin(), paths.end(), "-") != paths.end();
}

result<void> check_filters(const extract_options& options) {
  const filter_options& filters = options.filters;
  if (filters.same_site && filters.other_site)
    return refuse_option("filter_options::same_site and filter_options::other_site together drop every URL");
  if (!(filters.sample > 0) || filters.sample > 1)
    return refuse_option("filter_options::sample must be above 0 and at most 1 (100 %)");
  if (filters.limit != 0 && !options.output.directory.empty())
    return refuse_option(
        "filter_options::limit counts rows in the order of the input: use it with standard output, "
        "not with output_options::directory");
  if (filters.max_per_host != 0 || filters.max_per_domain != 0) {
    if (!options.output.dedup)
      return refuse_option(
          "filter_options::max_per_host and filter_options::max_per_domain count distinct URLs: "
          "output_options::dedup = false writes all references");
    const auto names = [&](field column) {
      return std::ranges::find(options.output.fields, column) != options.output.fields.end();
    };
    if (filters.limit != 0 && (names(field::count) || names(field::sources)))
      return refuse_option(
          "filter_options::limit with counts or sources cannot be used with filter_options::max_per_host "
          "and filter_options::max_per_domain");
    if (options.output.edges != edge_choice::none)
      return refuse_option(
          "filter_options::max_per_host and filter_options::max_per_domain limit URLs, not "
          "output_options::edges");
  }
  if (options.output.dedup_by != dedup_choice::url) {
    if (!options.output.dedup)
      return refuse_option(
          "output_options::dedup_by keeps one of several: output_options::dedup = false keeps all");
    if (options.output.edges != edge_choice::none)
      return refuse_option("output_options::dedup_by folds URLs, not output_options::edges");
    if (options.redirects.learn)
      return refuse_option(
          "output_options::dedup_by keeps the first URL of several, which redirect_options::learn would "
          "change");
  }
  if (options.rejects.write_to == "-")
    return refuse_option("reject_options::write_to must be a file, not a standard stream (\"-\")");
  if (!options.rejects.write_to.empty() && options.output.resume)
    return refuse_option(
        "reject_options::write_to cannot be used with output_options::resume: the journal keeps no "
        "references "
        "that were rejected");
  for (const std::vector<std::string>* paths :
       {&filters.hosts, &filters.domains, &filters.drop_hosts, &filters.drop_domains,
        &options.documents.source_hosts, &options.documents.source_domains})
    if (names_input(*paths)) return refuse_option("lists of hosts must be files, not standard input (\"-\")");
  if (names_input(options.url.tracking_rules))
    return refuse_option("url_options::tracking_rules must be files, not standard input (\"-\")");
  if (names_input(options.url.rules))
    return refuse_option("url_options::rules must be files, not standard input (\"-\")");
  return {};
}

result<void> check_store(const output_options& output) {
  const bool stream = output.directory.empty();
  if (output.line_buffered && !stream)
    return refuse_option("output_options::line_buffered needs standard output: shards appear whole");
  if (output.exact && !stream)
    return refuse_option(
        "output_options::exact needs standard output: shards always compare URLs byte by byte");
  if (output.order != row_order::bytes && stream)
    return refuse_option("output_options::order sorts rows of shards: it needs output_options::directory");
  if (!output.seen.empty() && stream)
    return refuse_option(
        "output_options::seen needs output_options::directory: URLs are compared shard by shard");
  if (!output.temporary.empty() && output.resume)
    return refuse_option(
        "output_options::resume keeps temporary files beside the output: output_options::temporary cannot "
        "be used with it");
  return {};
}

result<void> check_remote(const extract_options& options) {
  const remote_options& remote = options.remote;
  if (!remote.inputs_prefix.empty() && !is_remote_name(remote.inputs_prefix))
    return refuse_option("remote_options::inputs_prefix is not an https:, http: or s3: URL: " +
                         without_password(remote.inputs_prefix));
  if (!remote.inputs_prefix.empty() && options.input.files_from.empty())
    return refuse_option(
        "remote_options::inputs_prefix extends the names of a list: it needs input_options::files_from");
  if (!remote.endpoint.empty() && !is_http_name(remote.endpoint))
    return refuse_option("remote_options::endpoint is not an https: or http: URL: " +
                         without_password(remote.endpoint));
  const std::string& output = options.output.directory;
  if (is_http_name(output))
    return refuse_option(without_password(output) +
                         ": an output directory must be on this machine or in S3 (s3://BUCKET/PREFIX)");
  if (is_s3_name(output) && options.output.resume)
    return refuse_option(
        "output_options::resume keeps a journal beside the output: output_options::directory cannot be in "
        "S3");
  std::vector<std::string> names = options.input.paths;
  names.insert(names.end(), {options.input.files_from, remote.inputs_prefix, output});
  for (const std::string& name : names) {
    if (!is_s3_name(name)) continue;
    if (const result<s3_location> place = s3_location::of(name); !place) return tl::unexpected(place.error());
    if (const auto found = load_s3_settings(remote, settings_source::of_this_process()); !found)
      return tl::unexpected(found.error());
  }
  return {};
}

result<void> check_names(const extract_options& options) {
  std::vector<std::string> inputs = options.input.paths;
  if (!options.input.files_from.empty()) inputs.push_back(options.input.files_from);
  if (result<void> found = find_named(inputs); !found) return found;
  std::vector<std::string> names;
  names.insert(names.end(), options.redirects.read_from.begin(), options.redirects.read_from.end());
  const filter_options& filters = options.filters;
  for (const std::vector<std::string>* lists :
       {&filters.hosts, &filters.domains, &filters.drop_hosts, &filters.drop_domains,
        &options.documents.source_hosts, &options.documents.source_domains, &options.url.tracking_rules,
        &options.url.rules})
    names.insert(names.end(), lists->begin(), lists->end());
  for (const std::string& name : names)
    if (is_remote_name(name)) return refuse_option(without_password(name) + " must be on this machine");
  std::vector<std::string> directories;
  if (!options.output.temporary.empty()) directories.push_back(options.output.temporary);
  return find_named(names).and_then([&] { return find_outputs(options.output.seen); }).and_then([&] {
    return find_directories(directories);
  });
}

result<void> check_mirrors(const extract_options& options) {
  for (const std::string& mirror : options.input.base_of) {
    const std::optional<mirror_base> read = read_mirror_base(mirror);
    base_url base;
    if (!read || !(read->host_in_path || (base.assign(read->url, options.url) && base.hierarchical())))
      return tl::unexpected(
          error{error_code::invalid_url,
                "input_options::base_of is not DIR=URL with an absolute URL, or a scheme and "
                "\"://\" alone: " +
                    without_password(mirror)});
  }
  return {};
}

result<void> check_columns(const extract_options& options) {
  for (const std::string& column : options.input.columns)
    if (column.find_first_not_of('0') == std::string::npos)
      return refuse_option("input_options::columns takes names, and numbers from 1, not \"" + column + "\"");
  if (options.input.count_column != 0 && options.input.format != input_format::urls)
    return refuse_option("input_options::count_column needs input_options::format = urls");
  return {};
}

result<void> check_charset(const input_options& input) {
  if (input.charset.empty()) return {};
  if (find_encoding(input.charset).kind != encoding_kind::unknown) return {};
  return refuse_option("input_options::charset is not a label of a charset: " + input.charset);
}

}  // namespace

result<void> check_options(const extract_options& options) {
  if (options.output.fields.empty()) return refuse_option("no fields are requested");
  if (result<void> status = check_ranges(options); !status) return status;
  if (!options.output.directory.empty()) {
    if (!options.output.dedup)
      return refuse_option(
          "output_options::dedup = false writes to standard output and cannot be used with "
          "output_options::directory");
    if (std::find(options.output.fields.begin(), options.output.fields.end(), field::url) ==
        options.output.fields.end()) {
      return refuse_option("shards are sorted by their URLs: output_options::fields must name url");
    }
  }
  if (result<void> status = check_charset(options.input); !status) return status;
  if (result<void> status = check_rows(options.output); !status) return status;
  if (result<void> status = check_filters(options.output); !status) return status;
  if (result<void> status = check_header(options.output); !status) return status;
  if (result<void> status = check_edges(options.output); !status) return status;
  if (const std::string& date = options.output.date; !date.empty() && !is_calendar_date(date))
    return refuse_option("output_options::date is no date, such as 2026-01-31: " + date);
  if (result<void> status = check_store(options.output); !status) return status;
  if (result<void> status = check_filters(options); !status) return status;
  if (result<void> status = check_redirects(options); !status) return status;
  if (result<void> status = check_columns(options); !status) return status;
  if (result<void> status = check_resume(options); !status) return status;
  if (result<void> status = check_remote(options); !status) return status;
  if (result<void> status = check_names(options); !status) return status;
  base_url base;
  if (!options.base.empty() && !base.assign(options.base, options.url)) {
    return tl::unexpected(error{error_code::invalid_url, "extract_options::base is not an absolute URL: " +
                                                             without_password(options.base)});
  }
  return check_mirrors(options);
}

}  // namespace urlsieve
