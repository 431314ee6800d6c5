#include "src/cluster/folder_lease.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>

#include "src/cluster/record_file.hpp"

namespace urlsieve {
namespace {

using std::chrono::seconds;

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

class folder_lease final : public held_lease {
 public:
  folder_lease(std::string path, std::string word, seconds patience)
      : held_lease(std::move(word)),
        path_(std::move(path)),
        descriptor_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)),
        renewer_([this, patience] { renew(patience); }) {}
  folder_lease(const folder_lease&) = delete;
  folder_lease& operator=(const folder_lease&) = delete;

  ~folder_lease() override {
    {
      const std::lock_guard guard(lock_);
      over_ = true;
    }
    changed_.notify_all();
    renewer_.join();
    if (descriptor_ >= 0) ::close(descriptor_);
    // If the lease was broken, the file may belong to another process.
    if (is_held()) ::unlink(path_.c_str());
  }

  [[nodiscard]] bool is_held() const override {
    const result<std::optional<std::string>> text = read_record(path_);
    return text && *text && (*text)->find(word()) != std::string::npos;
  }

 private:
  void renew(seconds patience) {
    std::unique_lock waiting(lock_);
    while (!changed_.wait_for(waiting, renewal_interval(patience), [this] { return over_; }))
      if (descriptor_ >= 0) ::futimens(descriptor_, nullptr);
  }

  std::string path_;
  int descriptor_;  // descriptor of this lease, so that a later lease of another process is not renewed
  std::mutex lock_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread renewer_;
};

}  // namespace

result<std::optional<lease_holder>> look_at_folder_lease(const std::string& path, seconds patience) {
  const result<std::optional<dated_record>> record = read_dated_record(path);
  if (!record) return tl::unexpected(record.error());
  if (!*record) return std::nullopt;
  // An unreadable lease is valid until it is too old.
  lease_holder holder = read_lease((*record)->text);
  const std::optional<std::int64_t> now = time_of_file_system(path);
  // Times are whole seconds, so the age may be a second too long.
  const std::int64_t age = now ? *now - (*record)->modified : 0;
  set_age(holder, seconds(std::max<std::int64_t>(0, age - 1)), patience);
  return holder;
}

result<std::unique_ptr<held_lease>> take_folder_lease(const std::string& path, seconds patience) {
  const std::string word = unique_word();
  // The second attempt follows after an abandoned lease was moved away.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const result<bool> created = create_record(path, lease_text(word, patience));
    if (!created) return tl::unexpected(created.error());
    if (*created) return std::make_unique<folder_lease>(path, word, patience);
    const result<std::optional<lease_holder>> holder = look_at_folder_lease(path, patience);
    if (!holder) return tl::unexpected(holder.error());
    if (!*holder) continue;
    if (!(*holder)->is_gone) return nullptr;
    // Only one of the processes that find an abandoned lease can rename the lease. If a new lease took the
    // name meanwhile, the new lease is restored.
    const std::string aside = path + "." + word;
    if (!move_record(path, aside)) continue;
    const result<std::optional<std::string>> text = read_record(aside);
    if (text && *text && (*text)->find((*holder)->word) == std::string::npos)
      static_cast<void>(::link(aside.c_str(), path.c_str()));
    ::unlink(aside.c_str());
  }
  return nullptr;
}

}  // namespace urlsieve
