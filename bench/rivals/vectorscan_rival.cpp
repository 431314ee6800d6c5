// Vectorscan (portable Hyperscan): "://" as a literal, the lower bound, and the pattern of a URL with the
// start of the match, which a finder needs.
#include <hs/hs.h>

#include <limits>
#include <utility>

#include "bench/rivals/url_scanner.hpp"

namespace urlsieve::bench {
namespace {

struct seen {
  std::size_t count = 0;
  unsigned long long last_start = std::numeric_limits<unsigned long long>::max();
};

// Vectorscan reports a match at each possible end. Matches with the same start count as one URL.
int on_match(unsigned int, unsigned long long from, unsigned long long, unsigned int, void* context) {
  seen& found = *static_cast<seen*>(context);
  if (from != found.last_start) ++found.count;
  found.last_start = from;
  return 0;
}
int on_literal(unsigned int, unsigned long long, unsigned long long, unsigned int, void* context) {
  ++static_cast<seen*>(context)->count;
  return 0;
}

class vectorscan_rival final : public url_scanner {
 public:
  vectorscan_rival(std::string name, match_event_handler handler)
      : name_(std::move(name)), handler_(handler) {}
  ~vectorscan_rival() override {
    hs_free_scratch(scratch_);
    hs_free_database(database_);
  }
  vectorscan_rival(const vectorscan_rival&) = delete;
  vectorscan_rival& operator=(const vectorscan_rival&) = delete;

  bool compile(const std::string& pattern, bool literal) {
    hs_compile_error_t* failed = nullptr;
    const hs_error_t done =
        literal
            ? hs_compile_lit(pattern.c_str(), 0, pattern.size(), HS_MODE_BLOCK, nullptr, &database_, &failed)
            : hs_compile(pattern.c_str(), HS_FLAG_SOM_LEFTMOST, HS_MODE_BLOCK, nullptr, &database_, &failed);
    hs_free_compile_error(failed);
    return done == HS_SUCCESS && hs_alloc_scratch(database_, &scratch_) == HS_SUCCESS;
  }

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::size_t count(const scanned_text& text) override {
    seen found;
    const auto size = static_cast<unsigned>(text.bytes.size());
    return hs_scan(database_, text.bytes.data(), size, 0, scratch_, handler_, &found) == HS_SUCCESS
               ? found.count
               : 0;
  }

 private:
  std::string name_;
  match_event_handler handler_;
  hs_database_t* database_ = nullptr;
  hs_scratch_t* scratch_ = nullptr;
};

}  // namespace

void add_vectorscan(url_scanners& rivals) {
  auto literal = std::make_unique<vectorscan_rival>("vectorscan_literal", on_literal);
  if (literal->compile("://", true)) rivals.push_back(std::move(literal));
  auto pattern = std::make_unique<vectorscan_rival>("vectorscan_start", on_match);
  if (pattern->compile(std::string(url_pattern), false)) rivals.push_back(std::move(pattern));
}

}  // namespace urlsieve::bench
