#include "src/shards/remote_upload.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "src/shards/dataset_file.hpp"
#include "src/shards/directory_names.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/success_mark.hpp"
#include "src/transfer/digests.hpp"
#include "src/transfer/s3_responses.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t least_piece = std::uint64_t{8} << 20;
constexpr std::uint64_t most_pieces = 10'000;  // limit of S3 for an upload
constexpr std::size_t most_of_answer = std::size_t{1} << 20;
constexpr std::size_t most_of_page = std::size_t{16} << 20;
constexpr std::size_t most_of_manifest = std::size_t{256} << 20;

tl::unexpected<error> refuse_upload(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
}

// Calls `act` with each number below `count` on several threads; stops at the first error.
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
        done = refuse_upload(error_code::out_of_memory, "out of memory");
      } catch (const std::exception& thrown) {
        done = refuse_upload(error_code::cannot_write, thrown.what());
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

result<std::shared_ptr<const std::string>> read_piece(const std::string& path, std::uint64_t begin,
                                                      std::uint64_t size) {
  std::ifstream file(path, std::ios::binary);
  auto bytes = std::make_shared<std::string>(static_cast<std::size_t>(size), '\0');
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(bytes->data(), static_cast<std::streamsize>(size));
  if (!file || static_cast<std::uint64_t>(file.gcount()) != size)
    return refuse_upload(error_code::cannot_read, "cannot read " + path);
  return std::shared_ptr<const std::string>(std::move(bytes));
}

// Returns the checksum headers by which the server verifies a body.
std::map<std::string, std::string> checksum_headers(const std::string& body) {
  return {{"content-md5", base64_of(md5(body))}};
}

}  // namespace

// A file and its upload, in pieces of equal size, except for the last.
struct remote_upload::file {
  std::string name;
  std::string path;
  std::uint64_t size = 0;
  std::uint64_t piece_size = 0;
  std::string upload;              // id of the upload; empty: not open
  std::vector<std::string> etags;  // by piece

  [[nodiscard]] std::size_t pieces() const {
    return static_cast<std::size_t>(std::max<std::uint64_t>(1, (size + piece_size - 1) / piece_size));
  }
};

struct remote_upload::piece {
  std::size_t file;
  std::size_t number;
};

result<remote_upload> remote_upload::begin(std::shared_ptr<remote_access> access, const std::string& name,
                                           bool force, const std::string& scratch,
                                           const std::atomic<bool>* stop) {
  remote_upload upload;
  upload.access_ = std::move(access);
  upload.stop_ = stop;
  upload.name_ = name;
  while (upload.name_.ends_with('/') && upload.name_.size() > 5) upload.name_.pop_back();
  result<s3_location> place = s3_location::of(upload.name_);
  if (!place) return tl::unexpected(std::move(place.error()));
  upload.place_ = std::move(*place);
  if (!upload.place_.key.empty()) upload.place_.key += '/';
  return upload.list_objects(force, scratch).map([&] { return std::move(upload); });
}

s3_location remote_upload::place_of(const std::string& name) const {
  return {place_.bucket, place_.key + name};
}

result<http_reply> remote_upload::send_request(const s3_operation& operation, const char* doing,
                                               const std::atomic<bool>* stop, unsigned* status) const {
  return access_->send_s3_request(operation, most_of_answer, stop, status).map_error([&](error&& failed) {
    if (failed.code == error_code::cannot_read)
      failed = {error_code::cannot_write, std::string("cannot ") + doing + " s3://" + operation.place.bucket +
                                              '/' + operation.place.key + ": " + failed.message};
    return std::move(failed);
  });
}

// Lists the objects at the destination. Under `force`, checks that a run wrote all of them.
result<void> remote_upload::list_objects(bool force, const std::string& scratch) {
  std::string token;
  do {
    s3_operation page;
    page.place.bucket = place_.bucket;
    page.query = {{"list-type", "2"}, {"encoding-type", "url"}, {"prefix", place_.key}};
    if (!token.empty()) page.query.emplace_back("continuation-token", token);
    const result<http_reply> reply = access_->send_s3_request(page, most_of_page, stop_);
    if (!reply && reply.error().code != error_code::cannot_read) return tl::unexpected(reply.error());
    if (!reply)
      return refuse_upload(error_code::cannot_open, "cannot look at " + name_ + ": " + reply.error().message);
    const std::optional<s3_page> listed = parse_s3_page(reply->body);
    if (!listed)
      return refuse_upload(error_code::cannot_open,
                           "cannot look at " + name_ + ": the server sent no listing");
    for (const s3_listed& object : listed->objects)
      if (object.key.starts_with(place_.key) && object.key != place_.key)
        old_names_.insert(object.key.substr(place_.key.size()));
    token = listed->next;
    if (!old_names_.empty() && !force)
      return refuse_upload(error_code::output_exists, name_ + " exists and is not empty");
  } while (!token.empty());
  return old_names_.empty() ? result<void>() : check_old(scratch);
}

