#include "src/shards/remote_upload.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/success_mark.hpp"
#include "src/transfer/remote_access.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_of_manifest = std::size_t{256} << 20;

tl::unexpected<error> refuse_upload(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
}

}  // namespace

result<remote_upload> remote_upload::begin(std::shared_ptr<remote_access> access, const std::string& name,
                                           bool force, const std::string& scratch,
                                           const std::atomic<bool>* stop) {
  result<s3_location> place = s3_location::of_prefix(name);
  if (!place) return tl::unexpected(std::move(place.error()));
  std::string bare = place->prefix_name();
  remote_upload upload(s3_objects(std::move(access), std::move(*place), stop), std::move(bare));
  return upload.list_objects(force, scratch).map([&] { return std::move(upload); });
}

// Lists the objects at the destination. Under `force`, checks that a run wrote all of them.
result<void> remote_upload::list_objects(bool force, const std::string& scratch) {
  const result<std::vector<s3_listed>> listed = objects_.list("", force ? ~std::size_t{0} : 0);
  if (!listed && listed.error().code != error_code::cannot_read) return tl::unexpected(listed.error());
  if (!listed)
    return refuse_upload(error_code::cannot_open, "cannot look at " + name_ + ": " + listed.error().message);
  for (const s3_listed& object : *listed) old_names_.insert(object.key);
  if (!old_names_.empty() && !force)
    return refuse_upload(error_code::output_exists, name_ + " exists and is not empty");
  return old_names_.empty() ? result<void>() : check_old(scratch);
}

result<void> remote_upload::check_old(const std::string& scratch) {
  std::optional<std::vector<std::string>> known;
  if (old_names_.contains(std::string(manifest_name))) {
    const result<std::optional<s3_object>> stored = objects_.get(manifest_name, most_of_manifest);
    if (!stored) return refuse_upload(error_code::cannot_open, stored.error().message);
    std::ofstream(scratch + '/' + std::string(manifest_name), std::ios::binary)
        << (*stored ? (*stored)->body : std::string());
    result<std::optional<std::vector<std::string>>> names = listed_files(scratch);
    if (!names) return tl::unexpected(std::move(names.error()));
    known = std::move(*names);
  }
  if (!known)
    return refuse_upload(
        error_code::output_exists,
        name_ + " has no manifest of urlsieve: options::force replaces only outputs of urlsieve");
  for (const std::string& name : old_names_)
    if (!std::binary_search(known->begin(), known->end(), name))
      return refuse_upload(
          error_code::output_exists,
          name_ + '/' + name + " was not written by urlsieve: options::force does not remove it");
  return {};
}

result<void> remote_upload::send_file(const std::string& directory, std::string_view name) const {
  const std::string path = dataset_path(directory, name);
  std::ostringstream bytes;
  std::ifstream file(path, std::ios::binary);
  if (!(bytes << file.rdbuf()) || !file) return refuse_upload(error_code::cannot_read, "cannot read " + path);
  return objects_.put(name, bytes.view()).map([](std::optional<std::string>&&) {});
}

// Replaces the old output; from here on it is lost.
result<void> remote_upload::publish(const std::string& directory, std::vector<s3_upload>& uploads,
                                    const std::set<std::string>& sent) {
  const unsigned threads = objects_.access()->connections();
  const std::string mark(success_name);
  if (old_names_.contains(mark))
    if (result<void> removed = objects_.remove(mark); !removed) return removed;
  result<void> done = for_each_index(uploads.size(), threads,
                                     [&](std::size_t i) { return uploads[i].complete().map([](bool) {}); });
  if (!done) return done;
  std::vector<std::string> left;
  for (const std::string& name : old_names_)
    if (!sent.contains(name) && name != mark) left.push_back(name);
  done = for_each_index(left.size(), threads, [&](std::size_t i) { return objects_.remove(left[i]); });
  if (done && sent.contains(std::string(manifest_name))) done = send_file(directory, manifest_name);
  if (done && sent.contains(mark)) done = send_file(directory, mark);
  return done;
}

result<void> remote_upload::send(const std::string& directory) {
  std::vector<s3_upload> uploads;
  std::set<std::string> sent;
  const result<std::vector<output_file_entry>> files = output_files_in(directory);
  if (!files) return tl::unexpected(files.error());
  for (const output_file_entry& file : *files) {
    sent.insert(file.name);
    if (file.name != manifest_name && file.name != success_name)
      uploads.emplace_back(objects_, file.name, dataset_path(directory, file.name), file.size);
  }
  const unsigned threads = objects_.access()->connections();
  result<void> done = send_all(uploads, threads).and_then([&] { return publish(directory, uploads, sent); });
  if (!done)
    static_cast<void>(for_each_index(uploads.size(), threads, [&](std::size_t i) {
      uploads[i].abort();
      return result<void>();
    }));
  return done;
}

result<void> build_and_upload(const remote_options& remote, const std::string& name, bool force,
                              const std::string& temporary, const std::atomic<bool>* stop,
                              const std::function<result<bool>(const std::string& directory)>& build) {
  const std::string parent = scratch_parent(temporary);
  locked_directory::remove_leftovers_below(parent);
  const result<locked_directory> scratch = locked_directory::new_directory(parent);
  if (!scratch) return tl::unexpected(scratch.error());
  result<remote_upload> upload =
      remote_upload::begin(std::make_shared<remote_access>(remote), name, force, scratch->path(), stop);
  if (!upload) return tl::unexpected(std::move(upload.error()));
  const std::string directory = scratch->path() + "/output";
  const result<bool> built = build(directory);
  if (!built) return tl::unexpected(built.error());
  return *built ? upload->send(directory) : result<void>();
}

}  // namespace urlsieve
