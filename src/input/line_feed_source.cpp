#include "src/input/line_feed_source.hpp"

#include <string>
#include <utility>

#include "src/input/recoded_source.hpp"

namespace urlsieve {
namespace {

class line_feed_source final : public recoded_source {
 public:
  using recoded_source::recoded_source;

 private:
  // What a CR at the end is, the next byte tells.
  step recode(std::string& raw, bool last) override {
    const std::size_t whole = raw.size() - (!last && raw.ends_with('\r') ? 1 : 0);
    given_.assign(raw, 0, whole);
    for (std::size_t at = given_.find('\r'); at != std::string::npos; at = given_.find('\r', at + 1))
      if (at + 1 == whole || given_[at + 1] != '\n') given_[at] = '\n';
    return {given_, whole};
  }

  std::string given_;
};

}  // namespace

bool has_bare_returns(std::string_view head) {
  return head.find('\n') == std::string_view::npos && head.find('\r') != std::string_view::npos;
}

std::unique_ptr<byte_source> with_line_feeds(std::unique_ptr<byte_source> stored, std::string_view head) {
  return std::make_unique<line_feed_source>(std::move(stored), head);
}

}  // namespace urlsieve
