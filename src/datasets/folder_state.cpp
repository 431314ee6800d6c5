#include "src/datasets/folder_state.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/enclosing_output.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view building_name = ".update.urlsieve";

// Returns true for a layer that a killed change left.
bool is_removable_layer(const fs::path& path) {
  int failure = 0;
  return layer_number(path.filename().string()) != 0 && is_leftover(path.string(), failure);
}

tl::unexpected<error> refuse_change(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
}

}  // namespace

result<std::unique_ptr<state_change>> folder_state::begin(const std::string& directory, bool may_create) {
  std::unique_ptr<folder_state> change(new folder_state(directory));
  return change->open(may_create).map([&]() -> std::unique_ptr<state_change> { return std::move(change); });
}

result<void> folder_state::open(bool may_create) {
  std::error_code failed;
  const fs::file_status status = fs::status(directory_, failed);
  if (status.type() == fs::file_type::not_found) {
    if (!may_create) return refuse_change(error_code::no_such_input, directory_ + " does not exist");
    if (result<void> status = check_outside_outputs(directory_); !status) return status;
    result<parent_directories> parents = parent_directories::create(directory_ + "/" + "state");
    if (!parents) return tl::unexpected(std::move(parents.error()));
    parents_ = std::move(*parents);
  } else if (status.type() != fs::file_type::directory) {
    return refuse_change(error_code::usage, directory_ + " is not a directory");
  }
  result<locked_directory> building =
      locked_directory::at(directory_ + '/' + std::string(building_name), directory_);
  if (!building) return tl::unexpected(std::move(building.error()));
  building_ = std::move(*building);
  result<std::optional<state_layers>> layers = open_state_layers(directory_, {});
  if (!layers) return tl::unexpected(std::move(layers.error()));
  layers_ = std::move(*layers);
  if (!layers_) {
    for (const std::string& name : names_in(directory_, failed))
      if (name != building_name && !is_removable_layer(dataset_path(directory_, name)))
        return refuse_change(error_code::usage,
                             directory_ + " is not a state: it has no " + std::string(state_file_name));
    if (failed)
      return tl::unexpected(system_error(error_code::cannot_open, "list", directory_, failed.value()));
    remove_unlisted_layers();
    return {};
  }
  result<manifest> united = united_manifest(*layers_, directory_, {});
  if (!united) return tl::unexpected(std::move(united.error()));
  described_ = std::move(*united);
  remove_unlisted_layers();
  return {};
}

void folder_state::remove_unlisted_layers() {
  std::error_code ignored;
  for (const std::string& name : names_in(directory_, ignored)) {
    const std::string path = dataset_path(directory_, name);
    if (layer_number(name) == 0 || !fs::is_directory(path, ignored)) continue;
    const bool is_listed = layers_ && std::ranges::find(layers_->listed.layers, name, &state_layer::name) !=
                                          layers_->listed.layers.end();
    if (!is_listed) remove_unused_layer(path);
  }
}

result<void> folder_state::store(const std::string& built, bool replaces_all) {
  built_ = built;
  replaces_all_ = replaces_all;
  return {};
}

result<void> folder_state::publish(std::vector<std::uint64_t> lines) {
  const result<std::optional<std::string>> text = read_dataset_file(dataset_path(built_, manifest_name), {});
  if (!text) return tl::unexpected(text.error());
  if (!*text) return refuse_change(error_code::cannot_read, built_ + " has no manifest");
  std::uint64_t number = 1;
  std::error_code failed;
  for (const std::string& name : names_in(directory_, failed))
    number = std::max(number, layer_number(name) + 1);
  if (failed)
    return tl::unexpected(system_error(error_code::cannot_open, "list", directory_, failed.value()));

  state_file next;
  if (layers_ && !replaces_all_) next.layers = layers_->listed.layers;
  next.layers.push_back({layer_name(number), checksum_of(**text)});
  next.lines = std::move(lines);
  const std::string json = next.json(version);
  const std::string layer = dataset_path(directory_, next.layers.back().name);
  const std::string written = dataset_path(scratch(), state_file_name);
  result<durable_file> file = durable_file::create(written);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (result<void> done = file->write(json).and_then([&] { return file->close(); }); !done) return done;
  if (const int failure = move_name(built_, layer); failure != 0)
    return tl::unexpected(system_error(error_code::cannot_write, "rename", built_, failure));
  result<void> done = sync_directory(directory_);
  if (done) {
    const std::string listed = dataset_path(directory_, state_file_name);
    if (const int failure = move_name(written, listed); failure != 0)
      done = tl::unexpected(system_error(error_code::cannot_write, "rename", written, failure));
  }
  if (done) parents_.keep();
  described_.lease.reset();
  // The file decides which layers are listed. If it cannot be read now, unlisted layers stay until the next
  // change.
  if (result<std::optional<state_layers>> layers = open_state_layers(directory_, {})) {
    layers_ = std::move(*layers);  // releases the replaced layers
    remove_unlisted_layers();
  }
  return done.and_then([this] { return sync_directory(directory_); });
}

}  // namespace urlsieve
