#include "src/cluster/bucket_store.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <span>

#include "src/cluster/record_file.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/conditional_writes.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/s3_upload.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_of_plan = std::size_t{4} << 30;
constexpr std::size_t most_of_manifest = std::size_t{256} << 20;

std::string key_of_run(const std::string& id, const std::string& word) {
  return "runs/" + id + "/" + word + "/";
}

class scratch_workspace final : public run_workspace {
 public:
  explicit scratch_workspace(locked_directory scratch)
      : run_workspace(scratch.path() + "/run", scratch.path() + "/inputs"), scratch_(std::move(scratch)) {}

  [[nodiscard]] const split_journal* journal() const override { return nullptr; }

 private:
  locked_directory scratch_;
};

// Returns true if the remote file has the bytes of the local file.
result<bool> is_copy(const std::string& url, const std::string& path, const remote_context& remote) {
  constexpr std::size_t buffer_size = std::size_t{1} << 20;
  result<dataset_file> stored = dataset_file::open(url, remote, dataset_file::reading::in_order);
  if (!stored) return tl::unexpected(stored.error());
  std::ifstream local(path, std::ios::binary);
  std::string theirs(buffer_size, '\0');
  std::string ours(buffer_size, '\0');
  for (std::uint64_t at = 0;;) {
    const result<std::size_t> got = stored->read(at, std::span(theirs.data(), theirs.size()));
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return local.peek() == std::ifstream::traits_type::eof();
    local.read(ours.data(), static_cast<std::streamsize>(*got));
    if (!local || !std::equal(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(*got), theirs.begin()))
      return false;
    at += *got;
  }
}

tl::unexpected<error> lost_lease(const std::string& name) {
  return tl::unexpected(error{error_code::cannot_write,
                              name + " has other bytes, and another process runs the task meanwhile"});
}

}  // namespace

result<std::optional<std::string>> bucket_store::read_plan() const {
  return objects_.get("plan.jsonl", most_of_plan).map([](std::optional<s3_object>&& stored) {
    return stored ? std::optional(std::move(stored->body)) : std::nullopt;
  });
}

// Fails unless the server rejects writes whose condition does not hold.
result<void> bucket_store::check_conditions() const {
  const result<std::optional<std::string>> fault =
      find_fault_of_conditions(objects_, key_of_record("probe." + unique_word()));
  if (!fault) return tl::unexpected(fault.error());
  if (!*fault) return {};
  return tl::unexpected(error{
      error_code::not_supported,
      name() + " cannot hold a plan, because its server does not support conditional writes: " + **fault});
}

result<void> bucket_store::write_plan(std::string_view text, bool /*has_secrets*/, bool force) {
  const result<std::optional<s3_object>> existing = objects_.get("plan.jsonl", most_of_plan);
  if (!existing) return tl::unexpected(existing.error());
  if (*existing && (*existing)->body == text) return {};
  const result<std::vector<s3_listed>> found = objects_.list("", 0);
  if (!found)
    return tl::unexpected(
        error{error_code::cannot_open, "cannot look at " + name() + ": " + found.error().message});
  const result<std::optional<s3_listed>> published = objects_.look_at(manifest_name);
  if (!published) return tl::unexpected(published.error());
  if (*published) return tl::unexpected(published_before_error(name()));
  const bool is_taken = std::any_of(found->begin(), found->end(), [](const s3_listed& object) {
    return !object.key.starts_with("tasks/probe.");
  });
  if (!*existing && is_taken)
    return tl::unexpected(error{error_code::output_exists, name() + " is not empty"});
  if (*existing && !force) return tl::unexpected(other_plan_error(name()));
  if (result<void> status = check_conditions(); !status) return status;
  const result<std::optional<std::string>> written =
      objects_.put("plan.jsonl", text,
                   *existing ? write_condition::unchanged((*existing)->etag) : write_condition::absent());
  if (!written) return tl::unexpected(written.error());
  if (!*written) return tl::unexpected(other_plan_error(name()));
  return {};
}

result<std::optional<std::string>> bucket_store::read(const std::string& record) const {
  return objects_.get(key_of_record(record), most_of_record).map([](std::optional<s3_object>&& stored) {
    return stored ? std::optional(std::move(stored->body)) : std::nullopt;
  });
}

result<bool> bucket_store::create(const std::string& record, std::string_view text) const {
  return objects_.put(key_of_record(record), text, write_condition::absent())
      .map([](std::optional<std::string>&& etag) { return etag.has_value(); });
}

result<bool> bucket_store::replace_unchanged(const std::string& record, std::string_view earlier,
                                             std::string_view text) const {
  const std::string key = key_of_record(record);
  const result<std::optional<s3_object>> stored = objects_.get(key, most_of_record);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored || (*stored)->body != earlier) return false;
  return objects_.put(key, text, write_condition::unchanged((*stored)->etag))
      .map([](std::optional<std::string>&& etag) { return etag.has_value(); });
}

result<bool> bucket_store::store_result(const std::string& record, std::string_view text) const {
  return create(record, text);
}

