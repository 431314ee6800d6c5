// Reference implementation of the mbox splitter: the whole file as lines, and each rule as an expression.
// Supports only files that begin with a separator, and no size limit.
#ifndef URLSIEVE_TESTS_ORACLE_MBOX_MESSAGES_HPP
#define URLSIEVE_TESTS_ORACLE_MBOX_MESSAGES_HPP

#include <cstddef>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace urlsieve::oracle {

struct mbox_message {
  std::size_t offset = 0;  // of the separator
  std::size_t begin = 0;   // of the first header line
  std::string bytes;
  friend bool operator==(const mbox_message&, const mbox_message&) = default;
};

class mbox_messages {
 public:
  explicit mbox_messages(std::string bytes) : bytes_(std::move(bytes)) {
    for (std::size_t at = 0; at < bytes_.size();) {
      starts_.push_back(at);
      const std::size_t feed = bytes_.find('\n', at);
      if (feed == std::string::npos) break;
      at = feed + 1;
    }
  }

  std::vector<mbox_message> read() const {
    std::vector<mbox_message> all;
    std::optional<std::size_t> at = next_separator(0);
    while (at) {
      mbox_message found;
      found.offset = *at;
      found.begin = line_end(*at);
      for (int lines = 0; lines < 4 && has(found.begin, ">From ") && line_end(found.begin) != 0 &&
                          line_end(found.begin) - found.begin <= 1024;
           ++lines)
        found.begin = line_end(found.begin);
      std::optional<std::size_t> next = next_separator(found.begin);
      std::size_t end = next ? *next : bytes_.size();
      if (const auto agreed = agreed_end(found.begin, end)) {
        end = *agreed;
        next = end == bytes_.size() ? std::nullopt : agreed;
      }
      found.bytes = bytes_.substr(found.begin, end - found.begin);
      if (!found.bytes.empty()) all.push_back(found);
      at = next;
    }
    return all;
  }

 private:
  bool has(std::size_t at, const char* text) const {
    return bytes_.compare(at, std::char_traits<char>::length(text), text) == 0;
  }

  // Returns the offset after the line feed, or 0 if the line has no line feed.
  std::size_t line_end(std::size_t at) const {
    const std::size_t feed = bytes_.find('\n', at);
    return feed == std::string::npos ? 0 : feed + 1;
  }

  std::string line(std::size_t at) const {
    const std::size_t end = line_end(at);
    std::string text = bytes_.substr(at, end == 0 ? std::string::npos : end - 1 - at);
    if (end != 0 && !text.empty() && text.back() == '\r') text.pop_back();
    return text;
  }