result<void> remote_upload::check_old(const std::string& scratch) {
  std::optional<std::vector<std::string>> known;
  if (old_names_.contains(std::string(manifest_name))) {
    s3_operation request;
    request.place = place_of(std::string(manifest_name));
    const result<http_reply> reply = access_->send_s3_request(request, most_of_manifest, stop_);
    if (!reply)
      return refuse_upload(error_code::cannot_open,
                           "cannot read the manifest of " + name_ + ": " + reply.error().message);
    std::ofstream(scratch + '/' + std::string(manifest_name), std::ios::binary) << reply->body;
    result<std::optional<std::vector<std::string>>> names = listed_files(scratch);
    if (!names) return tl::unexpected(std::move(names.error()));
    known = std::move(*names);
  }
  if (!known)
    return refuse_upload(
        error_code::output_exists,
        name_ + " has no manifest of urlsieve: options::force replaces only outputs of urlsieve");
  for (const std::string& name : old_names_)
    if (!std::binary_search(known->begin(), known->end(), name))
      return refuse_upload(
          error_code::output_exists,
          name_ + '/' + name + " was not written by urlsieve: options::force does not remove it");
  return {};
}

result<void> remote_upload::begin_file(file& object) const {
  s3_operation request;
  request.method = "POST";
  request.place = place_of(object.name);
  request.query = {{"uploads", ""}};
  request.body = std::make_shared<const std::string>();
  const result<http_reply> reply = send_request(request, "begin", stop_);
  if (!reply) return tl::unexpected(reply.error());
  const std::optional<std::string> id = text_of_element(reply->body, "UploadId");
  if (!id || id->empty())
    return refuse_upload(error_code::cannot_write,
                         "cannot begin " + name_ + '/' + object.name + ": the server named no upload");
  object.upload = *id;
  object.etags.resize(object.pieces());
  return {};
}

result<void> remote_upload::send_piece(file& object, std::size_t number) const {
  const std::uint64_t begin = number * object.piece_size;
  const auto bytes = read_piece(object.path, begin, std::min(object.piece_size, object.size - begin));
  if (!bytes) return tl::unexpected(bytes.error());
  s3_operation part;
  part.method = "PUT";
  part.place = place_of(object.name);
  part.query = {{"partNumber", std::to_string(number + 1)}, {"uploadId", object.upload}};
  part.body = *bytes;
  part.headers = checksum_headers(**bytes);
  const result<http_reply> reply = send_request(part, "write", stop_);
  if (!reply) return tl::unexpected(reply.error());
  object.etags[number] = reply->head.field("etag");
  if (object.etags[number].empty())
    return refuse_upload(error_code::cannot_write,
                         "cannot write " + name_ + '/' + object.name + ": a part has no ETag");
  return {};
}

result<void> remote_upload::complete(file& object) const {
  std::string list = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
  for (std::size_t i = 0; i < object.etags.size(); ++i) {
    std::string etag;
    for (const char character : object.etags[i])
      etag += character == '"' ? std::string("&quot;") : std::string(1, character);
    list += "<Part><PartNumber>" + std::to_string(i + 1) + "</PartNumber><ETag>" + etag + "</ETag></Part>";
  }
  list += "</CompleteMultipartUpload>";
  s3_operation request;
  request.method = "POST";
  request.place = place_of(object.name);
  request.query = {{"uploadId", object.upload}};
  request.body = std::make_shared<const std::string>(std::move(list));
  request.headers["content-type"] = "application/xml";
  unsigned status = 0;
  const result<http_reply> reply = send_request(request, "complete", stop_, &status);
  // 404: an earlier request, whose response was lost, may have completed the upload.
  const bool lost = !reply && status == 404;
  if (!reply && !lost) return tl::unexpected(reply.error());
  if (reply && !text_of_element(reply->body, "CompleteMultipartUploadResult"))
    return refuse_upload(
        error_code::cannot_write,
        "cannot complete " + name_ + '/' + object.name + ": " +
            text_of_element(reply->body, "Code").value_or("the server did not confirm the upload"));
  s3_operation inspection;
  inspection.method = "HEAD";
  inspection.place = place_of(object.name);
  const result<http_reply> stored = send_request(inspection, "look at", stop_);
  if (!stored) return tl::unexpected(lost ? reply.error() : stored.error());
  if (stored->head.length() != object.size)
    return refuse_upload(error_code::cannot_write,
                         name_ + '/' + object.name + " differs in size from the bytes that were sent");
  object.upload.clear();
  return {};
}

