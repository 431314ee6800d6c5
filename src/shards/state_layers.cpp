// A reader reads state.json, locks the layers, and reads state.json again. If the file is unchanged, the
// layers were listed when they were locked. An update removes a layer only after state.json has lost the
// layer, and only with an exclusive lock, so listed and locked layers stay.
#include "src/shards/state_layers.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <iterator>
#include <numeric>
#include <thread>
#include <utility>

#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/run_counts.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/sort_key.hpp"
#include "src/shards/temporary_mark.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/text/saturated_sum.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t state_format = 1;
constexpr std::string_view layer_prefix = "layer-";
constexpr std::size_t least_digits = 6;
constexpr std::size_t checksum_digits = 32;

using value_kind = json_value::kind;

tl::unexpected<error> refuse_state(std::string why) {
  return tl::unexpected(error{error_code::cannot_read, std::move(why)});
}

bool is_checksum(std::string_view text) {
  return text.size() == checksum_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Returns the member if it is a list; else null.
const json_value* list_in(const json_value& object, std::string_view name) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == value_kind::list ? found : nullptr;
}

constexpr int most_attempts = 100;
constexpr std::chrono::milliseconds between_attempts{20};

// Shared locks on the directories of layers.
class layer_locks {
 public:
  layer_locks() = default;
  layer_locks(const layer_locks&) = delete;
  layer_locks& operator=(const layer_locks&) = delete;
  ~layer_locks() {
    for (const int descriptor : descriptors_) ::close(descriptor);
  }

  // Locks a directory without waiting. Returns 0, or an errno.
  int lock(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    descriptors_.push_back(descriptor);
    while (::flock(descriptor, LOCK_SH | LOCK_NB) != 0)
      if (errno != EINTR) return errno;
    return 0;
  }

 private:
  std::vector<int> descriptors_;
};

std::string state_path(const std::string& directory) {
  return dataset_path(directory, state_file_name);
}

tl::unexpected<error> state_error(const std::string& directory, const std::string& why) {
  return tl::unexpected(error{error_code::cannot_read, without_password(state_path(directory)) + ": " + why});
}

// Adds a layer of a shard to the summary of all layers.
void add_layer(shard_summary&& layer, row_order order, shard_summary& all) {
  std::string own;
  std::string other;
  const auto is_before = [&](const std::string& a, const std::string& b) {
    assign_sort_key(order, a, own);
    assign_sort_key(order, b, other);
    return own < other;
  };
  if (layer.lines != 0) {
    const bool is_first = all.content_bytes == 0;
    if (is_first || is_before(layer.first_key, all.first_key)) all.first_key = layer.first_key;
    if (is_first || is_before(all.last_key, layer.last_key)) all.last_key = layer.last_key;
  }
  all.name = layer.name;
  all.bytes += layer.bytes;
  all.content_bytes += layer.content_bytes;
  all.layers.push_back(std::move(layer));
}

bool have_equal_layouts(const manifest& a, const manifest& b) {
  return a.shard_count == b.shard_count && a.packing == b.packing && a.form == b.form &&
         a.fields == b.fields && !a.only_shard && !b.only_shard;
}

}  // namespace

std::string layer_name(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string name(layer_prefix);
  name.append(least_digits - std::min(least_digits, digits.size()), '0');
  return name.append(digits);
}

std::uint64_t layer_number(std::string_view name) {
  if (!name.starts_with(layer_prefix)) return 0;
  std::uint64_t number = 0;
  const std::string_view digits = name.substr(layer_prefix.size());
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return parsed.ec == std::errc() && layer_name(number) == name ? number : 0;
}

std::uint64_t state_file::unique() const {
  return std::accumulate(lines.begin(), lines.end(), std::uint64_t{0},
                         [](std::uint64_t a, std::uint64_t b) { return saturated_sum(a, b); });
}

std::string state_file::json(std::string_view version) const {
  json_writer out;
  out.begin_object();
  out.key("format").value(state_format);
  out.key("urlsieve").value(version);
  out.key("layers").begin_array();
  for (const state_layer& layer : layers) {
    out.begin_object(true);
    out.key("name").value(layer.name);
    out.key("xxh128").value(layer.manifest_checksum);
    out.end_object();
  }
  out.end_array();
  out.key("lines").begin_array(true);
  for (const std::uint64_t count : lines) out.value(count);
  out.end_array();
  out.end_object();
  return out.take();
}

result<state_file> read_state_file(std::string_view json) {
  const result<json_value> root = read_json(json);
  if (!root) return tl::unexpected(root.error());
  if (root->number_of("format") != state_format)
    return refuse_state("\"format\" is not known to this version");
  const json_value* const layers = list_in(*root, "layers");
  const json_value* const lines = list_in(*root, "lines");
  if (layers == nullptr || layers->items.empty()) return refuse_state("\"layers\" is missing or empty");
  if (lines == nullptr || lines->items.empty() || lines->items.size() > max_shards)
    return refuse_state("\"lines\" is missing or empty");
  state_file read;
  for (const json_value& entry : layers->items) {
    state_layer layer{entry.text_of("name"), entry.text_of("xxh128")};
    if (layer_number(layer.name) == 0 || !is_checksum(layer.manifest_checksum))
      return refuse_state("\"layers\" has an invalid entry");
    if (std::ranges::find(read.layers, layer.name, &state_layer::name) != read.layers.end())
      return refuse_state("\"layers\" names a layer twice");
    read.layers.push_back(std::move(layer));
  }
  for (const json_value& count : lines->items) {
    if (count.is != value_kind::number) return refuse_state("\"lines\" has an invalid entry");
    read.lines.push_back(count.number);
  }
  return read;
}

