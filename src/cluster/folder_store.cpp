#include "src/cluster/folder_store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "src/cluster/folder_lease.hpp"
#include "src/cluster/plan_folder.hpp"
#include "src/cluster/record_file.hpp"
#include "src/cluster/split_journal.hpp"
#include "src/shards/enclosing_output.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/parent_directories.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {
namespace {

class folder_workspace final : public run_workspace {
 public:
  folder_workspace(std::string directory, split_journal journal)
      : run_workspace(std::move(directory), journal.list()), journal_(std::move(journal)) {}
  folder_workspace(const folder_workspace&) = delete;
  folder_workspace& operator=(const folder_workspace&) = delete;
  ~folder_workspace() override {
    ::unlink(list().c_str());
    if (name_exists(directory())) remove_tree(directory());
  }

  [[nodiscard]] const split_journal* journal() const override { return &journal_; }

 private:
  split_journal journal_;
};

// Returns the checksum of the manifest in `directory`; empty if there is no manifest.
result<std::string> checksum_of_manifest(const std::string& directory) {
  const result<std::optional<std::string>> text = read_record(directory + "/manifest.json");
  if (!text) return tl::unexpected(text.error());
  return *text ? checksum_of(**text) : std::string();
}

// Returns false if the task of the shard has removed the shard: the task was done before, but its own result
// was lost.
result<bool> holds_shard(const std::string& directory, std::uint32_t shard) {
  const result<stored_manifest> stored = load_manifest(directory);
  if (!stored) return tl::unexpected(stored.error());
  const std::string front = shard_file_front(shard);
  return std::all_of(stored->read.shards.begin(), stored->read.shards.end(),
                     [&](const shard_summary& summary) {
                       return !summary.name.starts_with(front) || name_exists(directory + "/" + summary.name);
                     });
}

// Returns true if a regular file of this size has the name.
bool has_size(const std::string& path, std::uint64_t size) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         static_cast<std::uint64_t>(about.st_size) == size;
}

// Moves a file to its place, unless an interrupted call has moved the file already.
result<void> move_file(const std::string& from, const std::string& to, std::uint64_t size) {
  if (has_size(from, size)) return move_record(from, to);
  struct stat about{};
  if (::lstat(from.c_str(), &about) != 0 && errno == ENOENT && has_size(to, size)) return {};
  return tl::unexpected(
      error{error_code::cannot_read, from + " is not the file that its manifest describes"});
}

// Moves the file and the filter of a shard from the directory `from` to the directory `to`.
result<void> move_shard(const std::string& from, const std::string& to, const shard_summary& shard) {
  result<void> moved = move_file(from + "/" + shard.name, to + "/" + shard.name, shard.bytes);
  if (!moved || shard.filter.bytes == 0) return moved;
  const std::string filter = filter_file_name(shard.name);
  return move_file(from + "/" + filter, to + "/" + filter, shard.filter.bytes);
}

}  // namespace

std::string folder_store::path_of(const std::string& record) const {
  return name() + "/tasks/" + record;
}

std::string folder_store::path_of_run(std::string_view id) const {
  return (name() + "/runs/").append(id);
}

result<std::optional<std::string>> folder_store::read_plan() const {
  return read_record(plan_path(name()));
}

result<void> folder_store::write_plan(std::string_view text, bool has_secrets, bool force) {
  const std::string& out = name();
  if (result<void> status = check_outside_outputs(out); !status) return status;
  result<parent_directories> parents = parent_directories::create(out);
  if (!parents) return tl::unexpected(std::move(parents.error()));
  if (result<void> status = make_directory(out); !status) return status;
  const result<std::optional<std::string>> existing_plan = read_plan();
  if (!existing_plan) return tl::unexpected(existing_plan.error());
  if (*existing_plan && **existing_plan == text) return {};
  const result<std::vector<std::string>> names = names_in(out);
  if (!names) return tl::unexpected(names.error());
  if (std::find(names->begin(), names->end(), "manifest.json") != names->end())
    return tl::unexpected(published_before_error(out));
  if (!*existing_plan) {
    if (!std::all_of(names->begin(), names->end(), is_left_by_plan))
      return tl::unexpected(error{error_code::output_exists, out + " is not empty"});
    if (result<void> status = check(); !status) return status;
    for (const std::string& left : *names)
      if (is_plan_being_written(left)) ::unlink((out + "/" + left).c_str());
  }
  if (*existing_plan && !force) return tl::unexpected(other_plan_error(out));
  return open()
      .and_then([&] {
        return replace_record(plan_path(out), text,
                              has_secrets ? record_access::this_user : record_access::as_usual);
      })
      .map([&] { parents->keep(); });
}

result<void> folder_store::check() const {
  return check_plan_folder(name());
}

result<void> folder_store::open() const {
  return open_plan_folder(name());
}

result<std::optional<std::string>> folder_store::read(const std::string& record) const {
  return read_record(path_of(record));
}

result<bool> folder_store::create(const std::string& record, std::string_view text) const {
  return create_record(path_of(record), text);
}

void folder_store::remove(const std::string& record) const {
  ::unlink(path_of(record).c_str());
}

result<bool> folder_store::replace_unchanged(const std::string& record, std::string_view earlier,
                                             std::string_view text) const {
  const result<std::optional<std::string>> stored = read(record);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored || **stored != earlier) return false;
  return replace_record(path_of(record), text).map([] { return true; });
}