void bucket_store::remove(const std::string& record) const {
  static_cast<void>(objects_.remove(key_of_record(record)));
}

result<record_listing> bucket_store::list_records() const {
  return list_bucket_records(objects_, patience(), watch_, known_);
}

result<std::optional<lease_holder>> bucket_store::look_at_lease(const std::string& id) const {
  return look_at_bucket_lease(objects_, key_of_record(id + ".lease"), patience(), watch_);
}

result<std::unique_ptr<held_lease>> bucket_store::take_lease(const std::string& id) const {
  return take_bucket_lease(objects_, key_of_record(id + ".lease"), patience(), watch_);
}

result<std::optional<std::set<std::string>>> bucket_store::tasks_with_attempts() const {
  return objects_.list_folders("runs/").map([](std::vector<std::string>&& ids) {
    return std::optional(std::set<std::string>(ids.begin(), ids.end()));
  });
}

result<std::vector<std::string>> bucket_store::list_attempts(const planned_task& task) const {
  return objects_.list("runs/" + task.id + "/").map([](std::vector<s3_listed>&& listed) {
    std::vector<std::string> keys;
    keys.reserve(listed.size());
    for (s3_listed& object : listed) keys.push_back(std::move(object.key));
    return keys;
  });
}

result<bool> bucket_store::clean(const planned_task& task, const std::vector<std::string>& attempts,
                                 const task_result* recorded) const {
  const std::string used = recorded == nullptr ? std::string() : key_of_run(task.id, recorded->run);
  for (const std::string& key : attempts)
    if (used.empty() || !key.starts_with(used)) static_cast<void>(objects_.remove(key));
  return true;
}

result<std::unique_ptr<run_workspace>> bucket_store::begin_run(const planned_task& /*task*/,
                                                               const held_lease& /*lease*/,
                                                               const std::string& temporary) const {
  const std::string parent = scratch_parent(temporary);
  locked_directory::remove_leftovers_below(parent);
  result<locked_directory> scratch = locked_directory::new_directory(parent);
  if (!scratch) return tl::unexpected(std::move(scratch.error()));
  return std::make_unique<scratch_workspace>(std::move(*scratch));
}

// Completes the upload of a final shard, unless an equal run has written the shard before.
result<void> bucket_store::complete_final(s3_upload& upload, const held_lease& lease) const {
  const result<bool> created = upload.complete(write_condition::absent());
  if (!created) return tl::unexpected(created.error());
  if (*created) return {};
  const result<std::optional<s3_listed>> stored = objects_.look_at(upload.key());
  if (!stored) return tl::unexpected(stored.error());
  const result<bool> is_same = *stored && (*stored)->size == upload.size()
                                   ? is_copy(objects_.name_of(upload.key()), upload.path(), remote())
                                   : result<bool>(false);
  if (!is_same) return tl::unexpected(is_same.error());
  if (*is_same) {
    upload.abort();
    return {};
  }
  // A run of an earlier round lacked inputs. The ETag was read before the lease and its round are checked, so
  // the condition does not hold if a run of a later round has written the shard.
  if (!lease.is_held() || !*stored) return lost_lease(objects_.name_of(upload.key()));
  const result<bool> replaced = upload.complete(write_condition::unchanged((*stored)->etag));
  if (!replaced) return tl::unexpected(replaced.error());
  return *replaced ? result<void>() : lost_lease(objects_.name_of(upload.key()));
}

result<void> bucket_store::store_run(const planned_task& task, const run_workspace& workspace,
                                     const held_lease& lease, task_result& recorded) const {
  const std::string& directory = workspace.directory();
  const std::string run = key_of_run(task.id, lease.word());
  const result<std::optional<std::string>> text = read_record(directory + "/" + std::string(manifest_name));
  if (!text) return tl::unexpected(text.error());
  if (!*text)
    return tl::unexpected(error{error_code::cannot_read, "the run in " + directory + " has no manifest"});
  const result<std::vector<std::string>> names = names_in(directory);
  if (!names) return tl::unexpected(names.error());
  std::vector<s3_upload> uploads;
  for (const std::string& file : *names) {
    struct stat about{};
    const std::string path = directory + "/" + file;
    if (::lstat(path.c_str(), &about) != 0)
      return tl::unexpected(system_error(error_code::cannot_read, "look at", path, errno));
    if (!S_ISREG(about.st_mode)) continue;
    const auto size = static_cast<std::uint64_t>(about.st_size);
    recorded.bytes_written += size;
    if (file == manifest_name || file == success_name) continue;
    uploads.emplace_back(objects_, task.is_final ? file : run + file, path, size,
                         s3_upload::small_files::at_completion);
  }
  const unsigned threads = objects_.access()->connections();
  result<void> done = send_all(uploads, threads).and_then([&] {
    return for_each_index(uploads.size(), threads, [&](std::size_t i) {
      return task.is_final ? complete_final(uploads[i], lease) : uploads[i].complete().map([](bool) {});
    });
  });
  if (done)
    done = objects_.put(run + std::string(manifest_name), **text).map([](std::optional<std::string>&&) {});
  if (!done) {
    for (s3_upload& upload : uploads) upload.abort();
    return done;
  }
  recorded.run = lease.word();
  recorded.manifest = checksum_of(**text);
  return {};
}

