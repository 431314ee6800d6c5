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
result<void> each(std::size_t count, unsigned threads, const std::function<result<void>(std::size_t)>& act) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<error> failed;
  std::atomic<bool> over{false};
  const auto work = [&] {
    for (std::size_t i = next++; i < count && !over; i = next++) {
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
      over = true;
    }
  };
  std::vector<std::thread> others;
  try {
    while (others.size() + 1 < std::min<std::size_t>(threads, count)) others.emplace_back(work);
  } catch (const std::system_error&) {
    // Continue with the threads that were started.
  }
  work();
  for (std::thread& one : others) one.join();
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
std::map<std::string, std::string> sums_of(const std::string& body) {
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
  remote_upload made;
  made.access_ = std::move(access);
  made.stop_ = stop;
  made.name_ = name;
  while (made.name_.ends_with('/') && made.name_.size() > 5) made.name_.pop_back();
  result<s3_location> place = s3_location::of(made.name_);
  if (!place) return tl::unexpected(std::move(place.error()));
  made.place_ = std::move(*place);
  if (!made.place_.key.empty()) made.place_.key += '/';
  return made.look(force, scratch).map([&] { return std::move(made); });
}

s3_location remote_upload::place_of(const std::string& name) const {
  return {place_.bucket, place_.key + name};
}

result<http_reply> remote_upload::ask(const s3_operation& question, const char* doing,
                                      const std::atomic<bool>* stop, unsigned* status) const {
  return access_->send_s3_request(question, most_of_answer, stop, status).map_error([&](error&& failed) {
    if (failed.code == error_code::cannot_read)
      failed = {error_code::cannot_write, std::string("cannot ") + doing + " s3://" + question.place.bucket +
                                              '/' + question.place.key + ": " + failed.message};
    return std::move(failed);
  });
}

// Lists the objects at the destination. Under `force`, checks that a run wrote all of them.
result<void> remote_upload::look(bool force, const std::string& scratch) {
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
    for (const s3_listed& one : listed->objects)
      if (one.key.starts_with(place_.key) && one.key != place_.key)
        old_.insert(one.key.substr(place_.key.size()));
    token = listed->next;
    if (!old_.empty() && !force)
      return refuse_upload(error_code::output_exists, name_ + " exists and is not empty");
  } while (!token.empty());
  return old_.empty() ? result<void>() : check_old(scratch);
}

