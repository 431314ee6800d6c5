// Reference implementation of the MIME walker: compares every line with every open boundary. Supports
// messages with plainly written types and boundaries, without encodings.
#ifndef URLSIEVE_TESTS_ORACLE_MIME_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_MIME_TWIN_HPP

#include <cctype>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace urlsieve::oracle {

class mime_twin {
 public:
  using part = std::pair<std::string, std::string>;  // path and body

  // Returns the bodies of leaf parts; a multipart without parts is a leaf.
  static std::vector<part> parts_of(const std::string& text) {
    mime_twin twin;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t feed = text.find('\n', at);
      const std::size_t end = feed == std::string::npos ? text.size() : feed + 1;
      twin.lines_.push_back(text.substr(at, end - at));
      at = end;
    }
    twin.run();
    return twin.parts_;
  }

 private:
  struct level {
    std::string boundary;  // empty: a message
    std::string prefix;    // of paths inside
    bool digest;
    int children;
  };

  static bool is_field(const std::string& line) {
    const std::size_t colon = line.find(':');
    if (colon == 0 || colon == std::string::npos) return false;
    for (std::size_t i = 0; i < colon; ++i)
      if (std::isgraph(static_cast<unsigned char>(line[i])) == 0) return false;
    return true;
  }
  static bool is_blank(const std::string& line) { return line == "\n" || line == "\r\n"; }
  static std::string bare(std::string line) {
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' '))
      line.pop_back();
    return line;
  }

  // Returns the level of the delimiter line, innermost first, or -1.
  int delimited(const std::string& line, bool& closes) const {
    for (std::size_t i = levels_.size(); i-- > 0;) {
      if (levels_[i].boundary.empty()) continue;
      closes = bare(line) == "--" + levels_[i].boundary + "--";
      if (closes || bare(line) == "--" + levels_[i].boundary) return static_cast<int>(i);
    }
    return -1;
  }

  std::string path_of(bool of_message) const {
    const std::string number = std::to_string(of_message ? 1 : levels_.back().children);
    return levels_.back().prefix.empty() ? number : levels_.back().prefix + "." + number;
  }

  // Reads headers down to a leaf body. Returns the path, or an empty string.
  void open(bool of_message) {
    gathering_ = is_preamble_ = false;
    for (;;) {
      std::string type;
      bool closes = false;
      if (of_message) {
        std::size_t next = at_;
        while (next < lines_.size() && is_blank(lines_[next])) ++next;
        if (next < lines_.size() && is_field(lines_[next])) at_ = next;
      }
      bool cut = false;
      if (at_ < lines_.size() && !is_field(lines_[at_])) {
        cut = delimited(lines_[at_], closes) >= 0;
        if (!cut && is_blank(lines_[at_])) ++at_;
      } else {
        const std::size_t first = at_;
        bool closed = false;
        while (at_ < lines_.size() && !closed) {
          cut = delimited(lines_[at_], closes) >= 0;
          const std::string line = bare(lines_[at_]);
          if (cut || begins_part_of(type, line)) break;
          closed = line.empty();
          if (type.empty() && line.starts_with("Content-Type: ")) type = line.substr(14);
          ++at_;
        }
        end_before_what_is_no_field(first, at_ - (closed ? 1U : 0U), type, cut);
      }
      path_ = path_of(of_message);
      if (cut || at_ >= lines_.size()) return;
      if (type.empty() && levels_.back().digest) type = "message/rfc822";
      body_.clear();
      gathering_ = true;
      if (type.starts_with("multipart/")) {
        const std::string boundary = type.substr(type.find('=') + 1);
        const std::string prefix = of_message ? levels_.back().prefix : path_;
        levels_.push_back({boundary, prefix, type.starts_with("multipart/digest"), 0});
        guess();
        is_preamble_ = true;
        return;
      }
      if (type != "message/rfc822") return;
      gathering_ = false;
      levels_.push_back({"", path_, false, 0});
      of_message = true;
    }
  }

  static bool begins_part_of(const std::string& type, const std::string& line) {
    return type.starts_with("multipart/") && line.size() > 2 && line.starts_with("--") &&
           type.ends_with("=" + line.substr(2));
  }

  // If the last line of a header is not a mail field, the header ends before the first such line.
  void end_before_what_is_no_field(std::size_t first, std::size_t end, std::string& type, bool& cut) {
    if (first == end || lines_[end - 1].starts_with("Content-Type:") ||
        lines_[end - 1].starts_with("Subject:"))
      return;
    std::string known;
    for (std::size_t i = first; i < end; ++i) {
      if (!is_field(lines_[i])) {
        at_ = i;
        cut = false;
        type = known;
        return;
      }
      if (known.empty() && lines_[i].starts_with("Content-Type: ")) known = bare(lines_[i]).substr(14);
    }
  }

  // Uses another boundary for the innermost multipart if delimiter lines with another boundary come first.
  void guess() {
    bool closes = false;
    std::size_t first = at_;
    int found = -1;
    while (first < lines_.size() && (found = delimited(lines_[first], closes)) < 0) ++first;
    if (found == static_cast<int>(levels_.size()) - 1) return;
    for (std::size_t i = at_; i + 1 < first; ++i) {
      const std::string line = bare(lines_[i]);
      if (!line.starts_with("--") || line.size() == 2 || line.substr(2).ends_with("--")) continue;
      if (!lines_[i + 1].starts_with("Content-")) continue;
      levels_.back().boundary = line.substr(2);
      return;
    }
  }

  void close(int delimiting, bool closes) {
    if (!gathering_) return;
    gathering_ = false;
    const bool own = delimiting == static_cast<int>(levels_.size()) - 1;
    if (is_preamble_ && own && !closes) return;
    if (delimiting >= 0 && body_.ends_with('\n')) {
      body_.pop_back();
      if (body_.ends_with('\r')) body_.pop_back();
    }
    parts_.emplace_back(path_, body_);
  }

  void run() {
    levels_.push_back({"", "", false, 0});
    open(true);
    while (at_ < lines_.size()) {
      const std::string line = lines_[at_++];
      bool closes = false;
      const int found = delimited(line, closes);
      if (found < 0) {
        if (gathering_) body_ += line;
        continue;
      }
      close(found, closes);
      levels_.resize(static_cast<std::size_t>(found) + (closes ? 0U : 1U), {});
      if (closes) continue;
      ++levels_.back().children;
      open(false);
    }
    close(-1, false);
  }

  std::vector<std::string> lines_;
  std::size_t at_ = 0;
  std::vector<level> levels_;
  bool gathering_ = false;
  bool is_preamble_ = false;
  std::string path_;
  std::string body_;
  std::vector<part> parts_;
};

}  // namespace urlsieve::oracle

#endif
