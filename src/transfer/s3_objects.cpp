#include "src/transfer/s3_objects.hpp"

#include <algorithm>
#include <ctime>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "src/transfer/digests.hpp"
#include "src/transfer/http_response.hpp"
#include "src/transfer/remote_access.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_of_answer = std::size_t{1} << 20;
constexpr std::size_t most_of_page = std::size_t{16} << 20;
constexpr std::string_view history_header = "x-amz-meta-urlsieve-changes";
constexpr std::size_t most_of_history = 512;  // bytes; S3 accepts 2 KB of metadata

// Parses a date of HTTP, "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 section 5.6.7), in seconds since 1970.
std::optional<std::time_t> parse_http_date(std::string_view date) {
  std::tm parts{};
  const char* const end = ::strptime(std::string(date).c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr) return std::nullopt;
  return ::timegm(&parts);
}

// Returns the time between the last change of an object and the response, both by the clock of the server.
std::chrono::seconds age_of(const http_head& head) {
  const std::optional<std::time_t> changed = parse_http_date(head.field("last-modified"));
  const std::optional<std::time_t> now = parse_http_date(head.field("date"));
  // Times are whole seconds, so the difference may be a second too long.
  return std::chrono::seconds(changed && now ? std::max<std::time_t>(0, *now - *changed - 1) : 0);
}

// Returns true if `status` says that the condition of a write does not hold. 404: the object that should be
// unchanged is gone.
bool is_refusal(unsigned status, const write_condition& condition) {
  return status == precondition_failed_status ||
         (status == not_found_status && condition.is == write_condition::kind::unchanged);
}

}  // namespace

void write_condition::add_to(std::map<std::string, std::string>& headers) const {
  if (is == kind::absent) headers["if-none-match"] = "*";
  if (is == kind::unchanged) headers["if-match"] = etag;
}

std::map<std::string, std::string> checksum_headers(const std::string& body) {
  return {{"content-md5", base64_of(md5(body))}};
}

std::string s3_objects::name_of(std::string_view key) const {
  return ("s3://" + place_.bucket + '/' + place_.key).append(key);
}

result<std::optional<s3_object>> s3_objects::get(std::string_view key, std::size_t most) const {
  s3_operation request;
  request.place = place_of(key);
  unsigned status = 0;
  result<http_reply> reply = access_->send_s3_request(request, most, stop_, &status);
  if (reply)
    return s3_object{std::move(reply->body), std::string(reply->head.field("etag")), age_of(reply->head),
                     std::string(reply->head.field(history_header))};
  if (status == not_found_status && reply.error().code == error_code::cannot_read &&
      reply.error().message.find("NoSuchBucket") == std::string::npos)
    return std::nullopt;
  if (reply.error().code == error_code::cannot_read)
    reply.error().message = "cannot read " + name_of(key) + ": " + reply.error().message;
  return tl::unexpected(std::move(reply.error()));
}

result<std::optional<s3_listed>> s3_objects::look_at(std::string_view key) const {
  s3_operation request;
  request.method = "HEAD";
  request.place = place_of(key);
  unsigned status = 0;
  const result<http_reply> reply = access_->send_s3_request(request, most_of_answer, stop_, &status);
  if (!reply && status == not_found_status && reply.error().code == error_code::cannot_read)
    return std::nullopt;
  if (!reply) return tl::unexpected(reply.error());
  s3_listed found;
  found.key = key;
  found.size = reply->head.length().value_or(0);
  found.etag = reply->head.field("etag");
  return found;
}

result<http_reply> s3_objects::send(const s3_operation& operation, std::string_view doing,
                                    unsigned* status) const {
  return access_->send_s3_request(operation, most_of_answer, stop_, status).map_error([&](error&& failed) {
    if (failed.code == error_code::cannot_read)
      failed = {error_code::cannot_write, std::string("cannot ").append(doing) + " s3://" +
                                              operation.place.bucket + '/' + operation.place.key + ": " +
                                              failed.message};
    return std::move(failed);
  });
}

result<http_reply> s3_objects::put_body(std::string_view key, std::string_view body,
                                        const write_condition& condition, std::string_view history,
                                        unsigned* status) const {
  s3_operation request;
  request.method = "PUT";
  request.place = place_of(key);
  request.body = std::make_shared<const std::string>(body);
  request.headers = checksum_headers(*request.body);
  if (!history.empty()) request.headers[std::string(history_header)] = history;
  condition.add_to(request.headers);
  return send(request, "write", status);
}

result<std::optional<std::string>> s3_objects::put(std::string_view key, std::string_view body,
                                                   const write_condition& condition, unsigned* status) const {
  unsigned answered = 0;
  const result<http_reply> reply = put_body(key, body, condition, {}, &answered);
  if (status != nullptr) *status = answered;
  if (reply) return std::string(reply->head.field("etag"));
  if (condition.is == write_condition::kind::none || !is_refusal(answered, condition) ||
      reply.error().code != error_code::cannot_write)
    return tl::unexpected(reply.error());
  result<std::optional<s3_object>> there = get(key, std::max(body.size(), most_of_answer));
  if (!there) return tl::unexpected(std::move(there.error()));
  if (!*there || (*there)->body != body) return std::nullopt;
  return std::move((*there)->etag);
}

result<bool> s3_objects::put_change(std::string_view key, std::string_view body,
                                    const write_condition& condition, std::string_view word,
                                    std::string_view history) const {
  std::string words(word);
  if (!history.empty()) words.append(1, ' ').append(history);
  words.resize(std::min(words.size(), most_of_history));
  unsigned status = 0;
  const result<http_reply> reply = put_body(key, body, condition, words, &status);
  if (reply) return true;
  if (reply.error().code != error_code::cannot_write) return tl::unexpected(reply.error());
  // An earlier request may have replaced the object, although its response was lost.
  s3_operation look;
  look.method = "HEAD";
  look.place = place_of(key);
  const result<http_reply> there = access_->send_s3_request(look, most_of_answer, stop_);
  if (there && there->head.field(history_header).find(word) != std::string_view::npos) return true;
  if (there && is_refusal(status, condition)) return false;
  return tl::unexpected(reply.error());
}

