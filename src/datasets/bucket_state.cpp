#include "src/datasets/bucket_state.hpp"

#include <algorithm>
#include <ctime>
#include <span>
#include <string_view>
#include <system_error>

#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/transfer/conditional_writes.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_of_head = std::size_t{256} << 20;
constexpr std::string_view layer_front = "layer-";
constexpr std::string_view probe_front = "update.probe.";

tl::unexpected<error> refuse_state_change(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
}

// Removes a run of digits at the begin of `text`. Returns false if there are fewer than five.
bool skip_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(end);
  return end >= 5;
}

// Returns true for the names of the files of a layer: "part-00003-of-00016.tsv.zst", its filter, the manifest
// and its mark.
bool is_file_of_layer(std::string_view name) {
  constexpr std::string_view front = "part-";
  constexpr std::string_view middle = "-of-";
  if (name == manifest_name || name == success_name) return true;
  const bool is_filter = name.starts_with('_');
  std::string_view left = name.substr(is_filter ? 1 : 0);
  if (!left.starts_with(front)) return false;
  left.remove_prefix(front.size());
  if (!skip_digits(left) || !left.starts_with(middle)) return false;
  left.remove_prefix(middle.size());
  return skip_digits(left) && (is_filter ? left == ".filter" : left.starts_with('.'));
}

// An object of a layer.
struct layer_key {
  std::uint64_t number = 0;
  std::string_view file;
};

// Returns nullopt for a key that no update writes.
std::optional<layer_key> parse_layer_key(std::string_view key) {
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const layer_key parsed{layer_number(key.substr(0, slash)), key.substr(slash + 1)};
  if (parsed.number == 0 || !is_file_of_layer(parsed.file)) return std::nullopt;
  return parsed;
}

// Returns true for the keys of probes: "update.probe." and 16 hexadecimal digits.
bool is_probe(std::string_view key) {
  return key.starts_with(probe_front) && key.size() == probe_front.size() + 16 &&
         key.find_first_not_of(lower_hex_digits, probe_front.size()) == std::string_view::npos;
}

// Returns true if the object was written more than a day ago. No update probes a server for so long, even if
// the clocks of machines differ by hours.
bool is_of_earlier_day(const s3_listed& object) {
  constexpr std::time_t day = std::time_t{24} * 60 * 60;
  std::tm parts{};
  const char* const end = ::strptime(object.modified.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  return end != nullptr && std::time(nullptr) - ::timegm(&parts) > day;
}

std::string key_in_layer(std::uint64_t number, std::string_view file) {
  return (layer_name(number) + '/').append(file);
}

}  // namespace

result<std::unique_ptr<state_change>> bucket_state::begin(const std::string& name, bool may_create,
                                                          const remote_context& remote,
                                                          const std::string& temporary) {
  result<s3_location> place = s3_location::of_prefix(name);
  if (!place) return tl::unexpected(std::move(place.error()));
  std::string bare = place->prefix_name();
  std::unique_ptr<bucket_state> change(
      new bucket_state(s3_objects(remote.access, std::move(*place), remote.stop), std::move(bare)));
  return change->open(may_create, temporary).map([&]() -> std::unique_ptr<state_change> {
    return std::move(change);
  });
}

result<void> bucket_state::open(bool may_create, const std::string& temporary) {
  result<std::optional<s3_object>> head = objects_.get(state_file_name, most_of_head);
  if (!head) return tl::unexpected(std::move(head.error()));
  head_ = std::move(*head);
  if (!head_ && !may_create)
    return refuse_state_change(error_code::no_such_input, directory_ + " does not exist");
  if (head_) {
    if (head_->etag.empty())
      return refuse_state_change(error_code::not_supported, objects_.name_of(state_file_name) +
                                                                " has no ETag: its server is no S3 server");
    result<state_layers> listed = list_state_layers(head_->body, directory_);
    if (!listed) return tl::unexpected(std::move(listed.error()));
    layers_ = std::move(*listed);
    result<manifest> united = united_manifest(*layers_, directory_, {objects_.access(), objects_.stop()});
    if (!united) return tl::unexpected(std::move(united.error()));
    described_ = std::move(*united);
    for (const state_layer& layer : layers_->listed.layers)
      first_number_ = std::max(first_number_, layer_number(layer.name) + 1);
  }
  if (result<void> done = list_objects().and_then([this] { return check_objects(); }); !done) return done;
  const std::string parent = scratch_parent(temporary);
  locked_directory::remove_leftovers_below(parent);
  result<locked_directory> scratch = locked_directory::new_directory(parent);
  if (!scratch) return tl::unexpected(std::move(scratch.error()));
  scratch_ = std::move(*scratch);
  return check_server();
}

