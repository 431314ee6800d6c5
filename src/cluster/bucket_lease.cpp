#include "src/cluster/bucket_lease.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>

#include "src/cluster/record_file.hpp"
#include "src/transfer/remote_access.hpp"

namespace urlsieve {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t most_of_lease = std::size_t{1} << 16;

class bucket_lease final : public held_lease {
 public:
  bucket_lease(const s3_objects& objects, std::string key, std::string word, std::string etag,
               seconds patience)
      : held_lease(std::move(word)),
        objects_(objects.access(), objects.place_of(""), &over_),
        key_(std::move(key)),
        etag_(std::move(etag)),
        patience_(patience),
        renewer_([this] { renew(renewal_interval(patience_)); }) {}
  bucket_lease(const bucket_lease&) = delete;
  bucket_lease& operator=(const bucket_lease&) = delete;

  ~bucket_lease() override {
    {
      const std::lock_guard guard(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    renewer_.join();
    if (lost_) return;
    try {
      // If the last renewal was interrupted, its ETag is unknown, and the lease has to expire.
      const s3_objects unstoppable(objects_.access(), objects_.place_of(""), nullptr);
      static_cast<void>(unstoppable.put(key_, released_lease, write_condition::unchanged(etag_)));
    } catch (const std::exception&) {
      // The lease expires.
    }
  }

  [[nodiscard]] bool is_held() const override {
    if (lost_) return false;
    const result<std::optional<s3_object>> stored = objects_.get(key_, most_of_lease);
    return stored && *stored && read_lease((*stored)->body).word == word();
  }

 private:
  void renew(milliseconds interval) {
    std::unique_lock waiting(mutex_);
    for (std::uint64_t renewals = 1; !changed_.wait_for(waiting, interval, [this] { return over_.load(); });
         ++renewals) {
      waiting.unlock();
      const bool goes_on = renew_once(renewals);
      waiting.lock();
      if (!goes_on) return;
    }
  }

  // Returns false if the lease is lost. After other failures, the next renewal tries again.
  bool renew_once(std::uint64_t renewals) {
    try {
      const result<std::optional<std::string>> renewed =
          objects_.put(key_, lease_text(word(), patience_, renewals), write_condition::unchanged(etag_));
      if (!renewed) return true;
      if (!*renewed) {
        // The response to the renewal before may have been lost: then the lease has its text.
        const result<std::optional<s3_object>> stored = objects_.get(key_, most_of_lease);
        if (!stored) return true;
        lost_ = !*stored || read_lease((*stored)->body).word != word();
        if (!lost_) etag_ = (*stored)->etag;
        return !lost_;
      }
      etag_ = **renewed;
    } catch (const std::exception&) {
      return true;
    }
    return true;
  }

  std::atomic<bool> over_{false};
  s3_objects objects_;
  std::string key_;
  std::string etag_;  // used by the renewer, and by the destructor after it
  std::atomic<bool> lost_{false};
  const seconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread renewer_;
};

}  // namespace

seconds lease_watch::unchanged_for(const std::string& key, const std::string& etag) {
  const std::lock_guard guard(mutex_);
  observation& seen = observations_[key];
  const auto now = std::chrono::steady_clock::now();
  if (seen.etag != etag || etag.empty()) seen = {etag, now};
  return std::chrono::duration_cast<seconds>(now - seen.since);
}

seconds lease_watch::age_of(const std::string& key, const s3_object& lease) {
  return std::max(unchanged_for(key, lease.etag), lease.age);
}

result<std::optional<lease_holder>> look_at_bucket_lease(const s3_objects& objects, const std::string& key,
                                                         seconds patience, lease_watch& watch) {
  const result<std::optional<s3_object>> stored = objects.get(key, most_of_lease);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored || (*stored)->body == released_lease) return std::nullopt;
  lease_holder holder = read_lease((*stored)->body);
  set_age(holder, watch.age_of(key, **stored), patience);
  return holder;
}

result<std::unique_ptr<held_lease>> take_bucket_lease(const s3_objects& objects, const std::string& key,
                                                      seconds patience, lease_watch& watch) {
  const std::string word = unique_word();
  std::optional<std::string> observed;  // ETag of the lease of another process
  while (true) {
    const result<std::optional<s3_object>> stored = objects.get(key, most_of_lease);
    if (!stored) return tl::unexpected(stored.error());
    const bool is_free = !*stored || (*stored)->body == released_lease;
    if (!is_free) {
      const std::string& etag = (*stored)->etag;
      if (observed && *observed != etag) return nullptr;
      observed = etag;
      lease_holder holder = read_lease((*stored)->body);
      set_age(holder, watch.age_of(key, **stored), patience);
      if (!holder.is_gone) {
        if (!wait_unless_stopped(renewal_interval(patience), objects.stop()))
          return tl::unexpected(error{error_code::interrupted, "interrupted"});
        continue;
      }
    }
    const write_condition condition =
        *stored ? write_condition::unchanged((*stored)->etag) : write_condition::absent();
    result<std::optional<std::string>> taken = objects.put(key, lease_text(word, patience), condition);
    if (!taken) return tl::unexpected(std::move(taken.error()));
    if (!*taken) return nullptr;
    return std::make_unique<bucket_lease>(objects, key, word, std::move(**taken), patience);
  }
}

}  // namespace urlsieve