result<void> s3_objects::remove(std::string_view key) const {
  s3_operation request;
  request.method = "DELETE";
  request.place = place_of(key);
  unsigned status = 0;
  const result<http_reply> reply = send(request, "remove", &status);
  if (!reply && status != not_found_status) return tl::unexpected(reply.error());
  return {};
}

result<void> s3_objects::list_pages(std::string_view prefix,
                                    const std::vector<std::pair<std::string, std::string>>& query,
                                    const std::function<bool(s3_page&&)>& take) const {
  std::string token;
  while (true) {
    s3_operation request;
    request.place.bucket = place_.bucket;
    request.query = {
        {"list-type", "2"}, {"encoding-type", "url"}, {"prefix", place_.key + std::string(prefix)}};
    request.query.insert(request.query.end(), query.begin(), query.end());
    if (!token.empty()) request.query.emplace_back("continuation-token", token);
    result<http_reply> reply = access_->send_s3_request(request, most_of_page, stop_);
    if (!reply) return tl::unexpected(std::move(reply.error()));
    std::optional<s3_page> page = parse_s3_page(reply->body);
    if (!page) return tl::unexpected(error{error_code::cannot_read, "the server sent no listing"});
    if (!page->next.empty() && page->next == token)
      return tl::unexpected(
          error{error_code::cannot_read,
                "the listing of " + name_of(prefix) + " does not advance: the server repeats a page"});
    token = page->next;
    if (!take(std::move(*page)) || token.empty()) return {};
  }
}

result<std::vector<s3_listed>> s3_objects::list(std::string_view prefix, std::size_t most) const {
  std::vector<s3_listed> all;
  const auto take = [&](s3_page&& page) {
    for (s3_listed& object : page.objects) {
      if (!object.key.starts_with(place_.key) || object.key == place_.key) continue;
      object.key.erase(0, place_.key.size());
      all.push_back(std::move(object));
    }
    return all.size() <= most;
  };
  return list_pages(prefix, {}, take).map([&] { return std::move(all); });
}

result<std::vector<std::string>> s3_objects::list_folders(std::string_view prefix) const {
  const std::string front = place_.key + std::string(prefix);
  std::vector<std::string> all;
  const auto take = [&](s3_page&& page) {
    for (const std::string& folder : page.folders)
      if (folder.starts_with(front) && folder.ends_with('/') && folder.size() > front.size() + 1)
        all.push_back(folder.substr(front.size(), folder.size() - front.size() - 1));
    return true;
  };
  return list_pages(prefix, {{"delimiter", "/"}}, take).map([&] { return std::move(all); });
}

result<std::vector<s3_open_upload>> s3_objects::list_uploads() const {
  std::vector<s3_open_upload> all;
  s3_upload_page page;
  do {
    s3_operation request;
    request.place.bucket = place_.bucket;
    request.query = {{"uploads", ""}, {"encoding-type", "url"}, {"prefix", place_.key}};
    if (!page.next_key.empty()) {
      request.query.emplace_back("key-marker", page.next_key);
      request.query.emplace_back("upload-id-marker", page.next_id);
    }
    result<http_reply> reply = access_->send_s3_request(request, most_of_page, stop_);
    if (!reply) return tl::unexpected(std::move(reply.error()));
    std::optional<s3_upload_page> parsed = parse_s3_uploads(reply->body);
    if (!parsed)
      return tl::unexpected(error{error_code::cannot_read, "the server sent no listing of uploads"});
    page = std::move(*parsed);
    for (s3_open_upload& upload : page.uploads) {
      if (!upload.key.starts_with(place_.key)) continue;
      upload.key.erase(0, place_.key.size());
      all.push_back(std::move(upload));
    }
  } while (!page.next_key.empty());
  return all;
}

result<void> s3_objects::abort_upload(const s3_open_upload& upload) const {
  s3_operation request;
  request.method = "DELETE";
  request.place = place_of(upload.key);
  request.query = {{"uploadId", upload.id}};
  unsigned status = 0;
  const result<http_reply> reply = send(request, "give up", &status);
  if (!reply && status != not_found_status) return tl::unexpected(reply.error());
  return {};
}

result<void> for_each_index(std::size_t count, unsigned threads,
                            const std::function<result<void>(std::size_t)>& act) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<error> failed;
  std::atomic<bool> must_stop{false};
  const auto work = [&] {
    for (std::size_t i = next++; i < count && !must_stop; i = next++) {
      result<void> done;
      try {
        done = act(i);
      } catch (const std::bad_alloc&) {
        done = tl::unexpected(error{error_code::out_of_memory, "out of memory"});
      } catch (const std::exception& thrown) {
        done = tl::unexpected(error{error_code::cannot_write, thrown.what()});
      }
      if (done) continue;
      const std::lock_guard lock(mutex);
      if (!failed) failed = std::move(done.error());
      must_stop = true;
    }
  };
  std::vector<std::thread> workers;
  try {
    while (workers.size() + 1 < std::min<std::size_t>(threads, count)) workers.emplace_back(work);
  } catch (const std::system_error&) {
    // Continue with the threads that were started.
  }
  work();
  for (std::thread& thread : workers) thread.join();
  if (failed) return tl::unexpected(std::move(*failed));
  return {};
}

}  // namespace urlsieve
