#include "src/cluster/task_lease.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "src/cluster/record_file.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve {
namespace {

// Identifies the processes that see each other by process number: one boot of one machine and one namespace.
// Empty if /proc belongs to another namespace.
std::string process_world() {
  std::array<char, 64> space{};
  const ssize_t digits = ::readlink("/proc/self", space.data(), space.size());
  if (std::string_view(space.data(), static_cast<std::size_t>(std::max<ssize_t>(digits, 0))) !=
      std::to_string(::getpid()))
    return {};
  const ssize_t size = ::readlink("/proc/self/ns/pid", space.data(), space.size());
  std::string world(space.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const result<std::optional<std::string>> boot = read_record("/proc/sys/kernel/random/boot_id");
  if (boot && *boot) world += **boot;
  world.erase(std::remove(world.begin(), world.end(), '\n'), world.end());
  return world;
}

// Returns the start time of a process, to detect a reused process number.
std::uint64_t begin_of(std::uint64_t process) {
  const result<std::optional<std::string>> about = read_record("/proc/" + std::to_string(process) + "/stat");
  if (!about || !*about) return 0;
  constexpr int behind_name = 20;  // field 22, counted from the state behind the name
  std::size_t at = (*about)->rfind(')');
  for (int i = 0; i < behind_name && at != std::string::npos; ++i) at = (*about)->find(' ', at + 1);
  return at == std::string::npos ? 0 : std::strtoull((*about)->c_str() + at, nullptr, 10);
}

// Returns true if `process` of this machine still is the process that began at `begin`. If /proc hides the
// processes of other users, any process with the number counts.
bool is_running(std::uint64_t process, std::uint64_t begin) {
  if (const std::uint64_t begin_now = begin_of(process); begin_now != 0) return begin_now == begin;
  return ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM;
}

}  // namespace

std::string lease_text(const std::string& word, std::chrono::seconds patience, std::uint64_t renewals) {
  const auto process = static_cast<std::uint64_t>(::getpid());
  json_writer out;
  out.begin_object(true);
  out.key("lease").value(word);
  out.key("host").value(host_name());
  out.key("process").value(process);
  out.key("begun").value(begin_of(process));
  out.key("world").value(process_world());
  out.key("patience").value(static_cast<std::uint64_t>(patience.count()));
  out.key("renewals").value(renewals);
  out.end_object();
  return out.take();
}

lease_holder read_lease(std::string_view text) {
  const json_value lease = read_json(text).value_or(json_value());
  lease_holder holder;
  holder.word = lease.text_of("lease");
  holder.host = lease.text_of("host");
  holder.process = lease.number_of("process").value_or(0);
  constexpr std::uint64_t longest = 86400;  // as --lease allows
  holder.patience = std::chrono::seconds(std::min(lease.number_of("patience").value_or(0), longest));
  const std::string world = process_world();
  holder.is_gone = !world.empty() && lease.text_of("world") == world &&
                   !is_running(holder.process, lease.number_of("begun").value_or(0));
  return holder;
}

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace urlsieve