result<bool> folder_store::store_result(const std::string& record, std::string_view text) const {
  return replace_record(path_of(record), text).map([] { return true; });
}

result<record_listing> folder_store::list_records() const {
  return names_in(name() + "/tasks").map([](std::vector<std::string>&& names) {
    return record_listing{std::move(names), nullptr};
  });
}

result<std::optional<lease_holder>> folder_store::look_at_lease(const std::string& id) const {
  return look_at_folder_lease(path_of(id + ".lease"), patience());
}

result<std::unique_ptr<held_lease>> folder_store::take_lease(const std::string& id) const {
  return take_folder_lease(path_of(id + ".lease"), patience());
}

// Lease files stay, because another process may be writing one to take the lease.
void folder_store::clear_leftovers(const planned_task& task) const {
  if (task.kind == task_kind::extract) split_journal(name(), task.id).take_over();
  const std::string hidden = "." + task.id + ".";
  for (const std::string& left : names_in(name() + "/runs").value_or(std::vector<std::string>())) {
    const std::string path = path_of_run(left);
    if (left.starts_with(task.id + ".")) remove_tree(path);
    if (!left.starts_with(hidden)) continue;
    if (is_temporary_record(left))
      ::unlink(path.c_str());
    else
      locked_directory::remove_if_leftover(path);
  }
  for (const std::string& left : names_in(name() + "/tasks").value_or(std::vector<std::string>()))
    if (left.starts_with(hidden) && is_temporary_record(left) && !left.starts_with(hidden + "lease."))
      ::unlink(path_of(left).c_str());
}

result<std::vector<std::string>> folder_store::list_attempts(const planned_task& /*task*/) const {
  return std::vector<std::string>();
}

result<bool> folder_store::clean(const planned_task& task, const std::vector<std::string>& /*attempts*/,
                                 const task_result* /*recorded*/) const {
  const result<std::unique_ptr<held_lease>> lease = take_lease(task.id);
  if (!lease) return tl::unexpected(lease.error());
  if (!*lease) return false;
  clear_leftovers(task);
  return true;
}

result<std::unique_ptr<run_workspace>> folder_store::begin_run(const planned_task& task,
                                                               const held_lease& lease,
                                                               const std::string& /*temporary*/) const {
  return std::make_unique<folder_workspace>(path_of_run(task.id + "." + lease.word()),
                                            split_journal(name(), task.id));
}

result<void> folder_store::store_run(const planned_task& task, const run_workspace& workspace,
                                     const held_lease& /*lease*/, task_result& recorded) const {
  const std::string& building = workspace.directory();
  const result<std::string> checksum = checksum_of_manifest(building);
  if (!checksum) return tl::unexpected(checksum.error());
  recorded.manifest = *checksum;
  struct stat about{};
  const result<std::vector<std::string>> names = names_in(building);
  if (!names) return tl::unexpected(names.error());
  for (const std::string& file : *names) {
    const std::string path = building + "/" + file;
    if (::lstat(path.c_str(), &about) != 0)
      return tl::unexpected(system_error(error_code::cannot_read, "look at", path, errno));
    recorded.bytes_written += static_cast<std::uint64_t>(about.st_size);
  }
  const std::string directory = path_of_run(task.id);
  if (name_exists(directory)) remove_tree(directory);
  if (result<void> moved = move_record(building, directory); !moved) return moved;
  return sync_names_in(name() + "/runs");
}

result<std::optional<std::string>> folder_store::find_run(const planned_task& task,
                                                          const task_result& recorded,
                                                          std::optional<std::uint32_t> shard) const {
  std::string directory = path_of_run(task.id);
  const result<bool> has_only_files = holds_only_files(directory);
  if (!has_only_files) return tl::unexpected(has_only_files.error());
  const result<std::string> checksum = *has_only_files ? checksum_of_manifest(directory) : std::string();
  if (!checksum) return tl::unexpected(checksum.error());
  if (checksum->empty() || *checksum != recorded.manifest) return std::nullopt;
  const result<bool> is_whole = shard ? holds_shard(directory, *shard) : result<bool>(true);
  if (!is_whole) return tl::unexpected(is_whole.error());
  return *is_whole ? std::optional(std::move(directory)) : std::nullopt;
}

void folder_store::remove_run(const std::string& run, std::optional<std::uint32_t> shard) const {
  if (!shard) return remove_tree(run);
  const std::string front = shard_file_front(*shard);
  for (const std::string& file : names_in(run).value_or(std::vector<std::string>()))
    if (file.starts_with(front) || file.starts_with(filter_file_front(front)))
      ::unlink((run + "/" + file).c_str());
}

result<void> folder_store::place_shards(const std::string& run, const manifest& of_run) const {
  for (const shard_summary& shard : of_run.shards)
    if (result<void> moved = move_shard(run, name(), shard); !moved) return moved;
  return {};
}

result<void> folder_store::publish(const std::string& manifest_text, bool complete,
                                   const held_lease& /*lease*/) const {
  const std::string mark = name() + "/" + std::string(success_name);
  ::unlink(mark.c_str());
  result<void> done = sync_names_in(name()).and_then(
      [&] { return replace_record(name() + "/manifest.json", manifest_text); });
  return done && complete ? replace_record(mark, success_text(manifest_text)) : done;
}

result<std::string> folder_store::published_checksum() const {
  return checksum_of_manifest(name());
}

void folder_store::clear() const noexcept {
  clear_plan_folder(name());
}

}  // namespace urlsieve
