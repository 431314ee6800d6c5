// Reference implementation of the WARC splitter: the whole archive in memory, byte by byte. Has no size limit
// of records.
#ifndef URLSIEVE_TESTS_ORACLE_WARC_RECORDS_HPP
#define URLSIEVE_TESTS_ORACLE_WARC_RECORDS_HPP

#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

namespace urlsieve::oracle {

struct warc_record {
  std::size_t offset = 0;
  std::string type;  // lower case
  std::string body;
  bool segmented = false;  // has a WARC-Segment-Number
  friend bool operator==(const warc_record&, const warc_record&) = default;
};

class warc_records {
 public:
  explicit warc_records(std::string bytes) : bytes_(std::move(bytes)) {}

  std::vector<warc_record> read() {
    std::vector<warc_record> all;
    std::size_t at = bytes_.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
    bool junk = false;
    while (true) {
      if (junk) {
        at = next_record(at);
        junk = false;
      }
      while (at < bytes_.size() && (bytes_[at] == '\r' || bytes_[at] == '\n')) ++at;
      if (at >= bytes_.size()) return all;
      header found;
      if (version_end(at) == 0) {
        junk = true;
      } else if (!read_header(at, found)) {
        at += 5;
        junk = true;
      } else {
        const std::size_t end = body_end(found);
        all.push_back({at, found.type, bytes_.substr(found.end, end - found.end), found.segmented});
        at = exact(found) ? end : std::min(next_record(found.end), bytes_.size());
      }
    }
  }

 private:
  struct header {
    std::size_t end = 0;
    std::string type, length;
    bool contradictory = false, segmented = false;
  };

  static std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }
  static std::string trim(const std::string& text) {
    const char* const spaces = " \t\r\n\f\v";
    const std::size_t from = text.find_first_not_of(spaces);
    return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(spaces) - from + 1);
  }
  bool is_digit(std::size_t at) const { return at < bytes_.size() && bytes_[at] >= '0' && bytes_[at] <= '9'; }

  // Returns the end of the version line at `at` (at most 32 bytes), or 0.
  std::size_t version_end(std::size_t at) const {
    const std::size_t limit = at + 32;
    if (lower(bytes_.substr(at, 5)) != "warc/") return 0;
    at += 5;
    if (!is_digit(at)) return 0;
    while (is_digit(at)) ++at;
    if (at >= bytes_.size() || bytes_[at] != '.') return 0;
    ++at;
    if (!is_digit(at)) return 0;
    while (is_digit(at)) ++at;
    while (at < bytes_.size() && (bytes_[at] == ' ' || bytes_[at] == '\t' || bytes_[at] == '\r')) ++at;
    return at < bytes_.size() && bytes_[at] == '\n' && at < limit ? at + 1 : 0;
  }

  std::size_t next_record(std::size_t at) const {
    for (; at < bytes_.size(); ++at) {
      if (bytes_.compare(at, 5, "WARC/") != 0) continue;
      const std::size_t field = version_end(at);
      if (field == 0) continue;
      const std::string name = lower(bytes_.substr(field, 8));
      if (name.substr(0, 5) == "warc-" || name == "content-") return at;
    }
    return std::string::npos;
  }

  bool read_header(std::size_t at, header& found) const {
    at = version_end(at);
    const std::size_t next_one = next_record(at);
    std::vector<std::string> lines;
    while (at < bytes_.size()) {
      const std::size_t feed = bytes_.find('\n', at);
      const std::size_t next = feed == std::string::npos ? bytes_.size() : feed + 1;
      const std::string line = bytes_.substr(at, next - at);
      if (line.back() == '\n' && line.find_first_not_of('\r') == line.size() - 1) {
        if (next_one < next) return false;
        found.end = next;
        for (const std::string& header_line : lines) note(header_line, found);
        return true;
      }
      const bool folded = !lines.empty() && (line[0] == ' ' || line[0] == '\t');
      if (folded) {
        lines.back() += line;
      } else {
        lines.push_back(line);
      }
      at = next;
    }
    return false;
  }

  static void note(const std::string& line, header& found) {
    const std::size_t colon = line.find(':');
    // A colon in a continuation line does not make a field.
    if (colon == std::string::npos || colon > line.find('\n')) return;
    const std::string name = lower(trim(line.substr(0, colon)));
    const std::string value = trim(line.substr(colon + 1));
    if (name == "warc-type" && found.type.empty()) found.type = lower(value);
    if (name == "warc-segment-number") found.segmented = true;
    if (name == "content-length") {
      if (!found.length.empty() && found.length != value) found.contradictory = true;
      found.length = value;
    }
  }

  bool exact(const header& found) const {
    if (found.contradictory || found.length.empty() || found.length.size() > 18) return false;
    for (const char c : found.length)
      if (c < '0' || c > '9') return false;
    const std::size_t end = found.end + std::stoull(found.length);
    if (end > bytes_.size()) return false;
    if (bytes_.compare(end, 4, "\r\n\r\n") == 0 || bytes_.compare(end, 2, "\n\n") == 0) return true;
    std::size_t at = end;
    while (at < bytes_.size() && (bytes_[at] == '\r' || bytes_[at] == '\n')) ++at;
    return at == bytes_.size() || version_end(at) != 0;
  }

  std::size_t body_end(const header& found) const {
    if (exact(found)) return found.end + std::stoull(found.length);
    std::size_t end = std::min(next_record(found.end), bytes_.size());
    for (int lines = 0; lines < 2 && end > found.end && bytes_[end - 1] == '\n'; ++lines) {
      --end;
      while (end > found.end && bytes_[end - 1] == '\r') --end;
    }
    return end;
  }

  std::string bytes_;
};

}  // namespace urlsieve::oracle

#endif