// Lists the objects of layers, and checks that a new state has no objects of others.
result<void> bucket_state::list_objects() {
  std::vector<std::string_view> prefixes{layer_front, probe_front};
  // A large bucket without a state is refused after one page.
  std::vector<std::size_t> limits{~std::size_t{0}};
  if (!head_) {
    prefixes = {""};
    limits = {0, ~std::size_t{0}};
  }
  for (const std::size_t most : limits) {
    by_number_.clear();
    probes_.clear();
    for (const std::string_view prefix : prefixes) {
      const result<std::vector<s3_listed>> listed = objects_.list(prefix, most);
      if (!listed && listed.error().code != error_code::cannot_read) return tl::unexpected(listed.error());
      if (!listed)
        return refuse_state_change(error_code::cannot_open,
                                   "cannot look at " + directory_ + ": " + listed.error().message);
      for (const s3_listed& object : *listed) {
        if (const std::optional<layer_key> known = parse_layer_key(object.key))
          by_number_[known->number].emplace(known->file, object.size);
        else if (is_probe(object.key)) {
          if (is_of_earlier_day(object)) probes_.push_back(object.key);
        } else if (object.key == state_file_name && !head_)
          return lost_race();
        else if (!head_)
          return refuse_state_change(
              error_code::usage, directory_ + " is not a state: it has no " + std::string(state_file_name) +
                                     ", but the object " + objects_.name_of(object.key));
      }
    }
  }
  return {};
}

// Checks that the objects of all shards exist, and have the sizes of the manifests.
result<void> bucket_state::check_objects() const {
  for (const shard_summary& shard : described_.shards) {
    const std::span<const shard_summary> files =
        shard.layers.empty() ? std::span(&shard, 1) : std::span(shard.layers);
    for (const shard_summary& file : files) {
      const std::string name = shard_path(directory_, file);
      const auto layer = by_number_.find(layer_number(file.layer));
      const bool has_layer = layer != by_number_.end();
      const auto stored = has_layer ? layer->second.find(file.name) : sizes_by_name::const_iterator();
      if (!has_layer || stored == layer->second.end())
        return refuse_state_change(error_code::cannot_read, name + " is missing: restore the object");
      if (stored->second != file.bytes)
        return refuse_state_change(error_code::cannot_read, name + " has " + std::to_string(stored->second) +
                                                                " bytes, and its manifest says " +
                                                                std::to_string(file.bytes));
    }
  }
  return {};
}

result<void> bucket_state::check_server() const {
  const result<std::optional<std::string>> fault =
      find_fault_of_conditions(objects_, std::string(probe_front) + hex_of(random_seed()));
  if (!fault) return tl::unexpected(fault.error());
  if (!*fault) return {};
  return refuse_state_change(
      error_code::not_supported,
      directory_ +
          " cannot hold a state to be changed, because its server does not support conditional writes: " +
          **fault);
}

tl::unexpected<error> bucket_state::lost_race() const {
  return refuse_state_change(error_code::cannot_write,
                             directory_ + ": another process has changed the state meanwhile: run again");
}

// Returns false if another process has changed the state.
result<bool> bucket_state::is_current() const {
  return objects_.look_at(state_file_name).map([this](const std::optional<s3_listed>& found) {
    return found.has_value() == head_.has_value() && (!found || found->etag == head_->etag);
  });
}

// Chooses the number of the new layer, and writes its manifest. A number belongs to the manifest that was
// written first, so equal layers share a number, and other layers have other numbers.
result<void> bucket_state::reserve_number(const std::string& manifest_text) {
  for (number_ = first_number_;; ++number_) {
    const auto known = by_number_.find(number_);
    if (known != by_number_.end() && !known->second.contains(manifest_name)) continue;
    const result<std::optional<std::string>> written =
        objects_.put(key_in_layer(number_, manifest_name), manifest_text, write_condition::absent());
    if (!written) return tl::unexpected(written.error());
    if (*written) return {};
  }
}

// Returns the uploads of the files in `built`, without those that a killed update has stored.
result<std::vector<s3_upload>> bucket_state::plan_uploads(const std::string& built) const {
  std::vector<s3_upload> uploads;
  const auto known = by_number_.find(number_);
  const result<std::vector<output_file_entry>> files = output_files_in(built);
  if (!files) return tl::unexpected(files.error());
  for (const output_file_entry& file : *files) {
    if (file.name == manifest_name || file.name == success_name) continue;
    const bool is_stored = known != by_number_.end() && [&] {
      const auto stored = known->second.find(file.name);
      return stored != known->second.end() && stored->second == file.size;
    }();
    if (!is_stored)
      uploads.emplace_back(objects_, key_in_layer(number_, file.name), dataset_path(built, file.name),
                           file.size, s3_upload::small_files::at_completion);
  }
  return uploads;
}