  std::optional<std::size_t> next_separator(std::size_t from) const {
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      if (starts_[i] < from) continue;
      if (is_separator(starts_[i], i == 0 || line(starts_[i - 1]).empty())) return starts_[i];
    }
    return std::nullopt;
  }

  bool is_separator(std::size_t at, bool behind_empty_line) const {
    const std::size_t next = line_end(at);
    if (!has(at, "From ") || next == 0 || next - at > 1024) return false;
    const std::string words = line(at).substr(5);
    static const std::regex address("([\\s\\S]*[ \\t])?[^ \\t@/]+@[^ \\t/]+([ \\t][\\s\\S]*)?");
    static const std::regex number("[ \\t]*[-+]?[0-9]+[ \\t]*");
    if (is_patch(words) || words.find("://") != std::string::npos) return false;
    if (behind_empty_line && (has_date(words, true) || has_date(words, false))) return true;
    const bool names_sender = behind_empty_line && std::regex_match(words, address);
    if (names_sender && is_bare(words) && mail_field(next, at + 3072)) return true;
    return (names_sender || has_date(words, true) || is_bare(words) || std::regex_match(words, number)) &&
           two_fields(next, at + 3072);
  }

  // True for the name of a field of mail.
  static bool is_of_mail(const std::string& name) {
    static const std::regex known(
        "from|to|cc|bcc|subject|date|message-id|received|return-path|reply-to|sender|in-reply-to|references|"
        "delivered-to|mime-version|newsgroups|path|xref|nntp-posting-host|nntp-posting-date|organization|"
        "lines|"
        "distribution|followup-to|approved|relay-version|posting-version|errors-to|resent-from|resent-date|"
        "dkim-signature|arc-seal|authentication-results|list-id|envelope-to|x-.*|content-.*",
        std::regex::icase);
    return std::regex_match(name, known);
  }

  // True if a header line of mail begins at `at`, before `limit`.
  bool mail_field(std::size_t at, std::size_t limit) const {
    const std::string text = bytes_.substr(at, limit - at);
    static const std::regex shape("([\\x21-\\x39\\x3B-\\x7E]{1,126})[ \\t]{0,8}:(?!//)");
    std::smatch parts;
    return std::regex_search(text, parts, shape, std::regex_constants::match_continuous) &&
           is_of_mail(parts[1].str());
  }

  // True if two header lines begin at `at`, before `limit`.
  bool two_fields(std::size_t at, std::size_t limit) const {
    const std::string text = bytes_.substr(at, limit - at);
    static const std::regex shape(
        "(>From [^\n]{0,1017}\n){0,4}([\\x21-\\x39\\x3B-\\x7E]{1,126})[ \\t]{0,8}:(?!//)[^\n]*\n"
        "([ \\t]+[^ \\t\r\n]|([\\x21-\\x39\\x3B-\\x7E]{1,126})[ \\t]{0,8}:(?!//))");
    std::smatch parts;
    if (!std::regex_search(text, parts, shape, std::regex_constants::match_continuous)) return false;
    return is_of_mail(parts[2].str()) || (parts[4].matched && is_of_mail(parts[4].str()));
  }

  // True if the words contain a date of asctime() or a mail date.
  static bool has_date(const std::string& words, bool asctime) {
    static const std::string month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[ \\t]+";
    static const std::string day = "(mon|tue|wed|thu|fri|sat|sun),?[ \\t]+";
    static const std::string time = "[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?";
    static const std::string year = "([0-9]{4}|[0-9]{2})";
    static const std::string behind = "([ \\t][\\s\\S]*)?";
    static const std::regex of_asctime(
        day + month + "[0-9]{1,2}[ \\t]+" + time + "([ \\t]+[^ \\t]+){0,2}[ \\t]+" + year + behind,
        std::regex::icase);
    static const std::regex of_mail(day + "[0-9]{1,2}[ \\t]+" + month + year + "[ \\t]+" + time + behind,
                                    std::regex::icase);
    std::size_t at = 0;
    for (int word = 0; word < 16; ++word) {
      at = words.find_first_not_of(" \t", at);
      if (at == std::string::npos) return false;
      if (std::regex_match(words.substr(at), asctime ? of_asctime : of_mail)) return true;
      at = words.find_first_of(" \t", at);
      if (at == std::string::npos) return false;
    }
    return false;
  }

  static bool is_patch(const std::string& words) {
    static const std::regex patch(
        "[ \\t]*([0-9A-Fa-f]{40}|[0-9A-Fa-f]{64}) Mon Sep 17 00:00:00 2001[\\s\\S]*");
    return std::regex_match(words, patch);
  }

  static bool is_bare(const std::string& words) {
    static const std::regex bare("[ \\t]*(-|[^ \\t/]*@[^ \\t/]*)?[ \\t]*");
    return std::regex_match(words, bare);
  }

  std::optional<std::size_t> agreed_end(std::size_t begin, std::size_t end) const {
    std::optional<unsigned long long> length;
    std::size_t at = begin;
    static const std::regex stated("content-length:[ \\t\\r\\n\\f\\v]*([0-9]{1,18})[ \\t\\r\\n\\f\\v]*",
                                   std::regex::icase);
    while (true) {
      const std::size_t next = line_end(at);
      if (next == 0 || next > end) return std::nullopt;
      const std::string text = line(at);
      at = next;
      if (text.empty()) break;
      std::smatch parts;
      if (std::regex_match(text, parts, stated)) length = std::stoull(parts[1]);
    }
    if (!length || *length > bytes_.size() || at + *length > bytes_.size()) return std::nullopt;
    at += *length;
    for (int lines = 0; lines < 2; ++lines) {
      if (has(at, "\r\n"))
        at += 2;
      else if (has(at, "\n"))
        ++at;
    }
    if (at == bytes_.size() || (bytes_[at - 1] == '\n' && is_separator(at, true))) return at;
    return std::nullopt;
  }

  std::string bytes_;
  std::vector<std::size_t> starts_;
};

}  // namespace urlsieve::oracle

#endif
