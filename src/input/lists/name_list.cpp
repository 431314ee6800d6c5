#include "src/input/lists/name_list.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>
#include <utility>

#include "src/input/lists/index_line.hpp"
#include "src/input/lists/list_source.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/resource_exhaustion.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t list_head_size = std::size_t{4} << 10;  // bytes examined to recognize a list
constexpr std::size_t longest_listed_name = std::size_t{64} << 10;
constexpr std::size_t most_remarks_size = std::size_t{1} << 20;  // of CDXJ, in front of the first row
constexpr std::size_t file_piece = std::size_t{64} << 10;

std::string list_failure(int failure) {
  return std::system_category().message(failure);
}

// True for data that is no list: names hold few control characters, and NUL-separated names are not empty.
bool is_binary(std::string_view head, char separator) {
  static constexpr byte_set allowed{"\t\n\r\x1B"};
  std::size_t controls = 0;
  for (const char c : head)
    if (c != separator && bytes::c0_and_delete.contains(c) && !allowed.contains(c)) ++controls;
  if (separator == '\0' && head.find(std::string_view("\0\0", 2)) != std::string_view::npos) return true;
  return controls * 20 > head.size();
}

}  // namespace

result<name_list> name_list::open(const std::string& path, const std::atomic<bool>* stop,
                                  const std::shared_ptr<remote_access>& remote) {
  const bool is_remote = remote && is_remote_name(path);
  struct stat about{};
  const int looked = is_remote ? 0 : path == "-" ? ::fstat(0, &about) : ::stat(path.c_str(), &about);
  if (looked == 0 && S_ISDIR(about.st_mode))
    return tl::unexpected(error{error_code::usage, "the list " + path + " is a directory"});
  const error_code cannot_open =
      looked != 0 && errno == ENOENT ? error_code::no_such_input : error_code::cannot_open;
  stats counted;
  int exhaustion = 0;
  std::unique_ptr<byte_source> source;
  read_ahead how;
  how.remote = remote;
  // Fails, too, if the list is a closed descriptor (2>&-).
  if (looked == 0) source = byte_source::open(path, counted, stop, how, &exhaustion);
  if (!source) {
    std::string reason = exhaustion != 0 ? list_failure(exhaustion) : list_failure(errno);
    if (!counted.examples.empty()) reason = counted.examples.back().detail;
    return tl::unexpected(error{cannot_open, "cannot open the list " + path + ": " + reason});
  }
  // A pipe's writer may write one name at a time and expect it to be processed at once.
  const bool regular = is_remote || (looked == 0 && S_ISREG(about.st_mode));
  name_list opened(path, as_list(std::move(source), list_separator::line_feed_or_nul),
                   regular ? file_piece : 1);
  if (regular) {
    while (!opened.ended_ && opened.pending_.size() < list_head_size && opened.refill()) {
    }
    opened.check_head();
    if (opened.failure_) return tl::unexpected(*opened.failure_);
  }
  return opened;
}

void name_list::fail(const std::string& reason, error_code code) {
  failure_ = error{code, "the list " + path_ + reason};
  ended_ = true;
  pending_.clear();
  begin_ = 0;
}

bool name_list::refill() {
  if (ended_) return false;
  pending_.erase(0, std::exchange(begin_, 0));
  stats counted;
  const std::size_t before = pending_.size();
  pending_.resize(before + piece_);
  std::size_t end = before;
  // Fills the buffer, because check_head() needs a full head, also of a list that pauses.
  while (end < pending_.size()) {
    const std::size_t got = source_->read(std::span(pending_).subspan(end), counted);
    if (got == 0) break;
    end += got;
  }
  pending_.resize(end);
  ended_ = end == before;
  if (const int exhaustion = source_->exhaustion(); exhaustion != 0)
    fail(" cannot be read: " + list_failure(exhaustion), error_code::cannot_read);
  if (!counted.examples.empty()) {
    const damage_example& first = counted.examples.front();
    fail(" cannot be read whole: " + std::string(description_of(first.reason)) + ", " + first.detail,
         error_code::cannot_read);
  }
  return !ended_;
}

// Detects the separator of names. Fails if the head is binary.
void name_list::check_head() {
  checked_ = true;
  const std::string_view head = std::string_view(pending_).substr(0, list_head_size);
  const auto nuls = std::count(head.begin(), head.end(), '\0');
  if (nuls > std::count(head.begin(), head.end(), '\n')) separator_ = '\0';
  if (is_binary(head, separator_))
    fail(" is not a list of names: it contains binary data", error_code::usage);
}

// Removes a trailing CR, and a byte order mark, which concatenated lists have in front of any line.
void name_list::trim(std::string& name) const {
  if (separator_ == '\n' && name.ends_with('\r')) name.pop_back();
  if (name.starts_with(utf8_mark)) name.erase(0, utf8_mark.size());
}

bool name_list::lists_records() {
  std::size_t begin = 0;
  std::size_t searched = 0;
  while (!failure_) {
    if (begin > most_remarks_size) {
      fail(" is neither an index nor a list of names: the first MiB has only lines that begin with \"!\"",
           error_code::usage);
      break;
    }
    const std::size_t end = pending_.find_first_of("\n\0", std::max(begin, searched), 2);
    searched = pending_.size();
    if (end == std::string::npos && searched - begin <= longest_listed_name && refill()) continue;
    if (failure_ || begin >= pending_.size()) break;
    std::string line = pending_.substr(begin, end - begin);
    trim(line);
    if (begins_classic_cdx(line)) {
      fail(" " + std::string(refusal_of_classic_cdx), error_code::cannot_read);
      break;
    }
    if (!line.empty() && line.front() != '!') return begins_index(line);
    if (end == std::string::npos) break;
    begin = searched = end + 1;
  }
  return false;
}

std::optional<std::string> name_list::next() {
  std::size_t searched = 0;
  while (true) {
    if (!checked_ && (ended_ || pending_.size() >= list_head_size ||
                      pending_.find_first_of("\n\0", 0, 2) != std::string::npos))
      check_head();
    const std::size_t end = checked_ ? pending_.find(separator_, begin_ + searched) : std::string::npos;
    if (end != std::string::npos) {
      std::string name = pending_.substr(begin_, end - begin_);
      begin_ = end + 1;
      searched = 0;
      trim(name);
      if (!name.empty()) return name;
      continue;
    }
    if (ended_) break;
    searched = checked_ ? pending_.size() - begin_ : 0;
    if (searched > longest_listed_name)
      fail(" is not a list of names: a line is too long for a name", error_code::usage);
    static_cast<void>(refill());
  }
  std::string name = pending_.substr(std::min(begin_, pending_.size()));
  pending_.clear();
  begin_ = 0;
  trim(name);
  if (name.empty()) return std::nullopt;
  return name;
}

}  // namespace urlsieve
