// Normalizes many references to URLs. A normalizer evaluates its options once and allocates no memory per
// URL.
#ifndef URLSIEVE_NORMALIZER_HPP
#define URLSIEVE_NORMALIZER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// A column of URLs in the layout of Arrow's large_utf8: URL i is stored from offsets()[i] to offsets()[i +
// 1] of bytes(). The URL of a rejected reference is empty. The column owns its memory; views are valid until
// the column changes. Requires: an index `i` is below size().
class normalized_urls {
 public:
  [[nodiscard]] std::size_t size() const { return rejected_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    return {bytes_.get() + offsets_[i], static_cast<std::size_t>(offsets_[i + 1] - offsets_[i])};
  }
  [[nodiscard]] rejection rejected(std::size_t i) const { return rejected_[i]; }

  [[nodiscard]] std::string_view bytes() const {
    return {bytes_.get(), static_cast<std::size_t>(offsets_.back())};
  }
  [[nodiscard]] std::span<const std::uint64_t> offsets() const { return offsets_; }  // size() + 1
  [[nodiscard]] std::span<const rejection> rejections() const { return rejected_; }

  // Removes all URLs but keeps the memory.
  void clear() {
    offsets_.resize(1);
    rejected_.clear();
  }

 private:
  friend class normalizer;

  // Returns a buffer of `size` bytes behind the last URL.
  char* reserve(std::size_t size) {
    if (capacity_ - offsets_.back() < size) grow(size);
    return bytes_.get() + offsets_.back();
  }
  void grow(std::size_t size);
  void add(std::size_t size, rejection why) {
    offsets_.push_back(offsets_.back() + size);
    rejected_.push_back(why);
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::vector<std::uint64_t> offsets_{0};
  std::vector<rejection> rejected_;
};

// A normalizer with fixed options. One thread at a time may use a normalizer.
class normalizer {
 public:
  struct outcome {
    std::string_view url;                  // valid until the next call; empty if rejected
    rejection rejected = rejection::none;  // reason
    std::uint16_t repairs = 0;             // bit 1 << repair_kind for each kind of repair
    std::uint16_t flags = 0;               // of namespace flag
  };

  // Takes the redirects that the rung `protocol` follows; without redirects, `protocol` equals `scheme`.
  // Throws std::bad_alloc.
  explicit normalizer(const url_options& options = {}, known_redirects known = {});
  normalizer(normalizer&&) noexcept;
  normalizer& operator=(normalizer&&) noexcept;
  ~normalizer();

  // Sets the base for later calls; empty: no base. Returns false and removes the base if `base` is not an
  // absolute URL. Copies `base`, which need not be normalized.
  bool set_base(std::string_view base);

  // Resolves `reference` against the base, if any, and normalizes it. Without a base, a relative reference
  // stays relative and keeps its leading dot segments (rfc2396bis-01 section 6.2.2.3). Allocates only if a
  // reference is longer than all earlier ones, and may then throw std::bad_alloc.
  outcome normalize(std::string_view reference);

  // Calls set_base(base) unless `base` is set already, then normalize(reference). Rejects with
  // rejection::no_base if `base` is invalid.
  outcome normalize(std::string_view reference, std::string_view base);

  // Normalizes each reference and appends its URL or rejection to `out`; repairs and flags are not stored. If
  // normalize_many() or normalize_lines() throws std::bad_alloc, `out` must be cleared or destroyed.
  void normalize_many(std::span<const std::string_view> references, normalized_urls& out);

  // Normalizes each line, ended by LF or CR LF (optional for the last line), and appends to `out`. An empty
  // line is an empty reference, so each line has a result.
  void normalize_lines(std::string_view lines, normalized_urls& out);

  // Returns the first read error of a redirect lookup on disk, if any. URLs since the error may lack their
  // redirects.
  [[nodiscard]] result<void> state() const;

 private:
  class inner;
  std::unique_ptr<inner> inner_;
};

}  // namespace urlsieve

#endif
