#include "src/input/recoding/line_feed_source.hpp"

#include <string>
#include <utility>

#include "src/input/recoding/recoded_source.hpp"

namespace urlsieve {
namespace {

class line_feed_source final : public recoded_source {
 public:
  using recoded_source::recoded_source;

 private:
  // Holds back a trailing CR until the next byte is known.
  step recode(std::string& raw, bool last) override {
    const std::size_t whole = raw.size() - (!last && raw.ends_with('\r') ? 1 : 0);
    converted_.assign(raw, 0, whole);
    for (std::size_t at = converted_.find('\r'); at != std::string::npos; at = converted_.find('\r', at + 1))
      if (at + 1 == whole || converted_[at + 1] != '\n') converted_[at] = '\n';
    return {converted_, whole};
  }

  std::string converted_;
};

constexpr std::string_view doubled_end = "\r\r\n";

class single_return_source final : public recoded_source {
 public:
  using recoded_source::recoded_source;

 private:
  // Holds back trailing CRs until the next bytes are known.
  step recode(std::string& raw, bool last) override {
    std::size_t whole = raw.size();
    for (int count = 0; !last && count < 2 && whole != 0 && raw[whole - 1] == '\r'; ++count) --whole;
    converted_ = without_doubled_returns(std::string_view(raw).substr(0, whole));
    return {converted_, whole};
  }

  std::string converted_;
};

}  // namespace

bool has_doubled_returns(std::string_view head) {
  if (head.find(doubled_end) == std::string_view::npos) return false;  // as in most text
  std::size_t lines = 0;
  std::size_t doubled = 0;
  for (std::size_t feed = head.find('\n'); feed != std::string_view::npos; feed = head.find('\n', feed + 1)) {
    ++lines;
    if (head.substr(0, feed + 1).ends_with(doubled_end)) ++doubled;
  }
  return 2 * doubled > lines;
}

std::string without_doubled_returns(std::string_view text) {
  std::string converted;
  converted.reserve(text.size());
  while (true) {
    const std::size_t end = text.find(doubled_end);
    converted.append(text.substr(0, end));
    if (end == std::string_view::npos) return converted;
    text.remove_prefix(end + 1);
  }
}

std::unique_ptr<byte_source> with_single_returns(std::unique_ptr<byte_source> stored,
                                                 const consumed_head& head) {
  return std::make_unique<single_return_source>(std::move(stored), head);
}

bool has_bare_returns(std::string_view head) {
  return head.find('\n') == std::string_view::npos && head.find('\r') != std::string_view::npos;
}

std::unique_ptr<byte_source> with_line_feeds(std::unique_ptr<byte_source> stored, const consumed_head& head) {
  return std::make_unique<line_feed_source>(std::move(stored), head);
}

}  // namespace urlsieve