result<state_layers> list_state_layers(std::string text, const std::string& directory) {
  result<state_file> listed = read_state_file(text);
  if (!listed) return state_error(directory, listed.error().message);
  state_layers state{std::move(*listed), std::move(text), {}, {}};
  for (const state_layer& layer : state.listed.layers)
    state.directories.push_back(dataset_path(directory, layer.name));
  return state;
}

result<std::optional<state_layers>> open_state_layers(const std::string& directory,
                                                      const remote_context& remote, int* failure) {
  int lock_failure = 0;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    if (attempt > 1) std::this_thread::sleep_for(between_attempts);
    result<std::optional<std::string>> text = read_dataset_file(state_path(directory), remote, failure);
    if (!text) return tl::unexpected(std::move(text.error()));
    if (!*text) return std::nullopt;
    result<state_layers> read = list_state_layers(std::move(**text), directory);
    if (!read) return tl::unexpected(std::move(read.error()));
    state_layers& state = *read;
    if (is_remote_name(directory)) return std::move(state);
    auto locks = std::make_shared<layer_locks>();
    lock_failure = 0;
    for (const std::string& path : state.directories)
      if (lock_failure == 0) lock_failure = locks->lock(path);
    if (failure != nullptr) *failure = lock_failure;
    if (lock_failure != 0 && lock_failure != ENOENT && lock_failure != EWOULDBLOCK) break;
    text = read_dataset_file(state_path(directory), remote, failure);
    if (!text) return tl::unexpected(std::move(text.error()));
    if (lock_failure == 0 && *text == state.text) {
      state.lease = std::move(locks);
      return std::move(state);
    }
  }
  if (lock_failure == 0) lock_failure = EAGAIN;
  return tl::unexpected(
      system_error(error_code::cannot_open, "lock the layers of", without_password(directory), lock_failure));
}

result<manifest> united_manifest(const state_layers& state, const std::string& directory,
                                 const remote_context& remote, int* failure) {
  manifest all;
  for (std::size_t i = 0; i < state.directories.size(); ++i) {
    result<stored_manifest> stored = load_run_manifest(state.directories[i], failure, remote);
    if (!stored) return tl::unexpected(std::move(stored.error()));
    const state_layer& layer = state.listed.layers[i];
    if (checksum_of(stored->text) != layer.manifest_checksum)
      return state_error(directory, "the manifest of " + layer.name + " has another checksum");
    manifest& read = stored->read;
    std::vector<shard_summary> shards = std::exchange(read.shards, {});
    if (shards.size() != state.listed.lines.size())
      return state_error(directory, "the number of shards differs from " + layer.name);
    for (shard_summary& shard : shards) shard.layer = layer.name;
    if (i == 0)
      all = begin_merged_manifest(read.version, read);
    else if (have_equal_layouts(all, read))
      add_to_merged_manifest(all, read);
    else
      return state_error(directory, layer.name + " has another layout than the first layer");
    all.filter_bits = std::max(all.filter_bits, read.filter_bits);
    all.shards.resize(shards.size());
    for (std::size_t k = 0; k < shards.size(); ++k) add_layer(std::move(shards[k]), all.order, all.shards[k]);
  }
  for (std::size_t k = 0; k < all.shards.size(); ++k) {
    shard_summary& shard = all.shards[k];
    if (shard.layers.size() == 1) {
      shard_summary only = std::move(shard.layers.front());
      shard = std::move(only);
    }
    shard.lines = state.listed.lines[k];
  }
  // The layers count the lengths of URLs that they share more than once.
  if (state.directories.size() > 1)
    std::erase_if(all.counted, [](const manifest_counts& counts) { return counts.name == heading::lengths; });
  all.unique = state.listed.unique();
  all.lease = state.lease;
  return all;
}

result<expanded_directories> expand_states(std::span<const std::string> directories,
                                           const remote_context& remote) {
  expanded_directories expanded;
  for (const std::string& directory : directories) {
    result<std::optional<state_layers>> state = open_state_layers(directory, remote);
    if (!state) return tl::unexpected(std::move(state.error()));
    if (!*state) {
      expanded.directories.push_back(directory);
      continue;
    }
    std::ranges::move((*state)->directories, std::back_inserter(expanded.directories));
    expanded.leases.push_back(std::move((*state)->lease));
  }
  return expanded;
}

bool remove_unused_layer(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno == ENOENT;
  int failure = 0;
  const bool is_unused = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_leftover(path, failure);
  if (is_unused) remove_marked(path);
  ::close(descriptor);
  return is_unused;
}

}  // namespace urlsieve
