#include "src/dedup/observed_redirects.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "src/dedup/pair_line.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/text/number_bytes.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/text/system_error.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t hash_size = 8;
constexpr std::size_t checksum_size = 8;
constexpr std::size_t sizes_size = 8;
constexpr std::size_t redirect_write_size = std::size_t{256} << 10U;
constexpr std::size_t smallest_block = std::size_t{4} << 10U;

// Shares of the memory: a quarter for sorting, an eighth for the index of blocks, half for the filter.
constexpr std::size_t share_of_sorting = 4;
constexpr std::size_t share_of_blocks = 8;
constexpr std::size_t share_of_filter = 2;
// URLs for each word of the filter, and bits of a URL in its word: 1 of 100 other URLs passes the filter.
constexpr std::size_t urls_a_word = 5;
constexpr unsigned bits_a_url = 4;

template <class Number>
Number number_at(const char* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  return number;
}

std::uint64_t hash_in(std::string_view key) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < hash_size; ++i) hash = hash << 8U | static_cast<unsigned char>(key[i]);
  return hash;
}

// Returns the bits of a URL in its word.
std::uint64_t bits_of(std::uint64_t hash) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < bits_a_url; ++i) bits |= std::uint64_t{1} << (hash >> (6 * i) & 63U);
  return bits;
}

// The upper bits of the hash select the word.
std::size_t word_of(std::uint64_t hash, std::size_t words) {
  __extension__ using wide = unsigned __int128;
  return static_cast<std::size_t>((static_cast<wide>(hash) * words) >> 64U);
}

}  // namespace

result<std::unique_ptr<stored_redirects>> stored_redirects::make(spill_area& area, std::size_t memory,
                                                                 const redirect_source& pairs) {
  sorted_entries by_hash(area, {}, 0, sorted_entries::within(memory / share_of_sorting));
  std::string key;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  result<void> done = pairs([&](const redirect& pair) {
    key.clear();
    append_big_endian(partition_hash(pair.from), key);
    append_pair(pair.from, pair.to, key);
    ++count;
    bytes += sizes_size + pair.from.size() + pair.to.size();
    return by_hash.add(sighting_of(key));
  });
  if (!done) return tl::unexpected(std::move(done.error()));
  result<std::string> path = area.path_for("redirects");
  if (!path) return tl::unexpected(std::move(path.error()));
  std::unique_ptr<stored_redirects> table(new stored_redirects(std::move(*path)));
  const std::size_t most_blocks = std::max<std::size_t>(memory / share_of_blocks / sizeof(block), 16);
  table->block_size_ = std::max<std::size_t>(smallest_block, bytes / most_blocks + 1);
  table->blocks_.reserve(std::min<std::uint64_t>(bytes / table->block_size_ + 2, most_blocks + 2));
  const std::size_t most_words = memory / share_of_filter / sizeof(std::uint64_t);
  table->filter_.resize(
      std::clamp<std::uint64_t>(count / urls_a_word, 1, std::max<std::size_t>(most_words, 1)));
  done = table->create();
  if (!done) return tl::unexpected(std::move(done.error()));
  const result<void> read = by_hash.each([&](const known_url& entry) {
    done = table->add(hash_in(entry.url), pair_of(entry.url.substr(hash_size)));
    return done.has_value();
  });
  if (!read) return tl::unexpected(read.error());
  if (done) done = table->flush();
  if (!done) return tl::unexpected(std::move(done.error()));
  return table;
}

stored_redirects::~stored_redirects() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

result<void> stored_redirects::create() {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor_ < 0) return tl::unexpected(system_error(error_code::cannot_open, "create", path_, errno));
  ::unlink(path_.c_str());
  return {};
}

result<void> stored_redirects::add(std::uint64_t hash, const redirect& pair) {
  const bool is_first = count_++ == 0;
  if (!is_first && hash != last_hash_ && out_.size() - block_begin_ >= block_size_) {
    if (result<void> ended = end_block(); !ended) return ended;
  }
  if (is_first || out_.size() == block_begin_) {
    blocks_.push_back({hash, written_ + out_.size()});
    out_.append(checksum_size, '\0');
  }
  last_hash_ = hash;
  note(hash);
  for (const std::string_view url : {pair.from, pair.to}) {
    const auto size = static_cast<std::uint32_t>(url.size());
    char bytes[sizeof size];
    std::memcpy(bytes, &size, sizeof size);
    out_.append(bytes, sizeof size);
  }
  out_.append(pair.from).append(pair.to);
  return {};
}

result<void> stored_redirects::end_block() {
  const std::string_view content = std::string_view(out_).substr(block_begin_ + checksum_size);
  const std::uint64_t checksum = partition_hash(content);
  std::memcpy(out_.data() + block_begin_, &checksum, sizeof checksum);
  block_begin_ = out_.size();
  return out_.size() < redirect_write_size ? result<void>{} : flush();
}

