#include "src/transfer/s3_upload.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "src/transfer/http_response.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/s3_responses.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t least_piece = std::uint64_t{8} << 20;
constexpr std::uint64_t most_pieces = 10'000;  // limit of S3 for an upload

tl::unexpected<error> refuse_upload(error_code code, std::string why) {
  return tl::unexpected(error{code, std::move(why)});
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

}  // namespace

s3_upload::s3_upload(const s3_objects& objects, std::string key, std::string path, std::uint64_t size,
                     small_files sending)
    : objects_(&objects),
      key_(std::move(key)),
      path_(std::move(path)),
      size_(size),
      piece_size_(std::max(least_piece, (size + most_pieces - 1) / most_pieces)),
      sending_(sending) {}

std::size_t s3_upload::pieces() const {
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, (size_ + piece_size_ - 1) / piece_size_));
}

result<void> s3_upload::begin() {
  if (is_one_request()) return {};
  s3_operation request;
  request.method = "POST";
  request.place = objects_->place_of(key_);
  request.query = {{"uploads", ""}};
  request.body = std::make_shared<const std::string>();
  const result<http_reply> reply = objects_->send(request, "begin");
  if (!reply) return tl::unexpected(reply.error());
  const std::optional<std::string> id = text_of_element(reply->body, "UploadId");
  if (!id || id->empty())
    return refuse_upload(error_code::cannot_write,
                         "cannot begin " + objects_->name_of(key_) + ": the server named no upload");
  id_ = *id;
  etags_.resize(pieces());
  return {};
}

result<void> s3_upload::send_piece(std::size_t number) {
  if (is_one_request()) return {};
  const std::uint64_t begin = number * piece_size_;
  const auto bytes = read_piece(path_, begin, std::min(piece_size_, size_ - begin));
  if (!bytes) return tl::unexpected(bytes.error());
  s3_operation part;
  part.method = "PUT";
  part.place = objects_->place_of(key_);
  part.query = {{"partNumber", std::to_string(number + 1)}, {"uploadId", id_}};
  part.body = *bytes;
  part.headers = checksum_headers(**bytes);
  const result<http_reply> reply = objects_->send(part, "write");
  if (!reply) return tl::unexpected(reply.error());
  etags_[number] = reply->head.field("etag");
  if (etags_[number].empty())
    return refuse_upload(error_code::cannot_write,
                         "cannot write " + objects_->name_of(key_) + ": a part has no ETag");
  return {};
}

result<bool> s3_upload::complete(const write_condition& condition) {
  if (is_one_request()) {
    const auto bytes = read_piece(path_, 0, size_);
    if (!bytes) return tl::unexpected(bytes.error());
    return objects_->put(key_, **bytes, condition).map([](std::optional<std::string>&& etag) {
      return etag.has_value();
    });
  }
  std::string list = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
  for (std::size_t i = 0; i < etags_.size(); ++i) {
    std::string etag;
    for (const char character : etags_[i])
      etag += character == '"' ? std::string("&quot;") : std::string(1, character);
    list += "<Part><PartNumber>" + std::to_string(i + 1) + "</PartNumber><ETag>" + etag + "</ETag></Part>";
  }
  list += "</CompleteMultipartUpload>";
  s3_operation request;
  request.method = "POST";
  request.place = objects_->place_of(key_);
  request.query = {{"uploadId", id_}};
  request.body = std::make_shared<const std::string>(std::move(list));
  request.headers["content-type"] = "application/xml";
  condition.add_to(request.headers);
  unsigned status = 0;
  const result<http_reply> reply = objects_->send(request, "complete", &status);
  if (!reply && status == precondition_failed_status && condition.is != write_condition::kind::none)
    return false;
  // 404: an earlier request, whose response was lost, may have completed the upload.
  const bool lost = !reply && status == not_found_status;
  if (!reply && !lost) return tl::unexpected(reply.error());
  if (reply && !text_of_element(reply->body, "CompleteMultipartUploadResult"))
    return refuse_upload(
        error_code::cannot_write,
        "cannot complete " + objects_->name_of(key_) + ": " +
            text_of_element(reply->body, "Code").value_or("the server did not confirm the upload"));
  const result<std::optional<s3_listed>> stored = objects_->look_at(key_);
  if (!stored || !*stored)
    return lost     ? tl::unexpected(reply.error())
           : stored ? refuse_upload(error_code::cannot_write,
                                    objects_->name_of(key_) + " is missing after its upload")
                    : refuse_upload(error_code::cannot_write, "cannot look at " + objects_->name_of(key_) +
                                                                  ": " + stored.error().message);
  if ((*stored)->size != size_)
    return refuse_upload(error_code::cannot_write,
                         objects_->name_of(key_) + " differs in size from the bytes that were sent");
  id_.clear();
  return true;
}

void s3_upload::abort() noexcept {
  if (id_.empty()) return;
  try {
    // Interrupted runs abort their uploads, too.
    const s3_objects unstoppable(objects_->access(), objects_->place_of(""), nullptr);
    static_cast<void>(unstoppable.abort_upload({key_, id_}));
    id_.clear();
  } catch (const std::exception&) {
    // The lifecycle rules of the bucket remove the upload.
  }
}

result<void> send_all(std::vector<s3_upload>& uploads, unsigned threads) {
  struct piece {
    std::size_t upload;
    std::size_t number;
  };
  std::vector<piece> pieces;
  for (std::size_t i = 0; i < uploads.size(); ++i)
    for (std::size_t k = 0; k < uploads[i].pieces(); ++k) pieces.push_back({i, k});
  return for_each_index(uploads.size(), threads, [&](std::size_t i) { return uploads[i].begin(); })
      .and_then([&] {
        return for_each_index(pieces.size(), threads, [&](std::size_t i) {
          return uploads[pieces[i].upload].send_piece(pieces[i].number);
        });
      });
}

}  // namespace urlsieve
