#include "src/input/lists/remote_listing.hpp"

#include <utility>

#include "src/input/lists/output_folder.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_of_page = std::size_t{16} << 20;
constexpr std::size_t most_of_head = 4096;

}  // namespace

bool remote_listing::lists(const std::string& name) {
  constexpr std::size_t scheme = 5;
  return is_s3_name(name) && (name.ends_with('/') || name.find('/', scheme) == std::string::npos);
}

remote_listing::remote_listing(std::shared_ptr<remote_access> access, std::string name,
                               const std::atomic<bool>* stop)
    : access_(std::move(access)), name_(std::move(name)), stop_(stop) {
  result<s3_location> place = s3_location::of(name_);
  if (!place) {
    failure_ = place.error().message;
    return;
  }
  place_ = std::move(*place);
  origin_ = "s3://" + place_.bucket + '/';
}

bool remote_listing::ask() {
  s3_operation page;
  page.place.bucket = place_.bucket;
  page.query = {{"list-type", "2"}, {"encoding-type", "url"}};
  if (!place_.key.empty()) page.query.emplace_back("prefix", place_.key);
  if (!page_.next.empty()) page.query.emplace_back("continuation-token", page_.next);
  const result<http_reply> reply = access_->send_s3_request(page, most_of_page, stop_);
  if (!reply) {
    failure_ = reply.error().message;
    return false;
  }
  std::optional<s3_page> parsed = parse_s3_page(reply->body);
  if (!parsed) {
    failure_ = "the server sent no listing";
    return false;
  }
  page_ = std::move(*parsed);
  given_ = 0;
  begun_ = true;
  return true;
}

std::optional<s3_listed> remote_listing::next() {
  while (!failure_) {
    if (given_ == page_.objects.size()) {
      if (begun_ && page_.next.empty()) break;
      if (!ask()) return std::nullopt;
      continue;
    }
    s3_listed object = std::move(page_.objects[given_++]);
    if (!object.key.starts_with(place_.key)) continue;
    if (any_ && object.key <= last_) {
      failure_ = "its keys are not sorted by bytes";
      return std::nullopt;
    }
    any_ = true;
    last_ = object.key;
    // Some programs create an empty object as a directory.
    if (object.key.ends_with('/') && object.size == 0) continue;
    return object;
  }
  if (!failure_ && !any_) failure_ = "nothing is there";
  return std::nullopt;
}

bool remote_listing::is_manifest(const std::string& key) {
  s3_operation head;
  head.place = {place_.bucket, key};
  head.headers["range"] = "bytes=0-255";
  const result<http_reply> reply = access_->send_s3_request(head, most_of_head, stop_);
  return reply && begins_as_manifest(reply->body);
}

}  // namespace urlsieve
