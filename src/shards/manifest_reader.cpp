// Readers rely on the manifest for the number and layout of rows, so parsing checks everything: types and
// ranges of members, totals against the sums over shards, and file names against shard numbers.
#include "src/shards/manifest_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/rows/row_columns.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/state_layers.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"
#include "urlsieve/column_table.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

using manifest_kind = json_value::kind;

// Reads members of an object and records the first fault.
class member_reader {
 public:
  member_reader(const json_value& object, std::string& fault) : object_(object), fault_(fault) {}

  const json_value* get(std::string_view name, manifest_kind wanted) {
    const json_value* const found = object_.find(name);
    if (found != nullptr && found->is == wanted) return found;
    refuse(name, found == nullptr ? "is missing" : "has a wrong type or value");
    return nullptr;
  }
  // Returns null without a fault if there is no member `name`.
  const json_value* get_optional(std::string_view name, manifest_kind wanted) {
    return has(name) ? get(name, wanted) : nullptr;
  }
  std::string text(std::string_view name) {
    const json_value* const found = get(name, manifest_kind::text);
    return found == nullptr ? std::string() : found->text;
  }
  // Returns an empty string for null.
  std::string text_or_null(std::string_view name) {
    const json_value* const found = object_.find(name);
    return found != nullptr && found->is == manifest_kind::null ? std::string() : text(name);
  }
  std::uint64_t number(std::string_view name) {
    const json_value* const found = get(name, manifest_kind::number);
    return found == nullptr ? 0 : found->number;
  }
  template <class Choice>
  void choose(std::string_view name, Choice& choice) {
    const std::optional<Choice> known = parse_name<Choice>(text(name));
    if (known) choice = *known;
    if (!known) refuse(name, "is not known to this version");
  }
  [[nodiscard]] bool has(std::string_view name) const { return object_.find(name) != nullptr; }
  void refuse(std::string_view name, std::string_view why) {
    if (fault_.empty()) fault_.append("\"").append(name).append("\" ").append(why);
  }

 private:
  const json_value& object_;
  std::string& fault_;
};

void read_layout(member_reader& from, manifest& to, std::string& fault) {
  if (const json_value* const partition = from.get("partition", manifest_kind::object)) {
    member_reader inner(*partition, fault);
    if (inner.text("function") != partition_name || inner.number("seed") != 0)
      inner.refuse("function", "is not known to this version");
    inner.choose("of", to.shard_by);
    const std::uint64_t shards = inner.number("shards");
    if (shards == 0 || shards > max_shards) inner.refuse("shards", "is out of bounds");
    to.shard_count = static_cast<std::uint32_t>(shards);
  }
  if (from.has("only_shard")) {
    const std::uint64_t only = from.number("only_shard");
    if (only >= to.shard_count) from.refuse("only_shard", "is out of bounds");
    to.only_shard = static_cast<std::uint32_t>(only);
  }
  to.public_suffix_list = from.text_or_null("public_suffix_list");
  from.choose("edges", to.edges);
  from.choose("order", to.order);
  from.choose("compression", to.packing);
  from.choose("key", to.key);
  if (from.has("layout")) from.choose("layout", to.layout);
}

// Reads the description of the filters, which many manifests lack.
void read_filters(member_reader& from, manifest& to, std::string& fault) {
  const json_value* const filters = from.get_optional("filters", manifest_kind::object);
  if (filters == nullptr) return;
  member_reader inner(*filters, fault);
  if (inner.text("function") != filter_function) return;  // the shards can be read without filters
  const std::uint64_t bits = inner.number("bits");
  if (bits == 0 || bits > filter_file::most_bits) return inner.refuse("bits", "is out of bounds");
  to.filter_bits = static_cast<std::uint32_t>(bits);
}

void read_filter(member_reader& from, filter_summary& to, std::string& fault) {
  const json_value* const filter = from.get("filter", manifest_kind::object);
  if (filter == nullptr) return;
  member_reader inner(*filter, fault);
  to.bytes = inner.number("bytes");
  to.checksum = inner.text("xxh128");
  to.index = inner.text("index_xxh3");
}