// Aborts an open upload; ignores completed uploads, and uploads that were not begun.
void remote_upload::abort_upload(const file& object) const noexcept {
  if (object.upload.empty()) return;
  try {
    s3_operation request;
    request.method = "DELETE";
    request.place = place_of(object.name);
    request.query = {{"uploadId", object.upload}};
    static_cast<void>(send_request(request, "give up", nullptr));
  } catch (const std::exception&) {
    // The lifecycle rules of the bucket remove the upload.
  }
}

result<void> remote_upload::send_file(const std::string& directory, const std::string& name) const {
  const std::string path = directory + '/' + name;
  const auto bytes = read_piece(path, 0, fs::file_size(path));
  if (!bytes) return tl::unexpected(bytes.error());
  s3_operation request;
  request.method = "PUT";
  request.place = place_of(name);
  request.body = *bytes;
  request.headers = checksum_headers(**bytes);
  return send_request(request, "write", stop_).map([](http_reply&&) {});
}

result<void> remote_upload::remove(const std::string& name) const {
  s3_operation request;
  request.method = "DELETE";
  request.place = place_of(name);
  return send_request(request, "remove", stop_).map([](http_reply&&) {});
}

// Replaces the old output; from here on it is lost.
result<void> remote_upload::publish(const std::string& directory, std::vector<file>& files,
                                    const std::set<std::string>& sent) {
  const unsigned threads = access_->options().connections;
  const std::string mark(success_name);
  if (old_names_.contains(mark))
    if (result<void> removed = remove(mark); !removed) return removed;
  result<void> done =
      for_each_index(files.size(), threads, [&](std::size_t i) { return complete(files[i]); });
  if (!done) return done;
  std::vector<std::string> left;
  for (const std::string& name : old_names_)
    if (!sent.contains(name) && name != mark) left.push_back(name);
  done = for_each_index(left.size(), threads, [&](std::size_t i) { return remove(left[i]); });
  if (done && sent.contains(std::string(manifest_name)))
    done = send_file(directory, std::string(manifest_name));
  if (done && sent.contains(mark)) done = send_file(directory, mark);
  return done;
}

result<void> remote_upload::send(const std::string& directory) {
  std::vector<file> files;
  std::set<std::string> sent;
  std::error_code failed;
  for (const std::string& name : names_in(directory, failed)) {
    const std::string path = dataset_path(directory, name);
    if (!fs::is_regular_file(path, failed)) continue;
    sent.insert(name);
    if (name == manifest_name || name == success_name) continue;
    file object;
    object.name = name;
    object.path = path;
    object.size = fs::file_size(path, failed);
    if (failed) break;
    object.piece_size = std::max(least_piece, (object.size + most_pieces - 1) / most_pieces);
    files.push_back(std::move(object));
  }
  if (failed) return tl::unexpected(system_error(error_code::cannot_read, "read", directory, failed.value()));
  std::vector<piece> pieces;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t k = 0; k < files[i].pieces(); ++k) pieces.push_back({i, k});
  const unsigned threads = access_->options().connections;
  result<void> done =
      for_each_index(files.size(), threads, [&](std::size_t i) { return begin_file(files[i]); })
          .and_then([&] {
            return for_each_index(pieces.size(), threads, [&](std::size_t i) {
              return send_piece(files[pieces[i].file], pieces[i].number);
            });
          })
          .and_then([&] { return publish(directory, files, sent); });
  if (!done)
    static_cast<void>(for_each_index(files.size(), threads, [&](std::size_t i) {
      abort_upload(files[i]);
      return result<void>();
    }));
  return done;
}

}  // namespace urlsieve
