// RE2 with the common pattern, over Latin-1.

#include <re2/re2.h>

#include "bench/rivals/url_scanner.hpp"

namespace urlsieve::bench {
namespace {

class re2_rival final : public url_scanner {
 public:
  re2_rival() : pattern_("(" + std::string(url_pattern) + ")", RE2::Latin1) {}
  [[nodiscard]] std::string name() const override { return "re2"; }
  [[nodiscard]] std::size_t count(const scanned_text& text) override {
    re2::StringPiece left(text.bytes.data(), text.bytes.size());
    re2::StringPiece url;
    std::size_t found = 0;
    while (RE2::FindAndConsume(&left, pattern_, &url)) ++found;
    return found;
  }

 private:
  RE2 pattern_;
};

}  // namespace

void add_re2(url_scanners& rivals) {
  rivals.push_back(std::make_unique<re2_rival>());
}

}  // namespace urlsieve::bench