// Returns true if the shard and its filter are at their final places, by their sizes.
result<bool> bucket_store::holds(const shard_summary& shard) const {
  std::array<std::pair<std::string, std::uint64_t>, 2> files{
      {{shard.name, shard.bytes}, {filter_file_name(shard.name), shard.filter.bytes}}};
  for (const auto& [file, size] : files) {
    if (size == 0 && file != shard.name) continue;
    const result<std::optional<s3_listed>> stored = objects_.look_at(file);
    if (!stored) return tl::unexpected(stored.error());
    if (!*stored || (*stored)->size != size) return false;
  }
  return true;
}

result<std::optional<std::string>> bucket_store::find_run(const planned_task& task,
                                                          const task_result& recorded,
                                                          std::optional<std::uint32_t> /*shard*/) const {
  const std::string run = key_of_run(task.id, recorded.run);
  if (!task.is_final) {
    // A merge reads the manifest, and compares the checksum.
    const result<std::optional<s3_listed>> found = objects_.look_at(run + std::string(manifest_name));
    if (!found) return tl::unexpected(found.error());
    if (!*found) return std::nullopt;
    return objects_.name_of(run.substr(0, run.size() - 1));
  }
  const result<std::optional<s3_object>> text =
      objects_.get(run + std::string(manifest_name), most_of_manifest);
  if (!text) return tl::unexpected(text.error());
  if (!*text || checksum_of((*text)->body) != recorded.manifest) return std::nullopt;
  const result<manifest> of_run = read_manifest((*text)->body);
  if (!of_run) return tl::unexpected(of_run.error());
  for (const shard_summary& shard : of_run->shards) {
    const result<bool> found = holds(shard);
    if (!found) return tl::unexpected(found.error());
    if (!*found) return std::nullopt;
  }
  return objects_.name_of(run.substr(0, run.size() - 1));
}

result<void> bucket_store::place_shards(const std::string& run, const manifest& of_run) const {
  for (const shard_summary& shard : of_run.shards) {
    const result<bool> found = holds(shard);
    if (!found) return tl::unexpected(found.error());
    if (!*found)
      return tl::unexpected(error{
          error_code::cannot_read,
          objects_.name_of(shard.name) + " is not the shard that the manifest in " + run + " describes"});
  }
  return {};
}

// Creates an object, or replaces an object of an earlier publication that lacked inputs.
result<void> bucket_store::put_final(std::string_view key, std::string_view text,
                                     const held_lease& lease) const {
  const result<std::optional<std::string>> created = objects_.put(key, text, write_condition::absent());
  if (!created) return tl::unexpected(created.error());
  if (*created) return {};
  const result<std::optional<s3_listed>> stored = objects_.look_at(key);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored || !lease.is_held()) return lost_lease(objects_.name_of(key));
  const result<std::optional<std::string>> replaced =
      objects_.put(key, text, write_condition::unchanged((*stored)->etag));
  if (!replaced) return tl::unexpected(replaced.error());
  return *replaced ? result<void>() : lost_lease(objects_.name_of(key));
}

result<void> bucket_store::publish(const std::string& manifest_text, bool complete,
                                   const held_lease& lease) const {
  // After a second publication, the old mark is not that of the new manifest until it is replaced.
  result<void> done = put_final(manifest_name, manifest_text, lease);
  return done && complete ? put_final(success_name, success_text(manifest_text), lease) : done;
}

result<std::string> bucket_store::published_checksum() const {
  return objects_.get(manifest_name, most_of_manifest).map([](std::optional<s3_object>&& stored) {
    return stored ? checksum_of(stored->body) : std::string();
  });
}

void bucket_store::clear() const noexcept {
  try {
    std::vector<std::string> keys;
    for (const std::string_view prefix : {"runs/", "tasks/"}) {
      const result<std::vector<s3_listed>> listed = objects_.list(prefix);
      if (!listed) return;
      for (const s3_listed& object : *listed)
        if (prefix == "runs/" || object.key.ends_with(".lease") || object.key.starts_with("tasks/probe."))
          keys.push_back(object.key);
    }
    static_cast<void>(for_each_index(keys.size(), objects_.access()->connections(),
                                     [&](std::size_t i) { return objects_.remove(keys[i]); }));
  } catch (...) {
    // Out of memory: the next call removes the rest.
  }
}

result<std::size_t> bucket_store::abort_uploads() const {
  const result<std::vector<s3_open_upload>> open = objects_.list_uploads();
  if (!open) return tl::unexpected(open.error());
  for (const s3_open_upload& upload : *open)
    if (result<void> aborted = objects_.abort_upload(upload); !aborted)
      return tl::unexpected(aborted.error());
  return open->size();
}

}  // namespace urlsieve