// Writes the last block.
result<void> stored_redirects::flush() {
  if (block_begin_ != out_.size()) {
    if (result<void> ended = end_block(); !ended) return ended;
  }
  const char* at = out_.data();
  for (std::size_t left = out_.size(); left != 0;) {
    const ssize_t got = ::write(descriptor_, at, left);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(system_error(error_code::cannot_write, "write", path_, errno));
    at += got;
    left -= static_cast<std::size_t>(got);
  }
  written_ += out_.size();
  out_.clear();
  block_begin_ = 0;
  return {};
}

void stored_redirects::note(std::uint64_t hash) {
  filter_[word_of(hash, filter_.size())] |= bits_of(hash);
}

bool stored_redirects::may_have(std::uint64_t hash) const {
  const std::uint64_t bits = bits_of(hash);
  return (filter_[word_of(hash, filter_.size())] & bits) == bits;
}

std::string_view stored_redirects::find(std::string_view url, std::string& buffer) const {
  const std::uint64_t hash = partition_hash(url);
  if (!may_have(hash) || blocks_.empty()) return {};
  auto after =
      std::upper_bound(blocks_.begin(), blocks_.end(), hash,
                       [](std::uint64_t key, const block& candidate) { return key < candidate.first_hash; });
  if (after == blocks_.begin()) return {};
  const std::uint64_t end = after == blocks_.end() ? written_ : after->offset;
  std::uint64_t offset = std::prev(after)->offset;
  buffer.resize(end - offset);
  for (char* at = buffer.data(); offset != end;) {
    const ssize_t got = ::pread(descriptor_, at, end - offset, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail(got == 0 ? "ends early" : std::generic_category().message(errno));
    at += got;
    offset += static_cast<std::uint64_t>(got);
  }
  std::string_view rest = std::string_view(buffer).substr(checksum_size);
  if (partition_hash(rest) != number_at<std::uint64_t>(buffer.data())) return fail("is damaged");
  while (!rest.empty()) {
    const std::size_t from = number_at<std::uint32_t>(rest.data());
    const std::size_t to = number_at<std::uint32_t>(rest.data() + sizes_size / 2);
    rest.remove_prefix(sizes_size);
    if (rest.substr(0, from) == url) return rest.substr(from, to);
    rest.remove_prefix(from + to);
  }
  return {};
}

std::string_view stored_redirects::fail(const std::string& cause) const {
  const std::lock_guard lock(mutex_);
  if (!failed_.exchange(true))
    state_ = tl::unexpected(error{error_code::cannot_read, "the temporary file " + path_ + ": " + cause});
  return {};
}

result<void> stored_redirects::state() const {
  if (!failed_) return {};
  const std::lock_guard lock(mutex_);
  return state_;
}

result<void> observed_redirects::add(std::string_view from, std::string_view to) {
  if (chains_) return chains_->add(from, to);
  table_.add(from, to);
  return table_.memory() > memory_ ? move_to_disk() : result<void>{};
}

// The table is freed last: it is small beside the memory of redirect_chains.
result<void> observed_redirects::move_to_disk() {
  chains_ = std::make_unique<redirect_chains>(area_, memory_);
  for (const redirect& pair : table_.pairs()) {
    if (result<void> added = chains_->add(pair.from, pair.to); !added) return added;
  }
  table_ = redirect_table();
  return {};
}

result<void> observed_redirects::settle(use purpose, const target_filter& keeps) {
  if (!chains_) {
    table_.settle(keeps);
    return {};
  }
  keeps_ = keeps;
  if (result<void> settled = chains_->settle(); !settled) return settled;
  if (purpose == use::pairs) return {};
  return stored_redirects::make(area_, memory_, [this](const redirect_consumer& take) { return each(take); })
      .map([this](std::unique_ptr<stored_redirects>&& stored) { stored_ = std::move(stored); });
}

result<void> observed_redirects::each(const redirect_consumer& take) const {
  if (chains_) {
    return chains_->each(
        [&](const redirect& pair) { return keeps_ && !keeps_(pair.to) ? result<void>{} : take(pair); });
  }
  for (const redirect& pair : table_.pairs()) {
    if (result<void> status = take(pair); !status) return status;
  }
  return {};
}

std::string_view observed_redirects::find_inheriting(std::string_view url, std::string& buffer) const {
  const auto find = [&](std::string_view key) {
    return stored_ ? stored_->find(key, buffer) : table_.find(key);
  };
  const std::string_view whole = find(url);
  if (!whole.empty()) return whole;
  const std::size_t fragment = url.find('#');
  if (fragment == std::string_view::npos) return {};
  const std::string_view target = find(url.substr(0, fragment));
  if (target.empty() || target.find('#') != std::string_view::npos) return target;
  if (!stored_) return buffer.assign(target).append(url.substr(fragment));
  // The target is in `buffer` already.
  buffer.erase(0, static_cast<std::size_t>(target.data() - buffer.data()));
  buffer.resize(target.size());
  return buffer.append(url.substr(fragment));
}

}  // namespace urlsieve
