#include "src/cluster/task_lease.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "src/cluster/record_file.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve {
namespace {

using std::chrono::seconds;

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

std::string lease_text(const std::string& word) {
  const auto process = static_cast<std::uint64_t>(::getpid());
  json_writer out;
  out.begin_object(true);
  out.key("lease").value(word);
  out.key("host").value(host_name());
  out.key("process").value(process);
  out.key("begun").value(begin_of(process));
  out.key("world").value(process_world());
  out.end_object();
  return out.take();
}

// Returns the time by the clock of the file system, which also dates the renewals of leases, because the
// clocks of machines differ.
std::optional<std::int64_t> time_of_file_system(const std::string& path) {
  const std::string probe = path + "." + unique_word();
  const int descriptor = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return std::nullopt;
  struct stat about{};
  const bool is_known = ::futimens(descriptor, nullptr) == 0 && ::fstat(descriptor, &about) == 0;
  ::close(descriptor);
  ::unlink(probe.c_str());
  if (!is_known) return std::nullopt;
  return about.st_mtim.tv_sec;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

result<std::optional<lease_holder>> look_at_lease(const std::string& path, seconds patience) {
  const result<std::optional<dated_record>> record = read_dated_record(path);
  if (!record) return tl::unexpected(record.error());
  if (!*record) return std::nullopt;
  lease_holder holder;
  // An unreadable lease has no known holder, and is valid until it is too old.
  const json_value lease = read_json((*record)->text).value_or(json_value());
  holder.word = lease.text_of("lease");
  holder.host = lease.text_of("host");
  holder.process = lease.number_of("process").value_or(0);
  if (const std::optional<std::int64_t> now = time_of_file_system(path))
    holder.age = seconds(std::max<std::int64_t>(0, *now - (*record)->modified));
  const std::string world = process_world();
  holder.is_gone =
      holder.age > patience || (!world.empty() && lease.text_of("world") == world &&
                                !is_running(holder.process, lease.number_of("begun").value_or(0)));
  return holder;
}

struct task_lease::renewal {
  renewal(std::string at, std::string lease, seconds patience)
      : path(std::move(at)),
        word(std::move(lease)),
        descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)),
        renewer([this, patience] { renew(patience); }) {}
  renewal(const renewal&) = delete;
  renewal& operator=(const renewal&) = delete;

  ~renewal() {
    {
      const std::lock_guard guard(lock);
      over = true;
    }
    changed.notify_all();
    renewer.join();
    if (descriptor >= 0) ::close(descriptor);
    // If the lease was broken, the file may belong to another process.
    const result<std::optional<std::string>> text = read_record(path);
    if (text && *text && (*text)->find(word) != std::string::npos) ::unlink(path.c_str());
  }

  void renew(seconds patience) {
    const auto pause = std::max<std::chrono::milliseconds>(std::chrono::milliseconds(patience) / 8,
                                                           std::chrono::milliseconds(100));
    std::unique_lock waiting(lock);
    while (!changed.wait_for(waiting, pause, [this] { return over; }))
      if (descriptor >= 0) ::futimens(descriptor, nullptr);
  }

  std::string path;
  std::string word;
  int descriptor;  // descriptor of this lease, so that a later lease of another process is not renewed
  std::mutex lock;
  std::condition_variable changed;
  bool over = false;
  std::thread renewer;
};

task_lease::task_lease(std::unique_ptr<renewal> owned) : renewal_(std::move(owned)) {}
task_lease::~task_lease() = default;
task_lease::task_lease(task_lease&&) noexcept = default;

const std::string& task_lease::word() const {
  return renewal_->word;
}

result<std::optional<task_lease>> task_lease::take(const std::string& path, seconds patience) {
  const std::string word = unique_word();
  // The second attempt follows after an abandoned lease was moved away.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const result<bool> created = create_record(path, lease_text(word));
    if (!created) return tl::unexpected(created.error());
    if (*created) return task_lease(std::make_unique<renewal>(path, word, patience));
    const result<std::optional<lease_holder>> holder = look_at_lease(path, patience);
    if (!holder) return tl::unexpected(holder.error());
    if (!*holder) continue;
    if (!(*holder)->is_gone) return std::nullopt;
    // Only one of the processes that find an abandoned lease can rename the lease. If a new lease took the
    // name meanwhile, the new lease is restored.
    const std::string aside = path + "." + word;
    if (!move_record(path, aside)) continue;
    const result<std::optional<std::string>> text = read_record(aside);
    if (text && *text && (*text)->find((*holder)->word) == std::string::npos)
      static_cast<void>(::link(aside.c_str(), path.c_str()));
    ::unlink(aside.c_str());
  }
  return std::nullopt;
}

}  // namespace urlsieve