// Creates the objects. An object that exists has the same manifest, and therefore the same bytes.
result<void> bucket_state::send(std::vector<s3_upload>& uploads) const {
  const unsigned threads = objects_.access()->connections();
  return send_all(uploads, threads).and_then([&] {
    return for_each_index(uploads.size(), threads, [&](std::size_t i) -> result<void> {
      const result<bool> created = uploads[i].complete(write_condition::absent());
      if (!created) return tl::unexpected(created.error());
      if (*created) return {};
      const result<std::optional<s3_listed>> stored = objects_.look_at(uploads[i].key());
      if (!stored) return tl::unexpected(stored.error());
      if (!*stored || (*stored)->size != uploads[i].size())
        return refuse_state_change(error_code::cannot_write, objects_.name_of(uploads[i].key()) +
                                                                 " has other bytes: remove the object");
      uploads[i].abort();
      return {};
    });
  });
}

result<void> bucket_state::upload(const std::string& built, const std::string& manifest_text) {
  if (result<void> reserved = reserve_number(manifest_text); !reserved) return reserved;
  result<std::vector<s3_upload>> uploads = plan_uploads(built);
  if (!uploads) return tl::unexpected(std::move(uploads.error()));
  result<void> done = send(*uploads);
  if (!done)
    for (s3_upload& file : *uploads) file.abort();
  return done.and_then([&] {
    return objects_
        .put(key_in_layer(number_, success_name), success_text(manifest_text), write_condition::absent())
        .and_then([&](const std::optional<std::string>& etag) -> result<void> {
          if (etag) return {};
          return refuse_state_change(
              error_code::cannot_write,
              objects_.name_of(key_in_layer(number_, success_name)) + " has other bytes: remove the object");
        });
  });
}

result<void> bucket_state::store(const std::string& built, bool replaces_all) {
  const result<std::optional<std::string>> text = read_dataset_file(dataset_path(built, manifest_name), {});
  if (!text) return tl::unexpected(text.error());
  if (!*text) return refuse_state_change(error_code::cannot_read, built + " has no manifest");
  const result<bool> is_unchanged = is_current();
  if (!is_unchanged) return tl::unexpected(is_unchanged.error());
  if (!*is_unchanged) return lost_race();
  checksum_ = checksum_of(**text);
  replaces_all_ = replaces_all;
  result<void> done = upload(built, **text);
  if (!done && done.error().code == error_code::interrupted) return done;
  // Another process may have changed the state, and removed the objects of this change. Then publish() would
  // fail, and the new rows must not be published.
  const result<bool> is_still_unchanged = is_current();
  if (is_still_unchanged && !*is_still_unchanged) return lost_race();
  return done.and_then([&]() -> result<void> {
    if (!is_still_unchanged) return tl::unexpected(is_still_unchanged.error());
    return {};
  });
}

result<void> bucket_state::publish(std::vector<std::uint64_t> lines) {
  state_file next;
  if (layers_ && !replaces_all_) next.layers = layers_->listed.layers;
  next.layers.push_back({layer_name(number_), checksum_});
  next.lines = std::move(lines);
  const result<bool> written =
      objects_.put_change(state_file_name, next.json(version),
                          head_ ? write_condition::unchanged(head_->etag) : write_condition::absent(),
                          hex_of(random_seed()), head_ ? head_->history : std::string());
  if (!written) return tl::unexpected(written.error());
  if (!*written) return lost_race();
  remove_leftovers(next);
  return list_state_layers(next.json(version), directory_).map([this](state_layers&& listed) {
    layers_ = std::move(listed);
  });
}

// Removes the objects of layers that neither the old nor the new state.json lists and whose numbers are below
// the new layer: no process can publish these layers any more. Readers may still read replaced layers.
void bucket_state::remove_leftovers(const state_file& next) {
  const auto is_listed = [](const state_file& state, std::uint64_t number) {
    return std::ranges::find(state.layers, layer_name(number), &state_layer::name) != state.layers.end();
  };
  std::vector<std::string> keys = std::move(probes_);
  for (const auto& [number, files] : by_number_) {
    if (number >= number_ || is_listed(next, number) || (layers_ && is_listed(layers_->listed, number)))
      continue;
    for (const auto& [file, size] : files) keys.push_back(key_in_layer(number, file));
  }
  const result<void> removed = for_each_index(keys.size(), objects_.access()->connections(),
                                              [&](std::size_t i) { return objects_.remove(keys[i]); });
  if (!removed)
    warnings_.push_back("leftovers of an earlier update stay in " + directory_ +
                        " until the next update: " + removed.error().message);
  // Without the permission to list uploads, a lifecycle rule of the bucket removes unfinished uploads.
  const result<std::vector<s3_open_upload>> uploads = objects_.list_uploads();
  if (!uploads) return;
  for (const s3_open_upload& open : *uploads) {
    const std::optional<layer_key> known = parse_layer_key(open.key);
    if (known && known->number <= number_) static_cast<void>(objects_.abort_upload(open));
  }
}

}  // namespace urlsieve
