#include "src/cluster/bucket_records.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace urlsieve {
namespace {

// The records at the time of a listing.
class listed_records final : public record_view {
 public:
  listed_records(const s3_objects& objects, std::chrono::seconds patience, lease_watch& watch,
                 record_cache& known, std::map<std::string, s3_listed> listed)
      : objects_(objects), patience_(patience), watch_(watch), known_(known), listed_(std::move(listed)) {}

  [[nodiscard]] result<std::optional<std::string>> read(const std::string& record) const override {
    const auto listed = listed_.find(record);
    if (listed == listed_.end()) return std::nullopt;
    if (std::optional<record_cache::version> known = known_.find(record);
        known && known->etag == listed->second.etag)
      return std::move(known->text);
    return fetch(record).map([](std::optional<s3_object>&& stored) {
      return stored ? std::optional(std::move(stored->body)) : std::nullopt;
    });
  }

  // A lease that changes belongs to a process that lives, so the names of its holder need not be fetched
  // again.
  [[nodiscard]] result<std::optional<lease_holder>> look_at_lease(const std::string& id) const override {
    const std::string record = id + ".lease";
    const auto listed = listed_.find(record);
    if (listed == listed_.end() || listed->second.size == released_lease.size()) return std::nullopt;
    std::optional<std::string> text;
    if (std::optional<record_cache::version> known = known_.find(record)) text = std::move(known->text);
    std::chrono::seconds age = watch_.unchanged_for(key_of_record(record), listed->second.etag);
    if (!text || read_lease(*text).is_gone) {
      result<std::optional<s3_object>> fetched = fetch(record);
      if (!fetched) return tl::unexpected(std::move(fetched.error()));
      if (!*fetched) return std::nullopt;
      if ((*fetched)->etag == listed->second.etag) age = std::max(age, (*fetched)->age);
      text = std::move((*fetched)->body);
    }
    if (!text || *text == released_lease) return std::nullopt;
    lease_holder holder = read_lease(*text);
    set_age(holder, age, patience_);
    return holder;
  }

 private:
  [[nodiscard]] result<std::optional<s3_object>> fetch(const std::string& record) const {
    result<std::optional<s3_object>> stored = objects_.get(key_of_record(record), most_of_record);
    if (!stored || !*stored) return stored;
    known_.set(record, {(*stored)->etag, (*stored)->body});
    return stored;
  }

  const s3_objects& objects_;
  std::chrono::seconds patience_;
  lease_watch& watch_;
  record_cache& known_;
  std::map<std::string, s3_listed> listed_;  // by name of the record
};

}  // namespace

std::optional<record_cache::version> record_cache::find(const std::string& record) const {
  const std::lock_guard guard(mutex_);
  const auto known = known_.find(record);
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

void record_cache::set(const std::string& record, version latest) {
  const std::lock_guard guard(mutex_);
  known_[record] = std::move(latest);
}

std::string key_of_record(const std::string& record) {
  return "tasks/" + record;
}

result<record_listing> list_bucket_records(const s3_objects& objects, std::chrono::seconds patience,
                                           lease_watch& watch, record_cache& known) {
  result<std::vector<s3_listed>> listed = objects.list("tasks/");
  if (!listed) return tl::unexpected(std::move(listed.error()));
  record_listing listing;
  std::map<std::string, s3_listed> by_name;
  for (s3_listed& object : *listed) {
    listing.names.push_back(object.key.substr(std::string_view("tasks/").size()));
    by_name.emplace(listing.names.back(), std::move(object));
  }
  listing.view = std::make_unique<listed_records>(objects, patience, watch, known, std::move(by_name));
  return listing;
}

}  // namespace urlsieve
