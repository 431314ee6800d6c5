// Whole objects of S3 below a prefix: read, write under a condition, list and remove. S3 is strongly
// consistent: a read or a listing that begins after a write has ended sees the write.
#ifndef URLSIEVE_TRANSFER_S3_OBJECTS_HPP
#define URLSIEVE_TRANSFER_S3_OBJECTS_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/transfer/s3_responses.hpp"
#include "src/transfer/s3_service.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class remote_access;
struct http_reply;

// The condition under which S3 performs a write ("conditional writes", Amazon S3 User Guide).
struct write_condition {
  enum class kind : std::uint8_t { none, absent, unchanged };
  kind is = kind::none;
  std::string etag = {};  // of the object that `unchanged` expects

  // The object must not exist (If-None-Match: *).
  [[nodiscard]] static write_condition absent() { return {kind::absent}; }
  // The object must have this ETag (If-Match).
  [[nodiscard]] static write_condition unchanged(std::string etag) {
    return {kind::unchanged, std::move(etag)};
  }

  // Adds the condition to the headers of a request.
  void add_to(std::map<std::string, std::string>& headers) const;
};

// Returns the header by which the server verifies a body (Content-MD5).
[[nodiscard]] std::map<std::string, std::string> checksum_headers(const std::string& body);

struct s3_object {
  std::string body;
  std::string etag;
  std::chrono::seconds age{0};  // since the last write, by the clock of the server; 0 if it does not tell
  std::string history;          // of put_change(); empty: another function wrote the object
};

// All members fail with error_code::interrupted if `stop` is set, and with usage if credentials are missing.
// Readers otherwise fail with cannot_read, and writers with cannot_write. All members are thread-safe.
class s3_objects {
 public:
  // `place`: the prefix; its key is empty or ends with "/". `stop` may be null, and outlives the object.
  s3_objects(std::shared_ptr<remote_access> access, s3_location place, const std::atomic<bool>* stop)
      : access_(std::move(access)), place_(std::move(place)), stop_(stop) {}

  [[nodiscard]] const std::shared_ptr<remote_access>& access() const { return access_; }
  [[nodiscard]] const std::atomic<bool>* stop() const { return stop_; }
  [[nodiscard]] s3_location place_of(std::string_view key) const {
    return {place_.bucket, place_.key + std::string(key)};
  }
  // Returns "s3://BUCKET/PREFIX/key".
  [[nodiscard]] std::string name_of(std::string_view key) const;

  // Returns an object of at most `most` bytes; nullopt if there is none.
  [[nodiscard]] result<std::optional<s3_object>> get(std::string_view key, std::size_t most) const;
  // Returns the size and the ETag of an object; nullopt if there is none.
  [[nodiscard]] result<std::optional<s3_listed>> look_at(std::string_view key) const;
  // Writes an object and returns its ETag; nullopt if the condition does not hold. An object that already has
  // the same bytes counts as written, because the response to an earlier request may have been lost. Sets
  // `status`, unless null, to the HTTP status of the response; 0 without a response.
  [[nodiscard]] result<std::optional<std::string>> put(std::string_view key, std::string_view body,
                                                       const write_condition& condition = {},
                                                       unsigned* status = nullptr) const;
  // Replaces an object that several processes change, and stores a history beside the body: `word`, which no
  // other write has, and the last words of `history`, the history of the replaced object. Returns false if
  // the condition does not hold. A write whose response was lost counts as written, even if another process
  // has replaced the object since, because the word is then in the history.
  [[nodiscard]] result<bool> put_change(std::string_view key, std::string_view body,
                                        const write_condition& condition, std::string_view word,
                                        std::string_view history) const;
  // Removes an object; a missing object is no error.
  [[nodiscard]] result<void> remove(std::string_view key) const;
  // Returns the objects below `prefix`, with keys relative to the prefix of this store, in byte order. Stops
  // after the page that exceeds `most`.
  [[nodiscard]] result<std::vector<s3_listed>> list(std::string_view prefix,
                                                    std::size_t most = ~std::size_t{0}) const;

  // Returns the folders below `prefix`, which ends with "/": "a" and "b" for the objects "a/x", "b/y/z" and
  // "c" below the prefix. A request returns up to 1,000 folders, with any number of objects.
  [[nodiscard]] result<std::vector<std::string>> list_folders(std::string_view prefix) const;

  // Returns the uploads below the prefix that are neither completed nor aborted, with relative keys.
  [[nodiscard]] result<std::vector<s3_open_upload>> list_uploads() const;
  [[nodiscard]] result<void> abort_upload(const s3_open_upload& upload) const;

  // Sends a request that writes. Changes the message of a failure to "cannot DOING s3://BUCKET/KEY: ...".
  [[nodiscard]] result<http_reply> send(const s3_operation& operation, std::string_view doing,
                                        unsigned* status = nullptr) const;

 private:
  [[nodiscard]] result<http_reply> put_body(std::string_view key, std::string_view body,
                                            const write_condition& condition, std::string_view history,
                                            unsigned* status) const;

  // Requests all pages of a listing with `query`, and passes each page to `take`, which returns false to
  // stop.
  [[nodiscard]] result<void> list_pages(std::string_view prefix,
                                        const std::vector<std::pair<std::string, std::string>>& query,
                                        const std::function<bool(s3_page&&)>& take) const;

  std::shared_ptr<remote_access> access_;
  s3_location place_;
  const std::atomic<bool>* stop_;
};

// Calls `act` with each number below `count` on at most `threads` threads; stops at the first error, and
// returns the error.
[[nodiscard]] result<void> for_each_index(std::size_t count, unsigned threads,
                                          const std::function<result<void>(std::size_t)>& act);

}  // namespace urlsieve

#endif
