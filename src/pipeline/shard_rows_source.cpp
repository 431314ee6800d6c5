#include "src/pipeline/shard_rows_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "src/shards/row_layout.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

// Returns the part of a message behind the path.
std::string without_path(std::string_view message, std::string_view path) {
  if (!message.starts_with(path)) return std::string(message);
  message.remove_prefix(path.size());
  message.remove_prefix(std::min(message.find_first_not_of(": "), message.size()));
  return std::string(message);
}

class shard_rows_source final : public byte_source {
 public:
  shard_rows_source(std::string name, std::shared_ptr<const manifest> described)
      : name_(std::move(name)), of_(std::move(described)), layout_(*of_) {}

  result<void> open(const std::string& directory, const shard_summary& shard, const remote_context& remote) {
    result<shard_reader> opened =
        shard_reader::open(directory, shard, *of_, layout_, shard_reader::default_memory, remote);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    size_ = shard.bytes;
    rows_.emplace(std::move(*opened));
    return {};
  }

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    while (filled < out.size() && (delivered_ < line_.size() || next_line(counted))) {
      const std::size_t part = std::min(line_.size() - delivered_, out.size() - filled);
      std::memcpy(out.data() + filled, line_.data() + delivered_, part);
      delivered_ += part;
      filled += part;
    }
    counted.bytes += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }
  [[nodiscard]] std::uint64_t stored_position() const override { return rows_->stored_bytes(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return size_; }
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] int exhaustion() const override { return exhaustion_; }

 private:
  bool next_line(stats& counted) {
    if (ended_) return false;
    ended_ = !rows_->next();
    counted.bytes_read += rows_->stored_bytes() - std::exchange(counted_, rows_->stored_bytes());
    delivered_ = 0;
    line_.clear();
    if (!ended_) {
      line_.append(rows_->row()).append(1, '\n');
      return true;
    }
    const result<void> status = rows_->state() ? rows_->check() : rows_->state();
    if (status) return false;
    if (status.error().code == error_code::out_of_memory)
      exhaustion_ = ENOMEM;
    else
      counted.damaged_in(damage::unreadable, name_, {}, without_path(status.error().message, name_));
    return false;
  }

  std::string name_;
  std::shared_ptr<const manifest> of_;
  row_layout layout_;
  std::optional<shard_reader> rows_;
  std::uint64_t size_ = 0;
  std::uint64_t counted_ = 0;  // reported part of the stored bytes
  std::string line_;
  std::size_t delivered_ = 0;  // delivered part of the line
  bool ended_ = false;
  int exhaustion_ = 0;
};

}  // namespace

std::unique_ptr<byte_source> open_shard_rows(const std::string& directory, const std::string& path,
                                             std::shared_ptr<const manifest> described,
                                             const remote_context& remote, stats& counted, int& exhaustion) {
  exhaustion = 0;
  const std::string_view whole = path;
  const std::size_t file = whole.rfind('/') + 1;
  const std::size_t folder = file < 2 ? file : whole.rfind('/', file - 2) + 1;
  const std::string_view shard_name =
      whole.substr(shard_folder_size(whole.substr(folder)) != 0 ? folder : file);
  const auto shard = std::ranges::find(described->shards, shard_name, &shard_summary::name);
  if (shard == described->shards.end()) {
    counted.not_read(damage::unreadable, path, "the manifest of its directory does not list the file");
    return nullptr;
  }
  auto source = std::make_unique<shard_rows_source>(without_password(path), described);
  if (const result<void> opened = source->open(directory, *shard, remote); !opened) {
    if (opened.error().code == error_code::out_of_memory)
      exhaustion = ENOMEM;
    else
      counted.not_read(damage::unreadable, path, without_path(opened.error().message, path));
    return nullptr;
  }
  return source;
}

}  // namespace urlsieve