result<void> remote_upload::check_old(const std::string& scratch) {
  std::optional<std::vector<std::string>> known;
  if (old_.contains(std::string(manifest_name))) {
    s3_operation whole;
    whole.place = place_of(std::string(manifest_name));
    const result<http_reply> reply = access_->send_s3_request(whole, most_of_manifest, stop_);
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
  for (const std::string& one : old_)
    if (!std::binary_search(known->begin(), known->end(), one))
      return refuse_upload(
          error_code::output_exists,
          name_ + '/' + one + " was not written by urlsieve: options::force does not remove it");
  return {};
}

result<void> remote_upload::begin_file(file& one) const {
  s3_operation opening;
  opening.method = "POST";
  opening.place = place_of(one.name);
  opening.query = {{"uploads", ""}};
  opening.body = std::make_shared<const std::string>();
  const result<http_reply> reply = ask(opening, "begin", stop_);
  if (!reply) return tl::unexpected(reply.error());
  const std::optional<std::string> id = text_of_element(reply->body, "UploadId");
  if (!id || id->empty())
    return refuse_upload(error_code::cannot_write,
                         "cannot begin " + name_ + '/' + one.name + ": the server named no upload");
  one.upload = *id;
  one.etags.resize(one.pieces());
  return {};
}

result<void> remote_upload::send_piece(file& one, std::size_t number) const {
  const std::uint64_t begin = number * one.piece_size;
  const auto bytes = read_piece(one.path, begin, std::min(one.piece_size, one.size - begin));
  if (!bytes) return tl::unexpected(bytes.error());
  s3_operation part;
  part.method = "PUT";
  part.place = place_of(one.name);
  part.query = {{"partNumber", std::to_string(number + 1)}, {"uploadId", one.upload}};
  part.body = *bytes;
  part.headers = sums_of(**bytes);
  const result<http_reply> reply = ask(part, "write", stop_);
  if (!reply) return tl::unexpected(reply.error());
  one.etags[number] = reply->head.field("etag");
  if (one.etags[number].empty())
    return refuse_upload(error_code::cannot_write,
                         "cannot write " + name_ + '/' + one.name + ": a part has no ETag");
  return {};
}

result<void> remote_upload::complete(file& one) const {
  std::string list = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
  for (std::size_t i = 0; i < one.etags.size(); ++i) {
    std::string etag;
    for (const char each_one : one.etags[i])
      etag += each_one == '"' ? std::string("&quot;") : std::string(1, each_one);
    list += "<Part><PartNumber>" + std::to_string(i + 1) + "</PartNumber><ETag>" + etag + "</ETag></Part>";
  }
  list += "</CompleteMultipartUpload>";
  s3_operation closing;
  closing.method = "POST";
  closing.place = place_of(one.name);
  closing.query = {{"uploadId", one.upload}};
  closing.body = std::make_shared<const std::string>(std::move(list));
  closing.headers["content-type"] = "application/xml";
  unsigned status = 0;
  const result<http_reply> reply = ask(closing, "complete", stop_, &status);
  // 404: an earlier request, whose response was lost, may have completed the upload.
  const bool lost = !reply && status == 404;
  if (!reply && !lost) return tl::unexpected(reply.error());
  if (reply && !text_of_element(reply->body, "CompleteMultipartUploadResult"))
    return refuse_upload(
        error_code::cannot_write,
        "cannot complete " + name_ + '/' + one.name + ": " +
            text_of_element(reply->body, "Code").value_or("the server did not confirm the upload"));
  s3_operation looking;
  looking.method = "HEAD";
  looking.place = place_of(one.name);
  const result<http_reply> there = ask(looking, "look at", stop_);
  if (!there) return tl::unexpected(lost ? reply.error() : there.error());
  if (there->head.length() != one.size)
    return refuse_upload(error_code::cannot_write,
                         name_ + '/' + one.name + " differs in size from the bytes that were sent");
  one.upload.clear();
  return {};
}

// Aborts an open upload; ignores completed uploads, and uploads that were not begun.
void remote_upload::give_up(const file& one) const noexcept {
  if (one.upload.empty()) return;
  try {
    s3_operation end;
    end.method = "DELETE";
    end.place = place_of(one.name);
    end.query = {{"uploadId", one.upload}};
    static_cast<void>(ask(end, "give up", nullptr));
  } catch (const std::exception&) {
    // The lifecycle rules of the bucket remove the upload.
  }
}

result<void> remote_upload::put(const std::string& directory, const std::string& name) const {
  const std::string path = directory + '/' + name;
  const auto bytes = read_piece(path, 0, fs::file_size(path));
  if (!bytes) return tl::unexpected(bytes.error());
  s3_operation whole;
  whole.method = "PUT";
  whole.place = place_of(name);
  whole.body = *bytes;
  whole.headers = sums_of(**bytes);
  return ask(whole, "write", stop_).map([](http_reply&&) {});
}

result<void> remote_upload::remove(const std::string& name) const {
  s3_operation gone;
  gone.method = "DELETE";
  gone.place = place_of(name);
  return ask(gone, "remove", stop_).map([](http_reply&&) {});
}

// Replaces the old output; from here on it is lost.
result<void> remote_upload::publish(const std::string& directory, std::vector<file>& files,
                                    const std::set<std::string>& sent) {
  const unsigned threads = access_->options().connections;
  const std::string mark(success_name);
  if (old_.contains(mark))
    if (result<void> removed = remove(mark); !removed) return removed;
  result<void> done = each(files.size(), threads, [&](std::size_t i) { return complete(files[i]); });
  if (!done) return done;
  std::vector<std::string> left;
  for (const std::string& one : old_)
    if (!sent.contains(one) && one != mark) left.push_back(one);
  done = each(left.size(), threads, [&](std::size_t i) { return remove(left[i]); });
  if (done && sent.contains(std::string(manifest_name))) done = put(directory, std::string(manifest_name));
  if (done && sent.contains(mark)) done = put(directory, mark);
  return done;
}

result<void> remote_upload::send(const std::string& directory) {
  std::vector<file> files;
  std::set<std::string> sent;
  for (const fs::directory_entry& one : fs::directory_iterator(directory)) {
    if (!one.is_regular_file()) continue;
    file made;
    made.name = one.path().filename().string();
    sent.insert(made.name);
    if (made.name == manifest_name || made.name == success_name) continue;
    made.path = one.path().string();
    made.size = one.file_size();
    made.piece_size = std::max(least_piece, (made.size + most_pieces - 1) / most_pieces);
    files.push_back(std::move(made));
  }
  std::sort(files.begin(), files.end(), [](const file& a, const file& b) { return a.name < b.name; });
  std::vector<piece> pieces;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t k = 0; k < files[i].pieces(); ++k) pieces.push_back({i, k});
  const unsigned threads = access_->options().connections;
  result<void> done = each(files.size(), threads, [&](std::size_t i) { return begin_file(files[i]); })
                          .and_then([&] {
                            return each(pieces.size(), threads, [&](std::size_t i) {
                              return send_piece(files[pieces[i].file], pieces[i].number);
                            });
                          })
                          .and_then([&] { return publish(directory, files, sent); });
  if (!done)
    static_cast<void>(each(files.size(), threads, [&](std::size_t i) {
      give_up(files[i]);
      return result<void>();
    }));
  return done;
}

}  // namespace urlsieve