void read_fields(member_reader& from, manifest& to) {
  const json_value* const fields = from.get("fields", manifest_kind::list);
  if (fields == nullptr) return;
  bool has_url = false;
  for (const json_value& column : fields->items) {
    if (column.is != manifest_kind::text || (!parse_name<field>(column.text) && column.text != new_column))
      return from.refuse("fields", "is not known to this version");
    has_url = has_url || column.text == name_of(field::url);
    to.fields.push_back(column.text);
  }
  if (!has_url) from.refuse("fields", "has no url");
  const std::string rows = from.text("rows");
  to.form = parse_name<row_form>(rows).value_or(row_form::tsv);
  if (!is_of_shards(to.form)) return from.refuse("rows", "is not known to this version");
  if (rows != to.rows()) from.refuse("rows", "contradicts \"fields\"");
}

void read_totals(member_reader& from, manifest& to, std::string& fault) {
  const json_value* const totals = from.get("totals", manifest_kind::object);
  if (totals == nullptr) return;
  member_reader inner(*totals, fault);
  to.references = inner.number("references");
  to.kept = inner.number("kept");
  to.unique = inner.number("unique");
  for (std::size_t i = 0; i < totals->items.size(); ++i) {
    if (totals->items[i].is != manifest_kind::object) continue;
    const json_value& heading = totals->items[i];
    manifest_counts counts{totals->names[i], {}};
    for (std::size_t k = 0; k < heading.items.size(); ++k) {
      if (heading.items[k].is != manifest_kind::number)
        inner.refuse(totals->names[i], "has a wrong type or value");
      counts.counts.emplace_back(heading.names[k], heading.items[k].number);
    }
    to.counted.push_back(std::move(counts));
  }
}

// Reads the examples, which older manifests lack.
void read_examples(member_reader& from, manifest& to, std::string& fault) {
  const json_value* const examples = from.get_optional("examples", manifest_kind::object);
  if (examples == nullptr) return;
  for (std::size_t i = 0; i < examples->items.size(); ++i) {
    member_reader inner(*examples, fault);
    const json_value* const heading = inner.get(examples->names[i], manifest_kind::object);
    if (heading == nullptr) return;
    for (std::size_t k = 0; k < heading->items.size(); ++k) {
      manifest_examples group{examples->names[i], heading->names[k], {}};
      for (const json_value& text : heading->items[k].items) {
        if (text.is != manifest_kind::text) return inner.refuse(group.heading, "has a wrong type or value");
        group.texts.push_back(text.text);
      }
      if (heading->items[k].is != manifest_kind::list || group.texts.size() > manifest_examples::most)
        return inner.refuse(group.heading, "has a wrong type or value");
      to.examples.push_back(std::move(group));
    }
  }
}

// Reads the revisions of rules, which older manifests lack.
void read_rules(member_reader& from, manifest& to, std::string& fault) {
  const json_value* const rules = from.get_optional("rules", manifest_kind::object);
  if (rules == nullptr) return;
  member_reader inner(*rules, fault);
  for (const std::string& name : rules->names) to.rules.push_back({name, std::string(inner.text(name))});
}

// Reads the hosts of URLs with userinfo. The list is missing if there are too many hosts, or if no URL of the
// run has userinfo.
void read_userinfo_hosts(member_reader& from, const manifest& run, shard_summary& to) {
  const json_value* const hosts = from.get_optional("userinfo_hosts", manifest_kind::list);
  if (hosts != nullptr || !run.may_have_userinfo()) to.userinfo_hosts.emplace();
  if (hosts == nullptr) return;
  for (const json_value& host : hosts->items) {
    if (host.is != manifest_kind::text) return from.refuse("userinfo_hosts", "has a wrong type or value");
    to.userinfo_hosts->push_back(host.text);
  }
}

