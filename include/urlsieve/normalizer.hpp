// References into URLs, many of them: the options are looked at once, and a URL costs no allocation.
#ifndef URLSIEVE_NORMALIZER_HPP
#define URLSIEVE_NORMALIZER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/redirects.hpp"

namespace urlsieve {

// The URLs of many references, one behind the other, as Arrow's large_utf8 has its values: URL number i are
// the bytes from offsets()[i] to offsets()[i + 1], none where the reference was rejected.
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

  // Empties it and keeps its memory.
  void clear() {
    offsets_.resize(1);
    rejected_.clear();
  }

 private:
  friend class normalizer;

  // Room for `size` bytes behind those that are there.
  char* room(std::size_t size) {
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

// One a thread; it may move from thread to thread between calls.
class normalizer {
 public:
  struct outcome {
    std::string_view url;                  // lives until the next call; empty where there is none
    rejection rejected = rejection::none;  // why
    std::uint16_t repairs = 0;             // bit 1 << repair_kind for each kind made
    std::uint16_t flags = 0;               // of namespace flag
  };

  // The rung `protocol` follows `known`; without them it gives what the rung `scheme` does.
  explicit normalizer(const url_options& options = {}, known_redirects known = {});
  normalizer(normalizer&&) noexcept;
  normalizer& operator=(normalizer&&) noexcept;
  ~normalizer();

  // From now on references are resolved against `base`; empty: against none. False where it is no absolute
  // URL, and then there is none.
  bool set_base(std::string_view base);

  // Without a base a relative reference stays one, its leading dot segments with it (rfc2396bis-01 section
  // 6.2.2.3); with one it is resolved first. Throws std::bad_alloc, and only when a reference is longer than
  // any before.
  outcome normalize(std::string_view reference);

  // Against this base; that of set_base() becomes the same. rejection::no_base where it is none.
  outcome normalize(std::string_view reference, std::string_view base);

  // normalize() of each; what they give is added to `out`.
  void normalize_many(std::span<const std::string_view> references, normalized_urls& out);

  // The same of lines, which end in LF or CR LF, the last one perhaps in nothing.
  void normalize_lines(std::string_view lines, normalized_urls& out);

  // Whether redirects could be looked up whenever it was asked.
  [[nodiscard]] result<void> state() const;

 private:
  class inner;
  std::unique_ptr<inner> inner_;
};

}  // namespace urlsieve

#endif