void read_shards(member_reader& from, manifest& to, std::string& fault) {
  const json_value* const shards = from.get("shards", manifest_kind::list);
  if (shards == nullptr) return;
  if (shards->items.size() != (to.only_shard ? 1 : to.shard_count))
    return from.refuse("shards", "differs in length from the number of shards in \"partition\"");
  for (const json_value& entry : shards->items) {
    if (entry.is != manifest_kind::object) return from.refuse("shards", "has a wrong type or value");
    member_reader inner(entry, fault);
    shard_summary shard;
    shard.name = inner.text("name");
    shard.lines = inner.number("lines");
    shard.bytes = inner.number("bytes");
    shard.content_bytes = inner.number("content_bytes");
    shard.checksum = inner.text("xxh128");
    shard.first_key = inner.text("first");
    shard.last_key = inner.text("last");
    if (to.filter_bits != 0) read_filter(inner, shard.filter, fault);
    read_userinfo_hosts(inner, to, shard);
    const auto number = static_cast<std::uint32_t>(to.shards.size());
    if (shard.name != shard_file_name(to.only_shard.value_or(number), to))
      inner.refuse("name", "differs from the name of the shard with this number");
    to.shards.push_back(std::move(shard));
  }
}

void check_sums(const json_value& totals, const manifest& run, std::string& fault) {
  member_reader inner(totals, fault);
  const shard_sums sums = run.sums();
  const auto check_sum = [&](std::string_view name, std::uint64_t sum) {
    if (inner.number(name) != sum) inner.refuse(name, "is not the sum over the shards");
  };
  check_sum("lines", sums.lines);
  check_sum("bytes", sums.bytes);
  check_sum("content_bytes", sums.content_bytes);
}

// Returns the bytes of the manifest; a missing file is an error.
result<std::string> read_whole(const std::string& path, const remote_context& remote, int* failure) {
  result<std::optional<std::string>> text = read_dataset_file(path, remote, failure);
  if (!text) return tl::unexpected(std::move(text.error()));
  if (!*text)
    return tl::unexpected(system_error(error_code::cannot_open, "open", without_password(path), ENOENT));
  return **std::move(text);
}

bool is_directory(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

error no_output(const std::string& directory) {
  return {error_code::cannot_open,
          without_password(directory) + " is no output of urlsieve: it has no " + std::string(manifest_name)};
}

// Returns the faults of the run: " (faults: input 2, archive 1)"; empty if there are none.
std::string fault_summary(const manifest& run) {
  for (const manifest_counts& heading : run.counted) {
    if (heading.name != "faults") continue;
    std::string listed;
    for (const auto& [name, times] : heading.counts)
      listed.append(listed.empty() ? "" : ", ").append(name).append(1, ' ').append(std::to_string(times));
    return listed.empty() ? listed : " (faults: " + listed + ')';
  }
  return {};
}

// Returns the manifest if it was read and the mark of the directory is valid.
result<manifest> checked_manifest(const std::string& directory, result<stored_manifest> stored,
                                  success_marker_policy demand, const remote_context& remote) {
  if (!stored) return tl::unexpected(std::move(stored.error()));
  if (const std::optional<std::string> fault = check_mark(directory, *stored, demand, nullptr, remote))
    return tl::unexpected(error{error_code::cannot_read, *fault});
  return std::move(stored->read);
}

}  // namespace

result<manifest> read_manifest(std::string_view json) {
  const result<json_value> root = read_json(json);
  if (!root) return tl::unexpected(root.error());
  std::string fault;
  manifest read;
  member_reader from(*root, fault);
  if (from.has("graph"))
    return tl::unexpected(error{error_code::cannot_read, "it describes a web graph, not a run"});
  if (from.number("format") != 1) from.refuse("format", "is not known to this version");
  read.version = from.text("urlsieve");
  if (fault.empty()) read_layout(from, read, fault);
  if (fault.empty()) read_rules(from, read, fault);
  if (fault.empty()) read_filters(from, read, fault);
  if (fault.empty()) read_fields(from, read);
  if (const json_value* const options = from.get("options", manifest_kind::object)) {
    for (std::size_t i = 0; i < options->items.size(); ++i)
      read.options.push_back({options->names[i], options->items[i].dump()});
  }
  if (fault.empty()) read_totals(from, read, fault);
  if (fault.empty()) read_examples(from, read, fault);
  if (fault.empty()) read_shards(from, read, fault);
  if (fault.empty()) check_sums(*root->find("totals"), read, fault);
  if (!fault.empty()) return tl::unexpected(error{error_code::cannot_read, fault});
  return read;
}

result<stored_manifest> load_manifest(const std::string& directory, int* failure,
                                      const remote_context& remote) {
  result<std::optional<state_layers>> state = open_state_layers(directory, remote, failure);
  if (!state) return tl::unexpected(std::move(state.error()));
  if (*state) {
    return united_manifest(**state, directory, remote, failure).map([&](manifest&& whole) {
      return stored_manifest{std::move(whole), std::move((*state)->text), true};
    });
  }
  return load_run_manifest(directory, failure, remote);
}

result<stored_manifest> load_run_manifest(const std::string& directory, int* failure,
                                          const remote_context& remote) {
  int reason = 0;
  result<std::string> text = read_whole(dataset_path(directory, manifest_name), remote, &reason);
  if (failure != nullptr) *failure = reason;
  if (!text)
    return tl::unexpected(reason == ENOENT && is_directory(directory) ? no_output(directory) : text.error());
  result<manifest> read = read_manifest(*text);
  if (!read) {
    return tl::unexpected(error{read.error().code, without_password(dataset_path(directory, manifest_name)) +
                                                       ": " + read.error().message});
  }
  return stored_manifest{std::move(*read), std::move(*text), false};
}

std::optional<std::string> check_mark(const std::string& directory, const stored_manifest& stored,
                                      success_marker_policy demand, int* failure,
                                      const remote_context& remote) {
  // state.json lists only layers of complete runs.
  if (stored.is_of_state) return std::nullopt;
  const std::string file = dataset_path(directory, success_name);
  const std::string path = without_password(file);
  const result<std::optional<std::string>> text = read_dataset_file(file, remote, failure);
  if (!text) return text.error().message;
  if (!*text) {
    if (failure != nullptr) *failure = 0;
    if (demand == success_marker_policy::may_be_missing) return std::nullopt;
    return path + " is missing: not all of the input was read" + fault_summary(stored.read);
  }
  if (const std::optional<std::string> fault = success_fault(**text, stored.text))
    return path + ": " + *fault;
  return std::nullopt;
}

result<manifest> open_run_manifest(const std::string& directory, success_marker_policy demand,
                                   const remote_context& remote, std::optional<std::string_view> checksum) {
  result<stored_manifest> stored = load_run_manifest(directory, nullptr, remote);
  if (stored && checksum && checksum_of(stored->text) != *checksum)
    return tl::unexpected(
        error{error_code::cannot_read, without_password(dataset_path(directory, manifest_name)) +
                                           " is not the expected manifest: its checksum differs"});
  return checked_manifest(directory, std::move(stored), demand, remote);
}

result<manifest> open_manifest(const std::string& directory, success_marker_policy demand,
                               const remote_context& remote) {
  return checked_manifest(directory, load_manifest(directory, nullptr, remote), demand, remote);
}

result<manifest> open_manifest(const std::string& directory, success_marker_policy demand) {
  return open_manifest(directory, demand, remote_context());
}

result<std::optional<std::vector<std::string>>> listed_files(const std::string& directory) {
  int failure = 0;
  const result<std::string> text = read_whole(dataset_path(directory, manifest_name), {}, &failure);
  if (failure != 0 && failure != ENOENT && failure != ELOOP && failure != ENXIO)
    return tl::unexpected(text.error());
  const result<json_value> root = text ? read_json(*text) : tl::unexpected(text.error());
  if (!root || root->is != manifest_kind::object) return std::nullopt;
  const json_value* const format = root->find("format");
  const json_value* const version = root->find("urlsieve");
  const json_value* const shards = root->find("shards");
  if (format == nullptr || version == nullptr || shards == nullptr || format->is != manifest_kind::number ||
      version->is != manifest_kind::text || shards->is != manifest_kind::list)
    return std::nullopt;
  std::vector<std::string> names{std::string(manifest_name), std::string(success_name)};
  for (const json_value& entry : shards->items) {
    const json_value* const name = entry.find("name");
    if (name == nullptr || name->is != manifest_kind::text) continue;
    names.push_back(name->text);
    if (entry.find("filter") != nullptr) names.push_back(filter_file_name(name->text));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace urlsieve
